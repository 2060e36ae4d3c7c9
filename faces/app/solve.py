"""`solve`: the best play for the draws to come."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from faces.app import saved_search
from faces.app.answer import Alternative, Answer
from faces.app.findings import Plan
from faces.app.loading import position_for
from faces.app.new import file_in
from faces.app.progress import Watch
from faces.app.searching import SearchQuestion, search
from faces.games.position import AnyPosition
from tabletop.files import Fault, InvalidFile
from tabletop.plain import plain
from tabletop.writing import refuse_unwritable, same_file, write_file

if TYPE_CHECKING:
    from solvers.core.budget import Budget
    from solvers.core.result import SolveResult

SHARE_OF_PLAN = 0.5  # of the time, where other ways are asked for, too


@dataclass(frozen=True)
class Solve(SearchQuestion):
    command: ClassVar[str] = "solve"
    gap: int = 0  # good enough: this many points below the bound
    top: int | None = None  # also so many of the best ways to take the decision due
    save: Path | None = None  # keep there what was found
    resume: Path | None = None  # go on from what was kept there
    output: Path | None = None  # write there the game with the plan as its moves
    force: bool = False  # overwrite files


@dataclass(frozen=True)
class Solved:
    question: Solve
    plan: Plan
    ways: Sequence[Alternative]
    elapsed: float
    claimed: int | None = None  # the bound of an earlier search, as its file has it

    @property
    def answer(self) -> Answer:
        output = self.question.output
        found = self.plan.answer(Solve.command, self.elapsed, {"output": output and str(output)})
        return replace(found, alternatives=self.ways)

    def write(self, remark: Callable[[str], None]) -> list[Fault]:
        """Write the files that were asked for; the faults of what cannot be written."""
        question, faults = self.question, list[Fault]()
        try:
            if question.save:
                write_file(question.save, saved_search.text(self.plan, self.claimed), force=True)
                remark(f"kept in {plain(str(question.save))}")
        except InvalidFile as error:
            faults += error.faults
        try:
            if question.output and self.plan.result.best is not None:
                write_file(question.output, self._game_file(question.output), force=True)
                remark(f"the game with this plan is in {plain(str(question.output))}")
        except InvalidFile as error:
            faults += error.faults
        return faults

    def _game_file(self, output: Path) -> str:
        """The text of the game file with the plan; a deck that was given is sought from where the user is."""
        adapter, file, source = self.plan.position.adapter, self.plan.end.file, self.question.source
        near = None if source.deck is not None else source.path
        return adapter.write(file_in(adapter, file, near, output.parent))


def solve(question: Solve, watch: Watch) -> Solved:
    started = time.monotonic()
    position = position_for(question.source, question.goal, question.level)
    _refuse_targets(question, position)
    from solvers.core.budget import Budget
    from solvers.core.result import Found

    earlier = saved_search.read(position, question.resume, watch.remark) if question.resume else Found()
    budget = Budget(question.seconds, question.workers, gap=question.gap)
    share = replace(budget, seconds=budget.seconds * SHARE_OF_PLAN) if question.top else budget
    with saved_search.Saver(position, watch, question.save, earlier.bound) as saver:
        result = search(position, share, watch, found=Found(earlier.moves))  # a bound in a file proves nothing here
    if question.top and question.save:
        saver.keep(result.moves, result.bound)  # the other ways take their time
    claimed = _tell_of_claim(result, earlier.bound, question.resume, watch)
    left = replace(budget, seconds=max(0.0, budget.seconds - result.elapsed))
    ways = best_ways(position, result, question.top, left, watch) if question.top else []
    plan = Plan(position, result).with_interrupted(watch.interrupted())
    return Solved(question, plan, ways, time.monotonic() - started, claimed)


def _refuse_targets(question: Solve, position: AnyPosition) -> None:
    """What can be known of the files to write is better said before a long search than after it."""
    save, resume, output = question.save, question.resume, question.output
    faults = list[Fault]()
    for target in filter(None, (save, output)):
        own = target is save and resume is not None and same_file(save, resume)  # one goes on where one has read
        try:
            refuse_unwritable(target, force=question.force or own)
        except InvalidFile as error:
            faults += error.faults
    if save and same_file(save, question.source.path):
        faults.append(Fault(str(save), None, "--save", "is the game itself, expected a file for what was found"))
    if save and output and same_file(save, output):
        faults.append(Fault(str(save), None, "--save", "is the file of -o, too, expected another one"))
    deck = _deck_file(question, position)
    faults += [
        Fault(str(target), None, "", "is the deck of the game, expected another file")
        for target in filter(None, (save, output))
        if deck is not None and same_file(target, deck)
    ]
    if faults:
        raise InvalidFile(faults)


def _deck_file(question: Solve, position: AnyPosition) -> Path | None:
    """The file of the deck that is played with, unless it is one that ships."""
    if position.file.deck in position.adapter.words_for("deck"):
        return None
    beside = question.source.path.parent / position.file.deck
    return beside if question.source.deck is None and beside.exists() else Path(position.file.deck)


def _tell_of_claim(result: "SolveResult", claimed: int | None, resume: Path | None, watch: Watch) -> int | None:
    """Tell of a bound that only a file claims, unless this search has one as low; None where a play refutes it."""
    name = plain(str(resume))
    if claimed is None:
        return None
    if result.best is not None and result.best > claimed:
        watch.remark(f"the bound kept in {name} was wrong: it says {claimed}, and there is a play of {result.best}")
        return None
    if result.bound is None or result.bound > claimed:
        watch.remark(f"note: {name} says that no play can beat {claimed}; this search has not proven that")
    return claimed


def best_ways(
    position: AnyPosition, best: "SolveResult", number: int, budget: "Budget", watch: Watch
) -> Sequence[Alternative]:
    """The best ways to take the decision that is due, each found by forbidding those before it.

    So each is the best of all that are left, and the bound on what is left is a bound on it.
    """
    from solvers.core.result import Found

    game, began = position.game, time.monotonic()
    number = min(number, len(game.legal_moves(position.state)))
    found = [best]
    while len(found) < number and found[-1].moves and not watch.interrupted():
        left = budget.seconds - (time.monotonic() - began)
        if left <= 0:
            break
        watch.heading = f"way {len(found) + 1}"
        share = replace(budget, seconds=left / (number - len(found)))
        taken = [result.moves[0] for result in found]
        known = Found(bound=found[-1].bound)
        found.append(search(position, share, watch, forbidden=taken, found=known, needed=False))
    scores = [(result.best, result) for result in found if result.best is not None and result.moves]
    most = max((score for score, _ in scores), default=0)
    ranked = sorted(scores, key=lambda pair: -pair[0])
    return [Alternative(game.format(one.moves[0]), score, one.bound, most - score) for score, one in ranked]
