"""Whatever goes wrong on boxes: no card vanishes, money is conserved, and the round can be brought to an end."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.cards import Card, shuffled
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import Round
from croupier.games.blackjack.deciding import decide
from croupier.games.blackjack.evolving import evolve, replay
from croupier.games.blackjack.expecting import expects
from croupier.games.blackjack.notation import read, write
from croupier.games.round import Expected, Phase, Role, encode
from croupier.games.terms import Limits, Terms
from croupier.refused import Refused
from play import command as usual_command

OVER = (Phase.SETTLED, Phase.VOID)
COMMON = (
    "declare-bad-cards",
    "refer",
    "return-late-wager",
    "find-face-up-card",
    "interrupt",
    "miss-cutting-card",
    "declare-forgotten-burn",
    "note-wager",
)
"""What may happen at almost any time, and would leave no room for the rest."""
both = pytest.mark.parametrize("name", ["lucky-8", "dueling-8s"])


class Table:
    """A table at which things go wrong at random, so often."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.terms = Terms.of(name, unit=100, limits={"main": Limits(500, 2_000)})
        self.chance, self.shoe = chance, shuffled(self.terms.shoe, chance)
        self.often = chance.choice([0.08, 0.3])
        self.events: list[m.AnyEvent] = decide(None, m.OpenBets(terms=self.terms), Role.DEALER)
        self.round = replay(self.events)

    def steps(self) -> Iterator[Round]:
        for number in range(400):
            offers = expects(self.round)
            left_out = ("void-round", "withdraw-wager", "leave-seat", "declare-absent")
            usual = [each for each in offers if not each.irregular and each.command not in left_out]
            # An empty device has no shoe to compare with, so it is left to its own tests.
            odd = [each for each in offers if each.irregular and each.command != "run-out"]
            if self.chance.random() < 0.8:
                odd = [each for each in odd if each.command not in COMMON]
                usual = [each for each in usual if each.command != "surrender"] or usual
            if self.round.phase is Phase.BETTING:
                usual = [each for each in usual if (each.command == "close-bets") is (number > 15)]
            if self.round.phase in OVER and (not odd or self.chance.random() < 0.4):
                return
            going_wrong = not usual or self.chance.random() < self.often
            offer = self.chance.choice((odd if going_wrong else usual) or offers)
            kept = list(self.shoe)
            by = self.chance.choice([role for role in Role if role.may_act_as(offer.by)])
            try:
                events = decide(self.round, self.command(offer), by)
            except Refused:
                # Cards that lie right already or cannot be put right, and chips that nobody has, are refused.
                if offer.command not in ("reconstruct", "note-wager", "return-late-wager", "declare-skipped"):
                    raise
                self.shoe = kept
                continue
            if by is not Role.PLAYER:
                acted = {event.by or Role.DEALER for event in events if hasattr(event, "by")}
                assert acted <= {by}, "the record says in which position somebody acted (R-11)"
            for event in events:
                self.round = evolve(self.round, event)
                self.events.append(event)
            yield self.round

    def command(self, offer: Expected) -> m.AnyCommand:
        round, chance = self.round, self.chance
        match offer.command:
            case "deal-card":
                return m.DealCard(card=round.waiting[0] if round.waiting else self.shoe.pop())
            case "declare-bad-cards":
                return m.DeclareBadCards(kind="missing")
            case "find-face-up-card":
                return m.FindFaceUpCard(card=self.shoe.pop())
            case "expose-card":
                return m.ExposeCard(card=self.shoe.pop())
            case "refuse-card":
                return m.RefuseCard(bettor=(offer.bettors or ("",))[0], box=offer.box or 0)
            case "remove-dealer-card":
                return m.RemoveDealerCard(card=round.waiting[0] if round.waiting else self.shoe.pop())
            case "reconstruct":
                order = [*round.dealt, *round.waiting, self.shoe.pop()]
                if chance.random() < 0.5:
                    chance.shuffle(order)
                return m.Reconstruct(cards=tuple(order))
            case "misdeal-card":
                places = [box for box in (None, *range(1, self.terms.boxes + 1)) if (box or 0) != round.next_place]
                card = round.waiting[0] if round.waiting else self.shoe.pop()
                return m.MisdealCard(card=card, box=chance.choice(places))
            case "take-back-card":
                # It was read wrongly: what lies on the table may be any card of the shoe, this one too.
                self.shoe.insert(chance.randrange(len(self.shoe) + 1), Card(offer.options[0]))
                return usual_command(offer, self.terms, chance, self.shoe[-1])
            case "finish-hand" | "choose-course" | "permit-withdrawal" | "declare-absent":
                who = chance.choice(offer.bettors or ())
                course = {"course": chance.choice(offer.options)} if offer.options else {}
                return told(command=offer.command, bettor=who, box=offer.box, **course)
            case other if other in OF_BOXES:
                return told(command=other, box=offer.box)
            case "pull-cards":
                seen = chance.choice([0, 1, 2])
                return m.PullCards(number=2, disclosed=tuple(self.shoe.pop() for _ in range(seen)))
            case "pick-card":
                first, said = (offer.bettors or (None,))[0], chance.choice(offer.options)
                by_place = said.isdigit()
                return (
                    m.PickCard(bettor=first, which=int(said)) if by_place else m.PickCard(bettor=first, card=Card(said))
                )
            case "decline-cards":
                return m.DeclineCards(bettor=(offer.bettors or ("",))[0], box=offer.box or 0)
            case "note-wager":
                stake = chance.choice([100, 5_000])
                return m.NoteWager(bettor="Ann", box=chance.randint(1, 5), wager="main", stake=stake)
            case "return-late-wager":
                box, position = chance.choice([(box, each) for box in round.boxes for each in box.positions])
                return m.ReturnLateWager(bettor=position.bettor, wager="main", amount=position.original, box=box.number)
            case "withdraw-all":
                return m.WithdrawAll(bettor=chance.choice(offer.bettors or ()))
            case "refer":
                return m.Refer(
                    reason="nobody knows, nobody | cares", effect=chance.choice(["void", "stands", "stands"])
                )
            case other if other in PLAIN:
                return PLAIN[other]
            case _:
                return usual_command(offer, self.terms, chance, self.shoe[-1])


