"""Every moment of a baccarat round under both documents: what is offered to whom, and what every command is answered.

`REGENERATE=1 pytest tests/rules/test_baccarat_answers.py` writes `golden/answers` anew. Read what has changed: a
prompt, a position or a clause in there is what somebody at the table is told.
"""

import os
import re
from collections.abc import Iterator

import pytest

import places
from croupier.cards import Card, cards
from croupier.games.baccarat.forms import form
from croupier.games.baccarat.messages import (
    COMMANDS,
    AnyCommand,
    AnyEvent,
    BetsOpened,
    CloseBets,
    CorrectCards,
    CorrectDisplay,
    DealCard,
    DeclareBadCards,
    DeclareDisturbedOrder,
    DeclareDrawnTogether,
    FindFaceUpCard,
    FindTerminal,
    Interrupt,
    LoseTerminal,
    OpenBets,
    PlaceWager,
    Reconstruct,
    Refer,
    RemoveCuttingCard,
    ReturnLateWager,
    RuleReadyCards,
    RunOut,
    Settle,
    TakeBackCard,
    VoidRound,
    WithdrawWager,
)
from croupier.games.baccarat.notation import read, write
from croupier.games.baccarat.round import BaccaratRound, decide, evolve, expects, play
from croupier.games.form import Form
from croupier.games.round import Role, tag
from croupier.games.terms import Limits, Terms
from croupier.refused import Refused
from croupier.rulebook import Clause
from telling import told

GOLDEN = places.GOLDEN / "answers"
ORDER = "8S 4C 3D 2H KH"
STANDING = ("bets", "no", "to", "void", "Tie")
"""How words begin that say where a round is."""


def staked(name: str) -> BaccaratRound:
    limits = {"banker": Limits(1_000, 50_000)}
    return play(
        OpenBets(terms=Terms.of(name, unit=100, limits=limits)),
        PlaceWager(bettor="T1", wager="banker", stake=10_000),
        PlaceWager(bettor="T2", wager="tie", stake=2_000),
        PlaceWager(bettor="T2", wager="player", stake=500),
    )


def after(round: BaccaratRound, *commands: AnyCommand) -> BaccaratRound:
    for command in commands:
        for event in decide(round, command, Role.GAMING_SHIFT_MANAGER):
            round = evolve(round, event)
    return round


def moments(name: str) -> Iterator[tuple[str, BaccaratRound]]:
    """Rounds as they should be, and as things go wrong in them."""
    yield "bets open, no wager", play(OpenBets(terms=Terms.of(name)))
    bets = staked(name)
    yield "bets open", bets
    round = after(bets, CloseBets())
    yield "no more bets", round
    for out, card in enumerate(cards(ORDER), 1):
        round = after(round, DealCard(card=card))
        yield f"{out} cards", round
    yield "settled", after(round, Settle())
    closed = after(bets, CloseBets())
    two = after(closed, *(DealCard(card=card) for card in cards("8S 4C")))
    yield "the cutting card is out", after(two, RemoveCuttingCard())
    yield "cards wait", after(two, DeclareDrawnTogether(cards=cards("3D 2H"), known=True))
    yield "a card was found face up", after(two, FindFaceUpCard(card=Card("3D")))
    yield "a card was burned", after(closed, FindFaceUpCard(card=Card("KH"), course="burn"))
    ready = play(OpenBets(terms=Terms.of(name), waiting=cards("9D 4H")))
    yield "cards lie ready, bets open", ready
    yield "cards lie ready, no more bets", after(ready, CloseBets())
    yield "cards that lay ready are played", after(ready, CloseBets(), RuleReadyCards(course="play"))
    yield "interrupted", after(round, Interrupt())
    yield "the order of the shoe is lost with all cards out", after(round, DeclareDisturbedOrder())
    over = after(round, Settle())
    yield "settled, and corrected with a card too much", after(over, CorrectCards(cards=cards("9S 4C KD 2H KH")))
    yield "settled, and a late wager returned", after(over, ReturnLateWager(bettor="T1", wager="banker", amount=10_000))
    yield "void", after(two, RunOut())
    if bets.law.terminals:
        yield "a terminal is lost", after(bets, LoseTerminal(bettor="T1"))
        yield "all terminals are lost", after(closed, LoseTerminal(bettor="T1"), LoseTerminal(bettor="T2"))


