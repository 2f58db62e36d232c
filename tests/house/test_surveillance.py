"""Surveillance: honest months raise no more than they may, planted cheats are found, and exposure is exact.

`make surveillance` plays many more: SURVEILLANCE says how many months and planted cheats of each kind, and prints what
it measures. The few here are for every day. Everything hangs on seeds, so what passes goes on passing.
"""

import itertools
import os
import random
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gaming
from croupier.cards import NO_TENS, STANDARD, Card, Composition, cards
from croupier.games.baccarat.drawing import next_hand
from croupier.games.baccarat.outcome import outcome
from croupier.games.baccarat.variants import VARIANTS
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.stream import round as stream
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.catalogue import GAMES
from croupier.games.catalogue import game as find
from croupier.games.recorded import settle
from croupier.games.round import Role
from croupier.games.terms import Terms
from croupier.house.surveillance.alarm import BY_CHANCE, Alarm, Budget, Kind
from croupier.house.surveillance.cards import copies
from croupier.house.surveillance.chance import against, drawn, foreseen, grown, level
from croupier.house.surveillance.expectation import Remaining, before_each
from croupier.house.surveillance.following import following, other_shoes
from croupier.house.surveillance.pairs import pairs
from croupier.house.surveillance.seen import SeenRound, SeenShoe
from croupier.house.surveillance.watch import Watch, watched
from croupier.odds.baccarat.losses import losses, once_in
from croupier.odds.baccarat.worst import worst
from croupier.odds.blackjack.liability import on_boxes, shared
from croupier.odds.catalogue import odds
from croupier.refused import Refused

MANY = int(os.environ.get("SURVEILLANCE", "0"))
PLANTED = MANY or 2
MONTH = 864
"""Shoes of seventy-five rounds in thirty days of ninety rounds an hour."""
FULL = tuple(Composition.parse("8x52"))


def say(text: str) -> None:
    if MANY:
        print(text)


def seen(*rounds: str, game: str = "tiger", decks: int = 8) -> SeenShoe:
    played = tuple(SeenRound(number=number, cards=cards(text)) for number, text in enumerate(rounds, 1))
    return SeenShoe(table="B1", name="1", game=game, decks=decks, rounds=played)


# Chance


def test_evidence_is_one_on_average_whatever_its_kind() -> None:
    for chance in (0.01, 0.2, 0.459, 0.9):
        for came, missed in zip(foreseen(True, chance), foreseen(False, chance), strict=True):
            assert chance * came + (1 - chance) * missed == pytest.approx(1)
    ranks = [(rank + 1) / 1000 for rank in range(1000)]
    for each in zip(*map(against, ranks), strict=True):
        # Ranks are coarse where it matters most, so a little is given away.
        assert 0.7 < statistics.mean(each) <= 1 + 1e-9
    full = Composition(STANDARD, 8)
    usual = drawn(416, 8, 364)
    for number, alternative in enumerate(zip(*(copies(full, seen, 364) for seen in range(9)), strict=True)):
        total = sum(chance * each for chance, each in zip(usual, alternative, strict=True))
        # What only the alternative can show, a ninth copy, is an alarm of its own.
        assert total == pytest.approx(1 - (drawn(417, 9, 364)[9] if number == 1 else 0))


def test_scores_raise_no_more_than_their_allowances_add_up_to() -> None:
    entropy, raised, allowance, tests = np.random.default_rng(1), 0, 0.002, 100_000
    score: tuple[float, ...] = ()
    for p in entropy.random(tests):
        score = grown(score, allowance, against(float(p)))
        if level(score) >= 1:
            raised, score = raised + 1, ()
    assert 0 < raised <= allowance * tests


# Expectation


