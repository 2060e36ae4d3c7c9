"""Section 5 looked at beforehand: what could be built where in the round at all, so that the model stays small."""

from functools import cached_property

from clinic_solo.build import COST_NAMES, available
from clinic_solo.clinic import clinic_of
from clinic_solo.moves import BuildExtinguisher
from clinic_solo.tiles import HUBS, KIND, PARKING_TILES, SPECIALS, Tile, Token, is_module
from solvers.clinic_solo.cp_model.instance import Instance
from solvers.clinic_solo.kernel.ruleset_tables import edition_2014_of

OTHERS = (Tile.GARDEN, Tile.HELIPAD, Tile.PARKING)


class Sites:
    """Candidates: every legal round builds among them."""

    def __init__(self, instance: Instance, gift: int = 0) -> None:
        """With a gift there is so much more money to build with."""
        self.instance = instance
        self.money = instance.state.money + gift
        self.game, self.state, self.board = instance.game, instance.state, instance.game.board
        self.clinic = clinic_of(self.board, self.state.grid)
        self.edition_2014 = edition_2014_of(instance.game)

    def price(self, tile: Tile, space: int) -> int | None:
        """5.3."""
        name = COST_NAMES[KIND[tile]] if tile in KIND else tile.word
        prices = self.game.deck.building.cost[name]
        floor = self.board.floor(space)
        return prices[floor] if floor < len(prices) else None

    @cached_property
    def components(self) -> int:
        return self.instance.builds * self.game.deck.building.components_per_action

    @cached_property
    def tiles(self) -> dict[int, tuple[Tile, ...]]:
        """For each space that is empty now, the tiles that may come to stand there."""
        if not self.components:
            return {}
        both = {space: (*self._modules(space), *self._others(space)) for space in range(self.board.size)}
        return {space: tiles for space, tiles in both.items() if tiles}

    def _modules(self, space: int) -> tuple[Tile, ...]:
        return tuple(t for t, (price, parts) in self._stacks[space].items() if self._affordable(price, parts, space))

    def _affordable(self, price: int, parts: int, space: int) -> bool:
        """5.1, 5.2d, 5.12: with a car in the way, a parking tile has to come first."""
        ground = space % self.board.ground
        if ground in self.instance.blocked:
            building = self.game.deck.building
            first = min(building.upgrade_cost, self.price(Tile.PARKING, 0) or 0)
            price, parts = price + first, parts + 1
        return price <= self.money and parts <= self.components

    @cached_property
    def _stacks(self) -> list[dict[Tile, tuple[int, int]]]:
        """For each space and module, the least price and components of it with all that has to stand below it."""
        tiles = [Tile.TREATMENT, Tile.SUPPLY, *SPECIALS, *(HUBS[service] for service in self.game.services)]
        on_display = [tile for tile in tiles if available(self.game, self.state, tile) is None]
        stacks: list[dict[Tile, tuple[int, int]]] = []
        for space in range(self.board.size):
            stacks.append({t: cost for t in on_display if (cost := self._stack(stacks, space, t)) is not None})
        return stacks

    def _stack(self, stacks: list[dict[Tile, tuple[int, int]]], space: int, tile: Tile) -> tuple[int, int] | None:
        price, below = self.price(tile, space), self.board.below(space)
        if self.state.grid[space] != Tile.EMPTY or price is None or self._barred(space, tile):
            return None
        # A supply room may come along with the treatment room below it, which is the component that counts.
        parts = 0 if tile == Tile.SUPPLY else 1
        if below is None or self.instance.has_module(below):
            return price, parts
        on_hub = self.edition_2014 is not None and self.edition_2014.hub_above_other_service
        under = [
            cost
            for other, cost in stacks[below].items()
            if KIND[other] != KIND[tile] or (on_hub and tile in HUBS and other != tile)
        ]
        if not under:
            return None
        return price + min(cost for cost, _ in under), parts + min(number for _, number in under)

    def _barred(self, space: int, tile: Tile) -> bool:
        """5.2c, 5.2e, 5.4, as far as the modules that stand decide it."""
        beside = self.clinic.buildings_beside(space)
        hub_there = tile in HUBS and any(self.clinic.hub_on_floor(b, self.board.floor(space)) for b in beside)
        alike = self.game.rules.has_kind_beside(self.game, self.state, tile, space)
        return alike or len(beside) > 1 or hub_there

    def _others(self, space: int) -> tuple[Tile, ...]:
        """5.8, 5.9, 5.12."""
        if self.state.grid[space] != Tile.EMPTY:
            return ()
        below, found = self.board.below(space), []
        for tile in OTHERS:
            price = self.price(tile, space)
            if price is None or price > self.money or available(self.game, self.state, tile) is not None:
                continue
            if tile == Tile.HELIPAD:
                stands = below is not None and (self.instance.has_module(below) or bool(self._modules(below)))
            elif tile == Tile.GARDEN:
                stands = below is None or self._may_carry_garden(below)
            else:
                stands = below is None
            if stands:
                found.append(tile)
        return tuple(found)

    def _may_carry_garden(self, below: int) -> bool:
        """5.8, 15.8."""
        there = self.state.grid[below]
        tiles = [there] if there != Tile.EMPTY else [*self._modules(below), *self._others(below)]
        return any(self.game.rules.carries_garden(self.game, tile) for tile in tiles)

    def may_be(self, space: int, *tiles: int) -> bool:
        """Whether one of the tiles stands in a space or may come to stand there."""
        return self.state.grid[space] in tiles or any(tile in tiles for tile in self.tiles.get(space, ()))

    def may_be_module(self, space: int) -> bool:
        return self.instance.has_module(space) or any(is_module(tile) for tile in self.tiles.get(space, ()))

    @cached_property
    def entrances(self) -> tuple[int, ...]:
        """5.10: entrance spaces that are free."""
        price = self.game.deck.building.cost["entrance"][0]
        if not self.components or price is None or price > self.money:
            return ()
        return tuple(
            entrance
            for entrance, target in enumerate(self.board.entrance_targets)
            if entrance not in self.state.entrances and self.may_be_module(target)
        )

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """5.11: spaces where a stop may be added."""
        price = self.game.deck.building.cost["conveyor"][0]
        if not self.components or price is None or price > self.money:
            return ()
        return tuple(s for s in range(self.board.size) if self.may_be_module(s) and s not in self.state.conveyors)

    @property
    def with_extinguisher(self) -> tuple[int, ...]:
        return self.state.having(Token.EXTINGUISHER)

    def extinguisher_price(self, space: int) -> int | None:
        """14B1."""
        return self.game.rules.component_cost(self.game, BuildExtinguisher(space))

    @cached_property
    def extinguishers(self) -> dict[int, tuple[Tile, ...]]:
        """14B1: spaces where an extinguisher may be put, and on which tiles, now or later."""
        if not self.components:
            return {}
        found = {}
        for space in range(self.board.size):
            price = self.extinguisher_price(space)
            there = Tile(self.state.grid[space])
            tiles = self.tiles.get(space, ()) if there == Tile.EMPTY else (there,)
            fitting = tuple(tile for tile in tiles if self._takes_extinguisher(tile, space))
            if fitting and price is not None and price <= self.money:
                found[space] = fitting
        return found

    def _takes_extinguisher(self, tile: Tile, space: int) -> bool:
        grid = (*self.state.grid[:space], int(tile), *self.state.grid[space + 1 :])
        there = self.state._replace(grid=grid)
        return self.game.rules.component_refusal(self.game, there, BuildExtinguisher(space)) is None

    @cached_property
    def upgrades(self) -> tuple[int, ...]:
        """5.12."""
        if not self.components or self.game.deck.building.upgrade_cost > self.money:
            return ()
        return tuple(s for s in range(self.board.ground) if self.may_be(s, Tile.PARKING))

    @cached_property
    def cars_move(self) -> bool:
        """5.12: whether a parking tile may be built or upgraded, so that cars move into it."""
        return bool(self.upgrades) or any(Tile.PARKING in tiles for tiles in self.tiles.values())

    @cached_property
    def lots(self) -> tuple[int, ...]:
        """Ground spaces with a parking tile, now or later."""
        return tuple(space for space in range(self.board.ground) if self.may_be(space, *PARKING_TILES))
