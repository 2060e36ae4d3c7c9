"""What an answer claims, held against the referee and against all that was answered before."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from benchmarks.soundness.asking import ROOT, Question, Reply
from benchmarks.soundness.enumeration import Expectation, TooLarge
from benchmarks.soundness.ledger import Account, Finding, Flaw, Ledger, Refused
from faces.app.searching import DEFECT
from faces.cli.exits import Exit
from tabletop.moves import BadNotation, IllegalMove

YES, NO, REFUSED, UNDECIDED = Exit.YES, Exit.NO, Exit.INVALID, Exit.UNDECIDED
VERDICTS = {"reachable": YES, "unreachable": NO, "undecided": UNDECIDED}
SLACK, SHARE = 2.0, 0.2  # seconds, and part of the limit, that a question may take longer
ROUNDING = 1e-6
NEVER = -(10**9)  # a bound for plays of which there are none
MAY_DECLINE = ("advise", "schedule")
GONE_THROUGH = "that could be better was gone through"


class Clock(StrEnum):
    """How time is taken."""

    WALL = "wall"
    COMPUTING = "computing"  # whatever else the machine does; the least that an idle one would take
    NONE = "none"


@dataclass
class Checker:
    """Checks the answers to the questions of one case."""

    ledger: Ledger
    certain: bool  # no draw comes any more
    clock: Clock = Clock.WALL
    advice_limit: int = 2_000
    proofs: int = 0
    compared: int = 0  # advice held against expectimax
    declined: int = 0  # no advice or schedule for this deck, with a reason
    proven_by: dict[str, int] = field(default_factory=dict)  # the best play, by the command that proved it

    def check(self, question: Question, reply: Reply) -> list[Finding]:
        """Everything that is wrong with an answer."""
        found = list(self._ended(question, reply))
        if reply.data is not None and reply.code in (YES, NO, UNDECIDED):
            try:
                found += self._claims(question, reply, reply.data)
            except (KeyError, TypeError) as error:
                found.append(Finding(Flaw.EXIT, f"{question}: the JSON lacks what it should have: {error!r}"))
        return found

    def _ended(self, question: Question, reply: Reply) -> Iterator[Finding]:
        if reply.overdue:
            yield Finding(Flaw.OVERRUN, f"{question}: given up after {reply.elapsed:.0f} s")
            return
        if reply.code is None:
            yield Finding(Flaw.TRACEBACK, f"{question}: {_last_lines(reply.said)}")
        elif reply.code == REFUSED and question.command in MAY_DECLINE and reply.data is not None:
            self.declined += 1  # not every deck has them, but the best play for known draws always has an answer
        elif reply.code in (REFUSED, Exit.USAGE):
            yield Finding(Flaw.REFUSED, f"{question}: {_last_lines(reply.said)}")
        elif reply.code not in (YES, NO, UNDECIDED) or reply.data is None:
            yield Finding(Flaw.EXIT, f"{question}: exit code {reply.code}, {_last_lines(reply.said)}")
        elif DEFECT in reply.said:
            yield Finding(Flaw.PLAN, f"{question}: {_last_lines(reply.said)}")
        yield from self._late(question, reply)

    def _late(self, question: Question, reply: Reply) -> Iterator[Finding]:
        allowed = question.seconds + SLACK + SHARE * question.seconds
        if self.clock is Clock.WALL and not question.busy and reply.elapsed > allowed:
            yield Finding(Flaw.OVERRUN, f"{question}: took {reply.elapsed:.1f} s")
        if self.clock is Clock.COMPUTING and reply.computed / question.workers > allowed:
            yield Finding(Flaw.OVERRUN, f"{question}: computed for {reply.computed:.1f} s")

    # --- solve, target, what if ---

    def _solve(self, question: Question, reply: Reply, data: Mapping[str, Any]) -> Iterator[Finding]:
        yield from self._result(str(question), data, self.ledger.free)
        if data["status"] == "optimal":
            self.proven_by[question.command] = data["best"]
        expected = YES if data["best"] is not None else UNDECIDED
        yield from _same_code(question, reply.code, expected)

    @property
    def proven_twice(self) -> bool:
        """Whether a last round was proven by the search and by CP-SAT; the ledger holds both plans and bounds."""
        return {"solve", "schedule"} <= self.proven_by.keys()

    def _result(self, source: str, data: Mapping[str, Any], account: Account) -> Iterator[Finding]:
        """A plan, a bound and a status; the bound is one on the plays of an account."""
        best, bound, status = data["best"], data["bound"], data["status"]
        yield from self._plan(source, data, account)
        yield from self._bound(source, bound, account)
        if status == "optimal":
            self.proofs += 1
        if (status == "optimal") != (best is not None and best == bound):
            yield Finding(Flaw.VERDICTS, f"{source}: {status} with best {best} and bound {bound}")
        if status == "infeasible":
            yield Finding(Flaw.VERDICTS, f"{source}: infeasible, but every position can be played on")
        proof = data.get("proof") or ""
        if GONE_THROUGH in proof and best is not None and bound is not None and best < bound:
            yield Finding(Flaw.VERDICTS, f"{source}: {proof!r} with best {best} and bound {bound}")
        if data.get("gap") is not None and data["gap"] != bound - best:
            yield Finding(Flaw.VERDICTS, f"{source}: gap {data['gap']} with best {best} and bound {bound}")

    def _plan(self, source: str, data: Mapping[str, Any], account: Account | None) -> Iterator[Finding]:
        best = data["best"]
        if best is None:
            return
        try:
            play = self.ledger.referee(data["moves"], source)
        except Refused as reason:
            yield Finding(Flaw.PLAN, f"{source}: {reason}")
            return
        if play.score != best:
            yield Finding(Flaw.PLAN, f"{source}: the plan scores {play.score}, {best} is told")
        if account is not None and not account.counts(play):
            yield Finding(Flaw.PLAN, f"{source}: the plan is none of the {account.name}")
        yield from self.ledger.add(play)

    def _bound(self, source: str, bound: int | None, account: Account) -> Iterator[Finding]:
        if bound is not None:
            yield from account.add_bound(bound, source)

    def _target(self, question: Question, reply: Reply, data: Mapping[str, Any]) -> Iterator[Finding]:
        source, wanted, verdict = str(question), data["target"], data["verdict"]
        account = self.ledger.with_goal() if data["goal_asked"] else self.ledger.free
        yield from self._plan(source, data, account)
        yield from self._bound(source, data["bound"], account)
        yield from _same_code(question, reply.code, VERDICTS[verdict])
        best, bound = data["best"], data["bound"]
        enough = best is not None and (wanted is None or best >= wanted)
        hopeless = bound is not None and wanted is not None and bound < wanted
        if verdict == "reachable" and not enough:
            yield Finding(Flaw.VERDICTS, f"{source}: reachable, but the plan scores {best}")
        if verdict == "unreachable":
            self.proofs += 1
            limit = NEVER if wanted is None else wanted - 1
            yield from account.add_bound(limit, f"{source} (unreachable)", Flaw.VERDICTS)
        if verdict != "unreachable" and hopeless and not enough:
            yield Finding(Flaw.VERDICTS, f"{source}: {verdict}, although no play can beat {bound}")
        over = self.ledger.game.is_over(self.ledger.state)
        if verdict == "undecided" and over:
            yield Finding(Flaw.VERDICTS, f"{source}: undecided, although the game is over")

    def _whatif(self, question: Question, reply: Reply, data: Mapping[str, Any]) -> Iterator[Finding]:
        source = str(question)
        forced, forbidden = data["forced"], data["forbidden"]
        account = self.ledger.forced(forced[0]) if forced else self.ledger.forbidden(forbidden[0])
        yield from self._result(f"{source} (free)", data["free"], self.ledger.free)
        yield from self._result(source, data, account)
        both = data["best"] is not None and data["free"]["best"] is not None
        yield from _same_code(question, reply.code, YES if both else UNDECIDED)
        if data["difference_proven"] and data["difference"] != data["best"] - data["free"]["best"]:
            yield Finding(Flaw.VERDICTS, f"{source}: difference {data['difference']} is no difference of the two")
        if data["difference_proven"] and data["difference"] > 0:
            yield Finding(Flaw.VERDICTS, f"{source}: proven better than free play by {data['difference']}")

    # --- advice ---

    def _advise(self, question: Question, reply: Reply, data: Mapping[str, Any]) -> Iterator[Finding]:
        source, objective = str(question), data["objective"]
        yield from _same_code(question, reply.code, YES)
        yield from self._options(source, data)
        within = data["within"]
        if (data["status"] == "optimal") != (within is not None and within["high"] - within["low"] < ROUNDING):
            yield Finding(Flaw.ADVICE, f"{source}: {data['status']} within {within}")
        low, high = (None, data["bound"]) if within is None else (within["low"], within["high"])
        if low is not None:
            self.proofs += 1
            if low > high + ROUNDING:
                yield Finding(Flaw.ADVICE, f"{source}: between {low} and {high}")
            if self.certain and objective == "score":
                yield from self.ledger.free.add_bound(high + ROUNDING, source)
        if low is not None or high is not None:
            yield from self._expected(source, objective, low, high)

    def _expected(self, source: str, objective: str, low: float | None, high: float | None) -> Iterator[Finding]:
        ledger = self.ledger
        value: Callable[[Any], float] = ledger.game.final_score
        if objective == "goal":

            def value(state: Any) -> float:
                return float(ledger.face.verdict(ledger.file, state).met)

        seen = ledger.face.seat.seen(ledger.file, ledger.state)
        try:
            best = Expectation(ledger.game, value, self.advice_limit).best(seen)
        except TooLarge:
            return
        self.compared += 1
        if (low is not None and best < low - ROUNDING) or (high is not None and best > high + ROUNDING):
            yield Finding(Flaw.ADVICE, f"{source}: between {low} and {high}, expectimax has {best:g}")

    def _options(self, source: str, data: Mapping[str, Any]) -> Iterator[Finding]:
        """Ways to go on have to be legal as far as they go, without a draw in between."""
        game = self.ledger.game
        for option in data["options"]:
            state = self.ledger.face.seat.seen(self.ledger.file, self.ledger.state)
            for line in option["moves"]:
                try:
                    state = game.apply(state, game.parse(line))
                except (IllegalMove, BadNotation) as reason:
                    yield Finding(Flaw.PLAN, f"{source}: {line!r} is no legal way to go on: {reason}")
                    break

    def _claims(self, question: Question, reply: Reply, data: Mapping[str, Any]) -> Iterator[Finding]:
        kinds = {
            "solve": self._solve,
            "schedule": self._solve,  # of a last round, where it is the same question
            "target": self._target,
            "whatif": self._whatif,
            "advise": self._advise,
        }
        return kinds[question.command](question, reply, data)


def _same_code(question: Question, found: int | None, expected: int) -> Iterator[Finding]:
    if found != expected:
        yield Finding(Flaw.VERDICTS, f"{question}: exit code {found}, the answer asks for {int(expected)}")


def _last_lines(said: str) -> str:
    said = said.replace(f"{ROOT}/", "")  # a case that is kept says nothing of where it was found
    lines = [line.strip() for line in said.strip().splitlines() if not line.startswith("note:")]
    places = [line for line in lines if line.startswith("File ")][-1:]
    return " / ".join([*places, *lines[-2:]]) or "nothing was said"
