"""What may be shown of a round, and to whom. Nothing of a round leaves the house except in these structs.

An allow-list: a field that is not here is seen by nobody. `sight` copies fields one by one, and never a whole state.

| of a round | who sees it, and why |
|---|---|
| phase, terms, void and by which clause, cutting card, shuffle due | all: it is announced |
| names in the terms (`warned`, `one_box`), `honoured`, `lost` | staff, who act on them; a player that it is themself |
| cards of hands, Dealer's and boxes' | all: they lie face up |
| `waiting`: out of the shoe, not dealt | how many: all; which: those who must deal or put them right now, nobody else |
| `waiting`, dealt in error (`exposed`) or the one that was seen of several | all: it lies face up, and may be refused |
| `pulled` | how many, and those that were seen: all choose by that; the others lie face down and no state knows them |
| `unseen`, `removed_unseen` | how many, with the ones above: all; which: no state knows them |
| `burned`, `removed` | how many: all; which: nobody, burnt cards stay face down |
| `history`, `play`, `turns`, `cards`, `gone` | nobody: how cards lay before is for the record; they may be next again |
| `unruled`: whether cards that are out have to be ruled on | who rules on them, by the offer; not which they are |
| `shuffled_in`, `fresh`, `ready_ruled`, `surplus` | nobody: they follow from what was said and done |
| stakes on boxes | all, they lie there; whose they are: staff, and each their own; to all else it is a place |
| stakes at terminals (baccarat, shared stream) | sums by wager: all; each: staff, and one's own |
| `choices`, `way`, `ways` of the shared stream | one's own, until every card is out: no choice is known before (R-85) |
| stakes that such a choice added | one's own only, until every card is out |
| how many took which way of playing the shared stream | all, when every card is out |
| how many have chosen | staff: they close the window; of those who choose in the first window all |
| who has not accepted yet, on boxes, where it is done openly | staff |
| what a settlement would pay and take | staff, who settle: every card is out |
| wagers that are decided, and what they bring | on boxes all: they are paid in sight; at terminals one's own |
| lines, nets, result, road of this round | when it is settled, not before: lines and net one's own, nets staff |
| what was found and ruled (`notes`) | kind, effect and clause: all; the words: staff; a card in it: nobody |
| wagers returned | one's own; staff all |
| what may be done next (`expects`) and how (`form`) | each what they may do themself; names in it: staff |
| what each option is worth to the players (R-25) | who is to pick by it, with the offer |
| credits | one's own only; of players without a terminal staff, who take and pay the money |
| who plays without a terminal | staff; to all else it is a place |
| live odds | surveillance alone |
"""

from typing import Literal, TypeAlias

import msgspec

from croupier.cards import Card
from croupier.games.form import Form
from croupier.games.round import Expected, Phase
from croupier.games.terms import Limits
from croupier.games.wager import Line
from croupier.house.hold import Hold
from croupier.house.roads import Counts, Mark
from croupier.house.roles import HouseRole
from croupier.house.shoe import Commitment, Drawn
from croupier.house.views.baccarat.shown import BaccaratShown
from croupier.house.views.baccarat.shown import DrawingShown as DrawingShown
from croupier.house.views.blackjack.shown import BoxesShown, SharedShown
from croupier.house.views.blackjack.shown import Decided as Decided
from croupier.house.views.blackjack.shown import PlayShown as PlayShown
from croupier.house.views.layout import HandShown, HandsShown, Stake
from croupier.rulebook import Citation


class Odds(msgspec.Struct, frozen=True):
    """The odds of a wager on the remaining cards."""

    ev: str
    """The expected value of a stake of one, as an exact fraction."""
    edge: float
    """The house edge, as a share of the stake."""


class Beside(msgspec.Struct, frozen=True, kw_only=True):
    """What the table knows and the round does not; the view copies from it what its viewer may see."""

    table: str = ""
    number: int = 0
    version: int = 0
    timers: dict[str, int] = {}
    """Deadlines by name, in microseconds since 1970."""
    said: str = ""
    """The last announcement."""
    shoe: Commitment | None = None
    left: int | None = None
    """How many cards are left in the virtual shoe."""
    drawn: tuple[Drawn, ...] = ()
    """The cards drawn from the virtual shoe for this round, with their proofs."""
    marks: tuple[Mark, ...] = ()
    """The finished rounds of the shoe before this one, where it has roads."""
    odds: dict[str, Odds] = {}
    next_command: str | None = None
    """The command that is due next."""
    stop: Hold | None = None
    """What is forbidden meanwhile, where the table is on hold."""
    holds: int = 0
    """How many cards are left in a real shoe at least, by what was entered."""
    players: dict[str, int] = {}
    """Players without a terminal, and their credits in cents."""


