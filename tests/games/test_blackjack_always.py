"""What holds of every blackjack round, whatever the table does: played at random by nothing but what is offered."""

import random
import re
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import Card, shuffled
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import round as boxes
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.notation import read, write
from croupier.games.blackjack.stream import round as stream
from croupier.games.blackjack.stream.play import card_due
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.round import Expected, Phase, Role, encode, tag
from croupier.games.terms import Limits, Terms
from croupier.refused import Refused
from croupier.rulebook import cite
from play import PEOPLE, PLAIN, command
from reading import drawn
from troubles import Table as Troubled

AnyRound = BoxRound | StreamRound
GAMES = ("lucky-8", "e-blackjack", "dueling-8s")
PATIENCE = 40
"""Commands after which bets are closed."""

# A shoe has too many orders to shrink; the seed that is printed plays the same round again.
CHANCES = st.integers(0, 2**64 - 1).map(random.Random)


class Table:
    """A table at which a round is played."""

    def __init__(self, game: str, chance: random.Random) -> None:
        limits = {"main": Limits(500, 100_000)} if chance.random() < 0.5 else {}
        rulings = {"R-43": chance.choice(["obbo", "bb+1", "obo"])} if game != "dueling-8s" else {}
        rulings |= drawn(game, chance)
        small = {"boxes": 5, "mains": chance.randint(1, 3), "one_box": PEOPLE[:1]} if game == "lucky-8" else {}
        self.terms = Terms.of(game, unit=100, limits=limits, rulings=rulings, **small)  # type: ignore[arg-type]
        self.chance, self.shoe = chance, shuffled(self.terms.shoe, chance)
        self.module: Any = stream if game == "e-blackjack" else boxes
        self.evolve: Any = stream.evolve if game == "e-blackjack" else boxes.evolve
        self.replay: Any = stream.replay if game == "e-blackjack" else boxes.replay
        self.events: list[m.AnyEvent] = []
        self.round: Any = None
        self.give(m.OpenBets(terms=self.terms), Role.DEALER)

    def offers(self) -> list[Expected]:
        found: list[Expected] = (stream if self.terms.game == "e-blackjack" else boxes).expects(self.round)
        return found

    def expects(self) -> list[Expected]:
        """The usual course, and one step back."""
        return [each for each in self.offers() if not each.irregular or each.command == "take-back-card"]

    def give(self, command: m.AnyCommand, by: Role) -> None:
        for event in self.module.decide(self.round, command, by):
            self.round = self.evolve(self.round, event)
            self.events.append(event)

    def step(self, taken: int) -> bool:
        """One thing that is offered; whether there was any."""
        offers = self.expects()
        if not offers:
            return False
        terminals = ("lose-terminal", "find-terminal")
        rare = ("void-round", "withdraw-wager", "leave-seat", "declare-absent", "take-back-card", *terminals)
        usual = [each for each in offers if each.command not in rare or self.chance.random() < 0.05]
        if self.round.phase is Phase.BETTING:
            closing = taken > PATIENCE
            usual = [each for each in usual if (each.command == "close-bets") is closing]
        offer = self.chance.choice(usual or offers)
        self.give(command(offer, self.terms, self.chance, self.shoe[-1]), offer.by)
        if offer.command == "deal-card":
            self.shoe.pop()
        elif offer.command == "take-back-card":
            self.shoe.insert(0, Card(offer.options[0]))
        return True

    def play(self) -> AnyRound:
        steps = 0
        while self.step(steps):
            steps += 1
            assert steps < 3_000, "a round ends"
        played: AnyRound = self.round
        return played


@pytest.mark.parametrize("game", GAMES)
@given(chance=CHANCES)
def test_what_is_offered_is_never_refused_and_every_round_ends(game: str, chance: random.Random) -> None:
    assert Table(game, chance).play().phase in (Phase.SETTLED, Phase.VOID)


@pytest.mark.parametrize("game", GAMES)
@given(chance=CHANCES)
def test_replay_equals_play_also_from_the_wire_and_from_one_line(game: str, chance: random.Random) -> None:
    table = Table(game, chance)
    played = table.play()
    assert table.replay(table.events) == played
    assert table.replay([m.decode_event(encode(event)) for event in table.events]) == played
    assert read(write(table.events)) == table.events


@pytest.mark.parametrize("game", GAMES)
@given(chance=CHANCES)
def test_a_card_that_is_taken_back_and_entered_again_leaves_the_very_same_round(
    game: str, chance: random.Random
) -> None:
    table = Table(game, chance)
    for steps in range(3_000):
        before, known = table.round, len(table.events)
        if not table.step(steps):
            break
        *_, last = table.events
        came = isinstance(last, m.CardDealt) and len(table.events) == known + 1
        back = next((each for each in table.expects() if each.command == "take-back-card"), None)
        if came:
            assert back
            assert back.by is Role.DEALER
        if back is None:
            continue
        (event,) = table.module.decide(table.round, command(back, table.terms, chance, table.shoe[-1]), Role.DEALER)
        earlier = table.evolve(table.round, event)
        if came:
            assert _as_it_lies(earlier) == _as_it_lies(before), "all that the card brought about is undone"
        assert earlier.history == (*table.round.history, table.round.cards), "and that it lay there is on record"
        again = m.CardDealt(card=event.card, box=_due(table, earlier).box)
        assert _as_it_lies(table.evolve(earlier, again)) == _as_it_lies(table.round)


