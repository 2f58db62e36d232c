"""The structs of requests, answers and WebSocket messages. The OpenAPI document is generated from them."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from croupier.cards import Card
from croupier.games.round import Phase
from croupier.games.terms import Limits
from croupier.house.corrections import Waiting
from croupier.house.purchases import Source
from croupier.house.roles import HouseRole
from croupier.house.table.shoe_acts import ShoeOnTable
from croupier.house.views.shown import DrawingShown, Offer, Own, PlayShown, StaffShown, TableShown
from croupier.money import MAX_CENTS
from croupier.rulebook import Citation
from croupier.server.effects import MoneyMoved

Id: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9._:-]+$")]
"""The idempotency key of a command: made by the client, a new one for every command."""
Reference: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=48, pattern="^[A-Za-z0-9._:-]+$")]
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9._-]+$")]
Secret: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Cents: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MAX_CENTS)]
RawCommand: TypeAlias = Annotated[
    msgspec.Raw,
    msgspec.Meta(
        extra_json_schema={
            "type": "object",
            "properties": {"command": {"type": "string"}},
            "required": ["command"],
            "description": "A command of the table or of its game, named as in the offers.",
        }
    ),
]


Language: TypeAlias = Literal["en", "zh"]


class LanguageQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The language that the answer is to be in."""

    language: Language = "en"


class Error(msgspec.Struct, frozen=True):
    """What is wrong, and the clause behind it, if there is one."""

    message: str
    """In the language that the request asks for."""
    clause: str | None = None
    code: str | None = None
    """For programs: the code of the message; `values` are the values in it."""
    values: dict[str, Any] = {}


class Failure(msgspec.Struct, frozen=True):
    """The body of every answer that is not a success."""

    error: Error


class Health(msgspec.Struct, frozen=True):
    """The state of the server: `degraded` if it answers but some of its work stands still."""

    status: Literal["ok", "degraded"]
    stopped: dict[str, str] = {}
    """Tables that have stopped and need attention, and why."""
    second_place: str | None = None
    """What is wrong with the second place that checkpoints are sent to, if anything."""


class TerminalSignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A terminal signs in with its key or with its player's PIN; exactly one of them is given."""

    terminal: Name
    key: Secret | None = None
    pin: Secret | None = None


class StaffSignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member of staff signs in with their own account."""

    name: Name
    password: Secret


class NewSecret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new password, PIN or key for the caller's own account, with the old one."""

    old: Secret
    new: Secret


class NewSession(msgspec.Struct, frozen=True):
    """A new session. Send the token with every request: `Authorization: Bearer TOKEN`."""

    token: str
    role: HouseRole
    name: str
    change: bool = False
    """Whether the password must be changed before anything else."""


class SessionShown(msgspec.Struct, frozen=True):
    """Who is signed in, and when the session expires."""

    name: str
    role: HouseRole
    seconds: int
    """Seconds until the session expires if it is not used."""
    idle: int
    """The idle timeout in seconds; if `seconds` is less right after a use, the session is near its maximum age."""
    tables: list[str] | None = None
    """The tables that a Dealer is assigned to; null if the house does not assign Dealers."""


class HouseShown(msgspec.Struct, frozen=True):
    """What anybody may know about the house without signing in."""

    demo: bool
    """Whether it is a demo: guests create their own terminals, and credits have no value."""
    drill: bool = False
    """Whether it is a training house: its players are robots, and no play is real."""
    buy_in: "BuyInShown | None" = None
    """What terminals sell credits for; null if credits are sold at the cage only."""


class BuyInShown(msgspec.Struct, frozen=True, kw_only=True):
    """What a terminal accepts for credits, and the limits; amounts in cents."""

    sources: tuple[Source, ...]
    least: int
    """The minimum of one purchase; `most` is its maximum."""
    most: int
    day: int
    """The maximum that one terminal sells in a gaming day."""
    notes: tuple[int, ...]
    """The denominations that are accepted, one note a purchase; any amount if empty."""


class Guest(msgspec.Struct, frozen=True):
    """A new guest's terminal with demo credits, and the key to sign in with again."""

    terminal: str
    key: str
    token: str
    credits: int


class Done(msgspec.Struct, frozen=True):
    """Success, with nothing more to tell."""

    done: Literal[True] = True