class TermsShown(msgspec.Struct, frozen=True, kw_only=True):
    """The terms without the people in them."""

    decks: int
    unit: int
    offered: tuple[str, ...]
    limits: dict[str, Limits]
    boxes: int
    mains: int
    hand_shuffled: bool
    edition: str
    """The edition of the game's document."""
    rulings: dict[str, str]
    """Readings of open points that differ from the register's defaults."""


class ShoeShown(msgspec.Struct, frozen=True):
    """What is published of a virtual shoe."""

    commitment: Commitment
    code: str
    left: int | None
    proofs: tuple[Drawn, ...]
    """The proofs of this round's cards on the table, when it is over."""


class Note(msgspec.Struct, frozen=True):
    """An irregularity or a ruling, without its text."""

    kind: str
    clause: Citation
    effect: str | None = None


Lies: TypeAlias = BaccaratShown | BoxesShown | SharedShown | HandsShown
"""What lies on a table, by family."""


class Pool(msgspec.Struct, frozen=True):
    """The total stake on a wager in cents, and the number of bettors."""

    stake: int
    bettors: int


class RoadsShown(msgspec.Struct, frozen=True):
    """The score boards of the shoe."""

    marks: tuple[str, ...]
    """The marks of its finished rounds, as `house/roads.py` writes them; every road is drawn from them."""
    counts: Counts


class TableShown(msgspec.Struct, frozen=True, kw_only=True):
    """The public part of a view: the same for everybody, so that it is made and encoded once for all viewers."""

    game: str
    table: str
    number: int
    version: int
    phase: Phase
    void: Citation | None
    timers: dict[str, int]
    said: str
    terms: TermsShown
    lies: Lies
    waiting: int
    """How many cards are out of the shoe and not dealt."""
    discarded: int
    """How many cards came out of the shoe and belong to no hand."""
    last_of_shoe: bool
    pool: dict[str, Pool]
    notes: tuple[Note, ...]
    shoe: ShoeShown | None
    roads: RoadsShown | None


class TableOffer(msgspec.Struct, frozen=True, kw_only=False):
    """An offer of a table's own command, with its form; `only` and `but` name the actors it is limited or closed to."""

    expected: Expected
    form: Form
    only: tuple[str, ...] | None = None
    but: tuple[str, ...] = ()


Part: TypeAlias = Literal["next", "usual", "player", "wrong", "table"]
"""Where an offer belongs: what comes next, what else is usual, what staff enter for a player without a terminal, what
may have gone wrong, and what is about the table itself."""


class Offer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One command that the viewer may give next."""

    command: str
    clause: Citation
    prompt: str
    clauses: tuple[Citation, ...] = ()
    hand: str | None = None
    wagers: tuple[str, ...] = ()
    irregular: bool = False
    box: int | None = None
    options: tuple[str, ...] = ()
    owner: str | None = None
    least: int | None = None
    most: int | None = None
    bettors: tuple[str, ...] | None = None
    """For staff: the bettors that it may be given for or about."""
    suggested: str | None = None
    worth: dict[str, str] = {}
    closed: dict[str, Citation] = {}
    """The options of a decision that are not open, each with the clause that closes it."""
    part: Part = "usual"
    form: Form | None = None
    """The form of its fields; none where the viewer's own controls draw it, or where it is fetched on demand."""


class ReturnedShown(msgspec.Struct, frozen=True):
    """A stake that was returned in the middle of a round."""

    who: str
    wager: str | None
    amount: int
    clause: Citation
    box: int | None = None


