"""What a perfect counter wins: one unit on a wager whenever its exact expectation is above nothing, and only then.

Shoes are shuffled by a seed and dealt round by round; before every round every wager is priced from what is left. What
is added up are expectations, not results, so luck enters only through the cards that happen to be gone. A round
begins while more cards are left than lie behind the cut card (R-15), so one pass through a shoe tells about every
depth of the cut at once. Shoes are kept in batches, and standard errors come from leaving out each batch in turn.

Insurance is decided when the player's own cards are seen, and only where the Dealer shows an Ace.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from croupier.cards import STANDARD, Composition
from croupier.games.game import Game
from croupier.odds.families import odds_of
from croupier.odds.protection.dealing import Cards, Places
from croupier.odds.protection.many import Floats, Shoes, evs
from croupier.odds.protection.tags import Tags, fit
from croupier.odds.removal import removal
from croupier.odds.tally import check, counts
from croupier.refused import Refused

SHOES = 1_000
CUT = 52
BATCHES = 40
SHOES_PER_BATCH = 250
COUNT_STEP = 0.5
"""True counts are told apart by halves."""
MAX_COUNT_STEPS = 120
"""So many steps, either way; true counts beyond are taken for that."""
ACES = [card.number for card in STANDARD.cards if card.rank == "A"]


class Figure(NamedTuple):
    """An estimate and its standard error."""

    value: float
    error: float

    def __str__(self) -> str:
        return f"{self.value:.4f} ± {self.error:.4f}"


class CounterExposure(msgspec.Struct, frozen=True):
    """What one wager gives a perfect counter with so many cards behind the cut."""

    cut: int
    rounds: Figure
    """Rounds in a shoe."""
    favourable: Figure
    """Of the rounds in which the wager could be had, the share in which it was worth having."""
    advantage: Figure | None
    """The counter's share of the stake when it was; nothing where it never was."""
    per_shoe: Figure
    """Units won in a shoe, for one unit staked at a time."""
    per_hundred: Figure
    """Units won in a hundred rounds, those without a bet counted too."""


class Count(msgspec.Struct, frozen=True):
    """A count that a person can keep, and what it is worth beside a perfect one."""

    tags: Tags
    trigger: float | None
    """From which true count it bets, the half that wins most of these shoes; none where no count is worth a bet."""
    captured: Figure | None
    """The share of the perfect counter's winnings; nothing where there are none."""


class Protected(msgspec.Struct, frozen=True):
    """A wager's exposure at every depth of the cut, deepest first, and the count for the depth asked for."""

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
    """What each wager gives a counter, all wagers that can be priced where none are named.

    >>> from croupier.games.catalogue import game
    >>> found = protection(game("dueling-8s"), wagers=["superb-8s-best"], shoes=100)["superb-8s-best"]
    >>> [str(each.per_shoe) for each in found.by_cut]
    ['10.2935 ± 1.6159']
    """
    shoe = game.shoe() if shoe is None else shoe
    names = _names(game, wagers)
    depths = sorted({cut, *cuts})
    _check(game, shoe, depths, shoes, any_decks)
    effects = removal(game.name, shoe, names, any_decks=any_decks)
    tags = [fit(shoe, effects[name]) for name in names]
    sums = _Sums(len(names), shoe.total, cut, min(shoes, BATCHES))
    table = _Table(game, shoe, names, tags)
    entropy = np.random.default_rng(seed)
    for start in range(0, shoes, SHOES_PER_BATCH):
        numbers = np.arange(start, min(start + SHOES_PER_BATCH, shoes))
        cards = np.tile(np.array([card.number for card in shoe]), (len(numbers), 1))
        _deal(table, entropy.permuted(cards, axis=1), numbers % sums.batches, sums, depths[0])
    return {
        name: Protected(name, tuple(sums.exposure(place, depth) for depth in depths), sums.count(place, tags[place]))
        for place, name in enumerate(names)
    }


def _names(game: Game, wagers: Iterable[str] | None) -> tuple[str, ...]:
    known = odds_of(game).counted(game)
    names = tuple(odds_of(game).once(game) if wagers is None else wagers)
    for name in names:
        if name not in known:
            decided = name in game.by_name
            raise Refused(f"what {name} gives a counter depends on decisions") if decided else game.not_offered(name)
    return names


def _check(game: Game, shoe: Composition, cuts: Sequence[int], shoes: int, any_decks: bool) -> None:
    check(game, shoe, odds_of(game).longest + 1, any_decks=any_decks)
    if shoes < 2:
        raise Refused(f"it takes two shoes to tell how far an estimate may be off, not {shoes}")
    least = odds_of(game).longest - 1
    for cut in cuts:
        if not least <= cut < shoe.total:
            raise Refused(
                f"the cut card lies before the last {least} to {shoe.total - 1} cards of this shoe, not {cut}:"
                " a round must be able to finish",
                "R-13",
            )


