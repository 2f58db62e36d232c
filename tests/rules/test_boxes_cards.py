"""Which cards there can be on boxes: what the decks hold, what lies on the table, what is known before the deal."""

from typing import Literal

import pytest

from boxes import OPENING, bets_open, both, closed, deal, playing, refusal, says, then
from croupier.cards import Card, cards
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes.round import decide, expects
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.round import Expected, Role
from croupier.games.terms import Terms
from croupier.rulebook import Citation

R22 = Citation("R-22")


def stands(*places: tuple[str, int]) -> list[m.AnyCommand]:
    return [m.Decide(bettor=who, box=box, action="stand") for who, box in places]


def hit(who: str, box: int) -> m.AnyCommand:
    return m.Decide(bettor=who, box=box, action="hit")


EVERYBODY = (("Ann", 1), ("Bob", 3))


def commands_with(card: Card) -> list[tuple[BoxRound, m.AnyCommand]]:
    """A round of Dueling 8's for each command that tells of cards, and the command with this one."""
    name, ten = "dueling-8s", card
    first = then(closed(name), *deal("6H"))
    drawing = then(playing(name), *stands(*EVERYBODY))
    return [
        (closed(name), m.DealCard(card=ten)),
        (closed(name), m.MisdealCard(card=ten, box=2)),
        (closed(name), m.FindFaceUpCard(card=ten, course="burn")),
        (bets_open(name), m.FindFaceUpCard(card=ten, course="burn")),
        (first, m.FindFaceUpCard(card=ten)),
        (first, m.Reconstruct(cards=(ten, Card("6H")))),
        (playing(name), m.Reconstruct(cards=(*cards("6H 8C"), ten))),
        (playing(name), m.ExposeCard(card=ten)),
        (then(playing(name), hit("Ann", 1)), m.PullCards(number=2, disclosed=(ten, Card("2C")))),
        (then(playing(name), hit("Ann", 1)), m.PullCards(number=2, disclosed=(ten,))),
        (then(drawing, *deal("KC")), m.RemoveDealerCard(card=ten)),
        (playing(name), m.CorrectCards(cards=(Card("6H"), ten))),
        (then(drawing, *deal("KC"), m.Settle()), m.CorrectCards(cards=(*cards("6H 8C"), ten))),
    ]


@pytest.mark.clause("dueling8 2.1")
@pytest.mark.parametrize(("round", "command"), commands_with(Card("TS")), ids=lambda each: type(each).__name__)
def test_2_1_no_ten_comes_out_of_48_card_decks_by_any_command(round: BoxRound, command: m.AnyCommand) -> None:
    no = refusal(round, command)
    assert (no.reason, no.clause) == ("8 48-card decks hold no more than 0 of TS", "dueling8 2.1")


@pytest.mark.clause("dueling8 2.1")
@pytest.mark.parametrize(("round", "command"), commands_with(Card("JS")), ids=lambda each: type(each).__name__)
def test_2_1_a_jack_does(round: BoxRound, command: m.AnyCommand) -> None:
    assert then(round, command)


@both
@pytest.mark.clause("lucky8 2.1", "dueling8 2.1")
def test_2_1_no_card_is_out_more_often_than_there_are_decks_wherever_it_lies(name: str) -> None:
    decks = 1 if name == "lucky-8" else 3
    wagers = [m.PlaceWager(bettor=who, box=box, wager="main", stake=1_000) for who, box in EVERYBODY]
    burn = m.FindFaceUpCard(card=Card("2C"), course="burn")
    burned = then(bets_open(name, decks=decks), *[burn] * decks, *wagers, m.CloseBets())
    assert burned.removed == (Card("2C"),) * decks
    opening = "KS 9H 7D 6H 8C" if name == "lucky-8" else "6H 9C"
    play = then(burned, *deal(opening), m.ConfirmDeal(), m.CloseOffers())
    asked = then(play, hit("Ann", 1))
    two = Card("2C")
    for round, command in (
        (burned, m.DealCard(card=two)),
        (burned, m.MisdealCard(card=two, box=2)),
        (play, m.ExposeCard(card=two)),
        (play, m.Reconstruct(cards=(*play.dealt, two))),
        (asked, m.DealCard(card=two)),
        (asked, m.FindFaceUpCard(card=two)),
        (asked, m.PullCards(number=2, disclosed=(two,))),
    ):
        assert f"hold no more than {decks} of 2C" in refusal(round, command).reason, command
    waits = then(asked, m.FindFaceUpCard(card=Card("3C")))
    assert then(waits, *deal("3C")), "a card that is already out is not counted twice"


