"""The hands of one playing area: what each step leaves behind."""

from croupier.cards import Card, cards
from croupier.games.blackjack.hand import Area, Splitting

KING = Card("KC")


def test_a_card_that_came_is_no_longer_asked_for_and_a_split_is_matched_only_before_it() -> None:
    area = Area.of(*cards("8S 8H"))
    assert area.hit().take(Card("2C")).called is False
    assert area.split(Splitting(4)).splitting == (0, 1)
    assert area.split(Splitting(4)).take(KING).splitting is None


def test_where_all_hands_are_finished_none_is_in_play() -> None:
    area = Area.of(*cards("8S 8H"))
    assert area.hand == area.hands[0]
    assert area.stand().hand is None
    assert Area.of(*cards("AS KH")).hand is None


def test_a_card_asked_for_does_not_come_to_a_hand_that_nobody_has_a_stake_on_any_longer() -> None:
    asked = Area.of(*cards("8S 8H")).hit()
    assert asked.abandon([0]) == asked
    left = asked.abandon([])
    assert (left.called, left.done) == (False, True)