@pytest.mark.parametrize("name", GAMES)
def test_expectations_after_each_round_are_those_of_the_odds(name: str) -> None:
    game, entropy = GAMES[name], random.Random(8)
    order = list(game.shoe())
    entropy.shuffle(order)
    left, shoe = Remaining.full(name, game.default_decks), game.shoe()
    rounds = tuple(SeenRound(number=at, cards=tuple(order[7 * at : 7 * at + 7])) for at in range(30))
    before = before_each(SeenShoe(table="B1", name="1", game=name, decks=game.default_decks, rounds=rounds))
    for row, round in enumerate(rounds):
        if row % 7 == 3:
            exact = left.odds()
            assert left.evs() == {each: odds(name, shoe, [each])[each].ev for each in exact}
            for column, wager in enumerate(before.names):
                found = exact.get(wager) or exact[f"{wager}-best"]
                three = [float(each[row, column]) for each in (before.ev, before.win, before.lose)]
                assert three == pytest.approx([float(found.ev), float(found.hit), float(found.of("lose"))])
        left, shoe = left.without(round.cards), shoe.without(round.cards)


@pytest.mark.parametrize("name", ["dueling-8s", "lucky-8"])
def test_the_wagers_of_blackjack_that_are_played_are_priced_by_the_solver(name: str) -> None:
    shoe = GAMES[name].shoe().without(cards("5S 5H 6D 6C 4S"))
    found = Remaining.full(name, 8).without(cards("5S 5H 6D 6C 4S")).main()
    exact = odds(name, shoe, list(found))
    assert "main-composition" in found
    assert found == pytest.approx({wager: float(each.ev) for wager, each in exact.items()})
    assert Remaining(name, (1,) * 20 + (0,) * 32).main() == {}


def test_a_shoe_that_does_not_last_for_a_round_has_no_expectations() -> None:
    assert Remaining("tiger", (1,) * 5 + (0,) * 47).evs() == {}


# Honest play


@pytest.mark.parametrize("seed", range(1, 1 + max(MANY, 1)))
def test_a_month_of_honest_play_keeps_quiet(seed: int) -> None:
    raised = watched(gaming.honest(MONTH, seed))
    say(f"month {seed}: {len(raised)} alarms {[str(each) for each in raised]}")
    # A twelfth of an alarm is allowed on average; a second one in the same month would come once in three hundred.
    assert len(raised) <= 1


def test_no_kind_of_alarm_is_raised_by_chance_more_often_than_its_share() -> None:
    """The thresholds themselves, seen with a budget so large that honest play raises many."""
    shoes = MONTH if MANY else MONTH // 6
    budget = Budget(a_year=20_000)
    played = list(gaming.honest(shoes, 77))
    rounds = sum(len(shoe.rounds) for shoe in played)
    raised = Counter(alarm.kind for alarm in watched(played, budget))
    allowed = budget.per_round * rounds
    say(f"allowed of each kind {allowed:.0f}, raised {dict(raised)}")
    for kind in BY_CHANCE:
        assert raised[kind] <= allowed + 3 * allowed**0.5, kind
    assert raised["cards"] == 0


def test_who_stakes_the_same_in_every_round_follows_nothing() -> None:
    shoe = next(gaming.honest(1, 5))
    found = {each.who for each in following(shoe, before_each(shoe), other_shoes(find("tiger"), 8, 99))}
    assert "flat" not in found
    assert {"moody", "doubling", "now and then"} <= found


def test_ranks_of_honest_stakes_are_evenly_spread() -> None:
    others = other_shoes(find("tiger"), 8, 99)
    by_who: dict[str, list[float]] = defaultdict(list)
    for shoe in gaming.honest(150, 31):
        for each in following(shoe, before_each(shoe), others):
            if each.wager == "every wager":
                by_who[each.who].append(each.p)
    for who, ranks in by_who.items():
        if len(ranks) > 50:
            assert abs(statistics.mean(ranks) - 0.505) < 4 * 0.29 / len(ranks) ** 0.5, who


# Planted


def soonest(shoes: Iterable[SeenShoe], kind: Kind, who: str | None = None) -> tuple[int, Alarm]:
    """After how many shoes the first alarm of a kind is raised."""
    watch = Watch()
    for number, shoe in enumerate(shoes, 1):
        watch, alarms = watch.after(shoe)
        for alarm in alarms:
            if alarm.kind == kind and (who is None or who in alarm.who):
                return number, alarm
    raise AssertionError(f"no {kind} alarm in {number} shoes")