class OwnLine(Line, frozen=True, kw_only=True, omit_defaults=True):
    """A line of a player's own settlement, with its box where there are boxes."""

    box: int | None = None


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """The private part of a player's view, which no other player sees."""

    seat: str
    balance: int | None
    places: tuple[str, ...]
    """The player's places on boxes."""
    boxes: tuple[int, ...]
    """The boxes at which the player sits."""
    stakes: tuple[Stake, ...]
    hands: tuple[HandShown, ...]
    """The player's hands of the shared stream."""
    at: int | None
    """The number of the hand in play, from 1."""
    choice: str | None
    """The player's choice in the current window."""
    surrendered: bool
    even_money: bool
    lost: bool
    """Whether the terminal counts as lost."""
    decided: tuple[Decided, ...] = ()
    """Before the settlement: the wagers that the cards have decided."""
    returned: tuple[ReturnedShown, ...]
    lines: tuple[OwnLine, ...]
    """When the round is settled: the result of every wager, and the clauses that decide it."""
    net: int | None


class Bettor(msgspec.Struct, frozen=True, omit_defaults=True):
    """What staff see of a bettor."""

    wagers: dict[str, int]
    net: int | None = None
    lost: bool = False
    hands: tuple[HandShown, ...] = ()
    """The hands of the shared stream, when every card is out."""


class AgreedShown(msgspec.Struct, frozen=True):
    """An agreement between people with equal claims to a spot, as the Dealer noted it."""

    box: int
    wager: str
    bettor: str
    owner: str | None
    """Whose wager is insured, where the spot is insurance."""


class SeatedShown(msgspec.Struct, frozen=True):
    """A player without a terminal, as staff see them: credits in cents, boxes, and the wagers entered for them."""

    player: str
    credits: int
    boxes: tuple[int, ...]
    wagers: dict[str, int]


class AtBox(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A box as staff see it, with names."""

    number: int
    decides: str | None = None
    """The bettor in control."""
    sits: str | None = None
    absent: bool = False
    """Whether whoever decides is absent, so that the rules play the hand."""
    stakes: dict[str, int] = {}
    """What each bettor has on it, in cents, whatever the wager; claims that may yet be refused included."""


class Asked(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bettor who has something to answer, with the box where there are boxes."""

    bettor: str
    box: int | None = None


class Move(msgspec.Struct, frozen=True):
    """What a settlement does for one bettor, in cents."""

    bettor: str
    staked: int
    """What is still in play."""
    moves: int
    """What is paid on top of the stakes that go back, or taken of them."""


class ActShown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The next act at a table, or whom it waits for."""

    command: str | None = None
    """The command; none where players have to act first."""
    verb: str
    """What is done, such as "Close insurance"; or who acts, such as "Ann decides on 14"."""
    with_: str | None = msgspec.field(default=None, name="with")
    """Its money and how many have answered."""
    why: str | None = None
    """What the round has come to, where that decides the act."""
    say: str | None = None
    """What the Dealer announces with it."""
    missing: tuple[Asked, ...] = ()
    """Who has not answered yet; whoever sits at several boxes once for each."""
    moves: tuple[Move, ...] = ()
    """For a settlement: the money of each bettor, the largest first."""
    others: int = 0
    """How many bettors are not in `moves` or `missing`, since there are too many."""
    before: str | None = None
    """For a settlement: what has been paid and taken already."""
    then: str | None = None
    """What follows, where the act alone decides it."""


class StaffShown(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a view for staff only."""

    bettors: dict[str, Bettor]
    places: dict[str, str]
    """The bettor at each place."""
    seats: dict[int, str]
    """The bettor at each box."""
    players: tuple[SeatedShown, ...]
    """The players without a terminal."""
    agreed: tuple[AgreedShown, ...]
    waiting: tuple[Card, ...]
    """The cards that are out and not dealt, for those who have to deal or correct them."""
    returned: tuple[ReturnedShown, ...]
    words: tuple[str, ...]
    """The texts of rulings and corrections."""
    warned: tuple[str, ...]
    one_box: tuple[str, ...]
    honoured: tuple[str, ...]
    asked: int
    """How many bettors have a decision to make in the current window."""
    answered: int
    at_boxes: tuple[AtBox, ...]
    """The boxes in order, where there are boxes."""
    act: ActShown | None
    """What is done next, with its money; none where the round expects nothing."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A round as one viewer may see it at one moment."""

    role: HouseRole
    table: TableShown
    offers: tuple[Offer, ...]
    own: Own | None
    staff: StaffShown | None
    odds: dict[str, Odds]
