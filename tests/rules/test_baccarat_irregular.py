"""Section 5 of the two baccarat documents: what has gone wrong, who may say so, and what follows."""

import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import Card, cards, shuffled
from croupier.games.baccarat.messages import (
    AnyCommand,
    AnyEvent,
    CardsReconstructed,
    CloseBets,
    CorrectDisplay,
    DealCard,
    DeclareBadCards,
    DeclareDisturbedOrder,
    DeclareDrawnTogether,
    FindFaceUpCard,
    Interrupt,
    LoseTerminal,
    OpenBets,
    PlaceWager,
    Reconstruct,
    Refer,
    RemoveCuttingCard,
    ReturnLateWager,
    RoundVoided,
    RunOut,
    Settle,
    TakeBackCard,
    VoidRound,
    decode_event,
)
from croupier.games.baccarat.notation import read, write
from croupier.games.baccarat.round import Round, decide, evolve, expects, play, replay
from croupier.games.baccarat.variants import Baccarat
from croupier.games.catalogue import GAMES
from croupier.games.round import Expected, Phase, Role, encode
from croupier.games.terms import Terms
from croupier.refused import Refused
from croupier.rulebook import Citation, Clause

BACCARAT = [name for name, game in GAMES.items() if isinstance(game, Baccarat)]
TERMINALS = [name for name in BACCARAT if name != "sands-super"]
both = pytest.mark.parametrize("name", ["tiger", "sands-super"])
BANKER_SIX = "8S 4C 3D 2H KH"


def staked(name: str) -> Round:
    return play(
        OpenBets(terms=Terms.of(name)),
        PlaceWager(bettor="T1", wager="banker", stake=10_000),
        PlaceWager(bettor="T2", wager="tie", stake=2_000),
    )


def dealt(name: str, text: str = "") -> Round:
    return then(staked(name), CloseBets(), *(DealCard(card=card) for card in cards(text)))


def settled(name: str) -> Round:
    return then(dealt(name, BANKER_SIX), Settle())


def then(round: Round, *commands: AnyCommand, by: Role = Role.GAMING_SHIFT_MANAGER) -> Round:
    for command in commands:
        for event in decide(round, command, by):
            round = evolve(round, event)
    return round


def refusal(round: Round, command: AnyCommand, by: Role = Role.GAMING_SHIFT_MANAGER) -> Refused:
    with pytest.raises(Refused) as caught:
        decide(round, command, by)
    return caught.value


def least(round: Round, command: str) -> list[tuple[Role, str]]:
    return [(each.by, str(each.clause)) for each in expects(round) if each.command == command]


# Cards that do not belong


@both
@pytest.mark.parametrize("kind", ["foreign", "extra", "missing", "unshuffled"])
@pytest.mark.clause("ebaccarat 5.1", "ebaccarat 5.1.1", "superbaccarat 5.1", "superbaccarat 5.1.1")
def test_5_1_1_cards_that_do_not_belong_void_the_round_in_progress(name: str, kind: str) -> None:
    command = msgspec.convert({"command": "declare-bad-cards", "kind": kind}, DeclareBadCards)
    document = GAMES[name].document.id
    for round in (staked(name), dealt(name), dealt(name, "8S 4C"), dealt(name, BANKER_SIX)):
        (event,) = decide(round, command, Role.PIT_MANAGER)
        assert event == RoundVoided(clause=Clause(document, "5.1.1"), by=Role.PIT_MANAGER, why=f"{kind} cards")
        assert evolve(round, event).nets() == {"T1": 0, "T2": 0}
        assert refusal(round, command, Role.PIT_SUPERVISOR).clause == f"{document} 5.1.1"


@both
@pytest.mark.clause("ebaccarat 5.1.2", "superbaccarat 5.1.2")
def test_5_1_2_rounds_that_are_over_stand(name: str) -> None:
    over = settled(name)
    assert refusal(over, DeclareBadCards(kind="foreign"))
    after = then(over, OpenBets(terms=over.terms))
    assert then(after, DeclareBadCards(kind="foreign")).phase is Phase.VOID
    assert over.nets() == {"T1": over.lines("T1")[0].net, "T2": -2_000}


@both
@pytest.mark.clause("ebaccarat 5.2", "superbaccarat 5.4")
def test_a_shoe_whose_order_is_lost_voids_while_cards_are_needed_and_r_104_not_after(name: str) -> None:
    says = "ebaccarat 5.2" if name == "tiger" else "superbaccarat 5.4"
    for round in (dealt(name), dealt(name, "8S 4C 3D 2H")):
        assert then(round, DeclareDisturbedOrder(), by=Role.PIT_MANAGER).void == says
    assert refusal(dealt(name, BANKER_SIX), DeclareDisturbedOrder()), "all cards that count are out"


