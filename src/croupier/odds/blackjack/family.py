"""The odds of the blackjack family."""

from collections.abc import Container, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.cards import STANDARD, Card, Composition
from croupier.games.blackjack.hand import VALUES
from croupier.games.blackjack.variants import Blackjack
from croupier.games.family import stakes_by_wager
from croupier.games.game import Game
from croupier.games.wager import Wager
from croupier.odds import blackjack
from croupier.odds.exposure import Largest, Stakes
from croupier.odds.family import FamilyOdds
from croupier.odds.result import Number, Odds, PlayedOdds, base
from croupier.odds.tally import Counts, DealCounter, check, counts
from croupier.refused import Refused
from croupier.words import Sentence

if TYPE_CHECKING:
    from croupier.odds.protection.dealing import DealRound
    from croupier.odds.protection.vectorised import Evs


def _insured(card: Card) -> str:
    return "A" if card.rank == "A" else "ten" if VALUES[card.rank] == 10 else "other"


def _eight(card: Card) -> str:
    return "other" if card.rank != "8" else "8S" if card.suit == "S" else "8"


class BlackjackOdds(FamilyOdds):
    """The main wager and some others depend on decisions. The solver is compiled, so it is imported lazily."""

    min_cards = 21
    """More cards than one player and the Dealer can take in one round."""
    plays = True
    card_kinds = {"insurance": _insured, "superb-8s-best": _eight}
    on_play = frozenset(("R-42", "R-43", "R-45", "R-46", "R-48", "R-54", "R-55", "R-77", "R-79"))

    def counted(self, game: Game) -> Mapping[str, Wager]:
        return blackjack.countable(_blackjack(game))

    def price(self, game: Game, left: Counts, wagers: Iterable[str] | None = None) -> dict[str, Odds]:
        return blackjack.price(_blackjack(game), left, wagers)

    def cards_for(self, game: Game, wagers: Iterable[str]) -> int:
        return blackjack.cards_for(_blackjack(game), wagers)

    def distinct_wagers(self, game: Game) -> list[str]:
        return blackjack.distinct_wagers(_blackjack(game))

    def odds(
        self, game: Game, shoe: Composition, wagers: list[str] | None, any_decks: bool
    ) -> Mapping[str, Odds | PlayedOdds]:
        from croupier.odds.blackjack import played

        rules = _blackjack(game)
        played_names = played.names(rules)
        requested = [*played_names, *blackjack.countable(rules)] if wagers is None else wagers
        priced: dict[str, Odds | PlayedOdds] = {}
        counted = [each for each in requested if each not in played_names]
        enough = check(game, shoe, blackjack.cards_for(rules, blackjack.names_of(rules, counted)), any_decks=any_decks)
        priced |= blackjack.price(rules, counts(enough), counted)
        if any(each in played_names for each in requested):
            left = counts(check(game, shoe, any_decks=any_decks))
            if sum(left) >= (most := played.cards_for(rules, left)):
                priced |= played.played(rules, left, requested)
            elif wagers is not None:
                raise Refused("too-few-cards-for-round", "R-13", needed=most, left=sum(left))
        order = [wager.name for wager in game.wagers]
        sort = sorted(priced, key=lambda each: (order.index(base(each)), each != base(each)))
        return {each: priced[each] for each in (sort if wagers is None else requested) if each in priced}

    def unlisted(self, game: Game, priced: Container[str]) -> list[str]:
        lines: list[str] = [] if "main" in priced else [Sentence("main-unlisted-small-shoe")]
        if "insurance" in game.by_name and "insurance" not in priced:
            lines.append(Sentence("insurance-unoffered-without-ace"))
        if (
            any(wager.reads == "run" for wager in game.wagers)
            and game.reads("R-71") == "c"
            and game.reads("R-73") == "b"
        ):
            lines.append(Sentence("superb-8s-best-unlisted"))
        return lines

    def played_evs(self, game: Game, left: Counts) -> dict[str, float]:
        from croupier.odds.blackjack import played

        rules = _blackjack(game)
        return played.played_evs(rules, left) if sum(left) >= played.cards_for(rules, left) else {}

    def edges(self, game: Game, decks: int) -> Mapping[str, Number]:
        from croupier.odds.blackjack import played
        from croupier.odds.blackjack.solver.rules import Rules
        from croupier.odds.blackjack.solver.solution import Solution

        rules, left = _blackjack(game), counts(Composition(game.deck, decks))
        # Floats rather than fractions, so that many decks take seconds.
        solution = Solution(Rules.of(rules), left)
        main = {name: -solution.ev(how) for name, (how, _) in played.WAYS.items()}
        sides = {name: each.edge for name, each in played.sides(rules, left, solution).items()}
        counted = blackjack.price(rules, left, blackjack.distinct_wagers(rules))
        return {**main, **sides, **{name: each.edge for name, each in counted.items()}}

    def played_removal(self, game: Game, left: list[int]) -> Mapping[str, Mapping[Card, float]]:
        """The main wager only; empty where the shoe without one card is too small for a round."""
        from croupier.odds.blackjack.played import cards_for
        from croupier.odds.blackjack.solver.rules import Rules
        from croupier.odds.blackjack.solver.solution import Solution
        from croupier.odds.removal import PLAYED_MAIN, each_taken

        if sum(left) <= cards_for(_blackjack(game), left):
            return {}
        rules = Rules.of(_blackjack(game))
        before = Solution(rules, left).ev("by-hand")
        by_key: dict[int, float] = {}
        effects: dict[Card, float] = {}
        for card in each_taken(left):
            # Memoised by value: suits only matter where a bonus depends on them.
            key = card.number if rules.main.extras else VALUES[card.rank]
            if key not in by_key:
                by_key[key] = float(Solution(rules, left).ev("by-hand") - before)
            effects[card] = by_key[key]
        return {PLAYED_MAIN: effects}

    def view(self, game: Game, wager: Wager) -> DealCounter | None:
        return blackjack.ASPECTS[wager.reads].view(_blackjack(game))

    def offered(self, wager: str, left: Counts) -> Fraction:
        """Insurance is offered where the Dealer shows an Ace, every other wager always."""
        aces = sum(left[card.number] for card in STANDARD.cards if card.rank == "A")
        return Fraction(aces, sum(left)) if wager == "insurance" else Fraction(1)

    def opening_cards(self, game: Game) -> int:
        return _blackjack(game).opening

    def round(self, game: Game) -> "DealRound":
        from croupier.odds.blackjack.dealing import dealing

        return dealing(_blackjack(game))

    def vectorised_evs(self, game: Game, reads: str, wagers: Sequence[Wager]) -> "Evs":
        from croupier.odds.blackjack.vectorised import vectorised_evs

        return vectorised_evs(_blackjack(game), reads, wagers)

    def largest_loss(self, game: Game, areas: "Sequence[Stakes]", left: Composition) -> Largest:
        from croupier.odds.blackjack.liability import on_boxes, shared

        return on_boxes(game, areas, left) if game.boxes else shared(game, stakes_by_wager(areas), left)


def _blackjack(game: Game) -> Blackjack:
    assert isinstance(game, Blackjack)
    return game


ODDS = BlackjackOdds()
