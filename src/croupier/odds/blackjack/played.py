"""Odds of the blackjack wagers that depend on decisions: the main wager, and in Dueling 8's two of its side wagers.

Best play is solved, never assumed: `main` is played by the best chart of totals, `main-composition` by the exact cards
held, `main-absent` by the rule for an absent player. Splits are exact, resplits included, for play that depends only on
the hand in front of it. With a printed first card for everybody all results are fractions.

>>> from croupier.cards import Composition
>>> from croupier.odds.blackjack import blackjack
>>> from croupier.odds.tally import counts
>>> found = played(blackjack("lucky-8"), counts(Composition.parse("6x52")))
>>> {name: f"{float(each.edge):.4%}" for name, each in found.items()}
{'main': '0.1667%', 'main-composition': '0.1653%', 'main-absent': '6.3034%'}
"""

from collections import Counter
from collections.abc import Container, Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

import msgspec

from croupier.games.blackjack.hand import VALUES
from croupier.games.blackjack.outcome import HIGH, LOW
from croupier.games.blackjack.variants import Blackjack
from croupier.games.wager import Match, Result, Wager
from croupier.money import PUSH, Pays
from croupier.odds.blackjack import ASPECTS, counts_every_eight, depends_on_play, folded, odds_of_deals, odds_of_matches
from croupier.odds.blackjack.solver import finals
from croupier.odds.blackjack.solver.against import Decided
from croupier.odds.blackjack.solver.eights import best_alone, eights
from croupier.odds.blackjack.solver.hands import TEN
from croupier.odds.blackjack.solver.results import ResultRow
from croupier.odds.blackjack.solver.rules import ACE, Rules
from croupier.odds.blackjack.solver.sides import SecondCard, TieOn18, runs
from croupier.odds.blackjack.solver.solution import How, Solution
from croupier.odds.result import BEST, SPLIT, Chance, Number, Odds, PlayedOdds, Share
from croupier.odds.tally import Counts, outcomes
from croupier.words import Sentence

WAYS: Mapping[str, tuple[How, str]] = {
    "main": ("chart", Sentence("played-by-totals-chart")),
    "main-composition": ("by-hand", Sentence("played-by-exact-cards")),
    "main-absent": ("absent", Sentence("played-as-absent")),
}
"""The names under which the main wager is listed, each with its strategy and the description of it."""
MAIN_PLAY = Sentence("played-by-main-wager-chart")


@lru_cache(maxsize=4)
def solved(rules: Rules, left: tuple[int, ...]) -> Solution:
    """A game solved from the counts of the 52 cards; exact where a printed card leaves few enough cases. Memoised."""
    return Solution(rules, left, exact=rules.printed is not None)


def played(game: Blackjack, left: Counts, wagers: Container[str] = WAYS) -> dict[str, Odds | PlayedOdds]:
    """The odds of every wager that depends on decisions; of the main wager by those strategies that are named."""
    solution = solved(Rules.of(game), tuple(left))
    main: dict[str, Odds | PlayedOdds] = {name: _main(game, name, solution) for name in WAYS if name in wagers}
    return main | sides(game, left, solution)


def played_evs(game: Blackjack, left: Counts) -> dict[str, float]:
    """Expected values for a stake of one: the main wager played by exact cards, side wagers by the best chart.

    In floats and without the distribution of outcomes, so that a shoe takes a fraction of a second.

    >>> from croupier.games.blackjack.variants import LUCKY_8
    >>> from croupier.odds.tally import counts
    >>> {name: f"{ev:.6f}" for name, ev in played_evs(LUCKY_8, counts(LUCKY_8.shoe(6))).items()}
    {'main-composition': '-0.001653'}
    """
    solution = Solution(Rules.of(game), left)
    side_evs = {name: float(each.ev) for name, each in sides(game, left, solution).items()}
    return {"main-composition": float(solution.ev("by-hand"))} | side_evs