class _Table:
    """What does not change from round to round."""

    def __init__(self, game: Game, shoe: Composition, names: Sequence[str], tags: Sequence[Tags | None]) -> None:
        known = odds_of(game).counted(game)
        self.full = np.array(counts(shoe))
        self.opening = odds_of(game).opening(game)
        self.late = [place for place, name in enumerate(names) if known[name].window == "insurance"]
        self.early = [place for place in range(len(names)) if place not in self.late]
        self.deck = len(shoe.deck.cards)
        self.round = odds_of(game).round(game)
        self._evs = [evs(game, [names[place] for place in places]) for places in (self.early, self.late)]
        self.tags = np.zeros((52, len(names)))
        for place, each in enumerate(tags):
            for card, tag in each.of.items() if each else ():
                self.tags[card.number, place] = tag
        # An unbalanced count is kept against what should have gone by now.
        self.tags -= self.full @ self.tags / self.full.sum()

    def price(self, left: Shoes, seen: Shoes) -> tuple[Floats, Floats, Floats]:
        """For every wager its expectation, how likely it is offered at all, and its true count."""
        ev = np.empty((len(left), len(self.early) + len(self.late)))
        offered, true = np.ones(ev.shape), np.empty(ev.shape)
        for places, price, shoes in zip((self.early, self.late), self._evs, (left, seen), strict=True):
            if places:
                cards = shoes.sum(axis=1)
                ev[:, places] = price(shoes)
                true[:, places] = (self.full - shoes) @ self.tags[:, places] / (cards / self.deck)[:, None]
                if places is self.late:
                    offered[:, places] = (shoes[:, ACES].sum(axis=1) / cards)[:, None]
        return ev, offered, true


def _deal(table: _Table, cards: Cards, batch: Places, sums: "_Sums", deepest: int) -> None:
    """Deal these shoes down to the deepest cut, adding up what a counter wins before every round."""
    left = np.tile(table.full, (len(cards), 1))
    dealt = np.zeros(len(cards), dtype=np.int64)
    total = cards.shape[1]
    sums.shoes += np.bincount(batch, minlength=sums.batches)
    while len(cards):
        seen = _without(left, cards, dealt, dealt + table.opening)
        sums.add(batch, total - dealt, *table.price(left, seen))
        after = table.round(cards, dealt)
        left, dealt = _without(left, cards, dealt, after), after
        more = total - dealt > deepest
        cards, batch, left, dealt = cards[more], batch[more], left[more], dealt[more]


def _without(left: Shoes, cards: Cards, start: Places, stop: Places) -> Shoes:
    """What is left of each shoe when its cards from one place to another have gone."""
    left = left.copy()
    for step in range(int((stop - start).max(initial=0))):
        rows = np.flatnonzero(start + step < stop)
        left[rows, cards[rows, start[rows] + step]] -= 1
    return left


class _Sums:
    """Everything that is added up, by batch and by how many cards were left."""

    def __init__(self, wagers: int, cards: int, cut: int, batches: int) -> None:
        self.batches, self.cut = batches, cut
        self.shoes = np.zeros(batches)
        self.rounds = np.zeros((batches, cards + 1))
        self.offered, self.favourable, self.won = (np.zeros((batches, cards + 1, wagers)) for _ in range(3))
        self.by_count = np.zeros((batches, wagers, 2 * MAX_COUNT_STEPS + 1))

    def add(self, batch: Places, left: Places, ev: Floats, offered: Floats, true: Floats) -> None:
        """One round of many shoes."""
        favourable = np.where(ev > 0, offered, 0)
        np.add.at(self.rounds, (batch, left), 1)
        for sums, each in ((self.offered, offered), (self.favourable, favourable), (self.won, favourable * ev)):
            np.add.at(sums, (batch, left), each)
        rows = left > self.cut
        # A hair above, so that a count which is whole in truth does not fall below itself.
        steps = (
            np.clip(np.floor(true[rows] / COUNT_STEP + 1e-9), -MAX_COUNT_STEPS, MAX_COUNT_STEPS).astype(np.int64)
            + MAX_COUNT_STEPS
        )
        places = np.arange(ev.shape[1])[None, :]
        np.add.at(self.by_count, (batch[rows][:, None], places, steps), (offered * ev)[rows])

    def exposure(self, wager: int, cut: int) -> CounterExposure:
        """What the sums say of one wager and one depth of the cut: the rounds that began with more cards left."""
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
        """From which true count a tag count bets best, and what it wins by it."""
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


def ratio(above: Floats, below: Floats) -> Figure:
    """The ratio of two sums over batches, and its standard error by leaving out each batch in turn.

    >>> ratio(np.array([1.0, 3.0]), np.array([2.0, 2.0]))
    Figure(value=1.0, error=0.5)
    """
    less = above.sum() - above, below.sum() - below
    spared = np.divide(*less, out=np.zeros(len(above)), where=less[1] != 0)
    spread = ((spared - spared.mean()) ** 2).sum() * (len(above) - 1) / len(above)
    return Figure(float(above.sum() / below.sum()), float(np.sqrt(spread)))