class PayShown(msgspec.Struct, frozen=True):
    """A row of a wager's pay table, best first: the outcome, what it pays, and by which clauses."""

    outcome: str
    pays: str | None
    """Null if it is one of several ways to lose."""
    listed: bool
    """Whether the pay table in the document lists it."""
    clauses: list[Citation]


class WagerShown(msgspec.Struct, frozen=True):
    """A wager as it is declared; terminals make their layout from it."""

    name: str
    title: str
    window: Literal["betting", "insurance"]
    rows: list[PayShown]
    extras: list[PayShown]
    """What is paid in addition, whatever the result."""
    area: Citation
    optional: Citation | None


class Advised(msgspec.Struct, frozen=True, kw_only=True):
    """The best decision for a hand and the cost of the others, priced from a full shoe less these cards."""

    command: str
    """The offer that it is about, by the name of its command."""
    box: int | None
    cards: tuple[Card, ...]
    up: Card
    best: str
    ev: dict[str, float]
    """The expected value of each available decision for a stake of one, the best first."""
    cost: dict[str, float]
    """What each decision loses against the best one."""


class DecksShown(msgspec.Struct, frozen=True):
    """How many decks a game is played with: minimum, maximum, default."""

    least: int
    most: int
    usual: int


OwnRules: TypeAlias = Literal["approved", "unapproved"]
"""Whether two people of the house have approved the variant that a table plays; null for an approved game."""


class GameShown(msgspec.Struct, frozen=True):
    """A game of the house: one edition of its document, under some readings of it."""

    name: str
    rules: str
    """The name with the edition, where there are several, and with the readings that are not the default."""
    title: str
    family: str
    """The family of games, which decides how rounds are conducted and which page draws them."""
    base: str | None
    """The game that it changes, where it is a variant: the document is that one's, and has not approved it."""
    document: str
    version: str | None
    effective: str
    deck: int
    """Cards in each deck."""
    decks: DecksShown
    posts_limits: Citation
    """The clause by which a stake outside the limits is refused."""
    wagers: list[WagerShown]
    editions: list[str]
    """The editions of its document that it may be played by."""
    choices: dict[str, list[str]]
    """The letters of the readings that it may be played by, by ruling."""
    priced: list[str]
    """The rulings among them on whose reading odds may depend."""
    chinese: dict[str, str]
    """Chinese translations of the game's own terms, by the English term, for those that terminals do not know."""
    drawing: DrawingShown | None = None
    play: PlayShown | None = None


class TableBrief(msgspec.Struct, frozen=True, kw_only=True):
    """The summary of a table."""

    table: str
    game: str | None
    rules: str | None
    """The game with its edition and readings, as `GameShown.rules` names it."""
    title: str
    own_rules: OwnRules | None
    version: int
    now: int
    """The house's clock, in microseconds since 1970."""
    run: Literal["automatic", "dealer"] | None
    decks: int | None
    unit: int | None
    limits: dict[str, Limits]
    boxes: int
    taken: int
    """How many boxes are taken."""
    players: int
    """How many players have bet in this round."""
    marks: list[str]
    """The finished rounds of a baccarat shoe, as `house/roads.py` writes them."""
    round: int
    phase: Phase | None
    waits: str | None
    """The command that comes next."""
    until: int | None
    """The deadline of that wait, in microseconds since 1970."""
    whole: int | None
    """The total length of that wait, in microseconds."""
    closed: str | None
    stopped: str | None
    hands: dict[str, str]
    """The cards that lie face up, by whose they are."""
    last: list["Last"]
    """How the latest rounds ended, the newest last."""