def told(what: str, found: Sequence[int], unit: str = "shoes") -> None:
    say(f"{what}: after {statistics.median(found):.0f} {unit} in the middle, {min(found)} to {max(found)}")


COUNTED = {
    "tiger": ("small-tiger", "tiger", "big-tiger", "tiger-tie", "tiger-pair"),
    "sands-super": ("player-red", "player-black", "banker-red", "banker-black"),
}


@pytest.mark.parametrize("name", COUNTED)
def test_a_planted_counter_is_found(name: str) -> None:
    sides = COUNTED[name]
    found = []
    for seed in range(PLANTED):
        shoes = (gaming.with_counter(shoe, sides) for shoe in gaming.honest(400, 100 + seed, name, sides))
        number, alarm = soonest(shoes, "following", "counter")
        assert alarm.rounds
        assert alarm.p < 1e-6
        found.append(number)
    told(f"counter of all side wagers at {name}", found)


@pytest.mark.parametrize("copies", [1, 8])
def test_a_planted_missing_card_is_found(copies: int) -> None:
    found = []
    for seed in range(PLANTED):
        entropy = np.random.default_rng(seed)
        short = list(FULL)
        for _ in range(copies):
            short.remove(Card("8S"))
        shoes = (gaming.shoe(number, gaming.shuffled(short, entropy), (), entropy) for number in range(300))
        number, alarm = soonest(shoes, "copies")
        assert alarm.words.startswith("8S: one copy is missing" if copies == 1 else "8S: the shoe does not have it")
        found.append(number)
    told(f"{copies} of 8S missing", found)


def test_a_card_that_was_added_is_found() -> None:
    found = []
    for seed in range(PLANTED):
        entropy = np.random.default_rng(seed)
        more = [*FULL, Card("8S")]
        shoes = (gaming.shoe(number, gaming.shuffled(more, entropy), (), entropy) for number in range(300))
        number, alarm = soonest(shoes, "cards")
        assert "8S was dealt too often" in alarm.words
        found.append(number)
    told("a ninth 8S", found)


def test_cards_that_cannot_be_are_found_at_once() -> None:
    watch = Watch()
    _, alarms = watch.after(seen("TS 2H 3H KD", game="dueling-8s"), over=False)
    assert [(alarm.kind, alarm.p, alarm.rounds) for alarm in alarms] == [("cards", 0.0, (1,))]
    whole = tuple(Composition.parse("8x52 less 7D QC"))
    _, alarms = watch.after(msgspec.structs.replace(seen("AS 2H 9H KD"), whole=whole))
    assert [alarm.words for alarm in alarms] == ["the shoe was incomplete: 1 7D, 1 QC missing"]
    whole = (*Composition.parse("8x52 less 7D"), Card("KS"))
    _, alarms = watch.after(msgspec.structs.replace(seen("AS 2H 9H KD"), whole=whole))
    assert [alarm.words for alarm in alarms][1:] == ["the shoe had wrong cards: 1 KS"]
    # Seven Kings of Spades within thirteen cards: there are eight, but not so soon.
    _, alarms = watch.after(seen("KS KS KS KS KS", "KS KS 9D 2C 3H", "KS AD"), over=False)
    assert {alarm.kind for alarm in alarms} >= {"bunched"}


SHUFFLES: dict[str, Callable[[list[Card], np.random.Generator], list[Card]]] = {
    "not shuffled": lambda order, entropy: order,
    "cut only": lambda order, entropy: [*order[150:], *order[:150]],
    "backwards": lambda order, entropy: order[::-1],
    "one riffle": lambda order, entropy: gaming.riffled(order, entropy),
    "two riffles": lambda order, entropy: gaming.riffled(order, entropy, 2),
    "a slug of forty": lambda order, entropy: [
        *gaming.shuffled(order[:100] + order[140:], entropy)[:200],
        *order[100:140],
        *gaming.shuffled(order[:100] + order[140:], entropy)[200:],
    ],
    "new decks": lambda order, entropy: list(STANDARD.cards) * 8,
}


