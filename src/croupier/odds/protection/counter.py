"""What a perfect counter wins: one unit on a wager whenever its exact expected value is positive, and only then.

Shoes are shuffled from a seed and dealt round by round; before every round every wager is priced from the remaining
cards. Expected values are summed rather than results, so the only variance is in which cards are gone. A round begins
while more cards are left than lie behind the cut card (R-15), so one pass through a shoe measures every depth of the
cut at once. Shoes are grouped into batches; standard errors are jackknife estimates, leaving out each batch in turn.

Insurance is decided when the player has seen their own cards, and only where the Dealer shows an Ace.
"""

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np

from croupier.cards import STANDARD, Composition
from croupier.games.game import Game
from croupier.odds.families import odds_of
from croupier.odds.protection.dealing import Cards, Places
from croupier.odds.protection.tags import Tags, fit
from croupier.odds.protection.vectorised import Floats, Shoes, evs
from croupier.odds.removal import removal
from croupier.odds.result import Measurement
from croupier.odds.tally import check, counts
from croupier.refused import Refused

SHOES = 1_000
CUT = 52
BATCHES = 40
SHOES_PER_BATCH = 250
COUNT_STEP = 0.5
"""True counts are rounded down to multiples of this."""
MAX_COUNT_STEPS = 120
"""True counts are clipped to so many steps either way."""
ACES = [card.number for card in STANDARD.cards if card.rank == "A"]


class CounterExposure(msgspec.Struct, frozen=True):
    """What a perfect counter wins on one wager with so many cards behind the cut."""

    cut: int
    rounds: Measurement
    """Rounds in a shoe."""
    favourable: Measurement
    """The share of the rounds offering the wager in which its expected value was positive."""
    advantage: Measurement | None
    """The mean expected value in those rounds, for a stake of one; `None` where there were none."""
    per_shoe: Measurement
    """Units won in a shoe, for one unit staked at a time."""
    per_hundred: Measurement
    """Units won in a hundred rounds, including rounds without a bet."""


class Count(msgspec.Struct, frozen=True):
    """A simple count by tags, and how much of a perfect counter's win it captures."""

    tags: Tags
    trigger: float | None
    """The true count from which it bets, the best for these shoes; `None` where no count is worth a bet."""
    captured: Measurement | None
    """The share of the perfect counter's winnings; `None` where there are none."""


class Protected(msgspec.Struct, frozen=True):
    """A wager's exposure at every depth of the cut, deepest first, and the count for the requested depth."""

    wager: str
    by_cut: tuple[CounterExposure, ...]
    count: Count | None

    def at(self, cut: int) -> CounterExposure:
        """The exposure with so many cards behind the cut."""
        return next(each for each in self.by_cut if each.cut == cut)


def protection(
    game: Game,
    shoe: Composition | None = None,
    wagers: Iterable[str] | None = None,
    *,
    cut: int = CUT,
    cuts: Iterable[int] = (),
    shoes: int = SHOES,
    seed: int = 1,
    any_decks: bool = False,
) -> dict[str, Protected]:
    """What a counter wins on each wager: on those named, or on all that can be priced.

    >>> from croupier.games.catalogue import game
    >>> found = protection(game("dueling-8s"), wagers=["superb-8s-best"], shoes=100)["superb-8s-best"]
    >>> [str(each.per_shoe) for each in found.by_cut]
    ['10.2935 ± 1.6159']
    """
    shoe = game.shoe() if shoe is None else shoe
    names = _names(game, wagers)
    depths = sorted({cut, *cuts})
    _check(game, shoe, depths, shoes, any_decks)
    effects = removal(game, shoe, names, any_decks=any_decks)
    tags = [fit(shoe, effects[name]) for name in names]
    sums = _Sums(len(names), shoe.total, cut, min(shoes, BATCHES))
    pricing = _RoundPricing(game, shoe, names, tags)
    entropy = np.random.default_rng(seed)
    for start in range(0, shoes, SHOES_PER_BATCH):
        numbers = np.arange(start, min(start + SHOES_PER_BATCH, shoes))
        cards = np.tile(np.array([card.number for card in shoe]), (len(numbers), 1))
        _deal(pricing, entropy.permuted(cards, axis=1), numbers % sums.batches, sums, depths[0])
    return {
        name: Protected(name, tuple(sums.exposure(place, depth) for depth in depths), sums.count(place, tags[place]))
        for place, name in enumerate(names)
    }


