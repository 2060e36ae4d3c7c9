"""Buildings in a relaxation (5): how much of each kind stands on each floor, and what works at the end."""

from collections.abc import Sequence
from typing import Any

from clinic_solo.clinic import clinic_of
from clinic_solo.tiles import HUBS, SPECIALS, Tile, Token
from solvers.clinic_solo.bounds.relaxation.staff import Staff
from solvers.core.cpsat import Number

KINDS = {"treatment": (Tile.TREATMENT,), "supply": (Tile.SUPPLY,), "hub": HUBS, "special": SPECIALS}


class Buildings(Staff):
    """Modules by kind and floor, gardens, ways in and parking of every round."""

    def _buildings(self) -> None:
        deck, state, floors = self.deck, self.state, range(self.deck.floors)
        self.rooms: dict[int, Number] = {}  # treatment rooms by round
        self.modules: dict[int, Number] = {}
        self.gardens: dict[int, Number] = {}
        self.on_ground: dict[int, Number] = {}
        self.lots: dict[int, Number] = {}
        self.ways_in: dict[int, Number] = {}
        self.has: dict[tuple[int, Tile], Number] = {}  # special modules
        self.with_extinguisher: dict[int, Number] = {}  # modules by round (14B)
        there = self._standing()
        gardens: Number = state.count(Tile.GARDEN) + self.bonus("garden") + self.remaining.free_gardens
        ways: Number = len(state.entrances) + len(state.helipads()) + self.remaining.first_entrance
        lots: Number = state.parking_tiles() + self.bonus("parking") + self.remaining.free_lots
        special: dict[Tile, Number] = {tile: state.count(tile) for tile in SPECIALS}
        hub_limit = sum(deck.limits.tiles[HUBS[service]] for service in self.known.game.services)
        for r in self.rounds:
            # 5.1, 5.5: every component may be a treatment room that a supply room comes with
            most = deck.building.components_per_action * self.builder.spread(self.builds[r])[1]
            built = {(kind, f): self._built(r, most, kind, f) for kind in KINDS for f in floors}
            for key, number in built.items():
                there[key] = there[key] + number
            hubs, specials = (sum(built[kind, f] for f in floors) for kind in ("hub", "special"))
            self.cp.add(hubs <= len(self.known.game.services) * deck.limits.hubs_per_round)
            self.cp.add(specials <= deck.limits.specials_per_round)
            new = {tile: self.builder.number(0, most, f"{tile.word} in {r}") for tile in self.remaining.specials}
            for tile, number in new.items():
                special[tile] = special[tile] + number
                self.cp.add(special[tile] <= deck.special_copies)
            self.cp.add(sum(new.values()) == specials)
            supplies, treatments = (sum(built[kind, f] for f in floors) for kind in ("supply", "treatment"))
            alone = self.builder.at_least(supplies - treatments, f"supply rooms on their own {r}")
            costs = deck.building.cost
            garden = self._bought(r, most, "gardens", costs["garden"])
            way = self._bought(r, most, "ways in", [*costs["entrance"], *costs["helipad"]])
            lot = self._bought(r, most, "parking", costs["parking"])
            gardens, ways, lots = gardens + garden, ways + way, lots + lot
            components = alone + treatments + hubs + specials + garden + way + lot + self._extinguisher(r, most)
            self.cp.add(components <= deck.building.components_per_action * self.builds[r])
            self.on_ground[r], self.lots[r] = sum(there[kind, 0] for kind in KINDS), lots
            self._stacked(there, lots)
            self.cp.add(sum(there["hub", f] for f in floors) <= hub_limit)
            self.cp.add(sum(there["supply", f] for f in floors) <= deck.limits.tiles[Tile.SUPPLY])
            self.cp.add(gardens <= deck.limits.tiles[Tile.GARDEN])
            self.rooms[r] = sum(there["treatment", f] for f in floors)
            self.modules[r] = sum(there[kind, f] for kind in KINDS for f in floors)
            self.gardens[r], self.ways_in[r] = gardens, ways
            for tile in SPECIALS:
                self.has[r, tile] = special[tile]
        self._working(there)

    def _extinguisher(self, r: int, most: int) -> Number:
        """14B1: extinguishers built in a round."""
        there = self.with_extinguisher.get(r - 1, len(self.state.having(Token.EXTINGUISHER)))
        built: Number = 0
        if self.extinguishers is not None:
            built = self._bought(r, most, "extinguishers", self.extinguishers.cost)
            self.cp.add(there + built <= self.extinguishers.tokens)
        self.with_extinguisher[r] = there + built
        return built

    def _standing(self) -> dict[tuple[str, int], Number]:
        """What stands on each floor, with the starting clinic (3.6), which may come to stand on any floor."""
        board, state = self.board, self.state
        modules = clinic_of(board, state.grid).modules
        there: dict[tuple[str, int], Number] = {}
        for kind, tiles in KINDS.items():
            given = self.remaining.free_rooms.get(kind, 0)
            free: list[Number] = []
            for f in range(self.deck.floors):
                count = sum(state.grid[s] in tiles and board.floor(s) == f for s in modules)
                extra: Number = self.builder.flag(f"given {kind} {f}") if given else 0
                if kind == "hub" and f == 0:
                    extra = self.remaining.first_hub
                free.append(extra)
                there[kind, f] = count + extra
            if given:
                self.cp.add(sum(free) == given)
        return there

    def _built(self, r: int, most: int, kind: str, f: int) -> Any:
        """5.3: modules of a kind built on a floor, paid for."""
        price = self.deck.building.cost[kind][f]
        number = self.builder.number(0, 0 if price is None else most, f"{kind} on {f} in {r}")
        self.spent[r].append((price or 0) * number)
        return number

    def _bought(self, r: int, most: int, what: str, prices: Sequence[int | None]) -> Any:
        """5.3: components at the least of these prices; none where they have none."""
        least = min((price for price in prices if price is not None), default=None)
        number = self.builder.number(0, 0 if least is None else most, f"{what} {r}")
        self.spent[r].append((least or 0) * number)
        return number

    def _stacked(self, there: dict[tuple[str, int], Number], lots: Number) -> None:
        """5.2a-c: a space for each, every module upstairs on one, and not on one of its kind.

        15.7: a hub may stand on a hub of another service.
        """
        hub_on_hub = self.edition_2014 is not None and self.edition_2014.hub_above_other_service
        for f in range(self.deck.floors):
            on_floor = sum(there[kind, f] for kind in KINDS)
            self.cp.add(on_floor + (lots if f == 0 else 0) <= self.board.ground)
            if f:
                below = sum(there[kind, f - 1] for kind in KINDS)
                self.cp.add(on_floor <= below)
                for kind in KINDS.keys() - ({"hub"} if hub_on_hub else set()):
                    self.cp.add(there[kind, f] + there[kind, f - 1] <= below)

    def _working(self, there: dict[tuple[str, int], Number]) -> None:
        """5.4, 5.5, 11.3, 11.4: at the end, rooms beside a hub of their floor, and buildings that treat."""
        floors, most = range(self.deck.floors), self.remaining.most_buildings
        self.working = []
        for f in floors:
            room = self.builder.number(0, self.board.ground, f"working rooms on {f}")
            self.cp.add(room <= there["treatment", f])
            self.cp.add(room <= 4 * there["hub", f])
            self.cp.add(room <= 4 * most)  # 5.4: a building has one hub on a floor
            self.cp.add(room <= 5 * sum(there["supply", g] for g in floors))
            self.working.append(room)
        self.buildings = self.builder.number(0, most, "buildings that treat")
        for kind in ("hub", "treatment", "supply"):
            self.cp.add(self.buildings <= sum(there[kind, f] for f in floors))
        self.cp.add(2 * self.buildings <= sum(there[kind, 0] for kind in KINDS))
        self.more_buildings = self.builder.number(0, most, "buildings beyond the first")
        some = self.builder.flag("a building treats")
        self.cp.add(self.buildings <= most * some)
        # 11.4 [decision second-building]: by the switch the first building need not treat, whatever is in it.
        first = 0 if self.known.game.switches.second_building else some
        self.cp.add(self.more_buildings <= self.buildings - first)