@pytest.mark.parametrize("how", SHUFFLES)
def test_a_planted_unshuffled_shoe_is_found_while_it_is_dealt(how: str) -> None:
    found = []
    for seed in range(10 * PLANTED):
        entropy = np.random.default_rng(seed)
        previous = gaming.shuffled(FULL, entropy)
        watch, _ = Watch().after(gaming.shoe(1, previous, (), entropy, cut=6))
        order = SHUFFLES[how](previous, entropy)
        shoe = gaming.shoe(2, order, (), entropy, cut=6)
        for rounds in range(1, len(shoe.rounds) + 1):
            _, alarms = watch.after(msgspec.structs.replace(shoe, rounds=shoe.rounds[:rounds]), over=False)
            if raised := [alarm for alarm in alarms if alarm.kind == "order"]:
                assert raised[0].p < 1e-5
                found.append(sum(len(round.cards) for round in shoe.rounds[:rounds]))
                break
    told(f"{how}, {len(found)} of {10 * PLANTED} found", found, "cards")
    assert len(found) >= 9 * PLANTED


@pytest.mark.parametrize("knows", [0.9, 0.5])
def test_a_planted_late_bet_pattern_is_found(knows: float) -> None:
    found = []
    for seed in range(PLANTED):
        entropy = np.random.default_rng(seed)
        shoes = [gaming.with_past_poster(shoe, entropy, knows) for shoe in gaming.honest(40, 300 + seed)]
        number, alarm = soonest(shoes, "late", "past poster")
        late = [bet for shoe in shoes[:number] for round in shoe.rounds for bet in round.bets]
        found.append(sum(bet.who == "past poster" for bet in late))
        assert alarm.rounds
    told(f"late bets that know {knows:.0%} of results", found, "late bets at most")


@pytest.mark.parametrize("opposed", [True, False])
def test_two_who_bet_as_one_are_found(opposed: bool) -> None:
    found = []
    for seed in range(PLANTED):
        entropy = np.random.default_rng(seed)
        shoes = (gaming.with_partners(shoe, entropy, opposed) for shoe in gaming.honest(40, 500 + seed))
        number, alarm = soonest(shoes, "pairs", "left")
        assert alarm.who == ("left", "right")
        assert ("against each other" in alarm.words) is opposed
        found.append(number)
    told("opposed" if opposed else "mirrored", found)


def test_flat_stakes_on_one_hand_are_no_pair() -> None:
    shoe = next(gaming.honest(1, 3))
    twin = [[bet for bet in round.bets if bet.who == "flat"] for round in shoe.rounds]
    both = tuple(
        msgspec.structs.replace(
            round,
            bets=tuple(msgspec.structs.replace(bet, who=who) for who in "ab" for bet in bets),
        )
        for round, bets in zip(shoe.rounds, twin, strict=True)
    )
    assert [each.p for each in pairs(shoe.game, both)] == [1.0, 1.0]


@pytest.mark.parametrize(("pace", "word"), [(0.5, "faster"), (2.0, "slower")])
def test_a_run_of_hurried_or_dragging_rounds_is_found(pace: float, word: str) -> None:
    entropy = np.random.default_rng(4)
    watch = Watch()
    for number in range(4):
        watch, alarms = watch.after(gaming.shoe(number, gaming.shuffled(FULL, entropy), (), entropy))
        assert not alarms
    shoe = gaming.shoe(4, gaming.shuffled(FULL, entropy), (), entropy, pace=pace)
    _, alarms = watch.after(shoe, over=False)
    assert [alarm.kind for alarm in alarms][:1] == ["pace"]
    assert word in alarms[0].words
    say(f"rounds {word} by two: after {alarms[0].rounds[-1] + 1} rounds")


def test_a_look_at_a_shoe_that_goes_on_changes_nothing() -> None:
    shoe = next(gaming.honest(1, 9))
    watch = Watch()
    first, _ = watch.after(shoe, over=False)
    second, _ = watch.after(shoe, over=False)
    assert watch == Watch()
    assert first == second


