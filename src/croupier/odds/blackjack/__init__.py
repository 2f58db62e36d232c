"""Exact odds of the blackjack wagers that do not depend on decisions, from any remaining shoe; `played` has the others.

Decisions change how many cards are gone when the Dealer draws, yet not the distribution of the unseen ones: undealt
cards are exchangeable, so the Dealer might as well draw the last cards of the shoe, which no decision touches. Hence
21+ is counted from the shoe as it stands, whatever the players do, as long as the shoe has enough cards.

>>> from croupier.cards import Composition
>>> {name: f"{float(each.edge):.4%}" for name, each in odds("dueling-8s", Composition.parse("8x48")).items()}
{'superb-8s-best': '17.0350%', '21-plus': '11.8620%', '21-plus-best': '11.8620%'}
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.cards import Composition
from croupier.games.blackjack.variants import VARIANTS, Blackjack
from croupier.games.catalogue import game as find
from croupier.games.game import Game
from croupier.games.wager import Match, Wager
from croupier.odds.blackjack import sequences
from croupier.odds.result import BEST, Chance, Odds, base
from croupier.odds.sequences import SizedDealCounter
from croupier.odds.tally import Counts, check, counts, outcomes
from croupier.refused import Refused
from croupier.words import Sentence

if TYPE_CHECKING:
    from croupier.odds.blackjack.threes import Threes


class AspectCounter(NamedTuple):
    """How the wagers that read an aspect are counted: the description and the counter."""

    method: str
    view: Callable[[Blackjack], SizedDealCounter]
    suffixes: tuple[str, ...] = ("",)
    """The suffixes of the wager's names: for play for the main wager and for play for this one."""


@cache
def first_threes() -> "Threes":
    """A player's first two cards and the Dealer's first, all told apart."""
    from croupier.odds.blackjack.threes import Threes

    return Threes()


ASPECTS = {
    "second_card_ten": AspectCounter(Sentence("counted-dealer-ace-and-next"), lambda game: sequences.insured()),
    "opening": AspectCounter(Sentence("counted-player-first-two"), lambda game: sequences.openings()),
    "trio": AspectCounter(Sentence("counted-player-two-dealer-first"), lambda game: sequences.trios()),
    "first_three": AspectCounter(Sentence("counted-player-two-dealer-first"), lambda game: first_threes()),
    "bounty": AspectCounter(Sentence("counted-player-two-dealer-all"), lambda game: sequences.bounties()),
    "dealer": AspectCounter(Sentence("counted-dealer-whole-hand"), sequences.dealers),
    "run": AspectCounter(Sentence("counted-next-while-8s"), sequences.runs, (BEST,)),
    "dealer_bust": AspectCounter(Sentence("counted-next-seven-dealer-draws"), lambda game: _dealer(game), ("", BEST)),
}
"""By aspect: how it is counted. Aspects that are not listed depend on decisions."""


def odds(
    name: str | Game, shoe: Composition, wagers: Iterable[str] | None = None, *, any_decks: bool = False
) -> dict[str, Odds]:
    """The odds by wager: of those named, or of all that do not depend on decisions.

    >>> found = odds("lucky-8", Composition.parse("1x52"), ["lucky-8"])["lucky-8"]
    >>> found.chances[0], f"{float(found.edge):.2%}"
    (Chance('Three suited 8s', 0 of 132600), '26.93%')
    """
    game = blackjack(name)
    names = names_of(game, wagers)
    return price(game, counts(check(game, shoe, cards_for(game, names), any_decks=any_decks)), wagers)


def blackjack(name: str | Game) -> Blackjack:
    """The blackjack game of that name, or a game itself."""
    game = find(name)
    if not isinstance(game, Blackjack):
        raise Refused("not-a-blackjack-game", game=game.name, known=tuple(each.name for each in VARIANTS))
    return game