def _names(game: Game, wagers: Iterable[str] | None) -> tuple[str, ...]:
    known = odds_of(game).counted(game)
    names = tuple(odds_of(game).distinct_wagers(game) if wagers is None else wagers)
    for name in names:
        if name not in known:
            decided = name in game.by_name
            raise Refused(f"what {name} gives a counter depends on decisions") if decided else game.not_offered(name)
    return names


def _check(game: Game, shoe: Composition, cuts: Sequence[int], shoes: int, any_decks: bool) -> None:
    check(game, shoe, odds_of(game).min_cards + 1, any_decks=any_decks)
    if shoes < 2:
        raise Refused(f"a standard error takes at least two shoes, not {shoes}")
    least = odds_of(game).min_cards - 1
    for cut in cuts:
        if not least <= cut < shoe.total:
            raise Refused(
                f"the cut card lies before the last {least} to {shoe.total - 1} cards of this shoe, not {cut}:"
                " a round must be able to finish",
                "R-13",
            )


class _RoundPricing:
    """Prices all wagers before a round; holds what is constant over rounds."""

    def __init__(self, game: Game, shoe: Composition, names: Sequence[str], tags: Sequence[Tags | None]) -> None:
        known = odds_of(game).counted(game)
        self.full = np.array(counts(shoe))
        self.opening = odds_of(game).opening_cards(game)
        self.late = [place for place, name in enumerate(names) if known[name].window == "insurance"]
        self.early = [place for place in range(len(names)) if place not in self.late]
        self.deck = len(shoe.deck.cards)
        self.round = odds_of(game).round(game)
        self._evs = [evs(game, [names[place] for place in places]) for places in (self.early, self.late)]
        self.tags = np.zeros((52, len(names)))
        for place, each in enumerate(tags):
            for card, tag in each.of.items() if each else ():
                self.tags[card.number, place] = tag
        # An unbalanced count is centred: compared with the mean of the cards gone so far.
        self.tags -= self.full @ self.tags / self.full.sum()

    def price(self, left: Shoes, after_opening: Shoes) -> tuple[Floats, Floats, Floats]:
        """For every shoe and wager: expected value, probability of being offered, and true count."""
        ev = np.empty((len(left), len(self.early) + len(self.late)))
        offered, true = np.ones(ev.shape), np.empty(ev.shape)
        for places, price, shoes in zip((self.early, self.late), self._evs, (left, after_opening), strict=True):
            if places:
                cards = shoes.sum(axis=1)
                ev[:, places] = price(shoes)
                true[:, places] = (self.full - shoes) @ self.tags[:, places] / (cards / self.deck)[:, None]
                if places is self.late:
                    offered[:, places] = (shoes[:, ACES].sum(axis=1) / cards)[:, None]
        return ev, offered, true


def _deal(pricing: _RoundPricing, cards: Cards, batch: Places, sums: "_Sums", deepest: int) -> None:
    """Deal these shoes down to the deepest cut, adding up a counter's expected win before every round."""
    left = np.tile(pricing.full, (len(cards), 1))
    dealt = np.zeros(len(cards), dtype=np.int64)
    total = cards.shape[1]
    sums.shoes += np.bincount(batch, minlength=sums.batches)
    while len(cards):
        after_opening = _without(left, cards, dealt, dealt + pricing.opening)
        sums.add(batch, total - dealt, *pricing.price(left, after_opening))
        after = pricing.round(cards, dealt)
        left, dealt = _without(left, cards, dealt, after), after
        more = total - dealt > deepest
        cards, batch, left, dealt = cards[more], batch[more], left[more], dealt[more]