# The right places


@both
@pytest.mark.clause("ebaccarat 5.7", "superbaccarat 5.2")
def test_cards_in_the_wrong_order_are_put_where_they_belong(name: str) -> None:
    round = dealt(name, "4C 8S 3D 2H")
    assert round.hands == {"player": cards("4C 3D"), "banker": cards("8S 2H")}
    mended = then(round, Reconstruct(cards=cards("8S 4C 3D 2H")), by=Role.PIT_SUPERVISOR)
    assert mended.hands == {"player": cards("8S 3D"), "banker": cards("4C 2H")}
    assert mended.history == (cards("4C 8S 3D 2H"),), "the wrong turn stays on record"
    assert then(mended, DealCard(card=Card("KH")), Settle()).nets() == settled(name).nets()
    assert (
        refusal(round, Reconstruct(cards=cards("8S 4C 3D 2H")), Role.DEALER).reason
        == "this needs a pit-supervisor, not a dealer"
    )


@both
@pytest.mark.clause("ebaccarat 5.7", "superbaccarat 5.2")
def test_a_card_drawn_too_much_lies_next_in_the_shoe(name: str) -> None:
    mended = then(dealt(name, BANKER_SIX), Reconstruct(cards=cards(f"{BANKER_SIX} 9D")))
    assert (mended.phase, mended.cards, mended.waiting) == (Phase.COMPLETE, cards(BANKER_SIX), cards("9D"))
    over = then(mended, Settle())
    following = then(over, OpenBets(terms=over.terms, waiting=over.waiting), CloseBets())
    assert "9D is out already" in refusal(following, DealCard(card=Card("2C"))).reason
    assert then(following, DealCard(card=Card("9D"))).cards == cards("9D")


@both
@pytest.mark.clause("ebaccarat 5.7", "superbaccarat 5.2")
def test_a_card_missed_opens_the_deal_again(name: str) -> None:
    complete = dealt(name, "9S 4C KD 2H")
    assert complete.phase is Phase.COMPLETE
    mended = then(complete, Reconstruct(cards=cards("2H 9S 4C KD")))
    assert (mended.phase, expects(mended)[0].prompt) == (Phase.COMPLETE, "Player 6, Banker 9: Banker wins")
    mended = then(complete, Reconstruct(cards=cards("KD 4C 2H 9S")))
    assert (mended.phase, expects(mended)[0].hand) == (Phase.DEALING, "player")


@both
@pytest.mark.clause("ebaccarat 5.7")
def test_only_the_very_same_cards_are_put_right(name: str) -> None:
    round = dealt(name, "8S 4C 3D 2H")
    assert "must be among them: 2H" in refusal(round, Reconstruct(cards=cards("8S 4C 3D 9H"))).reason
    assert "lie like that already" in refusal(round, Reconstruct(cards=round.cards)).reason
    assert "hold no more than 8 of 8S" in refusal(round, Reconstruct(cards=(*round.cards, *cards("8S " * 8)))).reason
    assert refusal(dealt(name), Reconstruct(cards=cards("8S"))), "no card is out"


