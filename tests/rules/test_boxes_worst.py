"""The card that is most detrimental to the Dealer's hand: exact, and the same as by going through every order."""

import time
from fractions import Fraction
from itertools import permutations

import pytest

from boxes import bets_open, both, closed, deal, playing, then
from croupier.cards import Card, Composition, cards
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes.round import evolve, expects
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.incidents import worst
from croupier.games.round import Expected, Phase, Role, encode


def bets(name: str, boxes: int) -> list[m.AnyCommand]:
    sides = ("pair", "lucky-8") if name == "lucky-8" else ("tie-on-18", "superb-8s", "21-plus")
    return [
        m.PlaceWager(bettor=f"P{box}", box=box, wager=wager, stake=1_000 if wager == "main" else 100 * box)
        for box in range(1, boxes + 1)
        for wager in ("main", *sides)
    ]


def pulled(name: str, opening: str, seen: str, boxes: int = 2, play: tuple[str, ...] = ("stand", "stand")) -> BoxRound:
    round = then(bets_open(name), *bets(name, boxes), m.CloseBets(), *deal(opening), m.ConfirmDeal())
    if round.phase is Phase.OFFERING:
        if round.shows_ace:
            round = then(round, m.Insure(bettor="P1", box=1))
        round = then(round, m.CloseOffers())
    for action in play:
        if round.turn is None:
            break
        round = then(round, m.Decide(bettor=f"P{round.turn.number}", box=round.turn.number, action=action))  # type: ignore[arg-type]
    assert round.phase is Phase.DRAWING
    return then(round, m.PullCards(number=len(seen.split()), disclosed=cards(seen)))


def pick(round: BoxRound) -> Expected:
    (offer,) = [each for each in expects(round) if each.command == "pick-card"]
    return offer


def by_every_order(round: BoxRound, card: Card, left: tuple[Card, ...]) -> Fraction:
    """Deal the Dealer's hand from every order of a few cards and settle the table each time."""
    nets = []
    picked = evolve(evolve(round, _picked(round, card)), m.CardDealt(card=card))
    for order in permutations(left):
        played = picked
        for each in order:
            if played.phase is not Phase.DRAWING:
                break
            played = evolve(played, m.CardDealt(card=each))
        assert played.phase is Phase.COMPLETE
        nets.append(sum(then(played, m.Settle()).nets().values()))
    return Fraction(sum(nets), len(nets))


