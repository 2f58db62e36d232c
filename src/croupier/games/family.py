"""A family of games: the interface by which the house conducts rounds and reads them.

The store, the views, the accounts and surveillance use this interface for every round and never ask which family it
is. `croupier.games.families` is the registry of families.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar, cast

import msgspec

from croupier.cards import Card
from croupier.games.form import Form
from croupier.games.game import Game
from croupier.games.irregularity import from_virtual_shoe
from croupier.games.round import OVER, Command, Expected, Phase, Role, replayed
from croupier.games.terms import Terms
from croupier.games.wager import Line
from croupier.plugins import load_object
from croupier.refused import Refused
from croupier.rulebook import Citation, Clause
from croupier.words import Sentence

BAD_CARDS = Sentence("shoe-cards-were-bad")
EMPTY = Sentence("shoe-was-empty")


class Returned(Protocol):
    """A stake that turned out never to have been in play."""

    @property
    def bettor(self) -> str:
        """The bettor who had placed it."""

    @property
    def amount(self) -> int:
        """How much of it was returned, in cents."""

    @property
    def clause(self) -> Citation:
        """The clause by which it was returned."""

    @property
    def box(self) -> int | None:
        """The box it was on, where there are boxes."""


class Round(Protocol):
    """A round of any family at one moment."""

    @property
    def terms(self) -> Terms:
        """The terms of the round."""

    @property
    def phase(self) -> Phase:
        """The phase of the round."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the round, in dealing order."""

    @property
    def cut_after(self) -> int | None:
        """How many cards were out when the cutting card came."""

    @property
    def void(self) -> Citation | None:
        """The clause by which the round is void, where it is."""

    @property
    def waiting(self) -> tuple[Card, ...]:
        """Cards that are out of the shoe already and are dealt next, in this order."""

    @property
    def history(self) -> tuple[tuple[Card, ...], ...]:
        """The cards as they lay before each reconstruction or correction."""

    @property
    def surplus(self) -> tuple[Card, ...]:
        """Cards that the settled round had drawn and did not need, by the last correction of its cards."""

    @property
    def returned(self) -> tuple[Returned, ...]:
        """Stakes that turned out never to have been in play."""

    @property
    def notes(self) -> Sequence[Any]:
        """Other findings and rulings: events, each with its clause."""

    @property
    def shoe_spoiled(self) -> bool:
        """Whether the shoe cannot be dealt from again."""

    def wagers(self) -> dict[str, dict[str, int]]:
        """The stakes in cents, by bettor and wager."""

    def nets(self) -> dict[str, int]:
        """The net result of each bettor in cents, when the round is over."""