@pytest.mark.clause("superbaccarat 5.2")
def test_r_111_a_wrong_count_is_mended_until_the_next_round_opens() -> None:
    wrong = then(dealt("sands-super", "8S 4C 3D 2H KH"), Settle())
    mended = then(wrong, Reconstruct(cards=cards("8S 4C 3D 2H 9H KH")))
    assert (mended.phase, mended.waiting) == (Phase.COMPLETE, cards("KH"))
    assert then(mended, Settle()).nets() == {"T1": 10_000 // 2, "T2": -2_000}
    assert then(wrong, VoidRound(clause=Clause("superbaccarat 5.2"))).nets() == {"T1": 0, "T2": 0}
    assert refusal(wrong, VoidRound(clause=Clause("superbaccarat 5.1.1")))
    opened = then(wrong, OpenBets(terms=wrong.terms))
    assert "reconstruct" not in {each.command for each in expects(opened)}
    assert "reconstruct" not in {each.command for each in expects(settled("tiger"))}


# Cards drawn together


@both
@pytest.mark.clause("ebaccarat 5.8", "superbaccarat 5.3")
def test_cards_drawn_at_once_are_dealt_in_the_order_that_is_known(name: str) -> None:
    round = dealt(name, "8S 4C")
    drawn = DeclareDrawnTogether(cards=cards("3D 2H"), known=True)
    after = then(round, drawn, by=Role.PIT_SUPERVISOR)
    assert after.waiting == cards("3D 2H")
    assert "3D is out already" in refusal(after, DealCard(card=Card("2H"))).reason
    after = then(after, DealCard(card=Card("3D")), DealCard(card=Card("2H")), DealCard(card=Card("KH")), Settle())
    assert after.nets() == settled(name).nets()
    assert (
        refusal(round, DeclareDrawnTogether(cards=cards("3D"), known=True)).reason
        == "cards drawn together are two or more"
    )


@both
@pytest.mark.clause("ebaccarat 5.8.1", "superbaccarat 5.3")
def test_an_order_that_nobody_knows_voids_the_round_on_third_cards_too_r_112(name: str) -> None:
    says = "ebaccarat 5.8.1" if name == "tiger" else "superbaccarat 5.3"
    drawn = DeclareDrawnTogether(cards=cards("9C 9D"), known=False)
    for round in (dealt(name), dealt(name, "8S 4C"), dealt(name, "8S 4C 3D 2H")):
        assert then(round, drawn, by=Role.PIT_MANAGER).void == says
        assert "needs a pit-manager" in refusal(round, drawn, Role.PIT_SUPERVISOR).reason


# What plays on


@both
@pytest.mark.clause("ebaccarat 5.6")
def test_5_6_a_card_found_face_up_after_the_first_is_played_as_normal(name: str) -> None:
    round = then(dealt(name, "8S 4C 3D 2H"), FindFaceUpCard(card=Card("KH")), by=Role.DEALER)
    assert "KH is out already" in refusal(round, DealCard(card=Card("2D"))).reason
    assert then(round, DealCard(card=Card("KH")), Settle()).nets() == settled(name).nets()


@both
def test_r_22_a_card_found_face_up_while_bets_are_open_is_burned_by_staff(name: str) -> None:
    round = staked(name)
    assert least(round, "find-face-up-card") == [(Role.PIT_MANAGER, "R-22")]
    after = then(round, FindFaceUpCard(card=Card("KH")), by=Role.PIT_MANAGER)
    assert (after.burned, after.waiting) == (cards("KH"), ())


@both
@pytest.mark.clause("ebaccarat 6.3")
def test_6_3_a_wrong_display_changes_nothing_but_the_record(name: str) -> None:
    for round in (dealt(name, BANKER_SIX), settled(name)):
        after = then(round, CorrectDisplay(said="Player wins"), by=Role.DEALER)
        assert msgspec.structs.replace(after, notes=()) == round
        assert [note.said for note in after.notes if hasattr(note, "said")] == ["Player wins"]


@both
@pytest.mark.clause("ebaccarat 5.5", "superbaccarat 5.6")
def test_r_29_a_late_wager_goes_back_whether_it_won_or_lost(name: str) -> None:
    says = "ebaccarat 5.5" if name == "tiger" else "superbaccarat 5.6"
    over = settled(name)
    lost = then(over, ReturnLateWager(bettor="T2", wager="tie", amount=2_000), by=Role.PIT_SUPERVISOR)
    assert lost.nets() == {"T1": over.nets()["T1"]}
    won = then(over, ReturnLateWager(bettor="T1", wager="banker", amount=6_000))
    assert won.nets() == {"T1": over.nets()["T1"] * 4 // 10, "T2": -2_000}
    for bettor, wager, amount in (("T1", "banker", 10_020), ("T1", "tie", 20), ("T3", "tie", 20), ("T1", "banker", 0)):
        assert refusal(over, ReturnLateWager(bettor=bettor, wager=wager, amount=amount)).clause == says
    assert refusal(staked(name), ReturnLateWager(bettor="T1", wager="banker", amount=20)), "bets are open: withdraw it"


@both
@pytest.mark.clause("ebaccarat 6.1")
def test_6_1_what_no_clause_covers_is_ruled_on_by_the_gaming_shift_manager_with_a_reason(name: str) -> None:
    says = "ebaccarat 6.1" if name == "tiger" else "R-12"
    for round in (staked(name), dealt(name, "8S 4C"), settled(name)):
        assert least(round, "refer") == [(Role.GAMING_SHIFT_MANAGER, says)]
        void = then(round, Refer(reason="a fire alarm", effect="void"))
        assert (void.void, void.nets()) == (says, {"T1": 0, "T2": 0})
        assert then(round, Refer(reason="a fire alarm", effect="stands")).phase is round.phase
        assert refusal(round, Refer(reason=" ", effect="void")).reason == "a ruling gives its reason"
        assert refusal(round, Refer(reason="a fire alarm", effect="void"), Role.PIT_MANAGER).clause == says


@pytest.mark.clause("ebaccarat 6.2")
def test_6_2_the_record_says_who_acted_in_which_position() -> None:
    round = dealt("tiger", "4C 8S 3D 2H")
    for by in (Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.GAMING_SHIFT_MANAGER):
        (event,) = decide(round, Reconstruct(cards=cards("8S 4C 3D 2H")), by)
        assert isinstance(event, CardsReconstructed)
        assert event.by is by


# Whatever goes wrong, whenever


class Table:
    """A table at which things go wrong at random."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.chance = chance
        self.round = play(OpenBets(terms=Terms.of(name)))
        self.shoe = shuffled(self.round.terms.shoe, chance)
        self.events: list[AnyEvent] = decide(None, OpenBets(terms=self.round.terms), Role.DEALER)

    def steps(self) -> Iterator[Round]:
        for number in range(200):
            offers = expects(self.round)
            usual = [
                each for each in offers if not each.irregular and each.command not in ("void-round", "withdraw-wager")
            ]
            odd = [each for each in offers if each.irregular]
            if number < 4 and self.round.phase is Phase.BETTING:
                usual = usual[:1]
            elif self.round.phase is Phase.BETTING:
                usual = [each for each in usual if each.command == "close-bets"]
            if not usual and (not odd or self.chance.random() < 0.5):
                return
            offer = self.chance.choice(odd if odd and (not usual or self.chance.random() < 0.15) else usual)
            for event in decide(self.round, self.command(offer), offer.by):
                self.round = evolve(self.round, event)
                self.events.append(event)
            yield self.round

    def command(self, offer: Expected) -> AnyCommand:
        round, chance = self.round, self.chance
        match offer.command:
            case "place-wager":
                wager = chance.choice(offer.wagers)
                return PlaceWager(
                    bettor=chance.choice(["T1", "T2"]), wager=wager, stake=round.terms.unit * chance.randint(1, 9)
                )
            case "deal-card":
                return DealCard(card=round.waiting[0] if round.waiting else self.shoe.pop())
            case "lose-terminal":
                return LoseTerminal(bettor="T1")
            case "void-round":
                return VoidRound(clause=Clause(str(offer.clause)))
            case "declare-bad-cards":
                return DeclareBadCards(kind="missing")
            case "find-face-up-card":
                return FindFaceUpCard(card=self.shoe.pop())
            case "declare-drawn-together":
                drawn = (self.shoe.pop(), self.shoe.pop())
                return DeclareDrawnTogether(cards=drawn, known=offer.options == ("known",))
            case "reconstruct":
                order = [*round.cards, *round.waiting, self.shoe.pop()]
                while tuple(order) == (*round.cards, *round.waiting):
                    chance.shuffle(order)
                chance.shuffle(order)
                return Reconstruct(cards=tuple(order))
            case "return-late-wager":
                bettor = chance.choice(offer.bettors or ())
                wager = chance.choice(list(round.stakes[bettor]))
                return ReturnLateWager(bettor=bettor, wager=wager, amount=round.stakes[bettor][wager])
            case "take-back-card":
                self.shoe.append(round.cards[-1])
                return TakeBackCard(card=round.cards[-1])
            case "correct-display":
                return CorrectDisplay(said="a | bar, and a comma")
            case "refer":
                return Refer(reason="nobody knows", effect=chance.choice(["void", "stands"]))
            case other:
                return PLAIN[other]


PLAIN: dict[str, AnyCommand] = {
    "close-bets": CloseBets(),
    "remove-cutting-card": RemoveCuttingCard(),
    "run-out": RunOut(),
    "interrupt": Interrupt(),
    "settle": Settle(),
    "declare-disturbed-order": DeclareDisturbedOrder(),
}


@pytest.mark.parametrize("name", ["tiger", "fabulous-4s", "sands-super"])
@given(chance=st.integers(0, 2**64 - 1).map(random.Random))
def test_whatever_goes_wrong_no_card_vanishes_money_is_conserved_and_the_round_can_end(
    name: str, chance: random.Random
) -> None:
    table = Table(name, chance)
    full = Counter(table.shoe)
    for round in table.steps():
        unseen = [event for event in table.events if isinstance(event, RoundVoided) and "not known" in event.why]
        out = Counter((*round.cards, *round.waiting, *round.burned))
        missing = full - out - Counter(table.shoe)
        assert not missing or unseen, "a card is in its hand, waiting, burned or in the shoe"
        assert not out + Counter(table.shoe) - full, "no card is in two places"
        if round.phase is Phase.VOID:
            assert set(round.nets().values()) <= {0}
        if round.phase is Phase.SETTLED:
            nets = round.nets()
            assert nets == {bettor: sum(line.net for line in round.lines(bettor)) for bettor in round.stakes}
        if round.phase is not Phase.VOID:
            assert {"refer"} <= {each.command for each in expects(round)}
        assert read(write(round)) == round
    assert replay(table.events) == table.round
    assert replay([decode_event(encode(event)) for event in table.events]) == table.round
    assert table.round.void is None or Citation(table.round.void) == table.round.void