# Exposure


Staked = tuple[str, dict[str, int]]


@st.composite
def stakes(draw: st.DrawFn) -> Staked:
    game = draw(st.sampled_from(VARIANTS))
    names = draw(st.lists(st.sampled_from(list(game.bets)), min_size=1, max_size=8, unique=True))
    return game.name, {name: 1_000 * draw(st.integers(1, 50)) for name in names}


def paid(name: str, staked: dict[str, int], dealt: Sequence[Card]) -> int:
    matches = GAMES[name].matcher.match(outcome(dealt))
    return sum(matches[wager].net(stake) for wager, stake in staked.items())


@settings(max_examples=40)
@given(stakes(), st.integers(0, 2**32))
def test_no_round_costs_more_than_the_worst_and_the_worst_is_reached(given: Staked, seed: int) -> None:
    name, staked = given
    found = worst(find(name), staked, Composition.parse("8x52"))
    assert next_hand(found.cards) is None
    assert paid(name, staked, found.cards) == found.loss
    chance = random.Random(seed)
    for _ in range(100):
        order = chance.sample(FULL, 6)
        assert paid(name, staked, played(order)) <= found.loss


def played(order: Sequence[Card]) -> Sequence[Card]:
    taken = 4
    while next_hand(order[:taken]) is not None:
        taken += 1
    return order[:taken]


@settings(max_examples=15, deadline=None)
@given(stakes(), st.integers(0, 2**32))
def test_worst_and_distribution_are_those_of_all_rounds_of_a_small_shoe(given: Staked, seed: int) -> None:
    name, staked = given
    left = random.Random(seed).sample(FULL, 8)
    gone = Counter(FULL)
    gone.subtract(left)
    shoe = Composition(STANDARD, 8, (+gone).elements())
    every: Counter[int] = Counter()
    for order in itertools.permutations(left, 6):
        every[paid(name, staked, played(order))] += 1
    assert worst(find(name), staked, shoe).loss == max(every)
    assert losses(find(name), staked, shoe) == pytest.approx({loss: n / every.total() for loss, n in every.items()})


def test_the_mean_of_all_losses_is_what_the_exact_odds_say() -> None:
    staked = {wager: 1_000 * at for at, wager in enumerate(GAMES["tiger"].bets, 1)}
    shoe = Composition.parse("8x52 less 4D 4D 6S KH")
    found = losses(find("tiger"), staked, shoe)
    exact = odds("tiger", shoe)
    mean = sum(Fraction(exact[wager].ev) * stake for wager, stake in staked.items())
    assert sum(loss * chance for loss, chance in found.items()) == pytest.approx(float(mean))
    assert sum(found.values()) == pytest.approx(1)
    assert max(found) == worst(find("tiger"), staked, shoe).loss
    assert once_in(1e3, found) <= once_in(1e6, found) <= max(found)


def test_what_is_not_offered_or_not_dealt_is_refused() -> None:
    with pytest.raises(Refused, match="does not offer"):
        worst(find("tiger"), {"pair": 1_000}, Composition.parse("8x52"))
    with pytest.raises(Refused, match="too few cards"):
        worst(find("tiger"), {"tie": 1_000}, Composition(NO_TENS, 1, NO_TENS.cards[3:]))
    with pytest.raises(Refused, match="not played on boxes"):
        on_boxes(find("e-blackjack"), [], Composition.parse("6x52"))
    with pytest.raises(Refused, match="does not use shared cards"):
        shared(find("lucky-8"), {}, Composition.parse("8x52"))


# Exposure at blackjack: the bound is dealt


