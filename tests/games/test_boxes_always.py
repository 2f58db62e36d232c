"""Whatever goes wrong on boxes: no card vanishes, money is conserved, and the round can be brought to an end."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.cards import Card, shuffled
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes.round import decide, evolve, expects, replay
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.incidents.late_wagers import late_on_boxes as late_wagers
from croupier.games.blackjack.incidents.limits import notable
from croupier.games.blackjack.notation import read, write
from croupier.games.round import Expected, Phase, Role, encode
from croupier.games.terms import Limits, Terms
from croupier.refused import Refused
from play import PEOPLE
from play import command as usual_command
from reading import drawn

OVER = (Phase.SETTLED, Phase.VOID)
COMMON = (
    "run-out",
    "return-late-wager",
    "find-face-up-card",
    "interrupt",
    "miss-cutting-card",
    "declare-forgotten-burn",
    "note-wager",
    "correct-cards",
    "take-back-card",
)
"""What may happen at almost any time, and would leave no room for the rest."""
ENDS = ("declare-bad-cards", "refer", "void-round")
"""What ends a round, or says nothing but words."""
SELDOM = ("void-round", "withdraw-wager", "leave-seat", "declare-absent")
"""What is offered in the usual course and would end it too soon."""
MAY_BE_REFUSED = ("reconstruct", "correct-cards")
"""Cards that lie right already or cannot be put right under what was decided; all else that is offered is accepted."""
both = pytest.mark.parametrize("name", ["lucky-8", "dueling-8s"])


class Table:
    """A table at which things go wrong at random, so often."""

    def __init__(self, name: str, chance: random.Random, shoe: Callable[[Terms], list[Card]] | None = None) -> None:
        warned = chance.sample(PEOPLE, 2)
        limits = {"main": Limits(500, 2_000), "pair" if name == "lucky-8" else "tie-on-18": Limits(200, 1_000)}
        self.terms = Terms.of(name, unit=100, limits=limits, warned=warned, rulings=drawn(name, chance))
        self.chance, self.shoe = chance, shoe(self.terms) if shoe else shuffled(self.terms.shoe, chance)
        if chance.random() < 0.5:
            # What splits, insures and makes Blackjack is on top.
            self.shoe.sort(key=lambda card: card.rank in "A8K" and chance.random() < 0.5)
        self.often = chance.choice([0.08, 0.3, 0.6])
        ready = tuple(self.shoe.pop() for _ in range(chance.choice([0, 0, 0, 1, 2])))
        opening = m.OpenBets(terms=self.terms, waiting=ready, unseen=chance.choice([0, 0, 0, 2]))
        self.events: list[m.AnyEvent] = decide(None, opening, Role.DEALER)
        self.round = replay(self.events)

    def steps(self) -> Iterator[BoxRound]:
        for number in range(400):
            offers = expects(self.round)
            seldom = () if self.chance.random() < 0.03 else SELDOM
            usual = [each for each in offers if not each.irregular and each.command not in seldom]
            odd = [each for each in offers if each.irregular and each.command != "void-round"]
            for rare, often in ((COMMON, 0.7), (ENDS, 0.95)):
                if self.chance.random() < often:
                    odd = [each for each in odd if each.command not in rare]
            if self.chance.random() < 0.8:
                usual = [each for each in usual if each.command != "surrender"] or usual
            if self.round.phase is Phase.BETTING:
                usual = [each for each in usual if (each.command == "close-bets") is (number > 15)]
            if self.round.phase in OVER and (not odd or self.chance.random() < 0.4):
                return
            going_wrong = not usual or self.chance.random() < self.often
            offer = self.one_of_all((odd if going_wrong else usual) or usual or offers)
            if self.take(offer):
                yield self.round

    def one_of_all(self, offers: list[Expected]) -> Expected:
        """Any of them while bets are placed, and later any command, however many ways there are to give it."""
        kinds = sorted({each.command for each in offers})
        if self.round.phase is not Phase.BETTING:
            command = self.chance.choice(kinds)
            offers = [each for each in offers if each.command == command]
        return self.chance.choice(offers)

    def take(self, offer: Expected) -> bool:
        """Do what is offered, in any position that may; whether it was accepted."""
        kept = list(self.shoe)
        by = self.chance.choice([role for role in Role if role.may_act_as(offer.by) or self.signals(offer, role)])
        try:
            events = decide(self.round, self.command(offer), by)
        except Refused:
            if offer.command not in MAY_BE_REFUSED:
                raise
            self.shoe = kept
            return False
        self.check_record(offer, events, by)
        for event in events:
            before, self.round = self.round, evolve(self.round, event)
            # What is shuffled in may come again, and what is burned unseen never does.
            self.shoe[:0] = (Counter(self.round.shuffled_in) - Counter(before.shuffled_in)).elements()
            del self.shoe[len(self.shoe) - (self.round.removed_unseen - before.removed_unseen) :]
            self.events.append(event)
        return True

    def signals(self, offer: Expected, role: Role) -> bool:
        """Whether somebody of the staff may enter it for a player; players do most of it themselves."""
        return offer.signals is not None and role is not Role.PLAYER and self.chance.random() < 0.2

    def check_record(self, offer: Expected, events: list[m.AnyEvent], by: Role) -> None:
        """The record says in which position somebody acted (R-11), and who entered what a player did (R-41)."""
        if by is Role.PLAYER:
            return
        acted = {event.by or Role.DEALER for event in events if hasattr(event, "by")}
        assert acted <= {by}
        if offer.by is Role.PLAYER:
            noted = [getattr(events[0], field, None) for field in ("placed_by", "by")]
            assert by in noted, events[0]

    def command(self, offer: Expected) -> m.AnyCommand:
        round, chance = self.round, self.chance
        bettor = (offer.bettors or ("",))[0]
        match offer.command:
            case "deal-card":
                return m.DealCard(card=round.waiting[0] if round.waiting else self.shoe.pop())
            case "declare-bad-cards":
                return m.DeclareBadCards(kind="missing")
            case "find-face-up-card":
                return told(command=offer.command, card=self.shoe.pop(), **self.one_of(offer, "course"))
            case "rule-ready-cards":
                return told(command=offer.command, **self.one_of(offer, "course"))
            case "expose-card":
                return m.ExposeCard(card=self.shoe.pop())
            case "refuse-card":
                return m.RefuseCard(bettor=bettor, box=offer.box or 0)
            case "remove-dealer-card":
                return m.RemoveDealerCard(card=round.waiting[0] if round.waiting else self.shoe.pop())
            case "reconstruct":
                order = [*round.dealt, *round.waiting, self.shoe.pop()]
                if chance.random() < 0.5:
                    chance.shuffle(order)
                return m.Reconstruct(cards=tuple(order))
            case "correct-cards":
                return m.CorrectCards(cards=self.read_right())
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
                return told(command=offer.command, bettor=who, box=offer.box, **self.one_of(offer, "course"))
            case other if other in OF_BOXES:
                return told(command=other, box=offer.box)
            case "pull-cards":
                number = chance.choice([2, 2, 3])
                return m.PullCards(
                    number=number, disclosed=tuple(self.shoe.pop() for _ in range(chance.randint(0, number)))
                )
            case "pick-card":
                first, said = (offer.bettors or (None,))[0], chance.choice(offer.options)
                by_place = said.isdigit()
                return (
                    m.PickCard(bettor=first, which=int(said)) if by_place else m.PickCard(bettor=first, card=Card(said))
                )
            case "decline-cards":
                return m.DeclineCards(bettor=bettor, box=offer.box or 0)
            case "note-wager":
                named, box, wager, limits = chance.choice(notable(round))
                holders = [each.bettor for each in round.box(box).mains]
                who = named or chance.choice([each for each in PEOPLE if each not in holders])
                amounts = [100] * (limits.minimum > 100) + [5_000] * (limits.maximum is not None)
                return m.NoteWager(bettor=who, box=box, wager=wager, stake=chance.choice(amounts))
            case "return-late-wager":
                late = chance.choice(late_wagers(round))
                amount = chance.choice([late.stake, 100 * chance.randint(1, late.stake // 100)])
                return m.ReturnLateWager(bettor=late.bettor, wager=late.wager, amount=amount, box=late.box)
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

    def one_of(self, offer: Expected, field: str) -> dict[str, str]:
        """One of the options, where there are any."""
        return {field: self.chance.choice(offer.options)} if offer.options else {}

    def read_right(self) -> tuple[Card, ...]:
        """The cards that lie there with another face on one of them: that one was in the shoe, for all anybody knew."""
        cards, at = list(self.round.dealt), self.chance.randrange(len(self.round.dealt))
        place = self.chance.randrange(len(self.shoe))
        cards[at], self.shoe[place] = self.shoe[place], cards[at]
        return tuple(cards)


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
    "run-out": m.RunOut(),
}


@both
@given(chance=st.integers(0, 2**64 - 1).map(random.Random))
def test_whatever_goes_wrong_no_card_vanishes_money_is_conserved_and_the_round_can_end(
    name: str, chance: random.Random
) -> None:
    table = Table(name, chance)
    full = Counter(table.terms.shoe)
    for round in table.steps():
        check_cards(round, table.shoe, full)
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


def test_everything_that_may_happen_on_boxes_comes_up() -> None:
    """The table above tries every event there is, within so many rounds."""
    of_streams = {m.ChoiceMade, m.SurrenderChosen, m.DecisionsClosed, m.TerminalLost, m.TerminalFound}
    missing = set(get_args(m.AnyEvent)) - of_streams - {m.CardsDrawnTogether, m.CardsDiscarded, m.DisplayCorrected}
    for seed in range(1_500):
        table = Table(("lucky-8", "dueling-8s")[seed % 2], random.Random(seed))
        for _ in table.steps():
            pass
        missing -= {type(event) for event in table.events}
        if not missing:
            return
    assert missing == set()


def check_cards(round: BoxRound, shoe: list[Card], full: Counter[Card]) -> None:
    """Every card is in one place; what was shuffled in is in the shoe again besides being told of."""
    gone = round.removed_unseen
    now = lying(round) + Counter(shoe) - Counter(round.shuffled_in)
    assert now.total() == full.total() - gone
    assert now <= full, "every card is in one place"
    unseen = round.unseen + (round.pulled.unseen if round.pulled else 0)
    assert 0 <= unseen <= len(shoe)
    assert all(round.copies(card) <= round.terms.decks for card in round.out)


def lying(round: BoxRound) -> Counter[Card]:
    """Every card that is out, wherever it is."""
    hands = [card for box in round.boxes for card in (box.area.dealt if box.area else box.dealt)]
    pulled = round.pulled.cards if round.pulled else ()
    return Counter((*hands, *round.dealer, *round.waiting, *round.removed, *pulled))


def check_step_back(round: BoxRound) -> None:
    """A card that may be taken back and is dealt again to the same place changes nothing."""
    if any(each.command == "take-back-card" for each in expects(round)):
        (back,) = decide(round, m.TakeBackCard(card=round.cards[-1]), Role.DEALER)
        last = round.play[-1]
        assert isinstance(last, m.CardDealt | m.CardMisdealt)
        again = evolve(evolve(round, back), last)
        assert replace(again, history=(), before=None) == replace(round, history=(), before=None)


def check_money(round: BoxRound) -> None:
    """Nothing is staked that is not accounted for, by its original, and what goes back is what was put down."""
    staked = round.staked()
    assert all(amount > 0 for amount in staked.values())
    for box in round.boxes:
        for each in box.mains:
            assert set(each.stakes.values()) <= {each.original}, "each hand is staked like the original"
            assert all(0 < double <= each.original for double in each.doubles.values())
    for insured in round.insured:
        # Where the owner has withdrawn, another's insurance is still that one's own wager.
        owner = round.box(insured.box).position(insured.owner)
        assert insured.stake > 0
        assert owner is None or not owner.original or insured.stake <= owner.original // 2
    if round.phase is Phase.VOID and round.rules.reads("R-01") == "a":
        assert set(round.nets().values()) <= {0}
    if round.phase is Phase.SETTLED:
        lines = [(who, each) for who, boxes in round.settlement().items() for lines in boxes.values() for each in lines]
        settled = Counter[str]()
        for who, line in lines:
            settled[who] += 0 if "(extra)" in (line.outcome or "") else line.stake
        assert settled == staked, "every stake is settled, once"
        assert all(staked[who] + net >= 0 for who, net in round.nets().items())