@both
@pytest.mark.clause("lucky8 2.1", "dueling8 2.1")
def test_2_1_cards_that_wait_from_the_round_before_are_of_the_decks_too(name: str) -> None:
    rank, decks = ("TS", 8) if name == "dueling-8s" else ("KS", 1)
    terms = Terms.of(name, unit=100, decks=decks)
    too_many = m.OpenBets(terms=terms, waiting=cards(rank) * (decks + 1 if name == "lucky-8" else 1))
    with pytest.raises(Exception, match="hold no more than"):
        then(None, too_many)


@pytest.mark.clause("dueling8 3.31.1", "dueling8 5.16")
def test_3_31_1_cards_that_lie_down_for_superb_8s_are_not_shuffled_in_with_the_discards() -> None:
    """Ann splits 8s and the first hand goes past 21: with Superb 8's on the box its cards stay until she is done."""

    def bust_first(*sides: str) -> BoxRound:
        terms = Terms.of("dueling-8s", unit=100, decks=3)
        wagers = [m.PlaceWager(bettor="Ann", box=1, wager=each, stake=1_000) for each in ("main", *sides)]
        bob = m.PlaceWager(bettor="Bob", box=3, wager="main", stake=1_000)
        opened = then(None, m.OpenBets(terms=terms), *wagers, bob, m.CloseBets())
        dealt = then(opened, *deal("8H 9C"), m.ConfirmDeal(), m.CloseOffers())
        split = then(dealt, m.Decide(bettor="Ann", box=1, action="split"), *deal("7C"), hit("Ann", 1), *deal("KC"))
        bust = split.box(1).area
        assert bust
        assert bust.hands[0].bust
        return split

    with_it, without = (then(bust_first(*sides), m.RunOut()) for sides in (("superb-8s",), ()))
    assert (with_it.copies(Card("KC")), with_it.shuffled_in) == (1, ()), "they lie at the playing area"
    assert (without.copies(Card("KC")), sorted(without.shuffled_in)) == (0, ["7C", "KC"]), "they were collected"
    for card in cards("8H 9C"):
        assert with_it.copies(card) == without.copies(card) == 1, "live hands lie there in any case"
    finished = then(bust_first("superb-8s"), *deal("KD"), m.Decide(bettor="Ann", box=1, action="stand"))
    asked = then(finished, hit("Bob", 3))
    assert sorted(then(asked, m.RunOut()).shuffled_in) == ["7C", "KC"], "all decisions are concluded: collected too"


@pytest.mark.clause("dueling8 3.31.1", "dueling8 3.31")
def test_3_31_1_the_cards_of_a_hand_past_21_lie_there_only_where_superb_8s_was_placed() -> None:
    name = "dueling-8s"
    for sides, lies in ((("superb-8s",), True), (("21-plus", "tie-on-18"), False)):
        wagers = [m.PlaceWager(bettor="Ann", box=1, wager=each, stake=1_000) for each in ("main", *sides)]
        opened = then(bets_open(name), *wagers, m.CloseBets(), *deal("8H"), m.ConfirmDeal(), m.CloseOffers())
        split = then(opened, m.Decide(bettor="Ann", box=1, action="split"), *deal("7C"), hit("Ann", 1), *deal("KC"))
        assert (split.discards == ()) is lies
        assert (Card("8S") in split.discards) is False, "the printed card never leaves the layout"