class Public(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody sees of a table: the same for all viewers."""

    table: str
    game: str | None
    rules: str | None
    """The game with its edition and readings, as `GameShown.rules` names it."""
    title: str
    own_rules: OwnRules | None
    version: int
    run: Literal["automatic", "dealer"] | None
    closed: str | None
    stopped: str | None
    held: bool
    """Whether the round is on hold: it waits for a ruling or an approval, or the table is paused."""
    paused: str | None
    """Why the table is paused, if it is."""
    tips: bool
    """Whether players may tip the Dealers here."""
    waits: str | None
    """The command that comes next."""
    until: int | None
    """The deadline of that wait, in microseconds since 1970."""
    whole: int | None
    """The total length of that wait, in microseconds."""
    said: str
    """The latest announcement, such as "No more bets"."""
    last: list["Last"]
    """How the latest rounds ended, the newest last."""
    round: TableShown | None


class Last(msgspec.Struct, frozen=True):
    """The result of a round: its hands, and the winner in games that have one."""

    round: int
    hands: dict[str, str]
    won: str | None
    corrected: bool = False
    """Whether it was corrected since."""


class Private(msgspec.Struct, frozen=True, kw_only=True):
    """What one viewer sees in addition to what everybody sees."""

    role: HouseRole
    own: Own | None = None
    offers: tuple[Offer, ...] = ()
    staff: StaffShown | None = None
    credits: int | None = None
    approvals: tuple["ApprovalShown", ...] = ()
    """Commands that wait for a second person, for those who may take part in it."""
    called: str | None = None
    """For staff at tables: what the pit was called for."""
    corrections: tuple[Waiting, ...] = ()
    """For a player: their rounds at any table that were corrected and that they have not acknowledged yet."""
    shoe_due: str | None = None
    """For staff at tables, between rounds: why the next round needs a new shoe."""
    shoe: ShoeOnTable | None = None
    """For staff at tables: the shoe, and what may be done with it."""


class ApprovalShown(msgspec.Struct, frozen=True, kw_only=True):
    """A command that needs the approval of a second person."""

    id: str
    table: str
    """The table; for the subject `credit` of the cage, the terminal."""
    subject: str
    by: str
    """Who made the request, by the name that the log has."""
    role: HouseRole
    needs: HouseRole
    """The lowest position that may approve."""
    at: int
    until: int
    command: msgspec.Raw
    """The command that is executed once it is approved."""
    yours: bool
    """Whether the viewer may approve it."""
    money: MoneyMoved | None = None
    """What approving it would move, for a command to the round on the table."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one viewer may see it now."""

    now: int
    public: Public
    private: Private


class TableCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command to a table; `id` is its idempotency key."""

    id: Id
    command: RawCommand
    round: Count | None = None
    """The round that it is meant for; required of players."""
    version: Count | None = None
    """Optimistic concurrency: the version of the table that the client has seen; 409 if it has changed since."""


class Acknowledgement(msgspec.Struct, frozen=True, omit_defaults=True):
    """The command is executed and durable; or it waits for an approval."""

    id: str
    version: int | None = None
    round: int | None = None
    voucher: str | None = None
    approval: str | None = None
    """The id of the approval that it waits for, if a second person has to agree first."""


class BuyIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="buy-in"):
    """Money becomes credits: at the cage, or at the terminal itself if the house lets terminals sell credits."""

    id: Id
    cents: Cents
    source: Source | None = None
    """What the terminal accepted; the first source that is allowed if left out. The cage leaves it out."""
    reference: Reference | None = None
    """The deduplication key of the note acceptor or card reader: one reference is one purchase, whatever the id."""
    corrects: Count | None = None
    """At the cage: the number of the receipt of a cash-out that was too much, which this one corrects."""


class CashOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="cash-out"):
    """Credits become money: the amount, or the whole balance."""

    id: Id
    cents: Cents | None = None
    corrects: Count | None = None
    """At the cage: the number of the receipt of a buy-in that was too much, which this one corrects."""


class IssueVoucher(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="issue-voucher"):
    """Credits become a voucher for that amount."""

    id: Id
    cents: Cents


class RedeemVoucher(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="redeem-voucher"):
    """A voucher becomes credits."""

    id: Id
    voucher: Name


Money: TypeAlias = BuyIn | CashOut | IssueVoucher | RedeemVoucher


class Movement(msgspec.Struct, frozen=True):
    """A posting to a terminal's account in cents, negative if it takes credits off."""

    at: int
    kind: str
    cents: int
    where: str
    """The stream of the event; `version` is its version in that stream."""
    version: int
    number: int
    """The number of its receipt, which no other transaction of the house has."""
    after: int
    """The credits after it, in cents."""
    round: int | None = None
    """The round of that table that it belongs to, if any."""
    source: Source | None = None
    """What the terminal accepted, if it sold the credits itself."""


class Credits(msgspec.Struct, frozen=True):
    """The balance of a terminal, and its latest transactions, the newest first."""

    terminal: str
    cents: int
    movements: list[Movement]
    owes: int = 0
    """Cents that the house advanced when a round was corrected, to be repaid from the next credits."""
    corrections: tuple[Waiting, ...] = ()
    """Its rounds that were corrected and that its player has not acknowledged yet."""
    buys: int | None = None
    """Cents that the terminal may still sell in this gaming day; null if terminals do not sell credits."""


class QrCode(msgspec.Struct, frozen=True):
    """A QR code: its size in modules, quiet zone included, and its dark modules as the path of an SVG."""

    size: int
    path: str


class VoucherShown(msgspec.Struct, frozen=True):
    """A voucher that a terminal issued; `code` is null once it is redeemed, and for vouchers of older records."""

    at: int
    cents: int
    open: bool
    """Whether it has not been redeemed."""
    code: str | None
    qr: QrCode | None
    """The code to be scanned."""


class Vouchers(msgspec.Struct, frozen=True):
    """The latest vouchers that a terminal issued, the newest first."""

    terminal: str
    vouchers: list[VoucherShown]


class RoundPlayed(msgspec.Struct, frozen=True):
    """What a terminal staked in a round and what came back, in cents."""

    table: str
    round: int
    at: int
    staked: int
    returned: int
    won: int
    over: bool
    """Whether none of its stakes is in play any more."""
    corrected: int = 0
    """Cents that a correction of the round added; negative if it took some back."""
    amended: bool = False
    """Whether the round was corrected."""


class RoundsPlayed(msgspec.Struct, frozen=True):
    """The latest rounds of a terminal, the newest first."""

    terminal: str
    rounds: list[RoundPlayed]


class ClauseShown(msgspec.Struct, frozen=True):
    """A clause of a document, summarised in our own words."""

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
    readings: dict[str, str]
    """What each reading says, by letter."""
    default: str
    fixed: str
    """Why no table may choose another reading; empty where it is a choice."""


class RulebookShown(msgspec.Struct, frozen=True):
    """The documents, clauses and rulings that answers cite."""

    documents: dict[str, str]
    clauses: dict[str, ClauseShown]
    rulings: dict[str, RulingShown]


class ChanceShown(msgspec.Struct, frozen=True):
    """One outcome of a wager, and its probability."""

    outcome: str
    pays: str | None
    probability: float


class OddsShown(msgspec.Struct, frozen=True):
    """A wager's odds from a full shoe: house edge, hit rate, standard deviation, and every outcome."""

    edge: float
    hit: float
    sd: float
    outcomes: list[ChanceShown]


# Over a WebSocket


class Hello(msgspec.Struct, frozen=True, tag_field="say", tag="hello"):
    """The first message: the session token, and the cursor of the last update that was received."""

    token: Secret | None = None
    cursor: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    draws: Annotated[tuple[Name, ...], msgspec.Meta(max_length=64)] = ()
    """Commands for which this client has controls of its own: their offers are sent without forms."""
    language: Language = "en"
    """The language of messages."""


class Do(TableCommand, frozen=True, tag_field="say", tag="command"):
    """A command to the table."""


class Again(msgspec.Struct, frozen=True, tag_field="say", tag="again"):
    """Asks for a whole snapshot, for example because a delta did not apply."""


class Whole(msgspec.Struct, frozen=True, tag_field="say", tag="snapshot"):
    """The snapshot of a table; deltas to it follow."""

    cursor: str
    now: int
    public: Public


class Changed(msgspec.Struct, frozen=True, tag_field="say", tag="delta"):
    """The delta since the cursor that was sent last."""

    cursor: str
    now: int
    delta: list[Any]


class Mine(msgspec.Struct, frozen=True, tag_field="say", tag="private"):
    """What only this viewer sees, whole, whenever it has changed."""

    private: Private


class Answered(msgspec.Struct, frozen=True, tag_field="say", tag="answer", omit_defaults=True):
    """The answer to a command: executed and durable, or why not."""

    id: str
    status: int
    version: int | None = None
    round: int | None = None
    error: Error | None = None
    approval: str | None = None
    """With status 202: the id of the approval that it waits for, because a second person has to agree first."""


SOCKET = (Hello, Do, Again, Whole, Changed, Mine, Answered)
"""Every message of a table's WebSocket."""