def asked(name: str, round: BaccaratRound) -> Iterator[AnyCommand]:
    """One or more of every command, right and wrong."""
    other = {"tiger": "superbaccarat 5.2", "sands-super": "ebaccarat 5.2"}[name]
    yield OpenBets(terms=Terms.of(name))
    yield PlaceWager(bettor="T1", wager="banker", stake=1_000)
    yield PlaceWager(bettor="T3", wager="tie", stake=500)
    yield PlaceWager(bettor="T3", wager="banker", stake=900)
    yield PlaceWager(bettor="T3", wager="dragon", stake=500)
    yield PlaceWager(bettor="T 3", wager="tie", stake=500)
    yield WithdrawWager(bettor="T1", wager="banker")
    yield WithdrawWager(bettor="T2", wager="tie")
    yield WithdrawWager(bettor="T2", wager="banker")
    yield WithdrawWager(bettor="T3", wager="banker")
    yield CloseBets()
    yield from (DealCard(card=Card(card)) for card in ("3D", "9H"))
    yield RemoveCuttingCard()
    yield Settle()
    yield Interrupt()
    yield from (LoseTerminal(bettor=who) for who in ("T1", "T3"))
    yield from (FindTerminal(bettor=who) for who in ("T1", "T2"))
    for clause in (*round.law.voids, Clause(other)):
        yield VoidRound(clause=Clause(str(clause)))
    yield from (DeclareBadCards(kind=kind) for kind in ("foreign", "extra", "missing", "unshuffled"))
    yield DeclareDisturbedOrder()
    yield RunOut()
    yield DeclareDrawnTogether(cards=cards("9C 9D"), known=True)
    yield DeclareDrawnTogether(cards=cards("9C"), known=True)
    yield DeclareDrawnTogether(cards=cards("9C 9D"), known=False)
    yield DeclareDrawnTogether(cards=(), known=False)
    yield Reconstruct(cards=round.cards)
    yield Reconstruct(cards=round.cards[::-1])
    yield Reconstruct(cards=round.cards[1:])
    yield Reconstruct(cards=(*round.cards, *cards("9D 9H")))
    yield CorrectCards(cards=round.cards)
    yield CorrectCards(cards=cards("KS 9C KD KH 2S 3S")[: len(round.cards)])
    yield CorrectCards(cards=cards("2S 3C 2D KH KS 3S")[: len(round.cards)])
    yield CorrectCards(cards=round.cards[1:])
    yield from (RuleReadyCards(course=course) for course in ("burn", "play"))
    yield FindFaceUpCard(card=Card("3D"))
    yield from (FindFaceUpCard(card=Card("3D"), course=course) for course in ("burn", "play"))
    yield CorrectDisplay(said="Player wins")
    yield TakeBackCard(card=Card("KH"))
    yield TakeBackCard(card=Card("4C"))
    yield ReturnLateWager(bettor="T1", wager="banker", amount=4_000)
    yield ReturnLateWager(bettor="T2", wager="banker", amount=100)
    yield ReturnLateWager(bettor="T2", wager="tie", amount=2_001)
    yield Refer(reason="a fire alarm", effect="void")
    yield Refer(reason="a fire alarm", effect="stands")
    yield Refer(reason=" ", effect="void")


def offered(round: BaccaratRound) -> Iterator[str]:
    for each in expects(round):
        yield f"{each.command}: {each.prompt} ({each.clause}), {each.by}"
        if more := told(each, "command", "prompt", "clause", "by", "wagers" if len(each.wagers) > 9 else ""):
            yield f"    {more}"
        yield from (f"    ? {line}" for line in filled_in(form(each, round)))


def filled_in(made: Form) -> Iterator[str]:
    """What is asked for."""
    for field in made.fields:
        yield told(field)
    if made.fixed:
        yield f"fixed {told(made.fixed)}"
    for row in made.rows[:4]:
        bounds = " ".join(f"{each.least}..{each.most}" for each in row.bounds if each)
        yield f"row {' '.join(map(str, row.values))}: {bounds}"


def answered(round: BaccaratRound, command: AnyCommand) -> tuple[str, ...]:
    """What becomes of a command, by the position of who gives it, and of the round; alike answers are said once."""
    said: dict[str, list[str]] = {}
    for by in Role:
        try:
            answer = became(round, decide(round, command, by)).replace(f" by={by}", " signed")
        except Refused as no:
            answer = f"no: {re.sub(r', not a [A-Za-z ]+$', ', no other', no.reason)} ({no.clause})"
        said.setdefault(answer, []).append(by)
    return tuple(f"    {'anybody' if len(by) == len(Role) else ', '.join(by)}: {answer}" for answer, by in said.items())


def became(round: BaccaratRound, events: list[AnyEvent]) -> str:
    """What happened, and what is written otherwise of the round since."""
    then = round
    for event in events:
        then = evolve(then, event)
    before = [] if isinstance(events[0], BetsOpened) else write(round).split(" | ")
    after = write(then).split(" | ")
    more = [part for part in after if part not in before and not part.startswith("note ")]
    heads = {part.split()[0] for part in after}
    gone = [f"no {part}" for part in before if part.split()[0] not in heads and part.split()[0] not in STANDING]
    said = "; ".join(f"{tag(each)} {told(each, 'event', 'terms')}".strip() for each in events)
    return f"{said} => {' | '.join((*more, *gone)) or 'as it was'}"


def page(name: str) -> str:
    lines: list[str] = []
    for title, round in moments(name):
        lines += [f"## {title}", "", write(round), "", *offered(round), ""]
        answers: dict[tuple[str, ...], list[str]] = {}
        for command in asked(name, round):
            said = f"{tag(command)} {told(command, 'command', 'terms')}".strip()
            answers.setdefault(answered(round, command), []).append(said)
        for answer, commands in answers.items():
            lines += [*dict.fromkeys(commands), *answer]
        lines.append("")
    return "\n".join(lines)


@pytest.mark.parametrize("name", ["tiger", "sands-super"])
def test_what_is_offered_and_answered_at_every_moment_is_as_it_was_read(name: str) -> None:
    path, found = GOLDEN / f"{name}.txt", page(name)
    if os.environ.get("REGENERATE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, "utf-8")
    assert found == path.read_text("utf-8")


@pytest.mark.parametrize("name", ["tiger", "sands-super"])
def test_every_moment_is_written_in_one_line_and_read_again(name: str) -> None:
    for title, round in moments(name):
        assert read(write(round)) == round, title


def test_every_command_is_asked() -> None:
    for name in ("tiger", "sands-super"):
        assert {tag(each) for _, round in moments(name) for each in asked(name, round)} == set(COMMANDS)
