"""The words of a variant's file see of a round what lies on the table: counted here from the cards themselves."""

import random
from collections.abc import Iterator

import pytest

from croupier.cards import STANDARD, Card, cards
from croupier.games.baccarat.decided import possible
from croupier.games.baccarat.drawing import next_hand
from croupier.games.baccarat.outcome import outcome
from croupier.games.baccarat.vocabulary import ASPECTS, VOCABULARY
from croupier.games.vocabulary import Seen, Word

Hands = dict[str, list[Card]]


def rounds() -> Iterator[Hands]:
    """Rounds with every number of cards, and with first cards that share rank, suit or colour more often than not."""
    chance = random.Random(3)
    few = cards("8S 8C 8H 8D KS KD TS TC 4D 4H AS 6C")
    for number in range(300):
        dealt: tuple[Card, ...] = ()
        hands: Hands = {"player": [], "banker": []}
        while side := next_hand(dealt):
            dealt = (*dealt, chance.choice(few if number % 2 else STANDARD.cards))
            hands[side].append(dealt[-1])
        yield hands


def points(hand: list[Card]) -> int:
    return sum(dict(zip("A23456789", range(1, 10), strict=True)).get(card.rank, 0) for card in hand) % 10


def shared(hand: list[Card], of: str) -> str:
    (first, *others) = [{"rank": card.rank, "suit": card.suit, "colour": colour(card)}[of] for card in hand]
    return first if all(each == first for each in others) else ""


def colour(card: Card) -> str:
    return "red" if card.suit in "HD" else "black"


def lies(word: str, hands: Hands) -> Seen:
    """What a word says of a round."""
    player, banker = points(hands["player"]), points(hands["banker"])
    winner = "tie" if player == banker else "player" if player > banker else "banker"
    side, _, what = word.partition("-")
    hand = hands.get(side, [])
    match what or word:
        case "winner":
            return winner
        case "margin":
            return abs(player - banker)
        case "sum":
            return player + banker
        case "cards":
            return sum(map(len, hands.values())) if word == "cards" else len(hand)
        case "player" | "banker":
            return points(hand)
        case "natural":
            return len(hand) == 2 and points(hand) in (8, 9)
        case "pair":
            return shared(hand[:2], "rank")
        case "suit":
            return shared(hand[:2], "suit")
        case "colour":
            return shared(hand[:2], "colour")
        case "all":
            return shared(hand, "colour")
        case _:
            assert what == "wins"
            return winner == side


def dealt_in_order(hands: Hands) -> tuple[Card, ...]:
    (p1, p2, *player), (b1, b2, *banker) = hands["player"], hands["banker"]
    return (p1, b1, p2, b2, *player, *banker)


@pytest.mark.parametrize("word", VOCABULARY.words.values(), ids=lambda word: word.name)
def test_a_word_of_baccarat_sees_what_the_cards_show_in_every_aspect_that_has_it(word: Word) -> None:
    assert word.looks
    assert set(word.says) == set(word.values)
    seen: set[Seen] = set()
    for hands in rounds():
        shown, expected = outcome(dealt_in_order(hands)), lies(word.name, hands)
        seen.add(expected)
        for aspect, look in word.looks.items():
            told = expected != "" if aspect in word.whether else expected
            assert look(getattr(shown, aspect)) == told, (aspect, hands)
    assert seen <= set(word.values)
    if len(word.values) <= 10:
        assert seen == set(word.values), "every value comes up"


def test_every_aspect_of_baccarat_is_listed_with_all_that_it_can_be() -> None:
    assert tuple(VOCABULARY.aspects) == ASPECTS
    for hands in rounds():
        shown = outcome(dealt_in_order(hands))
        for aspect, values in VOCABULARY.aspects.items():
            assert getattr(shown, aspect) in frozenset(values())
    with pytest.raises(AssertionError, match="luck is no aspect of a round"):
        possible("luck", ())