def sides(game: Blackjack, left: Counts, solution: Solution) -> dict[str, Odds]:
    """The odds of the side wagers that depend on decisions."""
    return {name: each for wager in game.wagers for name, each in _side(game, wager, left, solution)}


def names(game: Blackjack) -> list[str]:
    """The names under which the played wagers are listed.

    >>> from croupier.games.blackjack.variants import DUELING_8S
    >>> names(DUELING_8S)
    ['main', 'main-composition', 'main-absent', 'tie-on-18', 'tie-on-18-best', 'superb-8s']
    """
    sides = [each for each in game.wagers if each.reads in ("eighteen", "run") or depends_on_play(game, each)]
    return [*WAYS, *(name for side in sides for name in _side_names(game, side))]


def cards_for(game: Blackjack, left: Counts) -> int:
    """The maximum of cards in a round: all hands that splitting may form and the Dealer's, of the lowest cards left.

    >>> from croupier.games.blackjack.variants import DUELING_8S, LUCKY_8
    >>> from croupier.odds.tally import counts
    >>> cards_for(LUCKY_8, counts(LUCKY_8.shoe(1))), cards_for(DUELING_8S, counts(DUELING_8S.shoe(8)))
    (31, 70)
    """
    points, taken = HIGH * game.splitting.hands + LOW - 1, 0
    for card in sorted(game.deck.cards, key=lambda card: VALUES[card.rank]):
        number = min(left[card.number], points // VALUES[card.rank])
        points -= number * VALUES[card.rank]
        taken += number
    return taken + game.splitting.hands + 1


def _side_names(game: Blackjack, side: Wager) -> tuple[str, ...]:
    alone = side.reads in ("eighteen", "final") or (side.reads == "run" and counts_every_eight(game))
    return (side.name, side.name + BEST) if alone else (side.name,)


def _main(game: Blackjack, name: str, solution: Solution) -> PlayedOdds:
    how, method = WAYS[name]
    result = solution.result(how)
    shares = [share_of(row, chance, result.split) for row, chance in result.chances.items()]
    shares.sort(key=lambda share: -share.net if share.outcome != SPLIT else 100)
    wager = game.by_name["main"]
    description = method if game.printed is None else Sentence("method-in-fractions", method=method)
    return PlayedOdds(name, wager.label, shares, result.ev, result.sd, result.hit, description)


def share_of(row: ResultRow, chance: Number, split: Number) -> Share:
    """One outcome of the main wager; `split` is the mean net win of rounds with split hands."""
    if row.net is None:
        return Share(row.outcome, None, None, chance, split)
    result: Result = "win" if row.net > 0 else "lose" if row.net < 0 else "push"
    pays = None if row.net < 0 else PUSH if not row.net else Pays(row.net.numerator, row.net.denominator)
    return Share(row.outcome, result, pays, chance, row.net)


def _side(game: Blackjack, wager: Wager, left: Counts, solution: Solution) -> list[tuple[str, Odds]]:
    if depends_on_play(game, wager):
        decided = {up: column.decided(solution.against[up]) for up, column in solution.chart.items()}
        found = on_play(game, wager, left, solution, decided)
        best = [(wager.name + BEST, _played_alone(wager, solution))] if wager.reads == "final" else []
        return [(wager.name, found), *best] if found else []
    if wager.reads == "eighteen":
        (against,) = solution.against.values()
        tie, by_chart = TieOn18(against, wager), solution.chart[against.up].decided(against)
        main, alone = (
            Sentence("first-hand-by-method", method=MAIN_PLAY),
            Sentence("first-hand-for-wager-alone"),
        )
        return [
            (wager.name, of_tie(wager.name, wager, tie.won(by_chart), tie.returned(by_chart), main)),
            (wager.name + BEST, of_tie(wager.name + BEST, wager, *tie.most(), alone)),
        ]
    if wager.reads == "run":
        (against,) = solution.against.values()
        deals = runs(game, against, solution.chart[against.up].decided(against))
        method = Sentence("next-by-method", method=MAIN_PLAY)
        priced = [(wager.name, odds_of_deals(wager.name, wager, deals(left), method))]
        if counts_every_eight(game):
            name, deals = wager.name + BEST, eights(game, against, best_alone(against))
            priced.append((name, odds_of_deals(name, wager, deals(left), Sentence("counted-every-8-drawn"))))
        return priced
    return []


def on_play(
    game: Blackjack, wager: Wager, left: Counts, solution: Solution, decided: Mapping[int, Decided]
) -> Odds | None:
    """The odds of a wager whose results depend on a strategy; `None` where it cannot be offered."""
    if wager.reads == "final":
        return of_final(wager.name, wager, solution, decided, Sentence("final-hand-by-method", method=MAIN_PLAY))
    if wager.name in game.lost_on_surrender:
        found = folded.matches(game, wager, left, solution, decided)
        return odds_of_matches(wager.name, wager, found, Sentence("method-by-main-play", method=MAIN_PLAY))
    if wager.reads == "second_card_ten":
        if ACE not in solution.against:
            return None
        won = SecondCard(game, solution.against[ACE], decided[ACE]).insured()
        return of_tie(wager.name, wager, won, 0, Sentence("method-by-main-play", method=MAIN_PLAY))
    # Only two Kings of Spades are paid more for a Dealer Blackjack.
    kept = _blackjack_kept(game, solution, decided)
    deals: Counter[Any] = Counter()
    for aspect, number in ASPECTS[wager.reads].view(game)(left).items():
        seen = kept.numerator if aspect.dealer_blackjack else 0
        unseen = msgspec.structs.replace(aspect, dealer_blackjack=False)
        deals[aspect] += number * seen
        deals[unseen] += number * (kept.denominator - seen)
    return odds_of_deals(wager.name, wager, deals, Sentence("method-by-main-play", method=MAIN_PLAY))


def _played_alone(wager: Wager, solution: Solution) -> Odds:
    """The odds of a wager on the final hand, played for it alone."""
    best = {up: finals.best_alone(against, wager) for up, against in solution.against.items()}
    return of_final(wager.name + BEST, wager, solution, best, Sentence("final-hand-for-wager-alone"))


def of_final(name: str, wager: Wager, solution: Solution, decided: Mapping[int, Decided], method: str) -> Odds:
    """The odds of a wager on the final hand under a strategy."""
    found: dict[Match, Fraction] = {}
    for up, against in solution.against.items():
        for match, chance in finals.matches(against, wager, decided[up]).items():
            share: Any = against.chance * chance
            found[match] = found.get(match, Fraction()) + Fraction(share)
    total = lcm(*(chance.denominator for chance in found.values()))
    return odds_of_matches(name, wager, {match: int(chance * total) for match, chance in found.items()}, method)


def _blackjack_kept(game: Blackjack, solution: Solution, decided: Mapping[int, Decided]) -> Fraction:
    """The share of Dealer Blackjacks that are seen by two tens: an Ace comes first as often as a ten."""
    shares = []
    for up in (ACE, TEN):
        if (against := solution.against.get(up)) is None:
            continue
        for opening in against.openings:
            if opening.pair == TEN and against.blackjack[opening.hand]:
                kept = SecondCard(game, against, decided[up]).completes(opening, dies=False)
                shares.append(Fraction(kept) / Fraction(against.blackjack[opening.hand]))
    return sum(shares, Fraction(0)) / len(shares) if shares else Fraction(1)


def of_tie(name: str, wager: Wager, won: Any, returned: Any, method: str) -> Odds:
    """The odds of Tie on 18 from the probabilities that it wins and that it is returned."""
    shares = {"win": Fraction(won), "push": Fraction(returned), "lose": 1 - Fraction(won) - Fraction(returned)}
    total = lcm(*(share.denominator for share in shares.values()))
    chances = [
        Chance(text, match.result, match.pays, int(shares[match.result] * total), total)
        for text, match in outcomes(wager)
    ]
    return Odds(name, wager.label, chances, method)
