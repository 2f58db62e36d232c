"""How the odds of blackjack are found."""

from collections.abc import Container, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from croupier.cards import STANDARD, Card, Composition
from croupier.games.blackjack.hand import VALUES
from croupier.games.blackjack.variants import Blackjack
from croupier.games.family import stakes_by_wager
from croupier.games.game import Game
from croupier.games.wager import Wager
from croupier.odds import blackjack
from croupier.odds.blackjack.undecided import UNDECIDED
from croupier.odds.exposure import Largest, Stakes
from croupier.odds.family import FamilyOdds, View
from croupier.odds.readings.reading import Undecided
from croupier.odds.result import Number, Odds, Played, base
from croupier.odds.tally import Counts, check, counts
from croupier.refused import Refused
from croupier.words import Sentence

if TYPE_CHECKING:
    from croupier.games.blackjack.settlement import OriginalOnly
    from croupier.odds.protection.dealing import DealRound
    from croupier.odds.protection.many import Evs
    from croupier.odds.readings.reading import Reading


def _insured(card: Card) -> str:
    return "A" if card.rank == "A" else "ten" if VALUES[card.rank] == 10 else "other"


def _eight(card: Card) -> str:
    return "other" if card.rank != "8" else "8S" if card.suit == "S" else "8"


class BlackjackOdds(FamilyOdds):
    """The main wager and some others hang on decisions; the solver brings compiled loops, so it is loaded late."""

    longest = 21
    """A player and a Dealer cannot take as many cards in one round: a shoe this long lasts for it."""
    plays = True
    kinds = {"insurance": _insured, "superb-8s-best": _eight}
    undecided = UNDECIDED

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
        from croupier.odds.blackjack import played

        rules = _blackjack(game)
        hang = played.names(rules)
        asked = [*hang, *blackjack.countable(rules)] if wagers is None else wagers
        found: dict[str, Odds | Played] = {}
        counted = [each for each in asked if each not in hang]
        enough = check(game, shoe, blackjack.cards_for(rules, blackjack.names_of(rules, counted)), any_decks=any_decks)
        found |= blackjack.price(rules, counts(enough), counted)
        if any(each in hang for each in asked):
            left = counts(check(game, shoe, any_decks=any_decks))
            if sum(left) >= (most := played.cards_for(rules, left)):
                found |= played.played(rules, left)
            elif wagers is not None:
                raise Refused("too-few-cards-for-round", "R-13", needed=most, left=sum(left))
        order = [wager.name for wager in game.wagers]
        sort = sorted(found, key=lambda each: (order.index(base(each)), each != base(each)))
        return {each: found[each] for each in (sort if wagers is None else asked) if each in found}

    def read_as(
        self, game: Game, shoe: Composition, rulings: Mapping[str, str], any_decks: bool = False
    ) -> Mapping[str, Odds | Played]:
        from croupier.odds.blackjack import played

        found = self.odds(game, shoe, None, any_decks=any_decks)
        if _original_only(rulings) == "obbo" or "main" not in found:
            return found
        return {**found, **played.played(_blackjack(game), counts(shoe), _original_only(rulings))}

    def unlisted(self, game: Game, found: Container[str]) -> list[str]:
        lines: list[str] = [] if "main" in found else [Sentence("main-unlisted-small-shoe")]
        if "insurance" in game.by_name and "insurance" not in found:
            lines.append(Sentence("insurance-unoffered-without-ace"))
        return lines

    def played_evs(self, game: Game, left: Counts) -> dict[str, float]:
        from croupier.odds.blackjack import played

        rules = _blackjack(game)
        return played.played_evs(rules, left) if sum(left) >= played.cards_for(rules, left) else {}

    def edges(self, game: Game, decks: int, rulings: Mapping[str, str] = {}) -> Mapping[str, Number]:
        from croupier.odds.blackjack import played
        from croupier.odds.blackjack.solver.rules import Rules
        from croupier.odds.blackjack.solver.solution import Solution

        rules, left = _blackjack(game), counts(Composition(game.deck, decks))
        # Floats, where fractions could be had too: many decks are a matter of seconds then.
        solution = Solution(Rules.of(rules, _original_only(rulings)), left)
        main = {name: -solution.ev(how) for name, (how, _) in played.WAYS.items()}
        sides = {name: each.edge for name, each in played.sides(rules, left, solution).items()}
        counted = blackjack.price(rules, left, blackjack.once(rules))
        return {**main, **sides, **{name: each.edge for name, each in counted.items()}}

    def played_removal(
        self, game: Game, left: list[int], rulings: Mapping[str, str] = {}
    ) -> Mapping[str, Mapping[Card, float]]:
        """The main wager, as far as the shoe lasts for a round without one more card."""
        from croupier.odds.blackjack.played import cards_for
        from croupier.odds.blackjack.solver.rules import Rules
        from croupier.odds.blackjack.solver.solution import Solution
        from croupier.odds.removal import PLAYED_MAIN, each_taken

        if sum(left) <= cards_for(_blackjack(game), left):
            return {}
        rules = Rules.of(_blackjack(game), _original_only(rulings))
        before = Solution(rules, left).ev("by-hand")
        seen: dict[int, float] = {}
        found: dict[Card, float] = {}
        for card in each_taken(left):
            # Suits matter only to a bonus that wants them.
            key = card.number if rules.main.extras else VALUES[card.rank]
            if key not in seen:
                seen[key] = float(Solution(rules, left).ev("by-hand") - before)
            found[card] = seen[key]
        return {PLAYED_MAIN: found}

    def view(self, game: Game, wager: Wager) -> View | None:
        return blackjack.ASPECTS[wager.reads].view(_blackjack(game))

    def offered(self, wager: str, left: Counts) -> Fraction:
        """Insurance is, where the Dealer shows an Ace."""
        aces = sum(left[card.number] for card in STANDARD.cards if card.rank == "A")
        return Fraction(aces, sum(left)) if wager == "insurance" else Fraction(1)

    def opening(self, game: Game) -> int:
        return _blackjack(game).opening

    def round(self, game: Game) -> "DealRound":
        from croupier.odds.blackjack.dealing import dealing

        return dealing(_blackjack(game))

    def many(self, game: Game, reads: str, wagers: Sequence[Wager]) -> "Evs":
        from croupier.odds.blackjack.many import many

        return many(_blackjack(game), reads, wagers)

    def readings(self) -> "Iterable[Reading]":
        from croupier.odds.blackjack.readings import readings

        return readings()

    def solve(self, reading: Undecided, shoe: Composition | None = None) -> float | None:
        from croupier.odds.blackjack.solved import solve

        return solve(reading, shoe)

    def largest_loss(self, game: Game, areas: "Sequence[Stakes]", left: Composition) -> Largest:
        from croupier.odds.blackjack.liability import on_boxes, shared

        return Largest(
            *(on_boxes(game.name, areas, left) if game.boxes else shared(game.name, stakes_by_wager(areas), left))
        )


def _original_only(rulings: Mapping[str, str]) -> "OriginalOnly":
    """How R-43 is read."""
    return cast("OriginalOnly", rulings.get("R-43", "obbo"))


def _blackjack(game: Game) -> Blackjack:
    assert isinstance(game, Blackjack)
    return game


ODDS = BlackjackOdds()