@both
@pytest.mark.clause("lucky8 5.19", "dueling8 5.16")
def test_5_19_all_cards_of_hands_past_21_are_collected_but_the_printed_one_and_shuffled_in_once(name: str) -> None:
    bust = then(playing(name), hit("Ann", 1), *deal("KC"))
    asked = then(bust, hit("Bob", 3))
    if name == "dueling-8s":
        opened = then(closed(name), *deal("8H 9C"), m.ConfirmDeal(), m.CloseOffers())
        split = then(opened, m.Decide(bettor="Ann", box=1, action="split"), *deal("2C"))
        stood = then(split, m.Decide(bettor="Ann", box=1, action="stand"), *deal("7C"), hit("Ann", 1), *deal("KC"))
        asked = then(stood, hit("Bob", 3))
    collected = ["6H", "KC", "TS"] if name == "lucky-8" else ["7C", "8H", "KC"]
    assert sorted(asked.discards) == collected, "the 8 that was dealt starts the second hand, the printed one the first"
    assert then(asked, m.RunOut()).discards == ()


@both
@pytest.mark.clause("lucky8 5.19", "dueling8 5.16")
def test_5_19_a_card_that_was_shuffled_in_comes_again_once_and_is_collected_and_shuffled_in_again(name: str) -> None:
    decks = 1 if name == "lucky-8" else 3
    wagers = [m.PlaceWager(bettor=who, box=box, wager="main", stake=1_000) for who, box in (*EVERYBODY, ("Cid", 5))]
    opening = "TS 9H 9D 7D 6H 8C 7C" if name == "lucky-8" else "KS 9H KH"
    opened = then(bets_open(name, decks=decks), *wagers, m.CloseBets())
    round = then(opened, *deal(opening), m.ConfirmDeal(), m.CloseOffers())
    bust = then(round, hit("Ann", 1), *deal("KC"), hit("Bob", 3), m.RunOut())
    assert bust.copies(Card("KC")) == 0
    again = then(bust, *deal("KC"))
    assert again.copies(Card("KC")) == 1, "Bob's King was collected after the shuffle, and is not in the device"
    twice = then(again, hit("Cid", 5), m.RunOut())
    assert twice.copies(Card("KC")) == 0
    assert then(twice, *deal("KC")).cards.count(Card("KC")) == 3


# Known before the first card


def offers(round: BoxRound, command: str) -> list[Expected]:
    return [each for each in expects(round) if each.command == command]


def ready(name: str, waiting: str = "2C 3D", unseen: int = 0) -> BoxRound:
    """Bets are open, and cards lie ready that the round before drew too much."""
    return then(None, m.OpenBets(terms=Terms.of(name, unit=100), waiting=cards(waiting), unseen=unseen))


def with_bets(round: BoxRound) -> BoxRound:
    placed = [m.PlaceWager(bettor=who, box=box, wager="main", stake=1_000) for who, box in EVERYBODY]
    return then(round, *placed, m.CloseBets())


@both
@pytest.mark.clause("lucky8 5.5", "dueling8 5.5")
def test_5_5_r_22_before_the_first_card_a_card_found_face_up_is_a_matter_for_the_pit_manager(name: str) -> None:
    for round in (bets_open(name), closed(name)):
        (offer,) = offers(round, "find-face-up-card")
        assert (offer.by, offer.clause) == (Role.PIT_MANAGER, "R-22")
        assert (offer.options, offer.suggested) == (("burn", "play"), "burn")
        for low in (Role.DEALER, Role.PIT_SUPERVISOR):
            assert refusal(round, m.FindFaceUpCard(card=Card("2C"), course="play"), low).clause == "R-22"
        courses: tuple[Literal["burn"] | None, ...] = ("burn", None)
        for course in courses:
            burned = then(round, m.FindFaceUpCard(card=Card("2C"), course=course), by=Role.PIT_MANAGER)
            assert (burned.removed, burned.waiting) == (cards("2C"), ())
        played = then(round, m.FindFaceUpCard(card=Card("2C"), course="play"), by=Role.PIT_MANAGER)
        assert (played.removed, played.waiting) == ((), cards("2C"))
        assert not offers(played, "rule-ready-cards"), "it was ruled already"
    dealt = then(closed(name), m.FindFaceUpCard(card=Card("2C"), course="play"), *deal("2C"))
    assert dealt.box(1).dealt == cards("2C")