def countable(game: Blackjack) -> dict[str, Wager]:
    """The wagers that can be counted, by the names under which their odds are listed.

    Where every 8 counts (R-71 c), how many cards are drawn matters, so Superb 8's is counted under play only.

    >>> list(countable(blackjack("dueling-8s")))
    ['superb-8s-best', '21-plus', '21-plus-best']
    """
    return {
        wager.name + suffix: wager
        for wager in game.wagers
        if wager.reads in ASPECTS and not (wager.reads == "run" and game.reads("R-71") == "c")
        for suffix in ASPECTS[wager.reads].suffixes
        if suffix == BEST or not depends_on_play(game, wager)
    }


def counts_every_eight(game: Blackjack) -> bool:
    """Whether every 8 dealt to an area counts, bust or not: then play for them alone is to draw whatever may be."""
    return game.reads("R-71") == "c" and game.reads("R-73") != "b"


def depends_on_play(game: Blackjack, wager: Wager) -> bool:
    """Whether the readings in force make a wager on the first cards depend on decisions (R-51, R-52, R-58)."""
    if wager.name in game.lost_on_surrender and wager.reads != "run":
        return True
    if wager.reads == "second_card_ten":
        return game.insurance_dies or game.dealer_draws == "main"
    return wager.reads == "bounty" and game.dealer_draws == "main"


def distinct_wagers(game: Blackjack) -> list[str]:
    """The names of the countable wagers without duplicates: one where play for the wager changes nothing.

    >>> distinct_wagers(blackjack("dueling-8s"))
    ['superb-8s-best', '21-plus']
    """
    known = countable(game)
    return [name for name in known if name == base(name) or base(name) not in known]


def names_of(game: Blackjack, wagers: Iterable[str] | None) -> tuple[str, ...]:
    """The requested names, or a refusal of one that the game does not offer or that depends on decisions."""
    known = countable(game)
    names = tuple(known if wagers is None else wagers)
    for name in names:
        if name not in known:
            raise game.not_offered(name)
    return names


def cards_for(game: Blackjack, names: Iterable[str]) -> int:
    """The minimum of remaining cards that decides these wagers.

    >>> cards_for(blackjack("lucky-8"), ["pair", "lucky-8"])
    3
    """
    known = countable(game)
    return max((ASPECTS[known[name].reads].view(game).cards for name in names), default=0)


def price(game: Blackjack, left: Counts, wagers: Iterable[str] | None = None) -> dict[str, Odds]:
    """The odds from the counts of the 52 cards, which the caller has checked to be enough.

    Insurance is left out where no Ace is left: it cannot be offered, so it has no odds.
    """
    known = countable(game)
    every = {name: _odds(game, name, known[name], left) for name in names_of(game, wagers)}
    return {name: odds for name, odds in every.items() if odds.total}


def _odds(game: Blackjack, name: str, wager: Wager, left: Counts) -> Odds:
    counted = ASPECTS[wager.reads]
    if wager.reads == "first_three":
        return odds_of_matches(name, wager, first_threes().matches(wager, left), counted.method)
    return odds_of_deals(name, wager, counted.view(game)(left), counted.method)


def odds_of_deals(name: str, wager: Wager, deals: Mapping[Any, int], method: str) -> Odds:
    """The odds of a wager from the number of deals by value of the aspect that it reads."""
    by_match: Counter[Match] = Counter()
    for aspect, number in deals.items():
        by_match[wager.match(aspect)] += number
    return odds_of_matches(name, wager, by_match, method)


def odds_of_matches(name: str, wager: Wager, by_match: Mapping[Match, int], method: str) -> Odds:
    """The odds of a wager from the number of deals by its result."""
    total = sum(by_match.values())
    chances = [Chance(text, match.result, match.pays, by_match.get(match, 0), total) for text, match in outcomes(wager)]
    return Odds(name, wager.label, chances, method)


def _dealer(game: Blackjack) -> SizedDealCounter:
    assert game.printed, "only a printed card is there before the deal"
    return sequences.dealer_draws(game.printed)
