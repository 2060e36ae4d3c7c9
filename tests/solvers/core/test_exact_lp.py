"""Linear programmes bounded in exact arithmetic, against all whole-number solutions there are."""

from itertools import product
from random import Random

import pytest

from solvers.core.exact_lp import Programme, Row, solve


def random_programme(random: Random) -> Programme:
    columns = random.randint(1, 4)
    column_bounds = [(low := random.randint(-3, 2), low + random.randint(0, 4)) for _ in range(columns)]
    rows = []
    for _ in range(random.randint(0, 4)):
        one, other = sorted(random.randint(-9, 9) for _ in range(2))
        limits = random.choice([(one, None), (None, other), (one, other), (one, one)])
        rows.append(Row(tuple(range(columns)), tuple(random.randint(-3, 3) for _ in range(columns)), *limits))
    objective = {column: random.randint(-5, 5) for column in range(columns)}
    return Programme([(low, high) for low, high in column_bounds], rows, objective, random.randint(-3, 3))


def best(programme: Programme) -> int | None:
    """The best whole-number solution, by trying all of them."""
    found = None
    for values in product(*(range(low, high + 1) for low, high in programme.column_bounds)):
        sums = [sum(c * v for c, v in zip(row.coefficients, values, strict=True)) for row in programme.rows]
        fits = all(
            (row.low is None or row.low <= total) and (row.high is None or total <= row.high)
            for row, total in zip(programme.rows, sums, strict=True)
        )
        if fits:
            value = sum(programme.objective[k] * number for k, number in enumerate(values)) + programme.more
            found = value if found is None else max(found, value)
    return found


@pytest.mark.parametrize("seed", range(150))
def test_no_solution_is_above_the_bound_and_none_is_ruled_out(seed: int) -> None:
    programme = random_programme(Random(seed))
    answer, most = solve(programme), best(programme)
    if most is not None:
        assert answer.bound is not None
        assert answer.bound >= most


@pytest.mark.parametrize("seed", range(150))
def test_any_dual_values_make_a_bound(seed: int) -> None:
    """However wrong the solver in floating point may be, nothing false follows."""
    random = Random(seed)
    programme = random_programme(random)
    wrong = [random.choice([random.uniform(-9, 9), 0.0, 1e300, float("inf"), float("nan")]) for _ in programme.rows]
    most = best(programme)
    if most is not None:
        assert programme.bound(wrong) >= most
        assert not programme.refutes(wrong)


def test_the_bound_is_that_of_the_programme() -> None:
    programme = Programme([(0, 10), (0, 10)], [Row((0, 1), (1, 1), None, 7), Row((0, 1), (2, -1), 1, 5)], {0: 3, 1: 2})
    assert solve(programme).bound == 18  # 4 and 3
    assert programme.bound([0.0, 0.0]) == 50  # the bounds of columns alone


def test_split_solutions_are_rounded_down() -> None:
    programme = Programme([(0, 1), (0, 1)], [Row((0, 1), (2, 2), None, 3)], {0: 1, 1: 1})
    assert solve(programme).bound == 1  # 1.5 in lines


@pytest.mark.parametrize(
    "rows",
    [
        [Row((0, 1), (1, 1), None, 7), Row((0, 1), (1, 1), 8, None)],
        [Row((0,), (1,), 11, None)],
        [Row((0, 1), (3, 3), 21, 21), Row((0, 1), (1, -1), 15, 20)],
        [Row((0,), (1,), 3, 2)],
    ],
)
def test_no_solution_is_proven_by_dual_values(rows: list[Row]) -> None:
    assert solve(Programme([(0, 10), (0, 10)], rows, {0: 1})).bound is None


def test_what_whole_numbers_alone_rule_out_is_not_claimed() -> None:
    programme = Programme([(0, 10), (0, 10)], [Row((0, 1), (2, -2), 1, 1)], {0: 1})
    assert solve(programme).bound == 10
