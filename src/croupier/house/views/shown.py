"""What may be shown of a round, and to whom. Nothing of a round leaves the house but in these shapes.

A field that is not here is seen by nobody: `sight` copies what is wanted, one by one, and never a whole state.

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
| how many have chosen | staff: they close the window |
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
from croupier.house.views.blackjack.shown import PlayShown as PlayShown
from croupier.house.views.lying import HandShown, HandsShown, Stake
from croupier.rulebook import Citation


class Odds(msgspec.Struct, frozen=True):
    """What a wager is worth on the shoe as it is now."""

    ev: str
    """What a stake of one wins on average, exactly."""
    edge: float
    """The house's share of the stake."""


class Beside(msgspec.Struct, frozen=True, kw_only=True):
    """What the table knows and the round does not; the view takes from it what its viewer may see."""

    table: str = ""
    number: int = 0
    version: int = 0
    timers: dict[str, int] = {}
    """When what ends, in microseconds since 1970."""
    said: str = ""
    """What was announced last."""
    shoe: Commitment | None = None
    left: int | None = None
    """How many cards the shoe still holds."""
    drawn: tuple[Drawn, ...] = ()
    """The cards that the shoe gave for this round, with their proofs."""
    marks: tuple[Mark, ...] = ()
    """The finished rounds of the shoe before this one, where it has roads."""
    odds: dict[str, Odds] = {}
    next_command: str | None = None
    """What comes next, by the name of its command."""
    stop: Hold | None = None
    """What stops meanwhile, where the table stands still."""
    holds: int = 0
    """How many cards a real shoe still has at least, by what was entered."""
    players: dict[str, int] = {}
    """Players without a terminal, and their credits."""


class TermsShown(msgspec.Struct, frozen=True, kw_only=True):
    """The terms without the people in them."""

    decks: int
    unit: int
    offered: tuple[str, ...]
    limits: dict[str, Limits]
    boxes: int
    mains: int
    hand_shuffled: bool
    rulings: dict[str, str]


class ShoeShown(msgspec.Struct, frozen=True):
    """What is published of the shoe."""

    commitment: Commitment
    code: str
    left: int | None
    proofs: tuple[Drawn, ...]
    """Of the cards of this round that lie on the table, when it is over."""


class Note(msgspec.Struct, frozen=True):
    """What was found or ruled, without its words."""

    kind: str
    clause: Citation
    effect: str | None = None


Lies: TypeAlias = BaccaratShown | BoxesShown | SharedShown | HandsShown
"""What lies on a table."""


class Pool(msgspec.Struct, frozen=True):
    """What all have on a wager together."""

    stake: int
    bettors: int


class RoadsShown(msgspec.Struct, frozen=True):
    """The score boards of the shoe."""

    marks: tuple[str, ...]
    """Its finished rounds, as `house/roads.py` writes them; every road is drawn from them."""
    counts: Counts


class TableShown(msgspec.Struct, frozen=True, kw_only=True):
    """What lies open on the table: the same for everybody, so that it is made and written once for all who look."""

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
    """How many came out and were nobody's."""
    last_of_shoe: bool
    pool: dict[str, Pool]
    notes: tuple[Note, ...]
    shoe: ShoeShown | None
    roads: RoadsShown | None


class TableOffer(msgspec.Struct, frozen=True, kw_only=False):
    """Something that may be asked of a table itself, with its form, and by which actors alone, or not."""

    expected: Expected
    form: Form
    only: tuple[str, ...] | None = None
    but: tuple[str, ...] = ()


Part: TypeAlias = Literal["next", "usual", "player", "wrong", "table"]
"""Where an offer belongs: what comes next, what else is usual, what staff enter for a player without a terminal, what
may have gone wrong, and what is about the table itself."""


class Offer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that the viewer may do next."""

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
    """For staff: whom it may be done for or about."""
    suggested: str | None = None
    worth: dict[str, str] = {}
    closed: dict[str, Citation] = {}
    """Beside the options of a decision: what is not open, and by which clause."""
    part: Part = "usual"
    form: Form | None = None
    """What is told with it; none where the viewer's own controls draw it, or where it is looked up when wanted."""


class ReturnedShown(msgspec.Struct, frozen=True):
    """A stake that went back in the middle of a round."""

    who: str
    wager: str | None
    amount: int
    clause: Citation
    box: int | None = None


class OwnLine(Line, frozen=True, kw_only=True, omit_defaults=True):
    """A line of one's own settlement, with its box where there are boxes."""

    box: int | None = None


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """What a player sees of themself and nobody else of them."""

    seat: str
    balance: int | None
    places: tuple[str, ...]
    """Which places on boxes are one's own."""
    boxes: tuple[int, ...]
    """At which boxes one sits."""
    stakes: tuple[Stake, ...]
    hands: tuple[HandShown, ...]
    """One's own hands of the shared stream."""
    at: int | None
    """Which of them is in play, counted from one."""
    choice: str | None
    """What one has chosen in the window that is open."""
    surrendered: bool
    even_money: bool
    lost: bool
    """Whether the terminal is taken for failed."""
    returned: tuple[ReturnedShown, ...]
    lines: tuple[OwnLine, ...]
    """When the round is settled: every wager's result and the clauses that moved its cents."""
    net: int | None


class Bettor(msgspec.Struct, frozen=True, omit_defaults=True):
    """What staff see of somebody who bets."""

    wagers: dict[str, int]
    net: int | None = None
    lost: bool = False
    hands: tuple[HandShown, ...] = ()
    """Of the shared stream, when every card is out."""


class AgreedShown(msgspec.Struct, frozen=True):
    """Whom people with equal claims to a spot have agreed on, as the Dealer noted it."""

    box: int
    wager: str
    bettor: str
    owner: str | None
    """Whose insurance it is."""


class SeatedShown(msgspec.Struct, frozen=True):
    """A player without a terminal, as staff see them: what they have, where they sit, and what was entered for them."""

    player: str
    credits: int
    boxes: tuple[int, ...]
    wagers: dict[str, int]


class StaffShown(msgspec.Struct, frozen=True, kw_only=True):
    """What staff see besides."""

    bettors: dict[str, Bettor]
    places: dict[str, str]
    """Who goes by which place."""
    seats: dict[int, str]
    """Who sits at which box."""
    players: tuple[SeatedShown, ...]
    """Who is at the table without a terminal."""
    agreed: tuple[AgreedShown, ...]
    waiting: tuple[Card, ...]
    """The cards that are out and not dealt, for those who have to deal them or put them right."""
    returned: tuple[ReturnedShown, ...]
    words: tuple[str, ...]
    """What was said in rulings and corrections."""
    warned: tuple[str, ...]
    one_box: tuple[str, ...]
    honoured: tuple[str, ...]
    asked: int
    """How many have something to choose in the window that is open."""
    answered: int


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A round at one moment as one viewer may see it."""

    role: HouseRole
    table: TableShown
    offers: tuple[Offer, ...]
    own: Own | None
    staff: StaffShown | None
    odds: dict[str, Odds]
