"""Exact odds of those blackjack wagers that no decision changes, from any remaining shoe; `played` has the others.

What players decide may change how many cards are gone when the Dealer draws, yet not what the unseen ones are: cards
not yet dealt can be exchanged for one another, so the Dealer might as well draw the last cards of the shoe, which no
decision touches. Hence 21+ is counted from the shoe as it stands, whatever the players do, as long as the shoe lasts.

>>> from croupier.cards import Composition
>>> {name: f"{float(each.edge):.4%}" for name, each in odds("dueling-8s", Composition.parse("8x48")).items()}
{'superb-8s-best': '17.0350%', '21-plus': '11.8620%', '21-plus-best': '11.8620%'}
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from croupier.cards import Composition
from croupier.games.blackjack.variants import VARIANTS, Blackjack
from croupier.games.catalogue import game as find
from croupier.games.wager import Match, Wager
from croupier.odds.blackjack import sequences
from croupier.odds.result import BEST, Chance, Odds, base
from croupier.odds.sequences import View
from croupier.odds.tally import Counts, check, counts, outcomes
from croupier.refused import Refused
from croupier.words import Sentence


class Counted(NamedTuple):
    """How the wagers that read an aspect are counted, in words and in fact."""

    method: str
    view: Callable[[Blackjack], View]
    suffixes: tuple[str, ...] = ("",)
    """What is added to the wager's name, for play of the main game and for play for itself."""


ASPECTS = {
    "second_card_ten": Counted(Sentence("counted-dealer-ace-and-next"), lambda game: sequences.insured()),
    "opening": Counted(Sentence("counted-player-first-two"), lambda game: sequences.openings()),
    "trio": Counted(Sentence("counted-player-two-dealer-first"), lambda game: sequences.trios()),
    "bounty": Counted(Sentence("counted-player-two-dealer-all"), lambda game: sequences.bounties()),
    "run": Counted(Sentence("counted-next-three-while-8s"), lambda game: sequences.runs(), (BEST,)),
    "dealer_bust": Counted(Sentence("counted-next-seven-dealer-draws"), lambda game: _dealer(game), ("", BEST)),
}
"""For everything that such a wager can read: how it is counted. What is not here depends on decisions."""


def odds(
    name: str, shoe: Composition, wagers: Iterable[str] | None = None, *, any_decks: bool = False
) -> dict[str, Odds]:
    """The odds of a game's wagers, all that no decision changes where none are named.

    >>> found = odds("lucky-8", Composition.parse("1x52"), ["lucky-8"])["lucky-8"]
    >>> found.chances[0], f"{float(found.edge):.2%}"
    (Chance('Three suited 8s', 0 of 132600), '26.93%')
    """
    game = blackjack(name)
    names = names_of(game, wagers)
    return price(game, counts(check(game, shoe, cards_for(game, names), any_decks=any_decks)), wagers)


def blackjack(name: str) -> Blackjack:
    """The blackjack game of that name."""
    game = find(name)
    if not isinstance(game, Blackjack):
        raise Refused("not-a-blackjack-game", game=name, known=tuple(each.name for each in VARIANTS))
    return game


def countable(game: Blackjack) -> dict[str, Wager]:
    """The wagers that can be counted, by the names under which their odds are listed.

    >>> list(countable(blackjack("dueling-8s")))
    ['superb-8s-best', '21-plus', '21-plus-best']
    """
    counted = [wager for wager in game.wagers if wager.reads in ASPECTS]
    return {wager.name + suffix: wager for wager in counted for suffix in ASPECTS[wager.reads].suffixes}


def once(game: Blackjack) -> list[str]:
    """Their names, none twice for a wager that play for it does not change.

    >>> once(blackjack("dueling-8s"))
    ['superb-8s-best', '21-plus']
    """
    known = countable(game)
    return [name for name in known if name == base(name) or base(name) not in known]


def names_of(game: Blackjack, wagers: Iterable[str] | None) -> tuple[str, ...]:
    """The wagers asked for, or a refusal of one that the game does not have or whose odds hang on decisions."""
    known = countable(game)
    names = tuple(known if wagers is None else wagers)
    for name in names:
        if name not in known:
            raise game.not_offered(name)
    return names


def cards_for(game: Blackjack, names: Iterable[str]) -> int:
    """How many cards must be left to decide these wagers.

    >>> cards_for(blackjack("lucky-8"), ["pair", "lucky-8"])
    3
    """
    known = countable(game)
    return max((ASPECTS[known[name].reads].view(game).cards for name in names), default=0)


def price(game: Blackjack, left: Counts, wagers: Iterable[str] | None = None) -> dict[str, Odds]:
    """The odds from the bare numbers of the 52 cards, already known to be enough.

    Insurance is left out where no Ace is: it could not be offered, and nothing can be said of what cannot happen.
    """
    known = countable(game)
    every = {name: _odds(game, name, known[name], left) for name in names_of(game, wagers)}
    return {name: found for name, found in every.items() if found.total}


def _odds(game: Blackjack, name: str, wager: Wager, left: Counts) -> Odds:
    counted = ASPECTS[wager.reads]
    by_match: Counter[Match] = Counter()
    for aspect, number in counted.view(game)(left).items():
        by_match[wager.match(aspect)] += number
    total = by_match.total()
    chances = [Chance(text, match.result, match.pays, by_match[match], total) for text, match in outcomes(wager)]
    return Odds(name, wager.label, chances, counted.method)


def _dealer(game: Blackjack) -> View:
    assert game.printed, "only a printed card is there before the deal"
    return sequences.dealer_draws(game.printed)