@both
@pytest.mark.clause("lucky8 5.5", "dueling8 5.5")
def test_5_5_from_the_first_card_on_it_is_played_as_if_it_lay_face_down(name: str) -> None:
    first = OPENING[name].split()[0]
    for round in (then(closed(name), *deal(first)), then(closed(name), *deal(OPENING[name])), playing(name)):
        (offer,) = offers(round, "find-face-up-card")
        assert (offer.by, offer.options) == (Role.DEALER, ())
        found = then(round, m.FindFaceUpCard(card=Card("2C")), by=Role.DEALER)
        assert (found.waiting, found.removed) == (cards("2C"), ())
        no = refusal(round, m.FindFaceUpCard(card=Card("2C"), course="burn"))
        assert no.clause == says(name, "5.5", "5.5")
    second = then(closed(name), *deal(first), m.FindFaceUpCard(card=Card("2C")))
    assert "2C is already out" in refusal(second, m.DealCard(card=Card("3C"))).reason


@both
@pytest.mark.clause("lucky8 5.5", "dueling8 5.5")
def test_r_22_cards_that_lie_ready_are_burned_or_played_before_any_card_is_dealt(name: str) -> None:
    for round in (ready(name), with_bets(ready(name))):
        (offer,) = offers(round, "rule-ready-cards")
        assert (offer.by, offer.clause) == (Role.PIT_MANAGER, "R-22")
        assert (offer.options, offer.suggested) == (("burn", "play"), "burn")
        assert not offers(round, "find-face-up-card"), "another one is behind them"
        assert refusal(round, m.RuleReadyCards(course="play"), Role.PIT_SUPERVISOR).clause == "R-22"
    waiting = with_bets(ready(name))
    for command in ("deal-card", "misdeal-card", "end-deal", "pull-cards", "run-out"):
        assert not offers(waiting, command), command
    for card in (m.DealCard(card=Card("2C")), m.MisdealCard(card=Card("2C"), box=2)):
        assert refusal(waiting, card).clause == "R-22"


@both
@pytest.mark.clause("lucky8 5.5", "dueling8 5.5")
def test_r_22_burned_they_go_to_the_discards_and_played_they_come_first(name: str) -> None:
    (event,) = decide(ready(name), m.RuleReadyCards(course="burn"), Role.PIT_MANAGER)
    assert event == m.ReadyCardsRuled(cards=cards("2C 3D"), burned=True, clause=R22, by=Role.PIT_MANAGER)
    burned = with_bets(then(ready(name), m.RuleReadyCards(course="burn")))
    assert (burned.removed, burned.waiting) == (cards("2C 3D"), ())
    assert then(burned, *deal("4C")).cards == cards("4C")
    for played in (
        with_bets(then(ready(name), m.RuleReadyCards(course="play"))),
        then(with_bets(ready(name)), m.RuleReadyCards(course="play")),
    ):
        assert (played.removed, played.waiting) == ((), cards("2C 3D"))
        assert not offers(played, "rule-ready-cards"), "once is enough"
        assert "2C is already out" in refusal(played, m.DealCard(card=Card("4C"))).reason
        dealt = then(played, *deal("2C 3D"))
        assert (dealt.box(1).dealt, dealt.box(3).dealt) == (cards("2C"), cards("3D"))


@both
@pytest.mark.clause("lucky8 5.5", "dueling8 5.5")
def test_r_22_is_about_cards_that_are_known_and_not_about_those_that_nobody_has_seen(name: str) -> None:
    unseen = with_bets(ready(name, "", unseen=2))
    assert not offers(unseen, "rule-ready-cards")
    first = then(unseen, *deal("4C"))
    assert (unseen.unseen, first.unseen, then(first, *deal("5C 6C")[: 2 if name == "lucky-8" else 1]).unseen) == (
        2,
        1,
        0,
    )
    seen = then(closed(name), m.PullCards(number=2, disclosed=cards("2C")))
    assert not offers(seen, "rule-ready-cards"), "cards drawn at once have their own rule"
    assert then(seen, *deal("2C")).box(1).dealt == cards("2C")


# Once a shoe, and where the Dealer shuffles


