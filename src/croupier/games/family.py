"""A family of games: everything that the house needs to conduct its rounds and to read them, as one value.

The rules of a family decide about its rounds; whoever keeps, shows, books or watches rounds asks the family and never
which one it is. `croupier.games.families` has those that there are.
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
from croupier.games.round import Command, Expected, Phase, Role, replayed
from croupier.games.terms import Terms
from croupier.games.wager import Line, Wager
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
        """Whose it was."""

    @property
    def amount(self) -> int:
        """How much of it, in cents."""

    @property
    def clause(self) -> Citation:
        """By which it went back."""

    @property
    def box(self) -> int | None:
        """Where it lay, where there are boxes."""


class Round(Protocol):
    """A round of any family at one moment."""

    @property
    def terms(self) -> Terms:
        """What it is played on."""

    @property
    def phase(self) -> Phase:
        """Where it is."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the round, in the order they came."""

    @property
    def cut_after(self) -> int | None:
        """How many cards were out when the cutting card came."""

    @property
    def void(self) -> Citation | None:
        """By which clause it is void, where it is."""

    @property
    def waiting(self) -> tuple[Card, ...]:
        """Cards that are out of the shoe already and are dealt next, in this order."""

    @property
    def history(self) -> tuple[tuple[Card, ...], ...]:
        """The cards as they lay before each reconstruction or correction."""

    @property
    def surplus(self) -> tuple[Card, ...]:
        """Cards that the settled round had drawn and did not need, by the cards as they were read last."""

    @property
    def returned(self) -> tuple[Returned, ...]:
        """What turned out never to have been in play."""

    @property
    def notes(self) -> Sequence[Any]:
        """What was found and ruled besides: events, each with its clause."""

    @property
    def shoe_spoiled(self) -> bool:
        """Whether the shoe cannot be dealt from again."""

    def wagers(self) -> dict[str, dict[str, int]]:
        """What everybody has staked on what."""

    def nets(self) -> dict[str, int]:
        """What each bettor is up or down, when it is over."""


