"""What the trainer shows: squares to learn, rounds to settle, acts to name, hands to play. Families fill them."""

import msgspec

from croupier.cards import Card
from croupier.games.round import Phase, Role
from croupier.games.wager import Result
from croupier.house.views.shown import Lies, Own, TableShown
from croupier.rulebook import Citation


class Square(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to know by heart: what is right on such cards."""

    key: str
    """Its name among the squares of the game, the same for ever."""
    part: str
    """The part of the chart or the table that it is in."""
    deals: tuple[dict[str, tuple[Card, ...]], ...]
    """Cards that are such a case, by the name of the hand."""
    options: tuple[str, ...]
    right: str
    cost: dict[str, float] = {}
    """What each option loses against the right one, as a share of the stake; empty where no money hangs on it."""
    clauses: tuple[Citation, ...] = ()


class Squares(msgspec.Struct, frozen=True):
    """All squares of a game, and what they are: `strategy` or `drawing`."""

    game: str
    decks: int
    kind: str
    squares: tuple[Square, ...]


class PayoutLine(msgspec.Struct, frozen=True, kw_only=True):
    """A wager on the table and what the rules make of it."""

    wager: str
    title: str
    stake: int
    result: Result
    net: int
    outcome: str | None
    pays: str | None
    clauses: tuple[Citation, ...]


class PayoutSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A round whose cards are all out, with a stake on every wager, to be settled by the learner."""

    game: str
    seed: int
    hands: dict[str, tuple[Card, ...]]
    decisions: tuple[str, ...]
    said: str
    lines: tuple[PayoutLine, ...]
    seconds: float
    """The time in which a dealer should know which wagers are paid."""


class NextAct(msgspec.Struct, frozen=True):
    """What somebody may do next at a table."""

    by: Role
    command: str
    box: int | None = None
    prompt: str | None = None
    """Where a card goes; null for an act whose name says it all."""


class NextQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the middle of a round, and several acts of which one comes next."""

    game: str
    seed: int
    phase: Phase
    boxes: tuple[int, ...]
    """The boxes with a wager, where there are boxes."""
    lies: Lies
    before: NextAct
    """What was done last: cards alone do not tell whether a deal has been confirmed or an offer closed."""
    acts: tuple[NextAct, ...]
    right: int
    """The place of the right act among them."""
    clause: Citation


class PracticeQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of the learner, with the expected value of each word, for one cent of `stake`."""

    command: str
    box: int | None
    cards: tuple[Card, ...]
    up: Card
    stake: int
    ev: dict[str, float]
    """The best first."""
    words: tuple[str, ...]
    """The words in the order in which players name them, so that none stands out."""
    commands: dict[str, dict[str, str]]
    """The fields of the command that each word gives; a word that gives none is missing."""

    @property
    def best(self) -> str:
        """The best word."""
        return next(iter(self.ev))


class PracticeJudged(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that was made, and what it costs on average against the best one, in cents."""

    command: str
    cards: tuple[Card, ...]
    up: Card
    chosen: str
    best: str
    cost: float


class PracticeAsked(msgspec.Struct, frozen=True, kw_only=True):
    """The decision that waits for the learner."""

    command: str
    box: int | None
    cards: tuple[Card, ...]
    up: Card
    words: tuple[str, ...]
    cost: dict[str, float]
    """What each word would cost on average against the best, in cents: for whoever asks for advice."""


class PracticeRound(msgspec.Struct, frozen=True, kw_only=True):
    """A practice round so far."""

    table: TableShown
    own: Own | None
    asked: PracticeAsked | None
    """Null once the round is over."""
    judged: tuple[PracticeJudged, ...]


class BetPrice(msgspec.Struct, frozen=True):
    """What a bet costs on average, as a share of the stake."""

    wager: str
    edge: float
    worse: float
    """By how much the edge exceeds that of the best bet on the layout."""
