"""A blackjack round at one moment for the one player of the demo, whichever engine conducts it.

Lucky 8 and Dueling 8's are played on boxes, of which the player has the first; Electronic Blackjack is played on a
stream of cards that all terminals share, and the player has the only terminal.
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
BlackjackRound: TypeAlias = BoxRound | StreamRound


def begin(game: Blackjack) -> BlackjackRound:
    """A new round, its bets open.

    >>> from croupier.games.blackjack.variants import VARIANTS
    >>> [begin(game).phase.value for game in VARIANTS]
    ['betting', 'betting', 'betting']
    """
    terms = Terms.of(game)
    if not game.boxes:
        (opened,) = stream.decide(None, OpenBets(terms=terms), Role.DEALER)
        return stream.evolve(None, opened)
    (opened,) = boxes.decide(None, OpenBets(terms=terms, seats={BOX: BETTOR}), Role.DEALER)
    return boxes.evolve(None, opened)


def then(round: BlackjackRound, command: AnyCommand, by: Role) -> BlackjackRound:
    """The round after a command; raises `Refused` if the rules do not allow it."""
    if isinstance(round, StreamRound):
        for event in stream.decide(round, command, by):
            round = stream.evolve(round, event)
        return round
    for event in boxes.decide(round, command, by):
        round = boxes.evolve(round, event)
    return round


def expects(round: BlackjackRound) -> list[Expected]:
    """What the round expects next, the usual thing first."""
    return stream.expects(round) if isinstance(round, StreamRound) else boxes.expects(round)


@dataclasses.dataclass(frozen=True, kw_only=True)
class DemoMoment:
    """A round so far, with its place in the shoe."""

    game: Blackjack
    round: BlackjackRound
    shoe: int
    number: int
    """The number of the round in its shoe."""
    balance: int
    """The net result since the start in cents, this round included once it is settled."""
    decisions: tuple[str, ...] = ()
    """The player's decisions so far."""

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
        """The player's stakes on the hands."""
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
        """All of the player's stakes so far, in cents."""
        return self.round.staked()[BETTOR]

    @property
    def lines(self) -> list[Line]:
        """The settlement of every wager."""
        if isinstance(self.round, StreamRound):
            return self.round.settlement()[BETTOR]
        return self.round.settlement()[BETTOR][BOX]

    @property
    def net(self) -> int:
        """The player's net result of the settled round, in cents."""
        return self.round.nets()[BETTOR]