def told(**fields: object) -> m.AnyCommand:
    command: m.AnyCommand = m.decode_command(encode(fields))
    return command


OF_BOXES = ("declare-box-missed", "declare-unbet-box", "declare-short-hand", "skip-box", "declare-skipped")
PLAIN: dict[str, m.AnyCommand] = {
    "end-deal": m.EndDeal(),
    "declare-dealer-missed": m.DeclareDealerMissed(),
    "declare-forgotten-burn": m.DeclareForgottenBurn(),
    "miss-cutting-card": m.MissCuttingCard(),
    "interrupt": m.Interrupt(),
    "resume": m.Resume(),
}


@both
@given(chance=st.integers(0, 2**64 - 1).map(random.Random))
def test_whatever_goes_wrong_no_card_vanishes_money_is_conserved_and_the_round_can_end(
    name: str, chance: random.Random
) -> None:
    table = Table(name, chance)
    full = Counter(table.shoe)
    for round in table.steps():
        assert lying(round) + Counter(table.shoe) == full, "every card is in one place"
        check_money(round)
        check_step_back(round)
        offers = {each.command for each in expects(round)}
        assert round.phase is Phase.VOID or "refer" in offers
        if round.phase not in OVER:
            assert offers - {"refer"}, "the round goes on"
    assert replay(table.events) == table.round
    assert replay([m.decode_event(encode(event)) for event in table.events]) == table.round
    assert read(write(table.events)) == table.events


@both
@given(chance=st.integers(0, 2**64 - 1).map(random.Random))
def test_whatever_has_gone_wrong_the_round_can_be_played_to_its_end(name: str, chance: random.Random) -> None:
    table = Table(name, chance)
    for _ in zip(range(chance.randint(20, 60)), table.steps(), strict=False):
        pass
    table.often = 0
    for _ in table.steps():
        pass
    assert table.round.phase in OVER


def lying(round: Round) -> Counter[Card]:
    """Every card that is out, wherever it is."""
    hands = [card for box in round.boxes for card in (box.area.dealt if box.area else box.dealt)]
    pulled = round.pulled.cards if round.pulled else ()
    return Counter((*hands, *round.dealer, *round.waiting, *round.removed, *pulled))


def check_step_back(round: Round) -> None:
    """A card that may be taken back and is dealt again to the same place changes nothing."""
    if any(each.command == "take-back-card" for each in expects(round)):
        (back,) = decide(round, m.TakeBackCard(card=round.cards[-1]), Role.DEALER)
        again = evolve(evolve(round, back), round.play[-1])
        assert replace(again, history=(), before=None) == replace(round, history=(), before=None)


def check_money(round: Round) -> None:
    """Nothing is staked that is not accounted for, and what goes back is what was put down."""
    staked = round.staked()
    assert all(amount > 0 for amount in staked.values())
    if round.phase is Phase.VOID:
        assert set(round.nets().values()) <= {0}
    if round.phase is Phase.SETTLED:
        lines = [(who, each) for who, boxes in round.settlement().items() for lines in boxes.values() for each in lines]
        settled = Counter[str]()
        for who, line in lines:
            settled[who] += 0 if "(extra)" in (line.outcome or "") else line.stake
        assert settled == staked, "every stake is settled, once"
        assert all(staked[who] + net >= 0 for who, net in round.nets().items())