def _without(left: Shoes, cards: Cards, start: Places, stop: Places) -> Shoes:
    """The remaining cards of each shoe after its cards from `start` to `stop` are dealt."""
    left = left.copy()
    for step in range(int((stop - start).max(initial=0))):
        rows = np.flatnonzero(start + step < stop)
        left[rows, cards[rows, start[rows] + step]] -= 1
    return left


class _Sums:
    """The sums, by batch and by number of cards left."""

    def __init__(self, wagers: int, cards: int, cut: int, batches: int) -> None:
        self.batches, self.cut = batches, cut
        self.shoes = np.zeros(batches)
        self.rounds = np.zeros((batches, cards + 1))
        self.offered, self.favourable, self.won = (np.zeros((batches, cards + 1, wagers)) for _ in range(3))
        self.by_count = np.zeros((batches, wagers, 2 * MAX_COUNT_STEPS + 1))

    def add(self, batch: Places, left: Places, ev: Floats, offered: Floats, true: Floats) -> None:
        """Add one round of many shoes."""
        favourable = np.where(ev > 0, offered, 0)
        np.add.at(self.rounds, (batch, left), 1)
        for sums, each in ((self.offered, offered), (self.favourable, favourable), (self.won, favourable * ev)):
            np.add.at(sums, (batch, left), each)
        rows = left > self.cut
        # An epsilon against rounding: a true count of exactly one step must not be floored to the step below.
        steps = (
            np.clip(np.floor(true[rows] / COUNT_STEP + 1e-9), -MAX_COUNT_STEPS, MAX_COUNT_STEPS).astype(np.int64)
            + MAX_COUNT_STEPS
        )
        places = np.arange(ev.shape[1])[None, :]
        np.add.at(self.by_count, (batch[rows][:, None], places, steps), (offered * ev)[rows])

    def exposure(self, wager: int, cut: int) -> CounterExposure:
        """The figures of one wager for one depth of the cut: over the rounds that began with more cards left."""
        rounds = self.rounds[:, cut + 1 :].sum(axis=1)
        offered, favourable, won = (
            sums[:, cut + 1 :, wager].sum(axis=1) for sums in (self.offered, self.favourable, self.won)
        )
        return CounterExposure(
            cut,
            ratio(rounds, self.shoes),
            ratio(favourable, offered),
            ratio(won, favourable) if favourable.any() else None,
            ratio(won, self.shoes),
            ratio(100 * won, rounds),
        )

    def count(self, wager: int, tags: Tags | None) -> Count | None:
        """The best true count to bet from with these tags, and the share of the perfect win that it captures."""
        if tags is None:
            return None
        from_here = self.by_count[:, wager, ::-1].cumsum(axis=1)[:, ::-1]
        best = int(from_here.sum(axis=0).argmax())
        won = self.won[:, self.cut + 1 :, wager].sum(axis=1)
        bets = bool(from_here[:, best].sum() > 0)
        taken = from_here[:, best] if bets else np.zeros(self.batches)
        return Count(
            tags, (best - MAX_COUNT_STEPS) * COUNT_STEP if bets else None, ratio(taken, won) if won.any() else None
        )


def ratio(above: Floats, below: Floats) -> Measurement:
    """The ratio of two sums over batches, and its jackknife standard error.

    >>> ratio(np.array([1.0, 3.0]), np.array([2.0, 2.0]))
    Measurement(value=1.0, error=0.5)
    """
    less = above.sum() - above, below.sum() - below
    left_out = np.divide(*less, out=np.zeros(len(above)), where=less[1] != 0)
    spread = ((left_out - left_out.mean()) ** 2).sum() * (len(above) - 1) / len(above)
    return Measurement(float(above.sum() / below.sum()), float(np.sqrt(spread)))
