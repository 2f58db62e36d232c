"""What may be seen: nobody learns a card, a choice, a name or a result before, or beside, what is theirs to know."""

import itertools
import random
import re
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boxes
from croupier.cards import Card, cards
from croupier.games.baccarat import messages as b
from croupier.games.baccarat import round as baccarat
from croupier.games.baccarat.settlement import settle
from croupier.games.baccarat.state import BaccaratRound
from croupier.games.baccarat.variants import TIGER
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.stream import round as stream
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.family import Round
from croupier.games.round import Phase, Role, encode
from croupier.games.terms import Terms
from croupier.house.keys import Keys
from croupier.house.roads import marks
from croupier.house.roles import HouseRole
from croupier.house.shoe import Drawn, Shoe
from croupier.house.shuffle import seeded
from croupier.house.views import Beside, Odds, Sight, View, apply, delta, named, plain, view
from croupier.house.views.baccarat.shown import BaccaratShown
from croupier.house.views.blackjack.shown import BoxesShown, SharedShown
from croupier.refused import Refused
from play import PEOPLE
from viewing import NAMES, OVER, Moment, moments

TABLE = [
    HouseRole.SPECTATOR,
    HouseRole.PLAYER,
    HouseRole.DEALER,
    HouseRole.PIT_SUPERVISOR,
    HouseRole.PIT_MANAGER,
    HouseRole.GAMING_SHIFT_MANAGER,
    HouseRole.SURVEILLANCE,
]
STRANGERS = (HouseRole.SPECTATOR, HouseRole.PLAYER, HouseRole.CAGE, HouseRole.ADMINISTRATOR)
PIT = (HouseRole.PIT_SUPERVISOR, HouseRole.PIT_MANAGER, HouseRole.GAMING_SHIFT_MANAGER, HouseRole.SURVEILLANCE)
LIVE = "314159265/271828182"
BALANCE = 987_654_321
BESIDE = Beside(odds={"main": Odds(LIVE, 0.5)}, marks=marks("P B T"))
EACH_GAME = pytest.mark.parametrize("game", NAMES)
CHANCES = st.integers(0, 2**64 - 1).map(random.Random)
few = settings(max_examples=max(3, settings().max_examples // 20))
"""Every example is a whole round looked at by a dozen viewers at every step of it."""
WORTH = re.compile(r'"(?:suggested":"..|worth":{[^}]*})"?')
CARD = re.compile(r"(?<![0-9A-Za-z])([A2-9TJQK][SHDC])(?![0-9A-Za-z])")


def viewers(seats: tuple[str, ...] = PEOPLE[:3]) -> list[tuple[HouseRole, str | None]]:
    others: list[tuple[HouseRole, str | None]] = [(role, None) for role in HouseRole if role is not HouseRole.PLAYER]
    return [*others, *((HouseRole.PLAYER, seat) for seat in seats)]


def written(round: Round, role: HouseRole, seat: str | None = None, beside: Beside = BESIDE) -> str:
    return encode(view(round, role, seat, beside, BALANCE if seat == "Ann" else 1)).decode()


def all_written(round: Round, beside: Beside = BESIDE) -> dict[tuple[HouseRole, str | None], str]:
    """What everybody sees."""
    sight = Sight(round, beside)
    return {who: encode(sight.view(*who, BALANCE if who[1] == "Ann" else 1)).decode() for who in viewers()}


def cards_in(text: str) -> set[Card]:
    return {Card(found) for found in CARD.findall(text)}


class Witness:
    """Somebody who stands at the table and remembers which cards were turned up before everybody."""

    def __init__(self) -> None:
        self.turned: set[Card] = set()

    def look(self, round: Round) -> set[Card]:
        """What lies face up now."""
        if not isinstance(round, BoxRound):
            return set(round.cards)
        for event in round.play:
            if isinstance(event, m.CardExposed):
                self.turned.add(event.card)
            if isinstance(event, m.CardsPulled) and len(event.disclosed) == 1:
                self.turned.update(event.disclosed)
        lying = {card for box in round.boxes for card in box.cards} | set(round.dealer)
        printed = {round.rules.printed} if round.rules.printed else set()
        return lying | printed | set(round.pulled.cards if round.pulled else ()) | self.turned


# The search: every state of every game for every role


@EACH_GAME
@few
@given(chance=CHANCES)
def test_no_card_is_seen_that_does_not_lie_there(game: str, chance: random.Random) -> None:
    witness = Witness()
    for moment in moments(game, chance):
        round, open_to_all = moment.round, witness.look(moment.round)
        for (role, _), text in all_written(round).items():
            seen = cards_in(text)
            # Discards that were shuffled in had been seen by everybody, and which of them come nobody sees.
            known = set(round.shuffled_in) if isinstance(round, BoxRound) else set()
            assert not seen & (set(moment.undealt) - known), f"{role} sees the shoe"
            handled = set() if role in STRANGERS or round.phase is Phase.BETTING else set(round.waiting)
            assert seen <= open_to_all | handled, f"{role} at {round.phase}"


@EACH_GAME
@few
@given(chance=CHANCES)
def test_what_nobody_may_know_changes_nothing_that_anybody_sees(game: str, chance: random.Random) -> None:
    for moment in moments(game, chance):
        here = all_written(moment.round)
        for other in worlds(moment):
            for who, text in all_written(other).items():
                # What a card is worth to the players is worked out without those that staff have seen go.
                assert WORTH.sub("", text) == WORTH.sub("", here[who])
        for other in worlds_of_waiting_cards(moment):
            for who, text in all_written(other).items():
                assert text == here[who] or who[0] not in STRANGERS


def worlds(moment: Moment) -> list[Round]:
    """The same round, as far as anybody can tell, over other hidden cards."""
    round: Any = moment.round
    strange = tuple(moment.undealt[:3])
    found: list[Round] = [msgspec.structs.replace(round, history=(strange,))]
    gone = "burned" if isinstance(round, BaccaratRound) else "removed"
    if count := len(getattr(round, gone)):
        others = tuple(itertools.islice(itertools.cycle(moment.undealt), count))
        found.append(msgspec.structs.replace(round, **{gone: others}))
    if round.phase is Phase.BETTING and round.waiting:
        found += worlds_of_waiting_cards(moment)
    return found


def worlds_of_waiting_cards(moment: Moment) -> list[Round]:
    round: Any = moment.round
    face_up = isinstance(round, BoxRound) and bool(view(round, HouseRole.SPECTATOR).table.lies.face_up)  # type: ignore[union-attr]
    other = tuple(moment.undealt[: len(round.waiting)])
    return [] if face_up or not round.waiting else [msgspec.structs.replace(round, waiting=other)]


@EACH_GAME
@few
@given(chance=CHANCES)
def test_no_result_is_seen_before_it_is_announced(game: str, chance: random.Random) -> None:
    for moment in moments(game, chance):
        round, sight = moment.round, Sight(moment.round, BESIDE)
        for role, seat in viewers():
            seen = sight.view(role, seat)
            if round.phase is not Phase.SETTLED:
                assert getattr(seen.table.lies, "result", None) is None
                assert seen.own is None or seen.own.lines == ()
                assert seen.table.roads is None or seen.table.roads.counts.rounds == len(BESIDE.marks)
            if round.phase not in OVER:
                assert seen.own is None or seen.own.net is None
                assert seen.staff is None or {each.net for each in seen.staff.bettors.values()} <= {None}
                assert '"result":"' not in encode(seen).decode()


@EACH_GAME
@few
@given(chance=CHANCES)
def test_a_settled_round_tells_everybody_their_own_lines_with_clauses(game: str, chance: random.Random) -> None:
    for moment in moments(game, chance):
        round = moment.round
        if round.phase is Phase.SETTLED:
            sight = Sight(round, BESIDE)
            for bettor, net in round.nets().items():
                own = sight.view(HouseRole.PLAYER, bettor).own
                assert own is not None
                assert own.net == net == sum(line.net for line in own.lines)
                assert all(line.clauses for line in own.lines)


@EACH_GAME
@few
@given(chance=CHANCES)
def test_players_learn_no_names_but_their_own(game: str, chance: random.Random) -> None:
    for moment in moments(game, chance):
        for (role, seat), text in all_written(moment.round).items():
            if role in STRANGERS:
                words = set(re.findall(r"[A-Za-z]+", text))
                assert not words & set(PEOPLE) - {seat}, f"{role} at {moment.round.phase}"


@EACH_GAME
@few
@given(chance=CHANCES)
def test_credits_are_their_owners_and_live_odds_surveillances_alone(game: str, chance: random.Random) -> None:
    for moment in moments(game, chance):
        for (role, seat), text in all_written(moment.round).items():
            assert (LIVE in text) is (role is HouseRole.SURVEILLANCE)
            assert (str(BALANCE) in text) is (seat == "Ann")


@EACH_GAME
@few
@given(chance=CHANCES)
def test_everybody_is_offered_what_they_may_do_and_nothing_else(game: str, chance: random.Random) -> None:
    from croupier.games.families import family

    for moment in moments(game, chance):
        how = family(game)
        expected = [each for each in how.offers(moment.round, None) if how.form(each, moment.round).possible]
        sight = Sight(moment.round)
        for role, seat in viewers():
            offers = Counter(offer.command for offer in sight.view(role, seat).offers)
            at_table = role.at_table
            if seat is None:
                # Several of one sort are one to staff, who place a wager for whoever asks; nobody here has no terminal.
                placed = {each.command for each in expected if each.signals and each.command == "place-wager"}
                least = {each.command for each in expected if at_table and at_table.may_act_as(each.by)}
                assert set(offers) == least | (placed if at_table and at_table is not Role.PLAYER else set())
                continue
            assert offers == Counter(
                each.command
                for each in expected
                if each.by is Role.PLAYER
                and (each.bettors is None or seat in each.bettors)
                and seat not in each.not_for
            )
        assert not view(moment.round, HouseRole.SURVEILLANCE).offers
        assert not view(moment.round, HouseRole.SPECTATOR).offers


def test_no_wager_is_worth_anything_to_a_viewer_who_does_not_pick_by_it() -> None:
    from boxes import closed, deal, then

    round = then(closed("lucky-8"), *deal("TS 9H 7D TH 8C"), m.ConfirmDeal(), m.CloseOffers())
    stand = [m.Decide(bettor=who, box=box, action="stand") for who, box in (("Ann", 1), ("Bob", 3))]
    round = then(then(round, *stand), m.PullCards(number=2, disclosed=cards("5D KD")))
    for role, seat in viewers(("Ann", "Bob")):
        picks = role in (HouseRole.PIT_MANAGER, HouseRole.GAMING_SHIFT_MANAGER)
        assert ('"worth"' in written(round, role, seat)) is picks


# Choices of the shared stream


def three_at_the_stream(text: str = "TS 5D 6H") -> StreamRound:
    terms = Terms.of("e-blackjack", unit=100)
    round: StreamRound | None = None
    bets = [m.PlaceWager(bettor=who, wager="main", stake=1_000) for who in ("Ann", "Bob", "Cid")]
    dealing = [m.DealCard(card=card) for card in cards(text)]
    for command in [m.OpenBets(terms=terms), *bets, m.CloseBets(), *dealing]:
        round = given_to(round, command)
    assert round is not None
    return round


def given_to(round: StreamRound | None, *commands: Any) -> StreamRound:
    for command in commands:
        by = Role.PLAYER if isinstance(command, m.PlaceWager | m.Decide | m.Surrender) else Role.GAMING_SHIFT_MANAGER
        for event in stream.decide(round, command, by):
            round = stream.evolve(round, event)
    assert round is not None
    return round


def others_than(bettor: str) -> list[tuple[HouseRole, str | None]]:
    return [each for each in viewers() if each[1] != bettor]


@pytest.mark.parametrize("other", ["stand", "hit", "double", "surrender"])
def test_nobody_learns_anothers_choice_while_the_window_is_open(other: str) -> None:
    round = three_at_the_stream()
    chosen = m.Surrender(bettor="Bob") if other == "surrender" else m.Decide(bettor="Bob", action=other)  # type: ignore[arg-type]
    hit, choice = given_to(round, m.Decide(bettor="Bob", action="hit")), given_to(round, chosen)
    for role, seat in others_than("Bob"):
        assert written(hit, role, seat) == written(choice, role, seat)
    assert '"choice":"' + other in written(choice, HouseRole.PLAYER, "Bob")


@pytest.mark.parametrize("other", ["stand", "double", "split"])
def test_nobody_learns_a_locked_choice_before_the_card_nor_the_stake_it_added_after(other: str) -> None:
    """Ann hits either way, so a card comes; what Bob did shows in nothing that anybody else sees."""
    round = given_to(three_at_the_stream("8S 5D 8H"), m.Decide(bettor="Ann", action="hit"))
    rest = (m.CloseDecisions(), m.DealCard(card=Card("2C")))
    seen: dict[Any, str] = {}
    for action in ("hit", other):
        locked = given_to(round, m.Decide(bettor="Bob", action=action), rest[0])  # type: ignore[arg-type]
        dealt = given_to(locked, rest[1])
        for role, seat in others_than("Bob"):
            for when, at in (("locked", locked), ("dealt", dealt)):
                # Who has to choose next is how many, never who, and only staff count them.
                text = re.sub(r'"asked":\d+', "", written(at, role, seat))
                assert seen.setdefault((role, seat, when), text) == text


@few
@given(chance=CHANCES)
def test_whatever_others_choose_everybody_sees_the_same(chance: random.Random) -> None:
    for moment in moments("e-blackjack", chance):
        round = moment.round
        assert isinstance(round, StreamRound)
        for bettor in list(round.choices)[:2]:
            here = all_written(round)
            for choice in {"stand", "double", *round.options(bettor)} - {round.choices[bettor]}:
                other = msgspec.structs.replace(round, choices={**round.choices, bettor: choice})
                there = all_written(other)
                assert all(there[who] == text for who, text in here.items() if who[1] != bettor)


def test_staff_count_who_has_chosen_but_see_hands_only_when_all_cards_are_out() -> None:
    round = given_to(three_at_the_stream(), m.Decide(bettor="Bob", action="double"))
    dealer = view(round, HouseRole.DEALER).staff
    assert dealer is not None
    assert (dealer.asked, dealer.answered) == (3, 1)
    assert dealer.bettors["Bob"].wagers == {"main": 1_000}
    rest = [m.DealCard(card=card) for card in cards("2C TD 7C")]
    stands = [m.Decide(bettor=who, action="stand") for who in ("Ann", "Cid")]
    round = given_to(round, *stands, m.CloseDecisions(), rest[0])
    assert all(not each.hands for each in view(round, HouseRole.SURVEILLANCE).staff.bettors.values())  # type: ignore[union-attr]
    round = given_to(round, *rest[1:])
    assert round.phase is Phase.COMPLETE
    dealer = view(round, HouseRole.DEALER).staff
    assert dealer is not None
    assert dealer.bettors["Bob"].wagers == {"main": 2_000}
    assert dealer.bettors["Bob"].hands[0].cards == cards("TS 6H 2C")


def test_how_many_played_which_way_is_shown_when_all_cards_are_out_and_not_before() -> None:
    chosen = [
        m.Decide(bettor="Ann", action="stand"),
        m.Decide(bettor="Bob", action="double"),
        m.Surrender(bettor="Cid"),
    ]
    round = given_to(three_at_the_stream(), *chosen, m.CloseDecisions(), m.DealCard(card=Card("2C")))
    assert view(round, HouseRole.PLAYER, "Ann").table.lies.ways == ()  # type: ignore[union-attr]
    round = given_to(round, *(m.DealCard(card=card) for card in cards("TD 7C")))
    ways = view(round, HouseRole.PLAYER, "Ann").table.lies.ways  # type: ignore[union-attr]
    assert sorted((way.hands[0].total, way.terminals, way.surrendered) for way in ways) == [
        (16, 1, False),
        (16, 1, True),
        (18, 1, False),
    ]


def test_who_decides_is_told_what_is_not_open_and_why() -> None:
    """Over a ten and a six: no split of unlike cards, and surrender was offered before."""
    [decide] = [each for each in view(boxes.playing("lucky-8"), HouseRole.PLAYER, "Ann").offers if each.options]
    assert (decide.options, decide.closed) == (
        ("stand", "hit", "double"),
        {"split": "lucky8 3.21", "surrender": "lucky8 3.25.1"},
    )
    [chooses] = [each for each in view(three_at_the_stream(), HouseRole.PLAYER, "Ann").offers if each.options]
    assert chooses.closed == {"split": "eblackjack 3.13"}


def test_what_the_cards_have_decided_on_a_box_is_paid_before_everybody_and_before_the_settlement() -> None:
    """A pair of unsuited eights pays at once what the settlement says; the main wager waits for the Dealer."""
    round = boxes.then(
        boxes.bets_open("lucky-8"),
        *(m.PlaceWager(bettor="Ann", box=1, wager=wager, stake=1_000) for wager in ("main", "pair", "lucky-8")),
        m.CloseBets(),
        *boxes.deal("8S 6D 8H"),
    )

    def paid(round: BoxRound, seat: str = "Ann") -> dict[str, int]:
        seen = view(round, HouseRole.PLAYER, seat)
        own, lies = seen.own, seen.table.lies
        assert own is not None
        assert isinstance(lies, BoxesShown)
        [[bettor]] = [box.bettors for box in lies.boxes if box.bettors]
        shown = {each.wager: each.net for each in bettor.decided}
        if seat == "Ann" and round.phase is not Phase.SETTLED:
            assert {each.wager: each.net for each in own.decided} == shown
            assert {each.box for each in own.decided} <= {1}
        return shown

    assert paid(round) == {}, "the deal may still be put right"
    round = boxes.then(round, m.ConfirmDeal())
    assert paid(round) == paid(round, "Bob") == {"pair": 11_000, "lucky-8": 5_000}
    bob = view(round, HouseRole.PLAYER, "Bob").own
    assert bob is not None
    assert bob.decided == ()
    round = boxes.then(round, m.CloseOffers(), m.Decide(bettor="Ann", action="stand", box=1), *boxes.deal("TC 4D"))
    round = boxes.then(round, m.Settle())
    own = view(round, HouseRole.PLAYER, "Ann").own
    assert own is not None
    assert (
        paid(round)
        == {line.wager: line.net for line in own.lines}
        == {"main": -1_000, "pair": 11_000, "lucky-8": 5_000}
    )
    assert own.decided == ()
    lies = view(round, HouseRole.PLAYER, "Bob").table.lies
    assert isinstance(lies, BoxesShown)
    assert [box.hits for box in lies.boxes if box.hits] == [("pair", "lucky-8")]


def test_how_many_have_answered_is_told_in_the_first_window_alone() -> None:
    """Later it would tell how many chose to stand."""
    first = given_to(three_at_the_stream(), m.Decide(bettor="Bob", action="hit"))
    second = given_to(first, m.CloseDecisions(), m.DealCard(card=Card("2C")))
    counts = []
    for round in (first, second):
        lies = view(round, HouseRole.PLAYER, "Ann").table.lies
        assert isinstance(lies, SharedShown)
        counts.append((lies.asked, lies.answered))
    assert counts == [(3, 1), (0, 0)]


def test_a_terminal_with_side_wagers_alone_has_stakes_and_no_hand() -> None:
    alone = m.PlaceWager(bettor="Ann", wager="kings-bounty", stake=200)
    plays = m.PlaceWager(bettor="Bob", wager="main", stake=1_000)
    opened = given_to(None, m.OpenBets(terms=Terms.of("e-blackjack", unit=100, rulings={"R-93": "b"})), alone, plays)
    round = given_to(opened, m.CloseBets(), *(m.DealCard(card=card) for card in cards("TS 5D 6H")))
    seen = view(round, HouseRole.PLAYER, "Ann")
    assert seen.own is not None
    assert [(each.wager, each.stake) for each in seen.own.stakes] == [("kings-bounty", 200)]
    assert (seen.own.hands, seen.own.at, seen.offers) == ((), None, ())
    stands = given_to(round, m.Decide(bettor="Bob", action="stand"), m.CloseDecisions(), m.DealCard(card=Card("KC")))
    over = given_to(stands, m.DealCard(card=Card("2C")), m.Settle())
    lies: Any = view(over, HouseRole.PLAYER, "Ann").table.lies
    assert [way.terminals for way in lies.ways] == [1], "Ann played in no way"


def test_a_card_out_too_early_is_seen_by_no_dealer_while_terminals_choose() -> None:
    """The one who closes the window could tell a friend; who puts cards right has them before their eyes."""
    round = msgspec.structs.replace(three_at_the_stream(), waiting=cards("KD 9C"))
    assert cards_in(written(round, HouseRole.DEALER)) == set(cards("TS 5D 6H"))
    assert set(cards("KD 9C")) <= cards_in(written(round, HouseRole.PIT_SUPERVISOR))
    hits = [m.Decide(bettor=who, action="hit") for who in ("Ann", "Bob", "Cid")]
    due = given_to(round, *hits, m.CloseDecisions())
    assert set(cards("KD 9C")) <= cards_in(written(due, HouseRole.DEALER))
    assert cards_in(written(due, HouseRole.PLAYER, "Ann")) == set(cards("TS 5D 6H"))


# Cards on boxes that came out too early


def test_who_chooses_blind_sees_how_many_and_who_chooses_by_face_sees_which() -> None:
    from boxes import playing, then

    round = then(playing("lucky-8"), m.Decide(bettor="Ann", box=1, action="hit"))
    blind = then(round, m.PullCards(number=2))
    faces = then(round, m.PullCards(number=2, disclosed=cards("2C 3C")))
    one = then(round, m.PullCards(number=2, disclosed=cards("2C")))
    lies: Any = [view(each, HouseRole.PLAYER, "Ann").table.lies for each in (blind, faces, one)]
    assert [(each.pulled, each.seen, each.face_up) for each in lies] == [
        (2, (), ()),
        (2, cards("2C 3C"), ()),
        (0, (), cards("2C")),
    ]
    assert view(blind, HouseRole.PLAYER, "Ann").offers[0].options == ("1", "2")


def test_a_card_dealt_in_error_lies_before_the_one_who_may_refuse_it() -> None:
    from boxes import playing, then

    round = then(playing("lucky-8"), m.ExposeCard(card=Card("2C")))
    seen: Any = view(round, HouseRole.PLAYER, "Ann")
    assert seen.table.lies.face_up == cards("2C")
    assert "refuse-card" in [offer.command for offer in seen.offers]
    found = then(playing("lucky-8"), m.FindFaceUpCard(card=Card("2C")))
    assert Card("2C") not in cards_in(written(found, HouseRole.PLAYER, "Ann"))


def test_a_player_insures_anothers_wager_by_its_place() -> None:
    from boxes import closed, deal, then

    round = then(closed("lucky-8"), *deal("TS 9H AD 6H 8C"), m.ConfirmDeal())
    seen = view(round, HouseRole.PLAYER, "Ann")
    offer = next(each for each in seen.offers if each.command == "insure" and each.owner)
    assert (offer.owner, offer.prompt) == ("guest 3.1", "Insurance of guest 3.1, if they decline it")
    assert named(round, offer.owner or "") == "Bob"
    assert named(round, "Bob") == "Bob"
    with pytest.raises(Refused, match=r"nobody is at place guest 2\.1"):
        named(round, "guest 2.1")
    insured = then(round, m.Insure(bettor="Ann", box=3, owner="Bob", stake=200))
    own = view(insured, HouseRole.PLAYER, "Ann").own
    assert own is not None
    assert [(each.wager, each.whose) for each in own.stakes] == [("main", None), ("insurance", "guest 3.1")]
    assert own.places == ("guest 1.1",)


# Shoe, roads, money


def test_what_wins_at_baccarat_is_told_whether_anybody_bet_it_but_not_before_the_settlement() -> None:
    dealt = [b.DealCard(card=card) for card in cards("KS 6H 2D KH KD")]
    round = baccarat.play(b.OpenBets(terms=Terms.of("tiger")), b.CloseBets(), *dealt)
    won: list[tuple[str, ...]] = []
    for each in (round, baccarat.evolve(round, b.RoundSettled())):
        lies = view(each, HouseRole.SPECTATOR).table.lies
        assert isinstance(lies, BaccaratShown)
        won.append(lies.hits)
    known = settle(TIGER, cards("KS 6H 2D KH KD"), dict.fromkeys(TIGER.bets, 500))
    assert won == [(), tuple(line.wager for line in known.lines if line.result == "win")]


def test_proofs_are_shown_of_cards_on_the_table_when_the_round_is_over() -> None:
    shoe = Shoe.shuffled("B1-1", Terms.of("tiger").shoe, Keys(bytes(32)), cut=14, entropy=seeded(3))
    drawn = [shoe.draw() for _ in range(8)]
    round = baccarat.play(b.OpenBets(terms=Terms.of("tiger")), b.CloseBets())
    dealt: list[Drawn] = []
    while round.phase is Phase.DEALING:
        dealt.append(drawn[len(dealt)])
        beside = Beside(shoe=shoe.commitment, left=shoe.left, drawn=tuple(drawn))
        assert view(round, HouseRole.SPECTATOR, None, beside).table.shoe.proofs == ()  # type: ignore[union-attr]
        [event] = baccarat.decide(round, b.DealCard(card=dealt[-1].card), Role.DEALER)
        round = baccarat.evolve(round, event)
    round = baccarat.evolve(round, b.RoundSettled())
    text = written(round, HouseRole.PLAYER, "Ann", beside)
    assert all(each.salt in text for each in dealt)
    assert not any(each.salt in text for each in drawn[len(dealt) :])
    assert shoe.commitment.root in text


def test_a_player_looks_from_a_seat_and_who_looks_from_none_has_nothing_of_their_own() -> None:
    round = three_at_the_stream()
    with pytest.raises(Refused, match="name its terminal"):
        view(round, HouseRole.PLAYER)
    assert view(round, HouseRole.DEALER, "Ann").own is None
    assert view(round, HouseRole.PLAYER, "Stranger").own.stakes == ()  # type: ignore[union-attr]


# The allow-list: whoever adds a field says here who may see it

STATES: dict[type, set[str]] = {
    BaccaratRound: {
        *("terms", "phase", "stakes", "cards", "cut_after", "interruptions", "lost", "void", "waiting", "history"),
        *("unruled", "burned", "surplus", "returned", "notes"),
    },
    StreamRound: {
        *("terms", "phase", "positions", "opening", "dealer", "stream", "ways", "way", "choices", "insured", "lost"),
        *("cut_after", "void", "turns", "waiting", "history", "removed", "returned", "notes", "before"),
        *("unruled", "gone", "surplus"),
    },
    BoxRound: {
        *("terms", "phase", "boxes", "dealer", "cards", "claims", "agreements", "insured", "insurance_claims"),
        *("cut_after", "void", "waiting", "exposed", "history", "removed", "pulled", "withdrawing", "honoured"),
        *("shuffle_due", "reshuffled", "returned", "notes", "missed", "dealer_owed", "finishing", "late_first"),
        *("may_withdraw", "play", "before", "shuffled_in", "unseen", "removed_unseen", "fresh", "ready_ruled"),
        *("surplus", "refused"),
    },
}
"""Every field of a state has been thought of in `views.shown`; a new one is seen by nobody until it has been."""

ALLOWED = """
View role table offers own staff odds
TableShown game table number version phase void timers said terms lies
TableShown waiting discarded last_of_shoe pool notes shoe roads
TermsShown decks unit offered limits boxes mains hand_shuffled edition rulings
Limits minimum maximum
BaccaratShown player banker result hits
HandShown cards total soft blackjack bust split doubled stood alone number
Summary winner player banker natural player_pair banker_pair
BoxesShown dealer boxes turn face_up pulled seen withdrawing
BoxShown number taken controls hands at bettors claims insured skipped hits
BettorShown who stakes slot surrendered even_money absent decided
Decided wager stake net outcome pays hand box
Stake wager stake box hand whose
SharedShown dealer opening stream ways asked answered hits
HandsShown hands result
NamedHand name label cards comes_to won
WayShown hands terminals surrendered
Pool stake bettors
Note kind clause effect
ShoeShown commitment code left proofs
Commitment shoe decks size root burn cut algorithm
Drawn index card salt path
RoadsShown marks counts
Counts rounds player banker tie player_pairs banker_pairs naturals
Offer command clause prompt clauses hand wagers irregular box options owner least most bettors suggested worth
Offer closed part form
Form fields fixed keys bounded rows
Field name kind choices open without least most step optional up_to lie keep suggested worth
Row values bounds without
Bounds least most
Own seat balance places boxes stakes hands at choice surrendered even_money lost decided returned lines net
ReturnedShown who wager amount clause box
OwnLine wager stake result outcome pays net clauses hand box
StaffShown bettors places seats players agreed waiting returned words warned one_box honoured asked answered
StaffShown at_boxes act
AtBox number decides sits absent stakes
ActShown command verb with_ why say missing moves others before then
Asked bettor box
Move bettor staked moves
SeatedShown player credits boxes wagers
AgreedShown box wager bettor owner
Bettor wagers net lost hands
Odds ev edge
"""


def test_every_field_of_a_state_has_been_decided_upon() -> None:
    for state, known in STATES.items():
        assert set(state.__struct_fields__) == known, state  # type: ignore[attr-defined]


def test_a_view_holds_the_fields_that_were_allowed_and_no_other() -> None:
    found: dict[str, tuple[str, ...]] = {}

    def walk(kind: Any) -> None:
        if isinstance(kind, msgspec.inspect.StructType):
            name = kind.cls.__name__
            if name not in found:
                found[name] = kind.cls.__struct_fields__
                for field in kind.fields:
                    walk(field.type)
        for part in ("types", "item_types"):
            for each in getattr(kind, part, ()):
                walk(each)
        for part in ("item_type", "key_type", "value_type"):
            if each := getattr(kind, part, None):
                walk(each)

    walk(msgspec.inspect.type_info(View))
    allowed: dict[str, list[str]] = {}
    for name, *fields in map(str.split, ALLOWED.strip().splitlines()):
        allowed.setdefault(name, []).extend(fields)
    assert {name: sorted(fields) for name, fields in found.items()} == {
        name: sorted(fields) for name, fields in allowed.items()
    }


@pytest.mark.parametrize(
    ("game", "field"),
    [
        ("tiger", "waiting"),
        ("tiger", "history"),
        ("tiger", "burned"),
        ("e-blackjack", "waiting"),
        ("e-blackjack", "removed"),
    ]
    + [("lucky-8", field) for field in ("waiting", "removed", "history")],
)
def test_the_search_finds_a_state_field_that_is_let_out_carelessly(game: str, field: str) -> None:
    """A mutation of the view: if it let this field out, one of a hundred rounds would show it."""
    for seed in range(100):
        witness = Witness()
        for moment in moments(game, random.Random(seed)):
            open_to_all = witness.look(moment.round)
            careless = written(moment.round, HouseRole.SPECTATOR) + encode(getattr(moment.round, field)).decode()
            if not cards_in(careless) <= open_to_all:
                return
    raise AssertionError(f"the search is blind to {field}")


@pytest.mark.parametrize("field", ["choices", "positions", "way"])
def test_names_give_away_a_field_of_the_stream_that_is_let_out_carelessly(field: str) -> None:
    round = given_to(three_at_the_stream(), m.Decide(bettor="Bob", action="hit"))
    careless = written(round, HouseRole.PLAYER, "Ann") + encode(getattr(round, field)).decode()
    assert "Bob" in careless
    assert "Bob" not in written(round, HouseRole.PLAYER, "Ann")


# Deltas

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=20,
)


@given(JSON, JSON)
def test_a_delta_leads_from_any_value_to_any_other_exactly(old: Any, new: Any) -> None:
    change = delta(old, new)
    sent = msgspec.json.decode(msgspec.json.encode(change))
    kept = msgspec.json.encode(old)
    assert msgspec.json.encode(apply(sent, old), order="sorted") == msgspec.json.encode(new, order="sorted")
    assert msgspec.json.encode(old) == kept, "the old value is left alone"
    assert (change == []) is (msgspec.json.encode(old, order="sorted") == msgspec.json.encode(new, order="sorted"))


@given(JSON)
def test_where_nothing_changes_nothing_is_sent(value: Any) -> None:
    assert delta(value, value) == []


@EACH_GAME
@few
@given(chance=CHANCES)
def test_deltas_follow_a_round_for_everybody(game: str, chance: random.Random) -> None:
    before: dict[Any, Any] = {}
    for moment in moments(game, chance):
        sight = Sight(moment.round)
        for who in viewers():
            now = plain(sight.view(*who))
            if who in before:
                assert apply(delta(before[who], now), before[who]) == now
            before[who] = now


@pytest.mark.parametrize(
    "wrong",
    [
        ["o", {}, []],
        ["l", 3, [], []],
        ["?"],
        [
            "=",
        ],
        [1, 2, 3],
    ],
)
def test_a_delta_of_another_view_is_refused(wrong: list[Any]) -> None:
    with pytest.raises(Refused, match="fresh"):
        apply(wrong, [1, 2])


def test_a_wager_among_two_thousand_costs_a_few_hundred_bytes() -> None:
    terms, place = Terms.of("tiger"), b.PlaceWager
    bets = [place(bettor=f"T{number}", wager="tie", stake=500) for number in range(2_000)]
    full = baccarat.play(b.OpenBets(terms=terms), *bets)
    [event] = baccarat.decide(full, place(bettor="T7", wager="banker", stake=500), Role.PLAYER)
    more = baccarat.evolve(full, event)
    draws = ("place-wager", "withdraw-wager")
    before, after = (plain(Sight(each).view(HouseRole.PLAYER, "T7", draws=draws)) for each in (full, more))
    assert len(msgspec.json.encode(delta(before, after))) < 300