class RecordedRound(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round as it was dealt: cards in dealing order, one bettor's stakes in cents, and what was decided."""

    game: str
    cards: tuple[str, ...]
    wagers: dict[str, int]
    decisions: tuple[str, ...] = ()
    decks: int | None = None
    readings: dict[str, str] = {}
    """Readings that differ from the register's defaults, by ruling."""


class Settlement(Protocol):
    """The settlement of one bettor's wagers in a recorded round, every cent explained."""

    @property
    def outcome(self) -> Any:
        """The outcome of the cards, for programs."""

    @property
    def hands(self) -> Mapping[Any, tuple[Card, ...]]:
        """The cards of each hand."""

    @property
    def net(self) -> dict[str, int]:
        """The net result of each wager, in cents."""

    @property
    def total(self) -> int:
        """The net result of all wagers, in cents."""

    @property
    def lines(self) -> list[Line]:
        """The result of each wager, with its clauses."""

    @property
    def headline(self) -> str:
        """The hands, their points and the result in a few words."""


class ToldLine(Line, frozen=True, kw_only=True, omit_defaults=True):
    """A settlement line with whose it is, and on which box where there are boxes."""

    bettor: str
    box: int | None = None


class Standing(msgspec.Struct, frozen=True, gc=False):
    """The money of one bettor in a round, in cents."""

    in_play: int = 0
    """At stake, or reserved for a choice that is not locked yet."""
    net: int = 0
    """Won and paid, or lost and collected."""

    def __add__(self, other: "Standing") -> "Standing":
        return Standing(self.in_play + other.in_play, self.net + other.net)


class Staked(msgspec.Struct, frozen=True, gc=False):
    """An amount on a wager."""

    wager: str
    stake: int
    base: int
    """What of it was placed before anything was decided: edges are shares of that."""


class Dealt(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card as it was read, and whose it was."""

    card: Card
    whose: str
    """The name of its hand; `box` where it lies on one, `surplus` for one that was drawn and not needed, by the cards
    as they were read last."""
    box: int | None = None


class ShoeDue(msgspec.Struct, frozen=True):
    """Why the next round needs another shoe, and by which clause."""

    why: str
    clause: Citation | None = None

    def refusal(self) -> Refused:
        """The refusal of a round without a new shoe."""
        return Refused("new-shoe-due", self.clause, why=self.why)


R = TypeVar("R", bound=Round)


class Family(ABC, Generic[R]):
    """How rounds are conducted, and what the house reads from them."""

    name: str
    parts: Mapping[str, str] = {}
    """Its implementations in layers above the rules, by layer as `module:name`: imported on demand."""
    commands: dict[str, type[Command]]
    """The commands of its rounds, by their wire names."""
    rulings: tuple[type[Any], ...]
    """Events by which staff decide about a round that is on hold."""
    reshuffles: tuple[type[Any], ...] = ()
    """Events by which discarded cards go back into the shoe."""
    resumes: tuple[type[Any], ...] = ()
    """Events that end an interruption and close the open window as it stands."""
    waits_for_bets: bool = True
    """Whether a table that runs by itself waits for a wager before it deals."""
    open_stakes: bool = False
    """Whether everybody's stakes are public, so that a wager changes every view."""
    sides: tuple[str, str] | None = None
    """The two wagers on hands that play against each other, where the game has such."""
    own_only: tuple[type[Any], ...] = ()
    """High-volume events: thousands of terminals cause them in one window, each about that bettor's money only."""
    chinese: Mapping[str, str] = {}
    """Chinese names of its games, hands, wagers, outcomes and results, by the English ones."""

    def part(self, layer: str) -> Any:
        """Its implementation in a layer above the rules, such as its odds; None where it has none."""
        path = self.parts.get(layer)
        return None if path is None else load_object(path)

    # Conducting

    @abstractmethod
    def decide(self, round: R | None, command: Any, by: Role) -> list[Any]:
        """The events that follow from a command; a command that is not allowed is refused with its clause."""

    @abstractmethod
    def evolve(self, round: R | None, event: Any) -> R:
        """The round after an event."""

    @abstractmethod
    def expects(self, round: R) -> list[Expected]:
        """What may happen next, by whom."""

    @abstractmethod
    def form(self, expected: Expected, round: R) -> Form:
        """The form of an offer: the fields of its command and their possible values."""

    @abstractmethod
    def decode_command(self, body: bytes) -> Any:
        """Decode a command from JSON."""

    @abstractmethod
    def decode_event(self, body: bytes) -> Any:
        """Decode an event from JSON."""

    @abstractmethod
    def decode_events(self, body: bytes | msgspec.Raw) -> list[Any]:
        """Decode the events of a whole round from JSON."""

    @abstractmethod
    def samples(self, game: Game) -> Iterator[R]:
        """Sample rounds of a game at every stage, regular ones and with every kind of irregularity."""

    def replay(self, events: Iterable[Any]) -> R:
        """Fold events into the round they lead to."""
        return replayed(self.evolve, events)

    def offers(self, round: R, left: int | None, holds: int = 0) -> list[Expected]:
        """The offers of a round at a table: `expects` without what the table would refuse.

        `left` is the number of cards in the virtual shoe, None for a real one; `holds` is the least number of cards
        that a real shoe still has.
        """
        expected = self.expects(round)
        if left is not None:
            expected = from_virtual_shoe(expected, self.commands)
        return [each for each in expected if each.command != "run-out" or not (left or holds or round.waiting)]

    # Rounds of one bettor, as they are recorded

    @abstractmethod
    def settle(self, game: Game, round: RecordedRound, unit: int | None) -> Settlement:
        """Settle one bettor's wagers in a recorded round."""

    @abstractmethod
    def deal(
        self, game: Game, shoe: list[Card], stakes: dict[str, int], entropy: random.Random
    ) -> tuple[Sequence[Card], list[str]]:
        """The cards that one random round takes from the top of a shoe, and the random decisions in it."""

    def drawn_by(self, game: Game) -> tuple[Clause, ...]:
        """The clauses by which cards are drawn where nobody decides anything."""
        return ()

    # Cards

    @abstractmethod
    def taken(self, round: R) -> tuple[Card, ...]:
        """Every card that a round took from the shoe, burned ones included, those in `waiting` not."""

    @abstractmethod
    def apart(self, round: R) -> tuple[Card, ...]:
        """Burned and discarded cards of a round, which a reconstruction or correction does not name."""

    def face_up(self, round: R) -> tuple[Card, ...]:
        """Every card that lies face up, each copy of it."""
        return round.cards

    def unseen(self, round: R) -> int:
        """How many unseen cards are out of the shoe and are dealt next."""
        return 0

    def removed_unseen(self, round: R) -> int:
        """How many cards went to the discards unseen."""
        return 0

    def gone_unseen(self, round: R) -> int:
        """How many unseen cards the round took from the shoe for good: they are not dealt from it any more."""
        return self.removed_unseen(round)

    def reshuffled(self, round: R) -> bool:
        """Whether discards were reshuffled in the middle of the round, so that collected cards may come again."""
        return False

    @abstractmethod
    def dealt(self, round: R) -> list[Dealt]:
        """The cards on the table in dealing order, each with its hand."""

    @abstractmethod
    def hands(self, round: R) -> Mapping[str, Sequence[Card]]:
        """The face-up cards of each hand, hands without a card included."""

    def hand_label(self, hand: str) -> str:
        """The English display name of a hand."""
        return hand.replace("-", " ").capitalize()

    def comes_to(self, round: R, hand: str) -> str:
        """The total of a hand as a short text; empty where it has none yet."""
        return ""

    def winners(self, round: R) -> tuple[str, ...]:
        """The hands that won a settled round: both on a tie, none where no hand wins."""
        won = self.won_by(round.cards)
        return () if won is None else (won,) if won != "tie" else self.sides or ()

    @abstractmethod
    def spoiled(self, round: R) -> ShoeDue | None:
        """Why the shoe is unusable after this round, where it is."""

    def shuffle_due(self, round: R) -> ShoeDue | None:
        """Why a shuffle follows the round, where one does."""
        if due := self.spoiled(round):
            return due
        return ShoeDue(Sentence("cutting-card-has-come"), Citation("R-15")) if round.cut_after is not None else None

    def last_of_shoe(self, round: R) -> bool:
        """Whether it is known to be the last round of its shoe."""
        return round.cut_after is not None

    def won_by(self, cards: Sequence[Card]) -> str | None:
        """Which of two hands that play against each other wins with these cards, or `tie`; None before it is known."""
        return None

    # People and what they have at stake

    def loss_decides(self, round: R) -> bool:
        """Whether a lost terminal may change more than its own connection, by the readings in force (R-09, R-10)."""
        return "b" in (round.terms.rules.reads("R-09"), round.terms.rules.reads("R-10"))

    def lost(self, round: R) -> tuple[str, ...]:
        """Failed terminals that have not been heard of since."""
        return ()

    def honoured(self, round: R) -> tuple[str, ...]:
        """The bettors whose wagers under the minimum are accepted this once."""
        return ()

    def seats(self, round: R) -> dict[int, str]:
        """The seated player of each box, where there are boxes."""
        return {}

    def would_win(self, round: R, wager: str, stake: int) -> int | None:
        """What a returned stake would have won in a settled round, in cents; None where that takes decisions."""
        return None

    def copies(self, round: R) -> tuple[Card, ...] | None:
        """The cards that cannot come again, where an empty shoe is refilled with the discards mid-round; else None."""
        return None

    def absent(self, round: R) -> tuple[tuple[str, int], ...]:
        """The absent bettors with a wager, each with the box."""
        return ()

    def interrupted(self, round: R) -> bool:
        """Whether the round was interrupted, so that its duration means nothing."""
        return False

    @abstractmethod
    def unstaked(self, round: R) -> bool:
        """Whether nobody has placed a wager yet."""

    def undecided(self, round: R) -> int:
        """How many bettors have yet to choose in a decision window that is open to many at once."""
        return 0

    def answered(self, round: R, choosing: int) -> bool:
        """Whether the open window, in which `choosing` bettors had to choose, may be complete.

        A cheap upper bound in constant time: it is called for each of thousands of choices.
        """
        return False

    @abstractmethod
    def settlement(self, round: R) -> Iterator[tuple[str, int | None, Line]]:
        """Every settlement line, with its bettor, and its box where there are boxes."""

    def left_by_void(self, round: R) -> Iterator[tuple[str, int | None, Line]]:
        """The settlement lines that a void leaves standing: none, where a void undoes everything (R-01)."""
        return iter(())

    def final(self, round: R) -> Iterator[tuple[str, int | None, Line]]:
        """The settlement lines of a round that is over."""
        return self.left_by_void(round) if round.phase is Phase.VOID else self.settlement(round)

    def lines(self, round: R) -> Iterator[ToldLine]:
        """Every settlement line of a round that is over, as a value that names its bettor and box."""
        for bettor, box, line in self.final(round):
            yield ToldLine(**msgspec.structs.asdict(line), bettor=bettor, box=box)

    def settled_by(self, round: R, terms: Terms) -> Iterator[tuple[str, int | None, Line]]:
        """Every settlement line under the readings of other terms."""
        return self.settlement(msgspec.structs.replace(cast("Any", round), terms=terms))

    def standings(self, round: R) -> dict[str, Standing]:
        """The money of every bettor in the round."""
        if round.phase in OVER:
            settled = round.phase is Phase.SETTLED
            return {bettor: Standing(0, net) for bettor, net in round.nets().items() if settled or net}
        return self.in_play(round)

    @abstractmethod
    def in_play(self, round: R) -> dict[str, Standing]:
        """The money of every bettor in a round that is being played."""

    @abstractmethod
    def standing(self, round: R, bettor: str) -> Standing:
        """The money of one bettor in a round that is being played."""

    @abstractmethod
    def put_down(self, round: R) -> dict[str, int]:
        """The total that each bettor has staked so far, settled or not, in cents."""

    @abstractmethod
    def staked(self, round: R) -> Iterator[Staked]:
        """Every stake of every bettor, wager by wager."""

    @abstractmethod
    def before_the_deal(self, round: R) -> list[dict[str, int]]:
        """The total stake on each wager when bets closed, as one mapping for each playing area."""

    def playing_total(self, round: R, bettor: str) -> int | None:
        """The total of the hand that a bettor may have to decide about, in games with decisions."""
        return None

    def addition(self, round: R, bettor: str) -> int:
        """The most that a decision may add to a bettor's stake, in cents."""
        return 0

    # Words

    @abstractmethod
    def result(self, round: R) -> str:
        """The result of a settled round, in a few words."""

    @abstractmethod
    def search_words(self, round: R) -> Iterator[str]:
        """The search words of a settled round."""


def stakes_by_wager(stakes: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """The total stake on each wager, over several mappings of stakes."""
    total: dict[str, int] = {}
    for each in stakes:
        for wager, stake in each.items():
            total[wager] = total.get(wager, 0) + stake
    return total
