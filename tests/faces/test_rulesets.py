"""Every command takes games of every ruleset."""

import json
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from clinic_solo.registry import RULESETS
from tests.faces.conftest import PUZZLES, Clinic


def last(name: str) -> Path:
    return PUZZLES / f"clinic_solo/{name}-last-round.toml"


@pytest.mark.parametrize("name", RULESETS)
def test_a_new_game_names_its_ruleset(clinic: Clinic, name: str) -> None:
    new = clinic("new", "clinic", "--ruleset", name, "--seed", 3)
    assert f'ruleset = ["{name}"]' in new.out
    assert f" · {name} · " in clinic("show", last(name)).out


def test_several_rulesets_and_those_that_there_are_not(clinic: Clinic) -> None:
    both = clinic("new", "clinic", "--ruleset", "zombies", "--ruleset", "blood", "--seed", 3)
    assert 'ruleset = ["blood", "zombies"]' in both.out
    wrong = clinic("new", "clinic", "--ruleset", "zombi")
    assert wrong.code == 2
    assert "did you mean zombies?" in wrong.err
    assert clinic("new", "clin9ic", "--ruleset", "blood").code == 2
    assert clinic("new", "clinic", "--edition", "1999").code == 2


@pytest.mark.parametrize("name", RULESETS)
def test_the_best_play_and_the_planner_answer(clinic: Clinic, name: str) -> None:
    solved = clinic("solve", last(name), "--time", "0.3s", "--json")
    assert solved.code == 0
    assert solved.json["status"] in ("feasible", "optimal")
    assert clinic("move", last(name)).code == 0


@pytest.mark.parametrize("name", ["zombies", "workaholics"])
def test_advice_is_given(clinic: Clinic, name: str) -> None:
    asked = clinic("advise", last(name), "--time", "0.5s", "--json")
    assert asked.code == 0
    assert asked.json["options"]


def test_the_json_of_a_position_fits_its_schema(clinic: Clinic) -> None:
    schema = json.loads(files("faces").joinpath("data/answer.schema.json").read_text("utf-8"))
    for name in RULESETS:
        shown = clinic("show", last(name), "--json").json
        Draft202012Validator(schema).validate(shown)
        assert shown["position"]["rulesets"] == [name]