class RecordedRound(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round as it was dealt: cards in dealing order, one bettor's stakes in cents, and what was decided."""

    game: str
    cards: tuple[str, ...]
    wagers: dict[str, int]
    decisions: tuple[str, ...] = ()
    decks: int | None = None


class Settlement(Protocol):
    """What a recorded round made of one bettor's wagers, every cent explained."""

    @property
    def outcome(self) -> Any:
        """What the cards came to, for programs."""

    @property
    def hands(self) -> Mapping[Any, tuple[Card, ...]]:
        """The cards, by whose they are."""

    @property
    def net(self) -> dict[str, int]:
        """What each wager won or lost."""

    @property
    def total(self) -> int:
        """All of them together."""

    @property
    def lines(self) -> list[Line]:
        """What became of each wager, and by which clauses."""

    @property
    def headline(self) -> str:
        """The hands, their points and the result in a few words."""


class ToldLine(Line, frozen=True, kw_only=True, omit_defaults=True):
    """A settlement line with whose it is, and on which box where there are boxes."""

    bettor: str
    box: int | None = None


class Standing(msgspec.Struct, frozen=True, gc=False):
    """How one bettor stands in a round."""

    in_play: int = 0
    """What is at stake, or kept back for what was chosen."""
    net: int = 0
    """What has been won and paid, or lost and collected."""

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
        """What is said where somebody would go on without one."""
        return Refused("new-shoe-due", self.clause, why=self.why)


R = TypeVar("R", bound=Round)


class Family(ABC, Generic[R]):
    """How rounds are conducted, and what can be read from them."""

    name: str
    parts: Mapping[str, str] = {}
    """Where the rest of it lies, layer by layer, as `module:name`: loaded when it is asked for."""
    commands: dict[str, type[Command]]
    """What may be asked of a round, by the names under which it travels."""
    rulings: tuple[type[Any], ...]
    """Events by which staff decide about a round that stands still."""
    reshuffles: tuple[type[Any], ...] = ()
    """Events by which the cards that were dealt before go back into the device."""
    resumes: tuple[type[Any], ...] = ()
    """Events by which an interruption closes a window as it stands."""
    waits_for_bets: bool = True
    """Whether a table that runs by itself waits for a wager before it deals."""
    open_stakes: bool = False
    """Whether everybody's stakes lie open, so that a wager concerns all who look."""
    sides: tuple[str, str] | None = None
    """Two wagers on hands that play against each other, where the game has such."""
    own_only: tuple[type[Any], ...] = ()
    """Events that thousands of terminals send in one window, and that touch nobody's money but that bettor's."""
    chinese: Mapping[str, str] = {}
    """What its own words are in Chinese, by the English ones: names of games, hands and wagers, outcomes, results."""

    def part(self, layer: str) -> Any:
        """What it has for a layer above the rules, such as its odds; None where it has nothing of its own there."""
        path = self.parts.get(layer)
        return None if path is None else load_object(path)

    # Conducting

    @abstractmethod
    def decide(self, round: R | None, command: Any, by: Role) -> list[Any]:
        """The events that follow from a command, or a refusal with its clause."""

    @abstractmethod
    def evolve(self, round: R | None, event: Any) -> R:
        """The round after an event."""

    @abstractmethod
    def expects(self, round: R) -> list[Expected]:
        """What may happen next, by whom."""

    @abstractmethod
    def form(self, expected: Expected, round: R) -> Form:
        """What is told with a command that a round offers."""

    @abstractmethod
    def decode_command(self, body: bytes) -> Any:
        """A command from its JSON."""

    @abstractmethod
    def decode_event(self, body: bytes) -> Any:
        """An event from its JSON."""

    @abstractmethod
    def decode_events(self, body: bytes | msgspec.Raw) -> list[Any]:
        """A whole round of events from their JSON."""

    @abstractmethod
    def samples(self, game: Game) -> Iterator[R]:
        """Rounds of a game at every stage, as it should be and as things go wrong in its own ways."""

    def replay(self, events: Iterable[Any]) -> R:
        """The round that these events tell of."""
        return replayed(self.evolve, events)

    def offers(self, round: R, left: int | None, holds: int = 0) -> list[Expected]:
        """What of all that a round expects may be asked of it at a table: nothing that the table would refuse.

        `left` is how many cards the virtual shoe holds; there is none where the cards are read off a real one, and
        `holds` is how many that has at least.
        """
        expected = self.expects(round)
        if left is not None:
            expected = from_virtual_shoe(expected, self.commands)
        return [each for each in expected if each.command != "run-out" or not (left or holds or round.waiting)]

    # Rounds of one bettor, as they are recorded

    @abstractmethod
    def settle(self, game: Game, round: RecordedRound, unit: int | None) -> Settlement:
        """What a recorded round made of one bettor's wagers, explained."""

    @abstractmethod
    def deal(
        self, game: Game, shoe: list[Card], stakes: dict[str, int], entropy: random.Random
    ) -> tuple[Sequence[Card], list[str]]:
        """The cards that one round takes from the top of a shoe, and what was decided in it by chance."""

    def drawn_by(self, game: Game) -> tuple[Clause, ...]:
        """The clauses by which cards are drawn where nobody decides anything."""
        return ()

    # Cards

    @abstractmethod
    def taken(self, round: R) -> tuple[Card, ...]:
        """Every card that a round took from the shoe, the burned ones too, without those that wait."""

    @abstractmethod
    def apart(self, round: R) -> tuple[Card, ...]:
        """The cards of a round that do not lie on it: who tells its cards anew does not tell these."""

    def face_up(self, round: R) -> tuple[Card, ...]:
        """Every card that lies face up, as often as it does."""
        return round.cards

    def unseen(self, round: R) -> int:
        """How many cards are out that nobody has seen, and are dealt next."""
        return 0

    def removed_unseen(self, round: R) -> int:
        """How many went to the discards that nobody has seen."""
        return 0

    def gone_unseen(self, round: R) -> int:
        """How many cards the round took from the shoe that nobody has seen, and that are not dealt from it any more."""
        return self.removed_unseen(round)

    def reshuffled(self, round: R) -> bool:
        """Whether discards were shuffled in the middle of the round, so that collected cards may come again."""
        return False

    @abstractmethod
    def dealt(self, round: R) -> list[Dealt]:
        """The cards that lie on the table, in the order they came, with whose they are."""

    @abstractmethod
    def hands(self, round: R) -> Mapping[str, Sequence[Card]]:
        """The cards that lie face up, by whose they are; a hand that has no card yet is there too."""

    def hand_label(self, hand: str) -> str:
        """What a hand is called, in English."""
        return hand.replace("-", " ").capitalize()

    def comes_to(self, round: R, hand: str) -> str:
        """What the cards of a hand come to, in a few characters; nothing where they come to nothing yet."""
        return ""

    def winners(self, round: R) -> tuple[str, ...]:
        """The hands that won a settled round: several where they share it, none where nobody has."""
        won = self.won_by(round.cards)
        return () if won is None else (won,) if won != "tie" else self.sides or ()

    @abstractmethod
    def spoiled(self, round: R) -> ShoeDue | None:
        """Why the shoe is played no more, where the round found that out."""

    def shuffle_due(self, round: R) -> ShoeDue | None:
        """Why a shuffle follows the round, where one does."""
        if found := self.spoiled(round):
            return found
        return ShoeDue(Sentence("cutting-card-has-come"), Citation("R-15")) if round.cut_after is not None else None

    def last_of_shoe(self, round: R) -> bool:
        """Whether it is known to be the last round of its shoe."""
        return round.cut_after is not None

    def won_by(self, cards: Sequence[Card]) -> str | None:
        """Which of two hands that play against each other these cards let win, or `tie`; nothing before they do."""
        return None

    # People and what they have at stake

    def lost(self, round: R) -> tuple[str, ...]:
        """Terminals that failed and have not been heard of since."""
        return ()

    def honoured(self, round: R) -> tuple[str, ...]:
        """Whose wagers under the minimum play this once."""
        return ()

    def seats(self, round: R) -> dict[int, str]:
        """Who sits at which box, where there are boxes."""
        return {}

    def would_win(self, round: R, wager: str, stake: int) -> int | None:
        """What a stake that was taken back would have won of a settled round, where the cards alone say it."""
        return None

    def copies(self, round: R) -> tuple[Card, ...] | None:
        """The cards that cannot come again, where a shoe that runs out is filled from the others in mid-round."""
        return None

    def absent(self, round: R) -> tuple[tuple[str, int], ...]:
        """Who has a wager on which box and is not there."""
        return ()

    def interrupted(self, round: R) -> bool:
        """Whether it stood still, so that its length says nothing."""
        return False

    @abstractmethod
    def unstaked(self, round: R) -> bool:
        """Whether nobody has bet yet."""

    def undecided(self, round: R) -> int:
        """How many have yet to choose in a window that is open to many at once."""
        return 0

    def answered(self, round: R, choosing: int) -> bool:
        """Whether the window that is open, in which so many had to choose, may have nothing left to be said in it.

        It is asked of each of the thousands who speak in it, so it counts nobody.
        """
        return False

    @abstractmethod
    def settlement(self, round: R) -> Iterator[tuple[str, int | None, Line]]:
        """Every line of a settled round, with whose it is, and on which box where there are boxes."""

    def lines(self, round: R) -> Iterator[ToldLine]:
        """The same as values of their own."""
        for bettor, box, line in self.settlement(round):
            yield ToldLine(**msgspec.structs.asdict(line), bettor=bettor, box=box)

    def settled_by(self, round: R, terms: Terms, wagers: Mapping[str, Wager]) -> Iterator[tuple[str, int | None, Line]]:
        """Every line as other readings would have it: other terms, and some wagers declared otherwise."""
        return self.settlement(msgspec.structs.replace(cast("Any", round), terms=terms))

    def standings(self, round: R) -> dict[str, Standing]:
        """How everybody stands."""
        if round.phase is Phase.VOID:
            return {}
        if round.phase is Phase.SETTLED:
            return {bettor: Standing(0, net) for bettor, net in round.nets().items()}
        return self.in_play(round)

    @abstractmethod
    def in_play(self, round: R) -> dict[str, Standing]:
        """How everybody stands in a round that is being played."""

    @abstractmethod
    def standing(self, round: R, bettor: str) -> Standing:
        """How one bettor stands in a round that is being played."""

    @abstractmethod
    def put_down(self, round: R) -> dict[str, int]:
        """Everything that each bettor has put down so far, whatever became of it."""

    @abstractmethod
    def staked(self, round: R) -> Iterator[Staked]:
        """What everybody has staked on each wager."""

    @abstractmethod
    def before_the_deal(self, round: R) -> list[dict[str, int]]:
        """What all have on each wager as it stood when bets closed, area by area where there are several."""

    def playing_total(self, round: R, bettor: str) -> int | None:
        """What the hand comes to that somebody may have to decide about, where hands are decided about."""
        return None

    def addition(self, round: R, bettor: str) -> int:
        """The most that a decision may add to somebody's stake."""
        return 0

    # Words

    @abstractmethod
    def result(self, round: R) -> str:
        """What a settled round came to, in a few words."""

    @abstractmethod
    def search_words(self, round: R) -> Iterator[str]:
        """The words by which a settled round is looked for."""


def stakes_by_wager(stakes: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """What several have on each wager."""
    total: dict[str, int] = {}
    for each in stakes:
        for wager, stake in each.items():
            total[wager] = total.get(wager, 0) + stake
    return total
