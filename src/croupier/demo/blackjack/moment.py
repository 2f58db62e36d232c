"""A blackjack round at one moment, as the one player of the demo sees it, whichever engine plays it.

Lucky 8 and Dueling 8's are played on boxes, of which the player has the first; Electronic Blackjack is played on a
stream of cards that all terminals share, of which the player has the only one.
"""

import dataclasses
from typing import TypeAlias

from croupier.demo.stakes import BETTOR
from croupier.games.blackjack.boxes import round as boxes
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.hand import Area, Hand
from croupier.games.blackjack.messages import AnyCommand, OpenBets
from croupier.games.blackjack.settlement import Position
from croupier.games.blackjack.stream import round as stream
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.blackjack.variants import Blackjack
from croupier.games.round import Expected, Phase, Role
from croupier.games.terms import Terms
from croupier.games.wager import Line

BOX = 1
Played: TypeAlias = BoxRound | StreamRound


def begin(game: Blackjack) -> Played:
    """A new round, its bets open.

    >>> from croupier.games.blackjack.variants import VARIANTS
    >>> [begin(game).phase.value for game in VARIANTS]
    ['betting', 'betting', 'betting']
    """
    terms = Terms.of(game.name)
    if not game.boxes:
        (opened,) = stream.decide(None, OpenBets(terms=terms), Role.DEALER)
        return stream.evolve(None, opened)
    (opened,) = boxes.decide(None, OpenBets(terms=terms, seats={BOX: BETTOR}), Role.DEALER)
    return boxes.evolve(None, opened)


def then(round: Played, command: AnyCommand, by: Role) -> Played:
    """The round after a command, or a refusal that says why there is none."""
    if isinstance(round, StreamRound):
        for event in stream.decide(round, command, by):
            round = stream.evolve(round, event)
        return round
    for event in boxes.decide(round, command, by):
        round = boxes.evolve(round, event)
    return round


def expects(round: Played) -> list[Expected]:
    """Everything that may happen next, the usual thing first."""
    return stream.expects(round) if isinstance(round, StreamRound) else boxes.expects(round)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Moment:
    """A round so far, and what it stands among."""

    game: Blackjack
    round: Played
    shoe: int
    number: int
    """Of the round in its shoe."""
    balance: int
    """Since the start, in cents; with this round's net when it is settled."""
    said: tuple[str, ...] = ()
    """What the player decided so far."""

    @property
    def settled(self) -> bool:
        """Whether the round is over."""
        return self.round.phase is Phase.SETTLED

    @property
    def area(self) -> Area:
        """The player's hands."""
        area = self.round.area(BETTOR) if isinstance(self.round, StreamRound) else self.round.box(BOX).area
        assert area is not None, "there are hands when the deal is complete"
        return area

    @property
    def dealer(self) -> Hand:
        """The Dealer's hand."""
        return self.round.dealer_hand

    @property
    def position(self) -> Position:
        """What the player has on the hands."""
        on_box = None if isinstance(self.round, StreamRound) else self.round.box(BOX).position(BETTOR)
        position = self.round.positions[BETTOR] if isinstance(self.round, StreamRound) else on_box
        assert position is not None, "the player has bet"
        return position

    @property
    def insured(self) -> int:
        """The player's insurance, in cents."""
        if isinstance(self.round, StreamRound):
            return self.round.insured.get(BETTOR, 0)
        return sum(each.stake for each in self.round.insured if each.bettor == BETTOR)

    @property
    def staked(self) -> int:
        """All that the player has put down so far, in cents."""
        return self.round.staked()[BETTOR]

    @property
    def lines(self) -> list[Line]:
        """The settlement."""
        if isinstance(self.round, StreamRound):
            return self.round.settlement()[BETTOR]
        return self.round.settlement()[BETTOR][BOX]

    @property
    def net(self) -> int:
        """What the settled round made of it."""
        return self.round.nets()[BETTOR]
