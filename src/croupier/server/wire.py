"""What travels between the house and everybody outside. The OpenAPI document is made of the same structs."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from croupier.cards import Card
from croupier.games.round import Phase
from croupier.games.terms import Limits
from croupier.house.corrections import Waiting
from croupier.house.purchases import Source
from croupier.house.roles import HouseRole
from croupier.house.views.shown import DrawingShown, Offer, Own, PlayShown, StaffShown, TableShown
from croupier.money import MAX_CENTS
from croupier.rulebook import Citation

Id: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9._:-]+$")]
"""Made by the client, another one for every command."""
Reference: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=48, pattern="^[A-Za-z0-9._:-]+$")]
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9._-]+$")]
Secret: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Cents: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MAX_CENTS)]
Said: TypeAlias = Annotated[
    msgspec.Raw,
    msgspec.Meta(
        extra_json_schema={
            "type": "object",
            "properties": {"command": {"type": "string"}},
            "required": ["command"],
            "description": "A command of the table's game, or of the table, as the offers name it.",
        }
    ),
]


Language: TypeAlias = Literal["en", "zh"]


class LanguageQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The language that the answer is to be in."""

    language: Language = "en"


class Error(msgspec.Struct, frozen=True):
    """What is wrong, and the clause that it rests on, where there is one."""

    message: str
    """In the language that was asked for."""
    clause: str | None = None
    code: str | None = None
    """What is wrong, for programs: the sentence's code, and what is put into it."""
    values: dict[str, Any] = {}


class Failure(msgspec.Struct, frozen=True):
    """Something was not done."""

    error: Error


class Health(msgspec.Struct, frozen=True):
    """Whether the server is there, and whether it can do its work."""

    status: Literal["ok", "degraded"]
    stopped: dict[str, str] = {}
    """Tables that somebody has to look at, and why."""
    second_place: str | None = None
    """What is wrong with the place that checkpoints go to besides, where anything is."""


class TerminalSignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A terminal shows its key, or its player's PIN."""

    terminal: Name
    key: Secret | None = None
    pin: Secret | None = None


class StaffSignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody of the house signs in with their own account."""

    name: Name
    password: Secret


class NewSecret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One's own, the old one and the new one."""

    old: Secret
    new: Secret


class NewSession(msgspec.Struct, frozen=True):
    """Send the token with every request: `Authorization: Bearer TOKEN`."""

    token: str
    role: HouseRole
    name: str
    change: bool = False
    """Whether another password has to be chosen before anything else."""


class SessionShown(msgspec.Struct, frozen=True):
    """Who is signed in, and how long yet where nothing is done meanwhile."""

    name: str
    role: HouseRole
    seconds: int
    """Until the session ends by itself."""
    idle: int
    """Seconds that it lasts unused; where fewer are left after a use, it is near its longest time."""
    tables: list[str] | None = None
    """The tables that a Dealer is assigned to; nothing where the house does not assign them."""


class HouseShown(msgspec.Struct, frozen=True):
    """What anybody may know of the house before they come in."""

    demo: bool
    """Whether it is a demonstration: guests come in by themselves, and credits are nobody's money."""
    drill: bool = False
    """Whether it is for practice: its players are robots, and no play in it is real."""
    buy_in: "BuyInShown | None" = None
    """What terminals sell themselves; nothing where credits are bought at the cage alone."""


class BuyInShown(msgspec.Struct, frozen=True, kw_only=True):
    """What a terminal takes for credits, and how much; amounts are cents."""

    sources: tuple[Source, ...]
    least: int
    """Of one purchase, and below the most of it."""
    most: int
    day: int
    """The most that one terminal sells in a gaming day."""
    notes: tuple[int, ...]
    """The notes that are taken, one a purchase; any amount where none are named."""


class Guest(msgspec.Struct, frozen=True):
    """A newcomer's terminal with demo credits, and the key to come back with."""

    terminal: str
    key: str
    token: str
    credits: int


class Done(msgspec.Struct, frozen=True):
    """That was all."""

    done: Literal[True] = True


class PayShown(msgspec.Struct, frozen=True):
    """A row of a wager, best first: what it is called, what it pays, and which clauses say so."""

    outcome: str
    pays: str | None
    """Nothing where it is one of several ways to lose."""
    listed: bool
    """Whether the document's pay table lists it."""
    clauses: list[Citation]


class WagerShown(msgspec.Struct, frozen=True):
    """A wager as it is declared; terminals lay out their fields by it."""

    name: str
    title: str
    window: Literal["betting", "insurance"]
    rows: list[PayShown]
    extras: list[PayShown]
    """What is paid on top, whatever the result."""
    area: Citation
    optional: Citation | None