def stream_of(bets: dict[str, int], dealt: str, *decisions: m.AnyCommand) -> StreamRound:
    """Electronic Blackjack with one terminal: the decisions are taken where they are open, cards dealt where due."""
    round: StreamRound | None = None
    coming, chosen = list(cards(dealt)), list(decisions)

    def give(command: m.AnyCommand, by: Role) -> None:
        nonlocal round
        for event in stream.decide(round, command, by):
            round = stream.evolve(round, event)

    give(m.OpenBets(terms=Terms.of("e-blackjack", unit=100)), Role.DEALER)
    for wager, stake in bets.items():
        give(m.PlaceWager(bettor="T1", box=1, wager=wager, stake=stake), Role.PLAYER)
    give(m.CloseBets(), Role.DEALER)
    for _ in range(60):
        assert round is not None
        offers = {offer.command for offer in stream.expects(round)}
        if "deal-card" in offers:
            give(m.DealCard(card=coming.pop(0)), Role.DEALER)
        elif "settle" in offers:
            give(m.Settle(), Role.DEALER)
            return round
        else:
            if chosen and chosen[0].__struct_config__.tag in offers:
                give(chosen.pop(0), Role.PLAYER)
            give(m.CloseOffers() if "close-offers" in offers else m.CloseDecisions(), Role.DEALER)
    raise AssertionError("the round does not end")


def test_everybody_wins_a_thousand_to_one_together_at_shared_cards() -> None:
    bets = {"main": 1_000, "bet-the-set-21": 500, "royal-match-21": 200, "kings-bounty": 300}
    bound = shared(find("e-blackjack"), bets, Composition.parse("6x52"))
    assert bound.how == "KS KS, the Dealer has Blackjack and everyone is insured"
    round = stream_of(bets, "KS AH KS TD", m.Insure(bettor="T1", box=1))
    assert round.nets() == {"T1": bound.loss}
    doubles = [m.Decide(bettor="T1", action=action) for action in ("split", "split", "double", "double", "double")]
    assert shared(find("e-blackjack"), {"main": 1_000}, Composition.parse("6x52")).loss == 6_000
    round = stream_of({"main": 1_000}, "8S 6H 8D 8H 3S TS 3D TD 3H TH TC TS", *doubles)
    assert round.nets() == {"T1": 6_000}


def test_bounds_on_boxes_count_the_copies_that_there_are() -> None:
    lucky = [{"main": 1_000, "pair": 100, "lucky-8": stake} for stake in (400, 300, 200, 100)]
    found = on_boxes(find("lucky-8"), lucky, Composition.parse("8x52"))
    # Three boxes can hold two of the Dealer's suit each; the one with least on it must do with three unsuited 8s.
    assert found.loss == 4 * (8_000 + 1_100) + 1000 * 900 + 100 * 100
    assert found.reached
    assert not on_boxes(find("lucky-8"), lucky, Composition.parse("1x52")).reached
    dueling = [{"main": 1_000, "tie-on-18": 500, "superb-8s": 10, "21-plus": 100}]
    found = on_boxes(find("dueling-8s"), dueling, Composition.parse("8x48"))
    assert found.loss == 8_000 - 500 + 8000 * 10 + 800 * 100
    assert "eight cards" in found.how
    found = on_boxes(find("dueling-8s"), [{"main": 1_000, "tie-on-18": 5_000}], Composition.parse("8x48"))
    assert (found.loss, found.how.endswith("has 18")) == (6_000 + 40_000, True)


DOUBLED = ("double",) * 4
RECORDED = [
    (
        "lucky-8",
        {"main": 1_000, "pair": 100, "lucky-8": 50},
        "8S 8S 8S 8H 8D 3S TS 3D TD 3H TH 3C TC 4C TH",
        ["split", "split", "split", *DOUBLED],
    ),
    (
        "dueling-8s",
        {"main": 1_000, "superb-8s": 10, "21-plus": 100},
        "8S 8S 8S 3S KS 3D KD 3H KH 3C KC 2S 2D AS AD AH AC KS",
        ["split", "split", "split", *DOUBLED],
    ),
]


@pytest.mark.parametrize(("name", "staked", "dealt", "decisions"), RECORDED, ids=[each[0] for each in RECORDED])
def test_the_bound_on_a_box_is_reached(name: str, staked: dict[str, int], dealt: str, decisions: list[str]) -> None:
    assert settle(name, dealt, staked, decisions).total == on_boxes(find(name), [staked], GAMES[name].shoe()).loss
