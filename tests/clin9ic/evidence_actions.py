"""What the worked examples of the rulebook tell about its action cards, figure by figure, as checks of a deck."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

from clin9ic import Clin9ic
from clin9ic.arrange import chosen_trio, legal_arrangements
from clin9ic.cards import Action, Section, Staff
from clin9ic.moves import Arrange
from clin9ic.notation import parse_move
from clin9ic.state import Phase
from tabletop.colours import Colour
from tests.clin9ic.helpers import position


def nine_cards(g: Clin9ic, _: str) -> bool:
    return (len(g.deck.floors), len(g.deck.actions)) == (4, 3)  # with the track and the care plan nine


def trios(g: Clin9ic) -> Iterator[tuple[Section, ...]]:
    """Three sections that any order, faces and arrangement give."""
    for faces in product("ab", repeat=3):
        for order in permutations([card.id for card in g.deck.actions]):
            laid = position(g, phase=Phase.ARRANGE, faces="".join(faces), order=order)
            for move in legal_arrangements(g, laid):
                yield chosen_trio(g, laid, move)


def boxes(trio: tuple[Section, ...], half: str) -> str:
    """A letter for each of the six boxes: D N O for staff, w y o r for patients."""
    return "".join(
        box.word[0] if isinstance(box, Colour) else box[0].upper() for one in trio for box in getattr(one, half)
    )


def is_arranging_example(trio: tuple[Section, ...]) -> bool:
    return [section.action for section in trio] == [Action.BUILD, Action.HIRE, Action.ADMIT]


def is_hire_example(trio: tuple[Section, ...]) -> bool:
    below = boxes(trio, "bottom")
    staff = [number for number, letter in enumerate(below, 1) if letter.isupper()]
    return staff == [1, 3, 6] and (below[0], below[2]) == ("N", "D")


def is_admit_example(trio: tuple[Section, ...]) -> bool:
    above = boxes(trio, "top")
    patients = {number: letter for number, letter in enumerate(above, 1) if letter.islower()}
    return patients == {2: "w", 3: "y", 5: "w"}


def laid(g: Clin9ic, line: str, faces: str = "aaa") -> tuple[Section, ...]:
    move = parse_move(line)
    assert isinstance(move, Arrange)
    return chosen_trio(g, position(g, phase=Phase.ARRANGE, faces=faces, order=move.cards), move)


def arranging(g: Clin9ic, _: str) -> bool:
    return any(map(is_arranging_example, trios(g)))


def hiring(g: Clin9ic, _: str) -> bool:
    return any(is_arranging_example(trio) and is_hire_example(trio) for trio in trios(g))


def admitting(g: Clin9ic, _: str) -> bool:
    return any(all(f(trio) for f in (is_arranging_example, is_hire_example, is_admit_example)) for trio in trios(g))


def one_of_each_in_a_half(g: Clin9ic, _: str) -> bool:
    halves = (half for trio in trios(g) for one in trio for half in (one.top, one.bottom))
    return all(sum(isinstance(box, Staff) for box in half) == 1 for half in halves)


def the_same_action_upside_down(g: Clin9ic, _: str) -> bool:
    sections = (one for card in g.deck.actions for face in (card.a, card.b) for one in (face.left, face.right))
    return all(section.turned().action is section.action for section in sections)


def example_d(g: Clin9ic, _: str) -> bool:
    """White, orange and red patients in turn, with an Admit among the three actions."""
    drawn = ("".join(filter(str.islower, boxes(trio, "top"))) for trio in trios(g) if Action.ADMIT in actions(trio))
    return any(queue == "wor" for queue in drawn)


def actions(trio: tuple[Section, ...]) -> list[Action]:
    return [section.action for section in trio]


def two_doctors_to_hire(g: Clin9ic, _: str) -> bool:
    return any(boxes(trio, "bottom").count("D") == 2 for trio in trios(g) if Action.HIRE in actions(trio))


def two_white_patients(g: Clin9ic, _: str) -> bool:
    return any(boxes(trio, "top").count("w") >= 2 for trio in trios(g) if Action.ADMIT in actions(trio))


def printed_boxes(g: Clin9ic) -> Counter[str]:
    faces = [face for card in g.deck.actions for face in (card.a, card.b)]
    return Counter("".join(boxes((face.left, face.right), half) for face in faces for half in ("top", "bottom")))


def all_seven_icons(g: Clin9ic, _: str) -> bool:
    return set(printed_boxes(g)) == set("DNOwyor")
