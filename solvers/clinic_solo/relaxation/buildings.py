"""Buildings in a relaxation (5): how much of each kind stands on each floor, and what works at the end."""

from collections.abc import Sequence
from typing import Any

from clinic_solo.clinic import clinic_of
from clinic_solo.tiles import HUBS, SPECIALS, Tile
from solvers.clinic_solo.relaxation.staff import Staff
from solvers.cpsat import Number


class Buildings(Staff):
    """Modules by kind and floor, gardens, ways in and parking of every round."""

    def _buildings(self) -> None:
        deck, state, board = self.deck, self.state, self.board
        clinic = clinic_of(board, state.grid)
        floors = range(deck.floors)
        self.rooms: dict[tuple[int, int], Number] = {}  # treatment rooms by round and floor
        self.modules: dict[int, Number] = {}
        self.gardens: dict[int, Number] = {}
        self.on_ground: dict[int, Number] = {}
        self.lots: dict[int, Number] = {}
        self.ways_in: dict[int, Number] = {}
        self.has: dict[tuple[int, Tile], Number] = {}  # special modules
        given = self.ahead.free_modules  # 3.6: still to be placed at no cost, on any floor
        kinds = {"treatment": (Tile.TREATMENT,), "supply": (Tile.SUPPLY,), "hub": HUBS, "special": SPECIALS}
        there: dict[tuple[str, int], Number] = {}
        for kind, tiles in kinds.items():
            free = []
            for f in floors:
                count = sum(state.grid[s] in tiles and board.floor(s) == f for s in clinic.modules)
                extra = self.sheet.number(0, given, f"given {kind} {f}") if kind in ("treatment", "supply") else 0
                if kind == "hub" and f == 0:
                    extra = self.ahead.first_hub
                free.append(extra)
                there[kind, f] = count + extra
            if kind in ("treatment", "supply"):
                self.cp.add(sum(free) <= self.ahead.free_rooms[kind])
        gardens: Number = state.count(Tile.GARDEN) + self.bonus["garden"] + self.ahead.free_gardens
        ways: Number = len(state.entrances) + len(state.helipads()) + self.ahead.first_hub
        lots: Number = state.parking_tiles() + self.bonus["parking"] + self.ahead.free_lots
        special: dict[Tile, Number] = {tile: state.count(tile) for tile in SPECIALS}
        hub_limit = sum(deck.limits.tiles[HUBS[service]] for service in self.known.game.services)
        for r in self.rounds:
            components: list[Number] = []
            built: dict[tuple[str, int], Any] = {}
            for kind in kinds:
                for f in floors:
                    price = deck.building.cost[kind][f]
                    most = 0 if price is None else 4
                    number = self.sheet.number(0, most, f"{kind} on {f} in {r}")
                    built[kind, f] = number
                    there[kind, f] = there[kind, f] + number
                    self.spent[r].append((price or 0) * number)
            self.cp.add(sum(built["hub", f] for f in floors) <= len(self.known.game.services))
            self.cp.add(sum(built["special", f] for f in floors) <= deck.limits.specials_per_round)
            new = {tile: self.sheet.flag(f"{tile.word} in {r}") for tile in self.ahead.specials}
            for tile, flag in new.items():
                special[tile] = special[tile] + flag
                self.cp.add(special[tile] <= deck.special_copies)
            self.cp.add(sum(new.values()) == sum(built["special", f] for f in floors))
            # 5.5: a supply room may come with each treatment room
            extra_supply = self.sheet.number(0, 4, f"supply rooms on their own {r}")
            self.cp.add(
                extra_supply >= sum(built["supply", f] for f in floors) - sum(built["treatment", f] for f in floors)
            )
            components += [extra_supply, *(built[kind, f] for kind in ("treatment", "hub", "special") for f in floors)]
            costs = deck.building.cost
            garden = self.sheet.number(0, 4, f"gardens {r}")
            way = self.sheet.number(0, 4, f"ways in {r}")
            lot = self.sheet.number(0, 4, f"parking {r}")
            gardens, ways, lots = gardens + garden, ways + way, lots + lot
            components += [garden, way, lot]
            self.spent[r].append((costs["parking"][0] or 0) * lot)
            self.spent[r].append(_least(costs["garden"]) * garden)
            self.spent[r].append(min(_least(costs["entrance"]), _least(costs["helipad"])) * way)
            per_action = deck.building.components_per_action
            self.cp.add(
                sum(components) <= per_action * self.builds[r] + self.ahead.components * (r == self.ahead.first)
            )
            self.on_ground[r], self.lots[r] = sum(there[kind, 0] for kind in kinds), lots
            for f in floors:
                on_floor = sum(there[kind, f] for kind in kinds)
                self.cp.add(on_floor + (lots if f == 0 else 0) <= board.ground)
                if f:  # 5.2b, c: every module stands on one, and not on one of its kind
                    below = sum(there[kind, f - 1] for kind in kinds)
                    self.cp.add(on_floor <= below)
                    for kind in kinds:
                        self.cp.add(there[kind, f] + there[kind, f - 1] <= below)
            self.cp.add(sum(there["hub", f] for f in floors) <= hub_limit)
            self.cp.add(sum(there["supply", f] for f in floors) <= deck.limits.tiles[Tile.SUPPLY])
            self.cp.add(gardens <= deck.limits.tiles[Tile.GARDEN])
            for f in floors:
                self.rooms[r, f] = there["treatment", f]
            self.modules[r] = sum(there[kind, f] for kind in kinds for f in floors)
            self.gardens[r], self.ways_in[r] = gardens, ways
            for tile in SPECIALS:
                self.has[r, tile] = special[tile]
        self._working(there, floors)

    def _working(self, there: dict[tuple[str, int], Number], floors: range) -> None:
        """5.4, 5.5, 11.3, 11.4: at the end, rooms beside a hub of their floor, and buildings that treat."""
        self.working = []
        for f in floors:
            room = self.sheet.number(0, self.board.ground, f"working rooms on {f}")
            self.cp.add(room <= there["treatment", f])
            self.cp.add(room <= 4 * there["hub", f])
            self.cp.add(room <= 4 * self.ahead.most_buildings)  # 5.4: a building has one hub on a floor
            self.cp.add(room <= 5 * sum(there["supply", g] for g in floors))
            self.working.append(room)
        self.buildings = self.sheet.number(0, self.ahead.most_buildings, "buildings that treat")
        for kind in ("hub", "treatment", "supply"):
            self.cp.add(self.buildings <= sum(there[kind, f] for f in floors))
        self.cp.add(2 * self.buildings <= sum(there[kind, 0] for kind in ("hub", "treatment", "supply", "special")))
        self.more_buildings = self.sheet.number(0, self.ahead.most_buildings, "buildings beyond the first")
        self.cp.add(self.more_buildings <= self.buildings)
        self.cp.add(self.more_buildings <= max(0, self.ahead.most_buildings - 1))
        some = self.sheet.flag("a building treats")
        self.cp.add(self.buildings <= self.ahead.most_buildings * some)
        self.cp.add(self.more_buildings <= self.buildings - some)


def _least(prices: Sequence[int | None]) -> int:
    return min(price for price in prices if price is not None)
