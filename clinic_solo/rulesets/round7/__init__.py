"""14F: a seventh round."""

from dataclasses import replace

from clinic_solo.deck import Deck
from clinic_solo.ruleset import Ruleset
from clinic_solo.rulesets.round7.numbers import RoundNumbers


class Round7(Ruleset):
    def missing(self, deck: Deck) -> str:
        return super().missing(deck) if "round7" in deck.expansions else "[expansion.round7]"

    def deck(self, deck: Deck) -> Deck:
        """14F1 [decision r7-nurses]: its nurses are those of an earlier round's column once more."""
        deck = super().deck(deck)
        numbers = deck.expansions["round7"]
        assert isinstance(numbers, RoundNumbers)
        hiring, column = deck.hiring, min(numbers.nurses_of_round, deck.rounds) - 1
        nurses, prices = (*hiring.nurses, hiring.nurses[column]), (*hiring.nurse_price, hiring.nurse_price[column])
        return replace(deck, rounds=deck.rounds + 1, hiring=replace(hiring, nurses=nurses, nurse_price=prices))


RULESET = Round7