def _due(table: Table, round: Any) -> Expected:
    offers: list[Expected] = (stream if table.terms.game == "e-blackjack" else boxes).expects(round)
    return next(each for each in offers if each.command == "deal-card")


def _as_it_lies(round: AnyRound) -> AnyRound:
    return msgspec.structs.replace(round, history=(), before=None)


@pytest.mark.parametrize("game", GAMES)
@given(chance=CHANCES)
def test_money_in_is_money_out_plus_the_houses_win(game: str, chance: random.Random) -> None:
    table = Table(game, chance)
    before: dict[str, int] = {}
    for steps in range(3_000):
        if not table.step(steps):
            break
        staked = table.round.staked()
        assert all(amount > 0 for amount in staked.values())
        if table.round.phase in (Phase.PLAYING, Phase.DRAWING, Phase.COMPLETE, Phase.SETTLED) and before:
            assert all(staked[name] >= amount for name, amount in before.items()), "nothing staked is lost in play"
        before = staked if table.round.phase is not Phase.OFFERING else {}
    nets, staked = table.round.nets(), table.round.staked()
    assert nets.keys() == staked.keys()
    if table.round.phase is Phase.VOID:
        assert set(nets.values()) <= {0}
        return
    lines = _lines(table.round)
    assert {name: sum(line.net for line in each) for name, each in lines.items()} == nets
    extra = {
        name: sum(line.stake for line in each if "(extra)" in (line.outcome or "")) for name, each in lines.items()
    }
    assert {name: sum(line.stake for line in each) - extra[name] for name, each in lines.items()} == staked
    returned = {name: staked[name] + net for name, net in nets.items()}
    assert all(amount >= 0 for amount in returned.values()), "nobody loses more than was staked"


def _lines(round: AnyRound) -> dict[str, list[Any]]:
    if isinstance(round, StreamRound):
        return dict(round.settlement())
    return {name: [line for lines in boxes.values() for line in lines] for name, boxes in round.settlement().items()}


@pytest.mark.parametrize("game", GAMES)
@given(chance=CHANCES, data=st.data())
def test_what_is_not_offered_is_refused_with_a_reason_and_changes_nothing(
    game: str, chance: random.Random, data: st.DataObject
) -> None:
    table = Table(game, chance)
    for steps in range(data.draw(st.integers(0, 120))):
        if not table.step(steps):
            break
    offers = table.offers()
    wild = data.draw(commands(table))
    by = data.draw(st.sampled_from(Role))
    if isinstance(wild, m.OpenBets) or any(_allows(each, wild, by) for each in offers):
        return
    frozen = msgspec.json.encode(table.round, enc_hook=str)
    with pytest.raises(Refused) as refused:
        table.module.decide(table.round, wild, by)
    assert refused.value.reason
    asked = {getattr(wild, "bettor", None), getattr(wild, "owner", None), *getattr(wild, "order", ())}
    assert not set(re.findall(r"\w+", refused.value.reason)) & (set(PEOPLE) - asked), "a refusal names nobody else"
    if refused.value.clause:
        cite(refused.value.clause)
    assert msgspec.json.encode(table.round, enc_hook=str) == frozen


def _allows(offer: Expected, wild: m.AnyCommand, by: Role) -> bool:
    """Whether an offer might cover a command; amounts and actions are looked at as far as they are offered."""
    bettor = getattr(wild, "bettor", None)
    # Staff enter what players without a terminal say or show.
    entered = offer.signals is not None and by.may_act_as(Role.DEALER)
    if offer.command != tag(wild) or not (entered or by.may_act_as(offer.by)):
        return False
    if offer.box is not None and getattr(wild, "box", offer.box) != offer.box:
        return False
    if bettor is not None and (bettor in offer.not_for or (offer.bettors is not None and bettor not in offer.bettors)):
        return False
    if offer.wagers and getattr(wild, "wager", None) not in offer.wagers:
        return False
    if isinstance(wild, m.Decide):
        return wild.action in offer.options and wild.tie is None
    if isinstance(wild, m.PlaceTie):
        return str(wild.hand) == offer.hand
    if isinstance(wild, m.TakeBackCard):
        return wild.card in offer.options
    if isinstance(wild, m.Insure):
        return offer.owner is None or (wild.owner or wild.bettor) == offer.owner
    return True


