"""The events of a round as text, and the clauses behind them."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from croupier.games.family import Round, ToldLine
from croupier.games.messages import RoundSettled, RoundVoided
from croupier.games.round import Event, Expected, tag
from croupier.games.terms import Terms
from croupier.house.ledger import Posting
from croupier.house.recall.result import result_text
from croupier.house.rounds import RoundStep
from croupier.rulebook import Citation
from croupier.words import Sentence, several

COMMANDS = {
    "bets-opened": "open-bets",
    "wager-placed": "place-wager",
    "wager-claimed": "place-wager",
    "wager-withdrawn": "withdraw-wager",
    "bets-closed": "close-bets",
    "card-dealt": "deal-card",
    "deal-confirmed": "confirm-deal",
    "surrendered": "surrender",
    "surrender-chosen": "surrender",
    "insurance-placed": "insure",
    "insurance-claimed": "insure",
    "even-money-taken": "take-even-money",
    "offers-closed": "close-offers",
    "hand-decided": "decide",
    "choice-made": "decide",
    "decisions-closed": "close-decisions",
    "double-joined": "double-too",
    "split-matched": "match-split",
    "tie-placed": "place-tie",
    "absence-declared": "declare-absent",
    "seat-taken": "take-seat",
    "seat-left": "leave-seat",
    "terminal-lost": "lose-terminal",
    "terminal-found": "find-terminal",
    "cutting-card-removed": "remove-cutting-card",
    "round-interrupted": "interrupt",
    "round-settled": "settle",
}
"""For each kind of event, the command that leads to it."""


def event_text(event: Event, after: Round) -> str:
    """An event as text, for staff.

    >>> from croupier.games.baccarat.messages import BetsOpened, CardDealt, DisplayCorrected
    >>> from croupier.games.baccarat.round import evolve
    >>> from croupier.games.round import Role
    >>> round = evolve(None, BetsOpened(terms=Terms.of("tiger")))
    >>> event_text(CardDealt(card="8S", hand="player"), round)
    '8S to Player'
    >>> event_text(DisplayCorrected(said="5 for 6", clause="ebaccarat 6.3", by=Role.DEALER), round)
    'A wrong display was corrected; the cards stand: said 5 for 6'
    """
    if isinstance(event, RoundSettled):
        return Sentence("result-and-settled", result=result_text(after))
    known = SENTENCES.get(tag(event))
    return known(event) if known else _otherwise(event)


def event_text_for(seat: str, event: Event, after: Round) -> str | None:
    """An event as text, for a player: without other players' names, and without words or cards for staff only.

    None where the event is about another player.

    >>> from croupier.games.baccarat.messages import WagerPlaced
    >>> event_text_for("T1", WagerPlaced(bettor="T2", wager="tie", stake=500), None) is None
    True
    """
    if getattr(event, "bettor", seat) != seat:
        return None
    if tag(event) not in SENTENCES and not isinstance(event, RoundSettled):
        return _sentence(event)
    hidden = {"owner": "another"} if getattr(event, "owner", seat) != seat else {}
    hidden |= {"why": ""} if hasattr(event, "why") else {}
    return event_text(msgspec.structs.replace(event, **hidden), after)


def amendment_text(step: RoundStep, seat: str | None = None) -> str | None:
    """An amendment as text: what happened, the result before and after, and who signed for it.

    A player is told positions and no names; None where it concerned other players only.
    """
    amended, before, after = step.amended, step.before, step.after
    assert amended is not None
    assert before is not None
    # A void outweighs everything else; and the settlement that follows a correction goes without saying.
    counts: tuple[Event, ...] = tuple(each for each in step.events if isinstance(each, RoundVoided))
    counts = counts or tuple(each for each in step.events if not isinstance(each, RoundSettled))
    happened = [
        words
        for each in counts
        if (words := event_text(each, after) if seat is None else event_text_for(seat, each, after))
    ]
    if not happened:
        return None
    signed = [each.role if seat else f"{each.who} ({each.role})" for each in (amended.asked, amended.agreed) if each]
    parts = [
        Sentence("put-right", happened=happened[0]),
        *happened[1:],
        Sentence("result-had-been", result=result_text(before)),
        Sentence("result-is-now", result=result_text(after)),
    ]
    parts.append(
        Sentence("signed-by-two", first=signed[0], second=signed[1])
        if len(signed) > 1
        else Sentence("signed-by-one", signer=signed[0])
    )
    if amended.reason and seat is None:
        parts.append(Sentence("amendment-reason-given", why=amended.reason))
    return several(parts)


def clauses(event: Event, expected: Iterable[Expected], lines: Iterable[ToldLine] = ()) -> tuple[Citation, ...]:
    """The clauses behind an event: its own or that of the expected command, and those of the settlement lines."""
    own: Citation | None = getattr(event, "clause", None)
    cited = [] if own is None else [own]
    command = COMMANDS.get(tag(event))
    if own is None and command:
        cited += [each.clause for each in expected if each.command == command][:1]
    return tuple(dict.fromkeys([*cited, *(clause for line in lines for clause in line.clauses)]))


def posting_text(posting: Posting) -> str:
    """A posting as text.

    >>> posting_text(Posting("terminal:T1", "stakes:B1/7", 2_500, "stake"))
    '25.00 stake from terminal T1 into play'
    """
    what = Sentence("amount-moved-from", amount=posting.cents, posting=posting.kind, source=_account(posting.source))
    if posting.destination.startswith("stakes:"):
        return Sentence("moved-into-play", moved=what)
    return Sentence("moved-to", moved=what, account=_account(posting.destination))


def _account(account: str) -> str:
    kind, _, name = account.partition(":")
    if kind == "stakes":
        return Sentence("play")
    return (
        Sentence("win-of-table", table=name)
        if kind == "win"
        else Sentence("account", kind=kind, name=name)
        if name
        else kind
    )


def _opened(event: Any) -> str:
    terms: Terms = event.terms
    return Sentence("told-bets-opened", game=terms.rules.title, decks=terms.decks)


def _box(event: Any, words: str) -> str:
    return (
        Sentence("told-on-box", told=words, box=event.box) if getattr(event, "box", None) and event.box != 0 else words
    )


def _dealt(event: Any) -> str:
    if hasattr(event, "hand"):
        return Sentence("card-dealt-to-hand", card=event.card, hand=event.hand.capitalize())
    return (
        Sentence("card-dealt-to-box", card=event.card, box=event.box)
        if event.box
        else Sentence("card-dealt-to-dealer", card=event.card)
    )


def _staked(event: Any) -> str:
    return _box(event, Sentence("told-wager-staked", bettor=event.bettor, stake=event.stake, wager=event.wager))


def _claimed(event: Any) -> str:
    return _box(event, Sentence("told-wager-claimed", bettor=event.bettor, stake=event.stake, wager=event.wager))


def _plain(words: str) -> Callable[[Any], str]:
    return lambda event: words


def _of(code: str) -> Callable[[Any], str]:
    """A sentence about the bettor of an event."""
    return lambda event: _box(event, Sentence(code, bettor=event.bettor))


def _decided(event: Any) -> str:
    if event.amount is None:
        return _box(event, Sentence("told-decision", bettor=event.bettor, action=event.action))
    return _box(
        event, Sentence("told-decision-with-amount", bettor=event.bettor, action=event.action, amount=event.amount)
    )


def _insured(event: Any) -> str:
    whose = (
        Sentence("their-own-wager") if event.owner == event.bettor else Sentence("wager-of-owner", owner=event.owner)
    )
    return _box(event, Sentence("told-insurance", bettor=event.bettor, whose=whose, stake=event.stake))


SENTENCES: dict[str, Callable[[Any], str]] = {
    "bets-opened": _opened,
    "wager-placed": _staked,
    "wager-claimed": _claimed,
    "wager-withdrawn": lambda event: _box(
        event, Sentence("told-wager-withdrawn", bettor=event.bettor, wager=event.wager)
    ),
    "bets-closed": _plain(Sentence("no-more-bets")),
    "card-dealt": _dealt,
    "deal-confirmed": _plain(Sentence("told-deal-confirmed")),
    "surrendered": _of("told-surrender"),
    "surrender-chosen": _of("told-surrender"),
    "insurance-placed": _insured,
    "insurance-claimed": _insured,
    "even-money-taken": _of("told-even-money-taken"),
    "offers-closed": _plain(Sentence("told-offers-closed")),
    "hand-decided": _decided,
    "choice-made": _decided,
    "decisions-closed": _plain(Sentence("told-choices-locked")),
    "double-joined": lambda event: _box(
        event, Sentence("told-double-joined", bettor=event.bettor, amount=event.amount)
    ),
    "split-matched": _of("told-split-matched"),
    "seat-taken": _of("told-seat-taken"),
    "seat-left": _of("told-seat-left"),
    "terminal-lost": lambda event: Sentence("told-terminal-lost", terminal=event.bettor),
    "cutting-card-removed": _plain(Sentence("told-cutting-card-out")),
    "cards-corrected": lambda event: Sentence(
        "told-cards-corrected", was=_written(event.was), dealt=_written(event.cards)
    ),
    "round-voided": lambda event: (
        Sentence("told-round-void-why", why=event.why) if event.why else Sentence("told-round-void")
    ),
}


def _otherwise(event: Event) -> str:
    """The general sentence of an event, with its fields."""
    about = {name: getattr(event, name) for name in event.__struct_fields__ if name not in ("clause", "by")}
    absent = (None, (), msgspec.UNSET)
    fields = tuple(
        Sentence(f"field-{name.replace('_', '-')}", value=_written(value))
        for name, value in about.items()
        if value not in absent
    )
    return Sentence("happened-about", happened=_sentence(event), about=fields) if fields else _sentence(event)


def _sentence(event: Event) -> Sentence:
    return Sentence(f"happened-{tag(event)}")


def _written(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
