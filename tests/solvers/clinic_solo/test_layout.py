"""Records of numpy and structs of C++ are the same memory: their fields, and the numbers both sides know, agree."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clinic_solo.deck_numbers import MEASURES
from clinic_solo.tiles import ACTIONS, Action, Kind, Tile
from solvers.clinic_solo.kernel import codes, plan_encoding, state_encoding, table_layout, tables
from tabletop.colours import Colour

HEADERS = Path(__file__).parents[3] / "solvers" / "native" / "clinic_solo"
TEXT = "\n".join(re.sub(r"//.*", "", path.read_text("utf-8")) for path in sorted(HEADERS.glob("*.hpp")))
NUMBERS: dict[str, Any] = {
    "i8": np.int8, "i16": np.int16, "i32": np.int32, "u16": np.uint16, "u64": np.uint64, "Component": np.int16,
}  # fmt: skip
STRUCTS = {
    "Tables": table_layout.TABLES,
    "State": state_encoding.STATE,
    "Someone": state_encoding.SOMEONE,
    "Plan": plan_encoding.PLAN,
    "Steering": plan_encoding.STEERING,
    "SetUp": plan_encoding.SET_UP,
    "Slot": plan_encoding.SLOT,
    "Construction": plan_encoding.CONSTRUCTION,
}


def enumerators() -> dict[str, dict[str, int]]:
    """The members of every enumeration."""
    return {
        name: {member: number for number, member in enumerate(re.findall(r"\w+", members))}
        for name, members in re.findall(r"enum (\w+) : i8 \{([^}]*)\}", TEXT)
    }


def constants() -> dict[str, int]:
    """All whole numbers with a name."""
    known = {member: number for members in enumerators().values() for member, number in members.items()}
    for line in re.findall(r"constexpr int ([^;()]*);", TEXT):
        for name, value in re.findall(r"(\w+) = ([^,]+)", line):
            known[name] = eval(value.replace("'", "_"), {}, known)
    return known


CONSTANTS = constants()


def declared(struct: str) -> list[tuple[str, np.dtype[Any], tuple[int, ...]]]:
    """The fields of a struct: name, type and shape."""
    body = re.search(rf"struct {struct} \{{(.*?)\n\}};", TEXT, re.DOTALL)
    assert body is not None
    found = []
    for kind, name, shape in re.findall(r"^    (\w+) (\w+)((?:\[\w+\])*);", body[1], re.MULTILINE):
        lengths = [int(n) if n.isdecimal() else CONSTANTS[n] for n in re.findall(r"\[(\w+)\]", shape)]
        found.append((name, np.dtype(NUMBERS.get(kind) or STRUCTS[kind]), tuple(lengths)))
    return found


@pytest.mark.parametrize("struct", STRUCTS)
def test_fields_agree(struct: str) -> None:
    dtype = STRUCTS[struct]
    assert dtype.names is not None
    fields = [(name, dtype[name].base, dtype[name].shape) for name in dtype.names]
    assert fields == declared(struct)


def test_numbers_agree() -> None:
    compared = 0
    for module in (codes, plan_encoding, state_encoding, table_layout, tables):
        for name, value in vars(module).items():
            if isinstance(value, int) and name in CONSTANTS:
                assert value == CONSTANTS[name], name
                compared += 1
    assert compared > 40


def test_enumerations_agree() -> None:
    found = enumerators()
    assert found["Tile"] == {**{tile.name: tile for tile in Tile}, "TILE_KINDS": len(Tile)}
    assert found["Colour"] == {**{colour.name: colour for colour in Colour}, "COLOURS": len(Colour)}
    assert found["Action"] == {**{action.name: ACTIONS.index(action) for action in Action}, "ACTIONS": len(ACTIONS)}
    assert list(found["Kind"]) == [*(f"{kind.name}_KIND" for kind in Kind), "KINDS"]
    assert list(found["Person"]) == [*(person.name for person in codes.PEOPLE), "PEOPLE"]
    assert len(found["Bonus"]) == len(codes.BONUS_KINDS)
    assert len(found["Measure"]) == len(MEASURES) + 1
