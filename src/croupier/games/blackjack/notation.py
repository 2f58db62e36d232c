"""A whole blackjack round as one line that a dealer can read, and back to the same events.

    dueling-8s 8 decks 7 boxes | Ann sits at 1, Ann on 1 main 100.00, no more bets | 6S to 1, deal confirmed | ...

First the terms and who sits where, then everything that happened in the order it happened, a part for each phase; a
settled round ends with what it made of everybody's money.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from urllib.parse import quote, unquote

import msgspec

from croupier.cards import Card, cards
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import round as boxes
from croupier.games.blackjack.stream import round as stream
from croupier.games.round import Role, StaffEvent
from croupier.games.terms import Terms
from croupier.money import cents, dollars
from croupier.refused import Refused
from croupier.rulebook import Citation

EVENT_PHRASES: tuple[tuple[type[m.AnyEvent], str], ...] = (
    (m.SeatTaken, "{bettor} sits at {box}"),
    (m.SeatLeft, "{bettor} leaves {box}"),
    (m.WagerPlaced, "{bettor} on {box} {wager} {stake}"),
    (m.WagerPlaced, "{bettor} on {box} {wager} {stake} placed by {placed_by}"),
    (m.WagerClaimed, "{bettor} claims on {box} {wager} {stake}"),
    (m.WagerClaimed, "{bettor} claims on {box} {wager} {stake} placed by {placed_by}"),
    (m.WagerWithdrawn, "{bettor} takes back {wager} from {box}"),
    (m.ClaimRefused, "{bettor} gets no {wager} on {box} by {clause}"),
    (m.ClaimRefused, "{bettor} gets no {wager} of {owner} on {box} by {clause}"),
    (m.BoxArranged, "{box} lies {order}"),
    (m.SpotAgreed, "{wager} on {box} agreed for {bettor}"),
    (m.SpotAgreed, "{wager} of {owner} on {box} agreed for {bettor}"),
    (m.BetsClosed, "no more bets"),
    (m.CardDealt, "{card} to {box}"),
    (m.CardDealt, "{card} to Dealer"),
    (m.DealConfirmed, "deal confirmed"),
    (m.Surrendered, "{bettor} surrenders on {box}"),
    (m.InsuranceClaimed, "{bettor} would insure {owner} on {box} {stake}"),
    (m.InsurancePlaced, "{bettor} insures {owner} on {box} {stake}"),
    (m.EvenMoneyTaken, "{bettor} takes even money on {box}"),
    (m.OffersClosed, "offers closed"),
    (m.HandDecided, "{bettor} on {box}: {action}"),
    (m.HandDecided, "{bettor} on {box}: {action} {amount}"),
    (m.DoubleJoined, "{bettor} doubles too on {box} {amount}"),
    (m.SplitMatched, "{bettor} matches the split on {box}"),
    (m.TiePlaced, "{bettor} ties 18 on hand {hand} of {box} {stake}"),
    (m.AbsenceDeclared, "{bettor} absent from {box}"),
    (m.ChoiceMade, "{bettor} chooses {action}"),
    (m.SurrenderChosen, "{bettor} chooses surrender"),
    (m.DecisionsClosed, "decisions closed"),
    (m.TerminalLost, "{bettor} lost"),
    (m.TerminalFound, "{bettor} found"),
    (m.CuttingCardRemoved, "cutting card"),
    (m.RoundSettled, "settled"),
    (m.ExcessReturned, "{amount} of {wager} on {box} back to {bettor} by {clause}"),
    (m.UnderMinimumHonoured, "{bettor} honoured once by {clause}"),
    (m.UnderMinimumHonoured, "{bettor} honoured once for {wager} by {clause}"),
    (m.BurnForgotten, "burn {card} taken out by {clause} {by}"),
    (m.BurnForgotten, "burn {card} stays in by {clause} {by}"),
    (m.DiscardsShuffled, "discards shuffled and cut for {cut_by} by {clause} {by}"),
    (m.CuttingCardMissed, "shuffle missed by {clause} {by}"),
    (m.CardExposed, "{card} in error by {clause} {by}"),
    (m.CardRefused, "{bettor} refuses on {box} by {clause}"),
    (m.CardsPulled, "{number} at once for a player seen {disclosed} by {clause} {by}"),
    (m.CardsPulled, "{number} at once for {player} on {box} seen {disclosed} by {clause} {by}"),
    (m.CardsPulled, "{number} at once for box {box} seen {disclosed} by {clause} {by}"),
    (m.CardsPulled, "{number} at once for the Dealer seen {disclosed} by {clause} {by}"),
    (m.CardPicked, "{bettor} picks {card} by {clause} {by}"),
    (m.CardPicked, "{bettor} picks the one in place {which} by {clause} {by}"),
    (m.CardPicked, "picked {card} by {clause} {by}"),
    (m.CardPicked, "picked the one in place {which} by {clause} {by}"),
    (m.CardsDeclined, "{bettor} declines on {box} by {clause}"),
    (m.CardsDeclined, "{bettor} declines and stands on {box} by {clause}"),
    (m.CardMisdealt, "{card} laid on {box} by {clause} {by}"),
    (m.CardMisdealt, "{card} laid before Dealer by {clause} {by}"),
    (m.DealEnded, "deal taken for complete by {clause} {by}"),
    (m.BoxSkipped, "{box} passed over by {clause} {by}"),
    (m.DealerMissed, "Dealer has no card by {clause} {by}"),
    (m.HandFinishing, "{bettor} finishes {box} first by {clause}"),
    (m.UnbetBoxCleared, "{cards} away from {box} by {clause} {by}"),
    (m.HandFoundShort, "{box} has one card by {clause} {by}"),
    (m.HandFoundShort, "{box} has one card for {bettors} by {clause} {by}"),
    (m.CourseChosen, "{bettor} acts on one card on {box} by {clause}"),
    (m.PositionReturned, "{amount} on {box} back to {bettor} by {clause} {by}"),
    (m.PlayPulledBack, "{cards} undisclosed and {box} acts by {clause} {by}"),
    (m.SkipStood, "{box} too late by {clause} {by}"),
    (m.PowerFailed, "power failed after an outcome by {clause} {by}"),
    (m.PowerFailed, "power failed before any outcome by {clause} {by}"),
    (m.BettorWithdrew, "{bettor} withdraws by {clause}"),
    (m.PlayResumed, "resumed"),
    (m.CardsReconstructed, "rebuilt {cards} then {waiting} was {was} by {clause} {by}"),
    (m.CardsCorrected, "corrected {cards} then {waiting} was {was} by {clause} {by}"),
    (m.ReadyCardsRuled, "ready {cards} burned by {clause} {by}"),
    (m.ReadyCardsRuled, "ready {cards} plays by {clause} {by}"),
    (m.CardsDrawnTogether, "together {cards} by {clause} {by}"),
    (m.CardsDiscarded, "{cards} discarded by {clause} {by}"),
    (m.FaceUpCardFound, "face up {card} burned by {clause} {by}"),
    (m.FaceUpCardFound, "face up {card} plays by {clause} {by}"),
    (m.DealerCardRemoved, "{card} away from Dealer by {clause} {by}"),
    (m.CardTakenBack, "{card} taken back by {clause} {by}"),
    (m.DisplayCorrected, "display {said} was wrong by {clause} {by}"),
    (m.WagerReturned, "{amount} of {wager} late back to {bettor} by {clause} {by}"),
    (m.WagerReturned, "{amount} of {wager} on {box} late back to {bettor} by {clause} {by}"),
    (m.RulingGiven, "ruled {effect} for {reason} by {clause} {by}"),
    (m.RoundVoided, "void by {clause} {by} for {why}"),
    (m.RoundVoided, "void by {clause}"),
    (m.RoundVoided, "void by {clause} by {by}"),
)
PHRASES = (
    *EVENT_PHRASES,
    *((kind, f"{form} by {{by}}") for kind, form in EVENT_PHRASES if issubclass(kind, StaffEvent)),
    *((kind, f"{form} placed by {{placed_by}}") for kind, form in EVENT_PHRASES if issubclass(kind, m.PlayerEvent)),
)
"""The phrases of each event; where it has several, the one that uses all of its fields is taken."""

IMPLIED: dict[str, dict[str, object]] = {
    "burn {card} taken out by {clause} {by}": {"rebuilt": True},
    "burn {card} stays in by {clause} {by}": {"rebuilt": False},
    "{number} at once for a player seen {disclosed} by {clause} {by}": {"dealer": False},
    "{number} at once for {player} on {box} seen {disclosed} by {clause} {by}": {"dealer": False},
    "{number} at once for box {box} seen {disclosed} by {clause} {by}": {"dealer": False},
    "{number} at once for the Dealer seen {disclosed} by {clause} {by}": {"dealer": True},
    "{bettor} declines on {box} by {clause}": {"stands": False},
    "{bettor} declines and stands on {box} by {clause}": {"stands": True},
    "ready {cards} burned by {clause} {by}": {"burned": True},
    "ready {cards} plays by {clause} {by}": {"burned": False},
    "power failed after an outcome by {clause} {by}": {"established": True},
    "power failed before any outcome by {clause} {by}": {"established": False},
    "face up {card} burned by {clause} {by}": {"burned": True},
    "face up {card} plays by {clause} {by}": {"burned": False},
}
"""Field values that a phrase implies by its words alone."""
IMPLIED |= {
    f"{form} placed by {{placed_by}}": implied
    for kind, form in EVENT_PHRASES
    if issubclass(kind, m.PlayerEvent) and (implied := IMPLIED.get(form))
}


def _write_cards(held: tuple[Card, ...]) -> str:
    return " ".join(held) or "-"


def _read_cards(text: str) -> tuple[Card, ...]:
    return () if text == "-" else cards(text)


NAME = r"[\w.-]+"
AMOUNT = r"[\d,]+\.\d\d"
FIELDS: dict[str, tuple[str, Callable[[Any], str], Callable[[str], Any]]] = {
    "number": (r"\d+", str, int),
    "which": (r"\d+", str, int),
    "box": (r"\d", str, int),
    "hand": (r"\d", lambda hand: str(hand + 1), lambda text: int(text) - 1),
    "stake": (AMOUNT, dollars, cents),
    "amount": (AMOUNT, dollars, cents),
    "card": (r"\w\w", str, Card),
    "clause": (r"\w+ [\w.]+|R-\d+", str, Citation),
    "order": (rf"{NAME}(?:>{NAME})*", ">".join, lambda text: tuple(text.split(">"))),
    "bettors": (rf"{NAME}(?:&{NAME})*", "&".join, lambda text: tuple(text.split("&"))),
    "action": (r"stand|hit|double|split", str, str),
    **dict.fromkeys(("cards", "waiting", "was", "disclosed"), (r"(?:\w\w )*\w\w|-", _write_cards, _read_cards)),
    **dict.fromkeys(("said", "reason", "why"), (r"\S+", quote, unquote)),
    "placed_by": (NAME, str, Role),
    "by": (NAME, str, Role),
}
"""The pattern, the writer and the reader of each field; a field that is not listed is a name."""

ENDS_PART = (m.BetsClosed, m.DealConfirmed, m.OffersClosed, m.DecisionsClosed)


def write(events: Iterable[m.AnyEvent]) -> str:
    """Write the events of a round as one line."""
    first, *rest = events
    if not isinstance(first, m.BetsOpened):
        raise Refused("a round begins with bets-opened")
    parts, part = [_head(first)], list[str]()
    for event in rest:
        part.append(phrase(event))
        if isinstance(event, ENDS_PART):
            parts.append(", ".join(part))
            part = []
    if part:
        parts.append(", ".join(part))
    if isinstance(rest[-1] if rest else first, m.RoundSettled):
        parts.append(_result([first, *rest]))
    return " | ".join(parts)


def read(line: str) -> list[m.AnyEvent]:
    """Parse a line into the events of its round."""
    head, *parts = line.strip().split(" | ")
    opened = _read_head(head)
    result = parts.pop()[2:] if parts and parts[-1].startswith("= ") else None
    events = [opened, *(_read_phrase(text) for part in parts for text in part.split(", "))]
    if result is not None and _result(events) != f"= {result}":
        raise Refused(f"the cards say {_result(events)!r}, the line says '= {result}'")
    return events


def phrase(event: m.AnyEvent) -> str:
    """Write one event as a phrase.

    >>> phrase(m.HandDecided(bettor="Ann", box=1, action="double", amount=5000))
    'Ann on 1: double 50.00'
    """
    held = {
        name: value
        for name, value in msgspec.structs.asdict(event).items()
        if value not in (None, "", msgspec.UNSET) and (name, value) != ("bettors", ())
    }
    for kind, form in PHRASES:
        implied = IMPLIED.get(form, {})
        if isinstance(event, kind) and implied.items() <= held.items() and set(_names(form)) == held.keys() - implied:
            return form.format(**{name: FIELDS.get(name, (NAME, str, str))[1](value) for name, value in held.items()})
    raise AssertionError(f"there is no phrase for {event}")


def _names(form: str) -> list[str]:
    return re.findall(r"{(\w+)}", form)


def _pattern(form: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"{(\w+)}", lambda name: f"(?P<{name[1]}>{FIELDS.get(name[1], (NAME,))[0]})", form))


PATTERNS = [(kind, _pattern(form), IMPLIED.get(form, {})) for kind, form in PHRASES]


def _read_phrase(text: str) -> m.AnyEvent:
    for kind, pattern, implied in PATTERNS:
        if match := pattern.fullmatch(text):
            fields = {
                **implied,
                **{name: FIELDS.get(name, (NAME, str, str))[2](value) for name, value in match.groupdict().items()},
            }
            return kind(**fields)
    raise Refused(f"nothing that happens in a round reads {text!r}")


def _head(opened: m.BetsOpened) -> str:
    seats = " ".join(f"{box}:{bettor}" for box, bettor in opened.seats.items())
    fresh = "" if opened.fresh is None else "begun" if opened.fresh else "going-on"
    waiting = " ".join(opened.waiting)
    parts = {" seats ": seats, " waiting ": waiting, " unseen ": opened.unseen, " shoe ": fresh, " by ": opened.by}
    return str(opened.terms) + "".join(f"{word}{text}" for word, text in parts.items() if text)


def _read_head(head: str) -> m.BetsOpened:
    head, _, by = head.partition(" by ")
    head, _, shoe = head.partition(" shoe ")
    head, _, unseen = head.partition(" unseen ")
    head, _, waiting = head.partition(" waiting ")
    terms, _, seats = head.partition(" seats ")
    taken = [seat.partition(":") for seat in seats.split()]
    if bad := [seat for seat, _, who in taken if not (seat.isdigit() and who)]:
        raise Refused(f"no seat reads {bad[0]!r}: write it like 1:Ann")
    if shoe not in ("", "begun", "going-on") or not (unseen or "0").isdigit():
        raise Refused(f"no cards before the first one read {unseen or shoe!r}: write unseen 1, shoe begun")
    return m.BetsOpened(
        terms=Terms.parse(terms),
        seats={int(seat): who for seat, _, who in taken},
        waiting=cards(waiting),
        unseen=int(unseen or 0),
        fresh=shoe == "begun" if shoe else None,
        by=Role(by) if by else None,
    )


def _result(events: list[m.AnyEvent]) -> str:
    return "= " + (", ".join(_nets(events)) or "nothing staked")


def _nets(events: list[m.AnyEvent]) -> Iterator[str]:
    first = events[0]
    assert isinstance(first, m.BetsOpened)
    replay = boxes.replay if first.terms.boxes else stream.replay
    for bettor, net in replay(events).nets().items():
        yield f"{bettor} {'+' if net > 0 else ''}{dollars(net)}"
