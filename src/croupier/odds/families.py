"""How the odds of each family of games are found."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from croupier.cards import STANDARD, Card, Composition
from croupier.games.baccarat.drawing import value
from croupier.games.blackjack.hand import VALUES
from croupier.games.blackjack.variants import Blackjack
from croupier.games.game import Game
from croupier.games.wager import Wager
from croupier.odds import baccarat, blackjack
from croupier.odds.family import FamilyOdds, View
from croupier.odds.result import Number, Odds, Played, base
from croupier.odds.tally import DEALT, Counts, check, counts
from croupier.refused import Refused

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from croupier.games.blackjack.settlement import OriginalOnly
    from croupier.odds.protection.dealing import Round
    from croupier.odds.protection.many import Evs


class BaccaratOdds(FamilyOdds):
    """Nothing is decided: everything is counted."""

    longest = DEALT

    def counted(self, game: Game) -> Mapping[str, Wager]:
        return game.bets

    def price(self, game: Game, left: Counts, wagers: Iterable[str] | None = None) -> dict[str, Odds]:
        return baccarat.price(game, left, wagers)

    def cards_for(self, game: Game, wagers: Iterable[str]) -> int:
        return DEALT

    def odds(self, game: Game, shoe: Composition, wagers: list[str] | None, any_decks: bool) -> Mapping[str, Odds]:
        return baccarat.odds(game.name, shoe, wagers, any_decks=any_decks)

    def covariances(self, game: Game, left: list[int]) -> "NDArray[np.float64]":
        from croupier.odds.covariances import covariances

        return covariances(game, left)

    def edges(self, game: Game, decks: int) -> Mapping[str, Number]:
        return {name: each.edge for name, each in baccarat.price(game, counts(game.shoe(decks))).items()}

    def alike(self, game: Game, wagers: Iterable[str]) -> Mapping[str, Callable[[Card], object]]:
        """Points know no suits."""
        return {wager: value for wager in wagers if game.bets[wager].reads == "points"}

    def round(self, game: Game) -> "Round":
        from croupier.odds.protection.dealing import baccarat_round

        return baccarat_round

    def many(self, game: Game, reads: str, wagers: Sequence[Wager]) -> "Evs":
        from croupier.odds.protection.many import of_baccarat

        return of_baccarat(reads, wagers)


class BlackjackOdds(FamilyOdds):
    """The main wager and some others hang on decisions; the solver brings compiled loops, so it is loaded late."""

    longest = 21
    """A player and a Dealer cannot take as many cards in one round: a shoe this long lasts for it."""
    plays = True

    def counted(self, game: Game) -> Mapping[str, Wager]:
        return blackjack.countable(_blackjack(game))

    def price(self, game: Game, left: Counts, wagers: Iterable[str] | None = None) -> dict[str, Odds]:
        return blackjack.price(_blackjack(game), left, wagers)

    def cards_for(self, game: Game, wagers: Iterable[str]) -> int:
        return blackjack.cards_for(_blackjack(game), wagers)

    def once(self, game: Game) -> list[str]:
        return blackjack.once(_blackjack(game))

    def odds(
        self, game: Game, shoe: Composition, wagers: list[str] | None, any_decks: bool
    ) -> Mapping[str, Odds | Played]:
        from croupier.odds import played

        rules = _blackjack(game)
        hang = played.names(rules)
        asked = [*hang, *blackjack.countable(rules)] if wagers is None else wagers
        found: dict[str, Odds | Played] = {}
        found |= blackjack.odds(game.name, shoe, [each for each in asked if each not in hang], any_decks=any_decks)
        if any(each in hang for each in asked):
            left = counts(check(game, shoe, any_decks=any_decks))
            if sum(left) >= (most := played.cards_for(rules, left)):
                found |= played.played(rules, left)
            elif wagers is not None:
                raise Refused(f"a round may take {most} cards, and this shoe has {sum(left)} left", "R-13")
        order = [wager.name for wager in game.wagers]
        sort = sorted(found, key=lambda each: (order.index(base(each)), each != base(each)))
        return {each: found[each] for each in (sort if wagers is None else asked) if each in found}

    def read_as(self, game: Game, shoe: Composition, rulings: Mapping[str, str]) -> Mapping[str, Odds | Played]:
        from croupier.odds import played

        reading, found = rulings.get("R-43", "obbo"), self.odds(game, shoe, None, any_decks=False)
        if reading == "obbo":
            return found
        return {**found, **played.played(_blackjack(game), counts(shoe), cast("OriginalOnly", reading))}

    def unlisted(self, game: Game, found: Container[str]) -> list[str]:
        lines = [] if "main" in found else ["not listed, since the shoe is too small to finish a round: main (R-13)"]
        if "insurance" in game.by_name and "insurance" not in found:
            lines.append("not offered without an Ace in the shoe: insurance")
        return lines

    def worth(self, game: Game, left: Counts) -> dict[str, float]:
        from croupier.odds import played

        rules = _blackjack(game)
        return played.worth(rules, left) if sum(left) >= played.cards_for(rules, left) else {}

    def edges(self, game: Game, decks: int) -> Mapping[str, Number]:
        from croupier.odds import played
        from croupier.odds.solver.rules import Rules
        from croupier.odds.solver.solution import Solution

        rules, left = _blackjack(game), counts(game.shoe(decks))
        # Floats, where fractions could be had too: many decks are a matter of seconds then.
        solution = Solution(Rules.of(rules), left)
        main = {name: -solution.ev(how) for name, (how, _) in played.WAYS.items()}
        sides = {name: each.edge for name, each in played.sides(rules, left, solution).items()}
        counted = blackjack.price(rules, left, blackjack.once(rules))
        return {**main, **sides, **{name: each.edge for name, each in counted.items()}}

    def played_removal(self, game: Game, left: list[int]) -> Mapping[str, Mapping[Card, float]]:
        """The main wager, as far as the shoe lasts for a round without one more card."""
        from croupier.odds.played import cards_for
        from croupier.odds.removal import PLAYED, each_taken
        from croupier.odds.solver.rules import Rules
        from croupier.odds.solver.solution import Solution

        if sum(left) <= cards_for(_blackjack(game), left):
            return {}
        rules = Rules.of(_blackjack(game))
        before = Solution(rules, left).ev("by-hand")
        seen: dict[int, float] = {}
        found: dict[Card, float] = {}
        for card in each_taken(left):
            # Suits matter only to a bonus that wants them.
            key = card.number if rules.main.extras else VALUES[card.rank]
            if key not in seen:
                seen[key] = float(Solution(rules, left).ev("by-hand") - before)
            found[card] = seen[key]
        return {PLAYED: found}

    def view(self, game: Game, wager: Wager) -> View | None:
        return blackjack.ASPECTS[wager.reads].view(_blackjack(game))

    def offered(self, wager: str, left: Counts) -> Fraction:
        """Insurance is, where the Dealer shows an Ace."""
        aces = sum(left[card.number] for card in STANDARD.cards if card.rank == "A")
        return Fraction(aces, sum(left)) if wager == "insurance" else Fraction(1)

    def opening(self, game: Game) -> int:
        return _blackjack(game).opening

    def round(self, game: Game) -> "Round":
        from croupier.odds.protection.dealing import blackjack_round

        return blackjack_round(_blackjack(game))

    def many(self, game: Game, reads: str, wagers: Sequence[Wager]) -> "Evs":
        from croupier.odds.protection.many import of_blackjack

        return of_blackjack(_blackjack(game), reads, wagers)


def _blackjack(game: Game) -> Blackjack:
    assert isinstance(game, Blackjack)
    return game


_BLACKJACK = BlackjackOdds()
ODDS: dict[str, FamilyOdds] = {"baccarat": BaccaratOdds(), "boxes": _BLACKJACK, "shared": _BLACKJACK}


def odds_of(game: Game) -> FamilyOdds:
    """How the odds of that game are found."""
    return ODDS[game.family]
