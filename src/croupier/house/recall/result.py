"""What a round came to: in a few words, and as the words by which people look for it."""

from collections.abc import Iterator

from croupier.games.baccarat.state import Round as BaccaratRound
from croupier.games.baccarat.wagers import NAMES
from croupier.games.blackjack.hand import Hand
from croupier.games.round import Phase
from croupier.games.told import AnyRound, ToldLine, lines_of
from croupier.house.roads import mark


def said(round: AnyRound) -> str:
    """In a few words.

    >>> from croupier.games.baccarat.notation import read
    >>> said(read("tiger 8 decks | Player 8S 3D KH = 1 | Banker 4C 2H = 6 | Banker wins"))
    'Banker wins, 6 to 1'
    """
    if round.phase is Phase.VOID:
        return f"void by {round.void}"
    if round.phase is not Phase.SETTLED:
        return str(round.phase)
    if isinstance(round, BaccaratRound):
        assert round.outcome is not None
        points = round.outcome.points
        if points.winner == "tie":
            return f"Tie at {points.player}"
        low, high = sorted((points.player, points.banker))
        return f"{NAMES[points.winner]} wins, {high} to {low}"
    return _dealer(round.dealer_hand)


def results(round: AnyRound) -> Iterator[str]:
    """The words by which its result is looked for."""
    yield str(round.phase)
    if round.phase is not Phase.SETTLED:
        return
    if isinstance(round, BaccaratRound):
        assert round.outcome is not None
        seen = mark(round.outcome)
        yield seen.winner
        yield from ("natural",) * seen.natural
        yield from ("player-pair",) * seen.player_pair
        yield from ("banker-pair",) * seen.banker_pair
        return
    dealer = round.dealer_hand
    blackjack = dealer.blackjack and round.rules.blackjacks
    yield "dealer-blackjack" if blackjack else "dealer-bust" if dealer.bust else f"dealer-{dealer.total}"


def written(round: AnyRound) -> str | None:
    """Its mark on the roads, where it leaves one."""
    if isinstance(round, BaccaratRound) and round.phase is Phase.SETTLED and round.outcome:
        return str(mark(round.outcome))
    return None


def settled_lines(round: AnyRound) -> list[ToldLine]:
    """Every line of the settlement; none where it is not settled."""
    return list(lines_of(round)) if round.phase is Phase.SETTLED else []


def _dealer(hand: Hand) -> str:
    if not hand.cards:
        return "no card was dealt"
    if hand.bust:
        return f"Dealer busts with {hand.total}"
    return "Dealer has Blackjack" if hand.blackjack else f"Dealer has {hand.total}"