@both
@pytest.mark.clause("lucky8 5.20", "dueling8 5.17")
def test_5_20_a_shuffle_is_missed_only_where_the_dealer_shuffles(name: str) -> None:
    by_machine = with_bets(bets_open(name, hand_shuffled=False))
    assert not offers(by_machine, "miss-cutting-card")
    no = refusal(by_machine, m.MissCuttingCard())
    assert (no.reason, no.clause) == ("this table is shuffled by machine", says(name, "5.20", "5.17"))
    by_hand = then(with_bets(bets_open(name)), m.MissCuttingCard())
    assert by_hand.shuffle_due
    assert refusal(by_hand, m.MissCuttingCard()), "it follows the round in any case"


@both
@pytest.mark.clause("lucky8 5.21", "lucky8 5.21.1", "dueling8 5.18", "dueling8 5.18.1")
def test_5_21_a_burn_is_forgotten_once(name: str) -> None:
    order = OPENING[name].split()
    dealt = then(closed(name), *deal(" ".join(["2C", *order[:-1]])), m.DeclareForgottenBurn())
    assert dealt.removed == cards("2C")
    assert not offers(dealt, "declare-forgotten-burn")
    assert refusal(dealt, m.DeclareForgottenBurn())
    moved_on = then(dealt, *deal(order[-1]), m.ConfirmDeal())
    assert not offers(moved_on, "declare-forgotten-burn")


@both
@pytest.mark.clause("lucky8 5.21", "dueling8 5.18")
def test_5_21_a_burn_is_forgotten_only_where_the_shoe_began_with_the_round(name: str) -> None:
    first = OPENING[name].split()[0]
    terms = Terms.of(name, unit=100)

    def begun(fresh: bool | None) -> BoxRound:
        return then(with_bets(then(None, m.OpenBets(terms=terms, fresh=fresh))), *deal(first))

    assert [bool(offers(begun(fresh), "declare-forgotten-burn")) for fresh in (True, None, False)] == [
        True,
        True,
        False,
    ]
    carried = with_bets(then(ready(name), m.RuleReadyCards(course="play")))
    assert not offers(then(carried, *deal("2C")), "declare-forgotten-burn"), "these cards came before"
    burned = then(closed(name), m.FindFaceUpCard(card=Card("2C"), course="burn"), *deal(first))
    assert not offers(burned, "declare-forgotten-burn"), "the first one was burned"


# Whose cut it is


@both
@pytest.mark.clause("lucky8 5.19", "dueling8 5.16")
def test_5_19_who_cuts_is_whose_hand_is_next_in_the_initial_deal_too(name: str) -> None:
    def cut_by(round: BoxRound) -> str:
        (event,) = decide(round, m.RunOut(), Role.DEALER)
        assert isinstance(event, m.DiscardsShuffled)
        return event.cut_by

    opening = OPENING[name].split()
    assert cut_by(closed(name)) == "Ann"
    assert cut_by(then(closed(name), *deal(opening[0]))) == "Bob"
    if name == "lucky-8":
        assert cut_by(then(closed(name), *deal("TS 9H"))) == "Ann", "the Dealer's card is next, and then Ann's"
        assert cut_by(then(closed(name), *deal("TS 9H 7D 6H"))) == "Bob"
    asked = then(playing(name), *stands(("Ann", 1)), hit("Bob", 3))
    assert cut_by(asked) == "Bob"
    assert cut_by(then(playing(name), *stands(*EVERYBODY))) == "Dealer", "R-14: no player is left"


@both
@pytest.mark.clause("lucky8 2.1", "dueling8 2.1")
def test_2_1_cards_that_are_told_again_are_not_counted_twice(name: str) -> None:
    decks = 1 if name == "lucky-8" else 3
    first, *rest = OPENING[name].split()
    wagers = [m.PlaceWager(bettor=who, box=box, wager="main", stake=1_000) for who, box in EVERYBODY]
    terms = Terms.of(name, unit=100, decks=decks)
    opened = then(None, m.OpenBets(terms=terms), *wagers, m.CloseBets())
    gone = [m.FindFaceUpCard(card=Card(rest[-1]), course="burn")] * (decks - 1)
    dealt = then(opened, *gone, *deal(OPENING[name]))
    right = m.CorrectCards(cards=cards(" ".join(["2D", *rest])))
    assert then(dealt, right).dealt == right.cards
    assert then(dealt, m.Reconstruct(cards=cards(" ".join([*rest, first])))).dealt[-1] == first
