"""A whole baccarat round as one line that a dealer can read, and back to the same round.

    tiger 8 decks | Player 8S 3D KH = 1 | Banker 4C 2H = 6 | Banker wins | T1: banker 100.00, tie 5.00

First the terms (`unit`, `without` and `limits` only where they are not the usual ones), the two hands and their totals,
where the round is, what else happened in it, and then a part for each bettor.
"""

import re
from collections.abc import Iterator

import msgspec

from croupier.cards import Card, cards
from croupier.games.baccarat.drawing import Side, next_hand, total
from croupier.games.baccarat.messages import (
    AnyCommand,
    AnyEvent,
    CloseBets,
    DealCard,
    OpenBets,
    PlaceWager,
    Settle,
    WagerReturned,
    decode_event,
)
from croupier.games.baccarat.outcome import outcome
from croupier.games.baccarat.round import BaccaratRound, play
from croupier.games.baccarat.state import Note
from croupier.games.baccarat.wagers import NAMES
from croupier.games.round import Phase, encode
from croupier.games.terms import Terms
from croupier.money import cents, dollars
from croupier.refused import Refused
from croupier.rulebook import Citation

ESCAPED_BAR = "\\u007c"
"""The bar that separates the parts of a line, as it is escaped in JSON."""
WINNERS = {"player": "Player wins", "banker": "Banker wins", "tie": "Tie"}
STANDINGS = {Phase.BETTING: "bets open", Phase.DEALING: "no more bets", Phase.COMPLETE: "to settle"}


def write(round: BaccaratRound) -> str:
    """Write the round as one line."""
    return " | ".join(_parts(round))


def _parts(round: BaccaratRound) -> Iterator[str]:
    yield str(round.terms)
    if round.cards:
        for side, hand in round.hands.items():
            yield f"{NAMES[side]} {' '.join(hand)} = {total(hand)}" if hand else f"{NAMES[side]} ="
    yield _standing(round)
    if round.cut_after is not None:
        yield f"cutting card after {round.cut_after}"
    if round.interruptions:
        yield f"interrupted {round.interruptions}"
    for cards_out, held in (
        ("ready" if round.unruled else "waiting", round.waiting),
        ("burned", round.burned),
        ("surplus", round.surplus),
        *(("was", was) for was in round.history),
    ):
        if held:
            yield f"{cards_out} {' '.join(held)}"
    for event in (*round.returned, *round.notes):
        yield f"note {encode(event).decode().replace('|', ESCAPED_BAR)}"
    if round.lost:
        yield f"lost {' '.join(round.lost)}"
    for bettor, stakes in round.stakes.items():
        yield f"{bettor}: " + ", ".join(f"{wager} {dollars(stake)}" for wager, stake in stakes.items())


def _standing(round: BaccaratRound) -> str:
    if round.void is not None:
        return f"void by {round.void}"
    if round.phase is Phase.SETTLED:
        return WINNERS[outcome(round.cards).points.winner]
    return STANDINGS[round.phase]


def read(line: str) -> BaccaratRound:
    """Parse a line into its round.

    >>> line = "tiger 8 decks | Player 8S 3D KH = 1 | Banker 4C 2H = 6 | Banker wins | T1: banker 100.00, tie 5.00"
    >>> read(line).nets()
    {'T1': 9000}
    >>> write(read(line)) == line
    True
    """
    head, *parts = [part.strip() for part in line.strip().split(" | ")]
    texts = dict.fromkeys(PATTERNS, "")
    stakes: list[PlaceWager] = []
    history: list[tuple[Card, ...]] = []
    notes: list[AnyEvent] = []
    for part in parts:
        kind, text = _kind(part)
        if kind == "bettor":
            stakes += _read_bettor(part)
        elif kind == "was":
            history.append(cards(text))
        elif kind == "note":
            notes.append(_read_note(text))
        else:
            texts[kind] = text
    dealt = _in_dealing_order(_read_hand(texts["player"]), _read_hand(texts["banker"]))
    commands = _commands(Terms.parse(head), stakes, dealt, texts["standing"])
    round = _with_irregularities(play(*commands), texts, history, notes)
    return _finish(round, texts, line)