def commands(table: Table) -> st.SearchStrategy[m.AnyCommand]:
    people = st.sampled_from((*PEOPLE, "Stranger"))
    boxes = st.integers(-1, 9)
    stakes = st.sampled_from((-100, 0, 1, 50, 99, 100, 500, 1000, 10**12))
    wagers = st.sampled_from((*table.terms.offered, "insurance", "banker", ""))
    amounts = st.none() | stakes
    return st.one_of(
        st.sampled_from(list(PLAIN.values())),
        st.builds(m.DealCard, card=st.sampled_from(table.terms.rules.deck.cards)),
        st.builds(m.TakeBackCard, card=st.sampled_from((*table.terms.rules.deck.cards, *table.round.cards[-1:]))),
        st.builds(m.TakeSeat, bettor=people, box=boxes),
        st.builds(m.LeaveSeat, bettor=people, box=boxes),
        st.builds(m.PlaceWager, bettor=people, box=boxes, wager=wagers, stake=stakes),
        st.builds(m.WithdrawWager, bettor=people, box=boxes, wager=wagers),
        st.builds(m.Surrender, bettor=people, box=boxes),
        st.builds(m.Insure, bettor=people, box=boxes, owner=st.none() | people, stake=amounts),
        st.builds(m.TakeEvenMoney, bettor=people, box=boxes),
        st.builds(
            m.Decide,
            bettor=people,
            box=boxes,
            action=st.sampled_from(("stand", "hit", "double", "split")),
            amount=amounts,
        ),
        st.builds(m.DoubleToo, bettor=people, box=boxes, amount=amounts),
        st.builds(m.MatchSplit, bettor=people, box=boxes),
        st.builds(m.PlaceTie, bettor=people, box=boxes, hand=st.integers(-1, 4), stake=stakes),
        st.builds(m.DeclareAbsent, bettor=people, box=boxes),
        st.builds(m.LoseTerminal, bettor=people),
        st.builds(m.FindTerminal, bettor=people),
        st.builds(m.AgreeSpot, bettor=people, box=boxes, wager=wagers),
        st.builds(m.ArrangeBox, box=boxes, order=st.lists(people, max_size=3).map(tuple)),
    )


# The shared stream, whatever goes wrong; boxes have a file of their own


def troubled(chance: random.Random) -> Troubled:
    terms = Terms.of("e-blackjack", unit=100, rulings={"R-93": chance.choice("ab")})
    return Troubled("e-blackjack", chance, shuffled(terms.shoe, chance), terms)


@given(chance=CHANCES)
def test_whatever_goes_wrong_no_card_vanishes_what_is_offered_is_accepted_and_every_round_ends(
    chance: random.Random,
) -> None:
    table = troubled(chance)
    full, trouble = Counter(table.shoe), chance.choice([0.05, 0.15, 0.4])
    for _ in range(3):
        for round in table.steps(trouble):
            assert isinstance(round, StreamRound)
            out = Counter(round.out) + Counter(table.discarded)
            assert out + Counter(table.shoe) == full, "in a hand, waiting, removed, in an earlier round or in the shoe"
            assert round.phase is Phase.VOID or "refer" in {each.command for each in stream.expects(round)}
            assert round.waiting or not round.unruled
            assert round.positions.keys() == round.way.keys() or round.phase in (Phase.BETTING, Phase.VOID)
            stayed = round.gone.keys() & round.positions.keys()
            assert not any(round.positions[each].original for each in stayed), "with side wagers alone (R-93)"
        table.open()


@given(chance=CHANCES)
def test_whatever_goes_wrong_money_is_conserved_and_replay_equals_play(chance: random.Random) -> None:
    table = troubled(chance)
    for number in range(2):
        for round in table.steps(0.2):
            assert isinstance(round, StreamRound)
            if round.phase is Phase.VOID:
                assert set(round.nets().values()) <= {0}
            if round.phase is Phase.SETTLED:
                staked, nets, lines = round.staked(), round.nets(), round.settlement()
                assert staked == {name: sum(line.stake for line in each) for name, each in lines.items()}
                assert all(staked[name] + net >= 0 for name, net in nets.items())
                assert not any(each.even_money for each in round.positions.values()) or round.opening_blackjack
                assert not round.insured or round.shows_ace
        assert table.accounts(number) == table.owed(), "what is booked is what the round came to"
        assert table.replayed() == table.round
        told = [event for event in table.events if isinstance(event, m.AnyEvent)]
        assert stream.replay([m.decode_event(encode(event)) for event in told]) == table.round
        assert read(write(told)) == told
        table.open()


@given(chance=CHANCES)
def test_a_settled_round_that_is_corrected_is_the_one_that_was_dealt_with_the_same_choices(
    chance: random.Random,
) -> None:
    table = troubled(chance)
    for _ in table.steps(0):
        pass
    right = table.corrected()
    if right is None:
        return
    assert right.phase is Phase.SETTLED
    told = [event for event in table.retold(right.cards) if isinstance(event, m.AnyEvent)]
    if _can_be_told(told):
        assert stream.replay(told).nets() == right.nets()


def _can_be_told(events: list[m.AnyEvent]) -> bool:
    """Whether every card and the end of every window comes when it is due: over other cards a hand may ask later."""
    round: Any = None
    for event in events:
        if isinstance(event, m.CardDealt) and not card_due(round):
            return False
        if isinstance(event, m.DecisionsClosed) and not round.waits_for_decision():
            return False
        round = stream.evolve(round, event)
    return True