class Advised(msgspec.Struct, frozen=True, kw_only=True):
    """What is best about a hand, and what else costs, from a full shoe without these cards."""

    command: str
    """What it is about, as the offers name it."""
    box: int | None
    cards: tuple[Card, ...]
    up: Card
    best: str
    ev: dict[str, float]
    """What each open decision wins on average for a stake of one, the best first."""
    cost: dict[str, float]
    """What each loses against the best."""


class DecksShown(msgspec.Struct, frozen=True):
    """How many decks a game may be played with, and usually is."""

    least: int
    most: int
    usual: int


class GameShown(msgspec.Struct, frozen=True):
    """A game of the house."""

    name: str
    title: str
    family: str
    """How its rounds are conducted, and so which page draws it."""
    document: str
    version: str | None
    effective: str
    deck: int
    """Cards in each deck."""
    decks: DecksShown
    posts_limits: Citation
    """Why a stake outside the limits is refused."""
    wagers: list[WagerShown]
    chinese: dict[str, str]
    """What its own words are in Chinese, by the English ones, where the terminals do not know them."""
    drawing: DrawingShown | None = None
    play: PlayShown | None = None


class TableBrief(msgspec.Struct, frozen=True, kw_only=True):
    """A table at a glance."""

    table: str
    game: str | None
    title: str
    version: int
    now: int
    """The house's clock, in microseconds since 1970."""
    run: Literal["automatic", "dealer"] | None
    decks: int | None
    unit: int | None
    limits: dict[str, Limits]
    boxes: int
    taken: int
    """How many boxes have somebody sitting there."""
    players: int
    """How many have bet in this round."""
    marks: list[str]
    """The finished rounds of a baccarat shoe, as `house/roads.py` writes them."""
    round: int
    phase: Phase | None
    waits: str | None
    """What comes next, by the name of its command."""
    until: int | None
    """And when, in microseconds since 1970."""
    whole: int | None
    """How many microseconds that wait is in all."""
    closed: str | None
    stopped: str | None
    hands: dict[str, str]
    """The cards that lie on the table."""
    last: list["Last"]
    """How the latest rounds ended, the newest last."""


class Public(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody sees of a table: written once for all who look."""

    table: str
    game: str | None
    title: str
    version: int
    run: Literal["automatic", "dealer"] | None
    closed: str | None
    stopped: str | None
    held: bool
    """Whether the round stands still: it waits for a ruling or for a second person to agree, or the table pauses."""
    paused: str | None
    """Why the table pauses, if it does."""
    tips: bool
    """Whether players may give tips to those who deal here."""
    waits: str | None
    """What comes next, by the name of its command."""
    until: int | None
    """And when, in microseconds since 1970."""
    whole: int | None
    """How many microseconds that wait is in all."""
    said: str
    """What was announced last."""
    last: list["Last"]
    """How the latest rounds ended, the newest last."""
    round: TableShown | None


class Last(msgspec.Struct, frozen=True):
    """How a round ended: its hands as cards, and who won where that is one thing."""

    round: int
    hands: dict[str, str]
    won: str | None
    corrected: bool = False
    """Whether it was put right since."""


class Private(msgspec.Struct, frozen=True, kw_only=True):
    """What one viewer sees besides."""

    role: HouseRole
    own: Own | None = None
    offers: tuple[Offer, ...] = ()
    staff: StaffShown | None = None
    credits: int | None = None
    approvals: tuple["ApprovalShown", ...] = ()
    """What waits for a second person, for those who have a part in it."""
    called: str | None = None
    """For staff at tables: what the pit was called for."""
    corrections: tuple[Waiting, ...] = ()
    """For a player: rounds of theirs that were put right, at any table, and of which they have not taken note."""
    shoe_due: str | None = None
    """For staff at tables: why the next round needs a new shoe, between two rounds."""


class ApprovalShown(msgspec.Struct, frozen=True, kw_only=True):
    """A command that takes two people."""

    id: str
    table: str
    """Where; for a `credit` of the cage the terminal."""
    subject: str
    by: str
    """Who has asked, as they are known to the log."""
    role: HouseRole
    needs: HouseRole
    """The least position of who is to agree."""
    at: int
    until: int
    command: msgspec.Raw
    """What is done when they do."""
    yours: bool
    """Whether you may agree."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one viewer may see it now."""

    now: int
    public: Public
    private: Private


class TableCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command to a table, under an id of the client's own making."""

    id: Id
    command: Said
    round: Count | None = None
    """The round that it is meant for; a player always says it."""
    version: Count | None = None
    """What the table was seen at, where the command is meant for that very moment."""


class Acknowledgement(msgspec.Struct, frozen=True, omit_defaults=True):
    """It is done, and kept."""

    id: str
    version: int | None = None
    round: int | None = None
    voucher: str | None = None
    approval: str | None = None
    """What it waits for, where a second person has to agree before it is done."""


class BuyIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="buy-in"):
    """Money becomes credits: at the cage, or at the terminal itself where the house has its terminals sell them."""

    id: Id
    cents: Cents
    source: Source | None = None
    """What the terminal took; the first that it may where nothing is said. The cage leaves it out."""
    reference: Reference | None = None
    """By which the acceptor or the reader knows it. One reference is one purchase, whatever the id."""


class CashOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="cash-out"):
    """Credits become money: so much, or all there is."""

    id: Id
    cents: Cents | None = None


class IssueVoucher(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="issue-voucher"):
    """Credits become a voucher: so much, or all there is."""

    id: Id
    cents: Cents | None = None


class RedeemVoucher(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="redeem-voucher"):
    """A voucher becomes credits."""

    id: Id
    voucher: Name


Money: TypeAlias = BuyIn | CashOut | IssueVoucher | RedeemVoucher


class Movement(msgspec.Struct, frozen=True):
    """Cents onto a terminal, or off it where they are less than nothing."""

    at: int
    kind: str
    cents: int
    where: str
    """The stream that the event is in, and below its version there."""
    version: int
    source: Source | None = None
    """What the terminal took for it, where it sold credits itself."""


class Credits(msgspec.Struct, frozen=True):
    """What a terminal has, and the latest that came and went, the newest first."""

    terminal: str
    cents: int
    movements: list[Movement]
    owes: int = 0
    """What the house advanced when a round was put right, and has back from what comes in next."""
    corrections: tuple[Waiting, ...] = ()
    """Rounds of it that were put right, and of which its player has not taken note."""
    buys: int | None = None
    """How many more cents the terminal may sell itself in this gaming day, where the house has terminals do that."""


class RoundPlayed(msgspec.Struct, frozen=True):
    """What a terminal staked in a round and had of it."""

    table: str
    round: int
    at: int
    staked: int
    returned: int
    won: int
    over: bool
    """Whether nothing of it is in play any more."""
    corrected: int = 0
    """What came of it besides when it was put right, in cents; less than nothing where that was taken back."""
    amended: bool = False
    """Whether it was put right."""


class RoundsPlayed(msgspec.Struct, frozen=True):
    """The latest rounds of a terminal, the newest first."""

    terminal: str
    rounds: list[RoundPlayed]


class ClauseShown(msgspec.Struct, frozen=True):
    """A clause in our own words."""

    document: str
    id: str
    kind: str
    summary: str


class RulingShown(msgspec.Struct, frozen=True):
    """An open point of the documents, and how it is read."""

    point: str
    question: str
    reading: str
    clauses: list[Citation]


class RulebookShown(msgspec.Struct, frozen=True):
    """What every answer cites."""

    documents: dict[str, str]
    clauses: dict[str, ClauseShown]
    rulings: dict[str, RulingShown]


class ChanceShown(msgspec.Struct, frozen=True):
    """One thing that may become of a wager, and how often it does."""

    outcome: str
    pays: str | None
    probability: float


class OddsShown(msgspec.Struct, frozen=True):
    """A wager from a full shoe: the house's share of the stake, how often it wins, and every outcome."""

    edge: float
    hit: float
    sd: float
    outcomes: list[ChanceShown]


# Over a WebSocket


class Hello(msgspec.Struct, frozen=True, tag_field="say", tag="hello"):
    """The first message: who looks, and where they left off."""

    token: Secret | None = None
    cursor: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    draws: Annotated[tuple[Name, ...], msgspec.Meta(max_length=64)] = ()
    """The commands whose offers this client draws with controls of its own: they come without their forms."""
    language: Language = "en"
    """In which sentences are sent."""


class Do(TableCommand, frozen=True, tag_field="say", tag="command"):
    """A command to the table."""


class Again(msgspec.Struct, frozen=True, tag_field="say", tag="again"):
    """Something did not fit: send all of it."""


class Whole(msgspec.Struct, frozen=True, tag_field="say", tag="snapshot"):
    """The whole table; deltas follow upon it."""

    cursor: str
    now: int
    public: Public


class Changed(msgspec.Struct, frozen=True, tag_field="say", tag="delta"):
    """What has changed since the cursor that was sent last."""

    cursor: str
    now: int
    delta: list[Any]


class Mine(msgspec.Struct, frozen=True, tag_field="say", tag="private"):
    """What the viewer sees besides, whole, whenever it has changed."""

    private: Private


class Answered(msgspec.Struct, frozen=True, tag_field="say", tag="answer", omit_defaults=True):
    """What came of a command: it is done and kept, or why not."""

    id: str
    status: int
    version: int | None = None
    round: int | None = None
    error: Error | None = None
    approval: str | None = None
    """What it waits for, with the status 202, where a second person has to agree before it is done."""


SOCKET = (Hello, Do, Again, Whole, Changed, Mine, Answered)
"""All that is said there."""