def _with_irregularities(
    round: BaccaratRound, texts: dict[str, str], history: list[tuple[Card, ...]], notes: list[AnyEvent]
) -> BaccaratRound:
    return msgspec.structs.replace(
        round,
        waiting=cards(texts["ready"] or texts["waiting"]),
        unruled=texts["ready"] != "",
        burned=cards(texts["burned"]),
        surplus=cards(texts["surplus"]),
        history=tuple(history),
        returned=tuple(event for event in notes if isinstance(event, WagerReturned)),
        notes=tuple(event for event in notes if isinstance(event, Note)),
    )


def _read_note(text: str) -> AnyEvent:
    try:
        event: AnyEvent = decode_event(text)
    except msgspec.DecodeError as error:
        raise Refused(f"{text!r} is not a note: {error}") from None
    return event


PATTERNS = {
    "standing": r"(Player wins|Banker wins|Tie|bets open|no more bets|to settle|void by .+)",
    "player": r"Player (.*)",
    "banker": r"Banker (.*=.*)",
    "cut": r"cutting card after (\d+)",
    "interrupted": r"interrupted (\d+)",
    "ready": r"ready (.+)",
    "waiting": r"waiting (.+)",
    "burned": r"burned (.+)",
    "surplus": r"surplus (.+)",
    "was": r"was (.+)",
    "note": r"note (.+)",
    "lost": r"lost (.+)",
    "bettor": r"([\w.-]+: .+)",
}


def _kind(part: str) -> tuple[str, str]:
    for kind, pattern in PATTERNS.items():
        if matched := re.fullmatch(pattern, part):
            return kind, matched[1]
    raise Refused(f"{part!r} is not a part of a round")


def _read_hand(text: str) -> tuple[Card, ...]:
    held, _, points = text.partition("=")
    hand = cards(held)
    if points.strip() and points.strip() != str(total(hand)):
        raise Refused(f"{held.strip()} is {total(hand)}, not {points.strip()}")
    return hand


def _read_bettor(part: str) -> list[PlaceWager]:
    bettor, _, stakes = part.partition(": ")
    placed = [stake.rsplit(" ", 1) for stake in stakes.split(", ")]
    if bad := [stake for stake in placed if len(stake) != 2]:
        raise Refused(f"{bad[0][0]!r} is not a wager: write it like banker 100.00")
    return [PlaceWager(bettor=bettor, wager=wager, stake=cents(amount)) for wager, amount in placed]


def _in_dealing_order(player: tuple[Card, ...], banker: tuple[Card, ...]) -> tuple[Card, ...]:
    left: dict[Side, list[Card]] = {"player": list(player), "banker": list(banker)}
    dealt: tuple[Card, ...] = ()
    while (hand := next_hand(dealt)) and left[hand]:
        dealt = (*dealt, left[hand].pop(0))
    if left["player"] or left["banker"]:
        raise Refused(f"a card too many: {' '.join(left['player'] + left['banker'])}")
    return dealt


def _commands(terms: Terms, stakes: list[PlaceWager], dealt: tuple[Card, ...], standing: str) -> Iterator[AnyCommand]:
    yield OpenBets(terms=terms)
    yield from stakes
    if standing == "bets open":
        return
    yield CloseBets()
    for card in dealt:
        yield DealCard(card=card)
    if standing in WINNERS.values():
        yield Settle()


def _finish(round: BaccaratRound, texts: dict[str, str], line: str) -> BaccaratRound:
    """Add what does not come of commands: interruptions, failed terminals, the cutting card, the clause of a void."""
    round = msgspec.structs.replace(
        round,
        cut_after=int(texts["cut"]) if texts["cut"] else None,
        interruptions=int(texts["interrupted"] or 0),
        lost=tuple(texts["lost"].split()),
    )
    if texts["standing"].startswith("void by "):
        round = msgspec.structs.replace(round, phase=Phase.VOID, void=Citation(texts["standing"][len("void by ") :]))
    if _standing(round) != texts["standing"]:
        raise Refused(f"the cards say {_standing(round)!r}, the line says {texts['standing']!r}: {line}")
    return round