def _picked(round: BoxRound, card: Card) -> m.CardPicked:
    clause = round.rules.law.pulled_dealer_more
    return m.CardPicked(card=card, clause=clause, by=Role.PIT_MANAGER)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "opening", "seen", "left"),
    [
        ("lucky-8", "TS 9H 5D 6H 8C", "KC 2C", "7S 3D KD 6C 9D 8D"),
        ("lucky-8", "TS 9H AD 6H 8C", "KC 2C", "7S 3D KD 6C 9D 8D"),
        ("lucky-8", "AS 9H KD KH 8C", "AC 6C", "7S 3D KC 6D 9D 8D"),
        ("lucky-8", "TS 9H 2D 6H 8C", "AC 3C", "7S 3D KD 6C 9D AD"),
        ("dueling-8s", "6H KC", "KD 2C", "7S 3D KD 6C 9D 8D"),
        ("dueling-8s", "6H KC", "AD AC", "7S 3D KD 6C 9D 2D"),
    ],
)
@pytest.mark.clause("lucky8 5.23.4.5", "dueling8 5.20.4.5")
def test_r_25_what_a_card_is_worth_is_what_every_order_of_the_cards_left_comes_to(
    name: str, opening: str, seen: str, left: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    round = pulled(name, opening, seen)
    few = cards(left)
    shoe = Composition(round.rules.deck, 8)
    gone = list(shoe)
    for card in few:
        gone.remove(card)
    monkeypatch.setattr(worst, "unseen", lambda round: shoe.without(gone))
    for card in cards(seen):
        assert worst.players_win(round, card) == by_every_order(round, card, few)


@both
@pytest.mark.clause("lucky8 5.23.4.5", "lucky8 5.23.4.6", "dueling8 5.20.4.5", "dueling8 5.20.4.6")
def test_5_23_4_5_the_pit_manager_is_shown_the_exact_worst_card_and_picks(name: str) -> None:
    opening = "TS 9H 6D 6H 8C" if name == "lucky-8" else "6H KC"
    round = pulled(name, opening, "KC 3C")
    offer = pick(round)
    assert offer.by is Role.PIT_MANAGER
    assert b'"worth":{"KC":' in encode(offer)
    assert offer.worth.keys() == {"KC", "3C"}
    assert offer.suggested == max(offer.options, key=lambda option: Fraction(offer.worth[option]))
    against = next(option for option in offer.options if option != offer.suggested)
    picked = then(round, m.PickCard(card=Card(against)), by=Role.PIT_MANAGER)
    assert picked.waiting == (against,), "the choice is the Pit Manager's, and is recorded"
    assert picked.removed == (offer.suggested,), "the other card is discarded"


@both
@pytest.mark.clause("lucky8 5.23.4.5", "dueling8 5.20.4.5")
def test_r_25_nothing_is_worse_for_a_stiff_dealer_than_the_card_that_busts(name: str) -> None:
    opening = "TS 9H 6D 9C 8C" if name == "lucky-8" else "KH KC"
    stiff = then(pulled(name, opening, "8D 9D"), m.PickCard(card=Card("8D")), *deal("8D"))
    assert stiff.dealer_hand.total in (14, 16)
    again = then(stiff, m.PullCards(number=2, disclosed=cards("3D KD")))
    assert pick(again).suggested == "KD"


@both
def test_what_is_unseen_is_the_decks_without_every_card_that_this_round_has_shown(name: str) -> None:
    round = pulled(name, "TS 9H 6D 6H 8C" if name == "lucky-8" else "6H KC", "KC 3C")
    shown = (*round.dealt, *cards("KC 3C"))
    assert worst.unseen(round) == round.terms.shoe.without(shown)
    assert not then(closed(name), *deal("6H")).pulled


@both
def test_seven_boxes_are_answered_in_well_under_a_second(name: str) -> None:
    opening = "2S 3S 4S 5S 6S 7S 9S 2D TS TD TC TH 9D 9C 9H" if name == "lucky-8" else "2S 3S 4S 5S 6S 7S 9S"
    round = pulled(name, opening, "2C 2H", boxes=7, play=("stand",) * 7)
    start = time.process_time()
    offer = pick(round)
    assert time.process_time() - start < 0.7
    assert offer.worth["2C"] == offer.worth["2H"], "suits make no difference to the Dealer"


@pytest.mark.clause("lucky8 5.23.4.5")
def test_r_25_what_a_card_is_worth_counts_insurance_too() -> None:
    opened = then(closed("lucky-8"), *deal("TS 9H AD 6H 8C"), m.ConfirmDeal(), m.Insure(bettor="Ann", box=1))
    decided = [m.Decide(bettor=who, box=box, action="stand") for who, box in (("Ann", 1), ("Bob", 3))]
    stood = then(opened, m.CloseOffers(), *decided)
    drawn = then(stood, m.PullCards(number=2, disclosed=cards("KD 6D")))
    (pick,) = (each for each in expects(drawn) if each.command == "pick-card")
    for card in ("KD", "6D"):
        over = then(stood, *deal(card), m.Settle())
        assert Fraction(pick.worth[card]) == sum(over.nets().values()), card
    assert pick.suggested == "KD", "a Blackjack costs the house the insurance that it pays"


@both
@pytest.mark.clause("lucky8 5.23.4.5", "dueling8 5.20.4.5")
def test_r_25_the_card_that_is_worth_most_to_the_players_is_suggested_whatever_it_is_called(name: str) -> None:
    stood = then(
        playing(name), *(m.Decide(bettor=who, box=box, action="stand") for who, box in (("Ann", 1), ("Bob", 3)))
    )
    sixteen = then(stood, *deal("9C" if name == "lucky-8" else "8D"))
    offer = pick(then(sixteen, m.PullCards(number=2, disclosed=cards("AD 6C"))))
    assert (offer.options, offer.suggested) == (("AD", "6C"), "6C"), "the Dealer goes past 21 with it"
