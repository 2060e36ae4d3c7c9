"""What made-up games of the tests have in common: all of the Game protocol that is not about playing on."""

from typing import Any


class Sketch:
    """A game that tells nothing of itself; what it does, whoever inherits this says."""

    def decision(self, _state: Any) -> str:
        return "something"

    def round_of(self, _state: Any) -> int:
        return 1

    def format(self, move: Any) -> str:
        return str(move)

    def parse(self, text: str) -> Any:
        return int(text)

    def score_items(self, state: Any) -> dict[str, int]:
        return {"score": self.final_score(state)}

    def final_score(self, _state: Any) -> int:
        return 0

    def goal_met(self, state: Any) -> bool:
        return self.final_score(state) > 0
