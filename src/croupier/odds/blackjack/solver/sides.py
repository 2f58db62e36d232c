"""The side wagers that depend on decisions, under play for the main wager and for themselves."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any

from croupier.cards import Card
from croupier.games.blackjack.hand import Area
from croupier.games.blackjack.outcome import HIGH, LOW, Eighteen, EightsRun, run, run_over
from croupier.games.blackjack.variants import Blackjack
from croupier.games.wager import Wager
from croupier.odds.blackjack.sequences import eight_or_not, points
from croupier.odds.blackjack.solver.against import Against, DealtOpening, Decided
from croupier.odds.blackjack.solver.eights import eights
from croupier.odds.blackjack.solver.hands import BUST, ENDS, Array, value_index
from croupier.odds.blackjack.solver.kernels import DOUBLE, HIT, STAND
from croupier.odds.blackjack.solver.pairs import SplitHands
from croupier.odds.blackjack.solver.prospects import Payoffs
from croupier.odds.sequences import Sequences, by_kind
from croupier.odds.tally import DealCounter


class TieOn18:
    """Tie on 18: a wager on the first hand of an area, also after splits."""

    def __init__(self, against: Against, wager: Wager) -> None:
        self.against, self.wager = against, wager

    def won(self, decided: Decided) -> Any:
        """The probability of a win under a strategy; a surrendered hand wins it only where it is frozen (R-75 b)."""
        against = self.against
        values = against.play_for(self._payoffs(against), decided.action).value
        won = against.numbers.zeros(1)[0]
        for hand, chance, pair in against.openings:
            if hand in decided.surrenders:
                won = won + chance * self.folded[hand]
                continue
            split = pair is not None and pair in decided.splits
            won = won + chance * (self.won_by_splitting(pair or 0, decided.action) if split else values[hand])
        return won

    def returned(self, decided: Decided) -> Any:
        """The probability that it is returned under a strategy: with a surrendered hand by R-75 (c)."""
        given_up = (chance for hand, chance, _ in self.against.openings if hand in decided.surrenders)
        return sum(given_up, self.against.numbers.zeros(1)[0]) if self.returns else self.against.numbers.zeros(1)[0]

    @cached_property
    def returns(self) -> bool:
        """Whether it is returned with a surrendered hand."""
        return self.wager.match(Eighteen(0, 0, folded=True)).result == "push"

    @cached_property
    def folded(self) -> Array:
        """The probability of a win by hand where the hand is surrendered."""
        return self._payoffs(self.against, folded=True).stand

    @property
    def to_win(self) -> Fraction:
        """What a winning stake of one is worth, the stake included."""
        pays = self.wager.rows[0].pays
        assert pays
        return Fraction(pays.num, pays.den) + 1

    def worth_folded(self, hand: int) -> Any:
        """The value of a stake of one on a hand that is surrendered, the stake included."""
        return self.to_win * self.folded[hand] + int(self.returns)

    def won_by_splitting(self, pair: int, action: Array) -> Any:
        """The probability that the first of the split hands wins it."""
        hands = SplitHands(self.against, pair, action)
        stood = hands.stood((self._table(hands.total) * hands.likely).sum(0))
        return hands.mean(hands.weights(first=True), Payoffs(stood, stood, stood * 0))

    def most(self) -> tuple[Any, Any]:
        """The probabilities of a win and of a return, played for this wager alone."""
        values = self.against.best_for(self._payoffs(self.against)).value
        won, returned = self.against.numbers.zeros(1)[0], self.against.numbers.zeros(1)[0]
        for hand, chance, pair in self.against.openings:
            likely = values[hand] if pair is None else max(values[hand], self._split(pair, 1))
            if self.returns and self.to_win * likely < 1:
                returned = returned + chance
            else:
                won = won + chance * likely
        return won, returned

    @property
    def by_hand(self) -> Decided:
        """The best strategy for it alone on the first hand; play after a split is only evaluated in `most`."""
        values = self.against.best_for(self._payoffs(self.against))
        splits, surrenders = set(), set()
        for hand, _, pair in self.against.openings:
            likely = values.value[hand]
            if pair is not None and (split := self._split(pair, 1)) > likely:
                splits.add(pair)
                likely = split
            if self.returns and self.to_win * likely < 1:
                surrenders.add(hand)
                splits.discard(pair)
        return Decided(values.action, frozenset(splits), frozenset(surrenders))

    def _split(self, pair: int, gone: int) -> Any:
        """The highest probability of a win after a split, where so many cards of the pair are gone."""
        left = self.against.left.copy()
        left[pair] -= gone
        again = Against(
            self.against.rules, self.against.numbers, tuple(int(number) for number in left), self.against.up
        )
        values = again.best_for(self._payoffs(again)).value
        won = again.numbers.zeros(1)[0]
        for hand, chance, other in again.openings:
            more = gone + 1 < self.against.rules.splitting.hands and other is not None
            won = won + chance * (max(values[hand], self._split(pair, gone + 1)) if more else values[hand])
        return won

    def _payoffs(self, against: Against, *, folded: bool = False) -> Payoffs:
        won = (self._table(against.hands.total, folded=folded)[..., 0] * against.likely).sum(0)
        return Payoffs(won, won, won * 0)

    def _table(self, total: Array, *, folded: bool = False) -> Array:
        """Whether each total wins, by result of the Dealer."""
        points = [HIGH + 1 if end == BUST else min(LOW + end, HIGH) for end in range(ENDS)]
        won = [[int(self.wager.match(Eighteen(mine, end, folded)).result == "win") for mine in total] for end in points]
        return self.against.numbers.of(won)[..., None]

    def payoffs(self) -> Payoffs:
        """The probability of a win on an unsplit hand, as payoffs."""
        return self._payoffs(self.against)


def runs(game: Blackjack, against: Against, decided: Decided) -> DealCounter:
    """Counts the run of 8s of an area that is played by a strategy, over the cards that may still change it."""
    if game.reads("R-71") == "c":
        return eights(game, against, decided)
    start = Area.of(printed=game.printed)
    return Sequences(value_or_eight, _ends(game, against, decided, start))


def value_or_eight(card: Card) -> Card:
    """Classifies cards by their value, the 8 of Spades apart from other 8s.

    >>> value_or_eight(Card("8S")), value_or_eight(Card("8D")), value_or_eight(Card("QD"))
    (8S, 8H, TS)
    """
    return eight_or_not(card) if card.rank == "8" else points(card)


def _ends(
    game: Blackjack, against: Against, decided: Decided, area: Area
) -> Iterator[tuple[tuple[Card, ...], EightsRun]]:
    if run_over(area, game.reads):
        yield area.dealt, run(area, game.reads)
        return
    if area.waits_for_card:
        for card in by_kind(value_or_eight):
            if against.left[value_index(card)]:
                yield from _ends(game, against, decided, area.take(card))
        return
    hand = area.hand
    assert hand is not None
    number = against.hands.of(*(value_index(card) for card in hand.cards[1:]))
    if area.opening and number in decided.surrenders:
        lost = any(wager.reads == "run" for wager in game.wagers if wager.name in game.lost_on_surrender)
        yield area.dealt, EightsRun(0, spades=False) if lost else run(area, game.reads)
        return
    if game.splitting.allows(hand, len(area.hands)) and value_index(hand.cards[1]) in decided.splits:
        after = area.split(game.splitting)
    else:
        after = {STAND: area.stand, HIT: area.hit, DOUBLE: area.double}[int(decided.action[number])]()
    yield from _ends(game, against, decided, after)


def together(against: Against, wager: Wager, decided: Decided) -> tuple[Any, Any]:
    """The expected values of the main wager and of Tie on 18 under a strategy, for a stake of one each."""
    tie = TieOn18(against, wager)
    return against.ev(decided), tie.to_win * tie.won(decided) + tie.returned(decided) - 1


def best_together(against: Against, wager: Wager) -> Decided:
    """The best strategy for the main wager and Tie on 18 with equal stakes."""
    tie = TieOn18(against, wager)
    to_win = against.numbers.of([tie.to_win])[0]
    both = Payoffs(*(main + to_win * extra for main, extra in zip(against.main, tie.payoffs(), strict=True)))
    values = against.best_for(both)
    splits, surrenders = set(), set()
    for hand, _, pair in against.openings:
        highest = values.value[hand]
        if pair is not None:
            split = against.split(pair, values.action) + to_win * tie.won_by_splitting(pair, values.action)
            if split > highest:
                splits.add(pair)
                highest = split
        if against.folded is not None and against.folded[hand] + tie.worth_folded(hand) > highest:
            surrenders.add(hand)
            splits.discard(pair)
    return Decided(values.action, frozenset(splits), frozenset(surrenders))


class SecondCard:
    """The Dealer's second card, where wagers on it depend on decisions: insurance, and the top grade of Kings Bounty.

    By one reading insurance is lost when the first hand busts (R-58); by another the Dealer takes no second card for
    side wagers alone (R-52).
    """

    def __init__(self, game: Blackjack, against: Against, decided: Decided) -> None:
        self.game, self.against, self.decided = game, against, decided
        seen = against.blackjack
        self.values = against.play_for(Payoffs(seen, seen, seen * 0), decided.action).value

    def insured(self) -> Any:
        """The probability that insurance wins."""
        against = self.against
        won = against.numbers.zeros(1)[0]
        for opening in against.openings:
            won = won + opening.chance * self.completes(opening, dies=self.game.insurance_dies)
        return won

    def completes(self, opening: DealtOpening, *, dies: bool) -> Any:
        """The probability that the Dealer's first two cards are a Blackjack, and that it counts for a wager.

        `dies` where the wager is lost when the first hand busts.
        """
        hand, _, pair = opening
        against, waits = self.against, self.game.dealer_draws != "main"
        if waits and not dies:
            return against.blackjack[hand]
        if against.natural(hand):
            paid = against.up in against.rules.at_once or against.takes_even_money(hand, self.decided)
            return against.blackjack[hand] * (1 if waits or not paid else 0)
        if hand in self.decided.surrenders and against.folded is not None:
            return against.blackjack[hand] * (1 if waits or self.game.surrender_reclaimed else 0)
        if pair is None or pair not in self.decided.splits:
            return self.values[hand] if self.game.original_only != "obo" or dies else self._with_doubles(hand)
        return sum(
            chance * self._split(hand, SplitHands(against, pair, action), dies=dies)
            for chance, action in against.split_ways(pair, self.decided.after_split(pair), self.decided.undoubled)
        )

    def _with_doubles(self, hand: int) -> Any:
        """As for any hand, but a doubled one has the Dealer take the second card, bust or not (R-42)."""
        doubled = bool(self.decided.action[hand] == DOUBLE)
        return self.against.blackjack[hand] if doubled else self.values[hand]

    def _split(self, hand: int, hands: SplitHands, *, dies: bool) -> Any:
        seen = self.against.blackjack[hand]
        if not dies:
            return seen if self.game.original_only == "obo" else seen * (1 - hands.all_end("bust"))
        drawn = hands.stood(hands.prospects.blackjack[hands.standing])
        return hands.mean(hands.weights(first=True), Payoffs(drawn, drawn, drawn * 0))
