"""Liability: the largest loss of a blackjack table on the wagers accepted when bets close, splits and doubles included.

Players may split and double, so a main wager may grow to many times its stake; side wagers of all boxes, and of all
terminals where the cards are shared, may win together. Each bound below names the cards that reach it.
"""

from collections.abc import Sequence

from croupier.cards import STANDARD, Card, Composition
from croupier.games.blackjack.dealer import dealer_hands
from croupier.games.blackjack.hand import Hand, value
from croupier.games.blackjack.outcome import Bounty, opening
from croupier.games.blackjack.variants import Blackjack
from croupier.games.catalogue import game as find
from croupier.games.family import stakes_by_wager
from croupier.games.game import Game
from croupier.odds.exposure import Largest, Stakes
from croupier.refused import Refused
from croupier.words import Sentence

BY_LATER = ("first_three", "dealer", "final")
"""What wagers read that depend on more cards than the player's first two and whether the Dealer has Blackjack."""
OF_DUELING = ("main", "tie-on-18", "superb-8s", "21-plus")


class _ByLater:
    """The stakes on wagers that depend on later cards than the player's first two: a bound."""

    def __init__(self, game: Blackjack, stakes: Stakes) -> None:
        from croupier.odds.blackjack.threes import results_by_deal

        wagers = [(game.bets[name], stake) for name, stake in stakes.items() if game.bets[name].reads in BY_LATER]
        on_first = [(results_by_deal(wager), stake) for wager, stake in wagers if wager.reads == "first_three"]
        self.by_first = [([match.net(stake) for match in results], places) for (results, places), stake in on_first]
        on_end = [(wager, stake) for wager, stake in wagers if wager.reads == "dealer"]
        on_hand = sum(_best(game, wager.name, stake) for wager, stake in wagers if wager.reads == "final")
        self.ends = {
            blackjack: on_hand
            + max(
                sum(wager.match(hand).net(stake) for wager, stake in on_end)
                for hand in dealer_hands()
                if hand.blackjack == blackjack
            )
            for blackjack in (False, True)
        }
        self.staked = bool(wagers)

    def most(self, two: tuple[Card, Card], dealer_blackjack: bool) -> int:
        """The most that they come to, the player's first two cards being these."""
        if not self.by_first:
            return self.ends[dealer_blackjack]
        rows: list[tuple[list[int], list[int]]] = [
            (nets, places[two[0].number, two[1].number].tolist()) for nets, places in self.by_first
        ]
        firsts = [card.number for card in STANDARD.cards if not dealer_blackjack or value(card) > 9]
        return self.ends[dealer_blackjack] + max(sum(nets[row[card]] for nets, row in rows) for card in firsts)


def on_boxes(game: str | Game, boxes: Sequence[Stakes], shoe: Composition) -> Largest:
    """The largest loss on these boxes, each with its stakes.

    >>> shoe = Composition.parse("8x52")
    >>> on_boxes("lucky-8", [{"main": 10_000, "pair": 1_000, "lucky-8": 500}], shoe).loss
    591000
    """
    game = find(game)
    if not isinstance(game, Blackjack) or not game.boxes:
        raise Refused("game-not-on-boxes", game=game.name)
    for wager in {wager for box in boxes for wager in box} - game.bets.keys():
        raise game.not_offered(wager)
    return _dueling(game, boxes, shoe) if game.printed else _lucky(game, boxes, shoe)


def shared(game: str | Game, stakes: Stakes, shoe: Composition) -> Largest:
    """The largest loss where all terminals share the same cards, so that everybody wins together.

    All openings are enumerated, with a Dealer Blackjack (against which main wagers may be insured) and without.

    >>> found = shared("e-blackjack", {"main": 100_000, "kings-bounty": 5_000}, Composition.parse("6x52"))
    >>> found.loss, found.how
    (5000000, 'KS KS, the Dealer has Blackjack and everyone is insured')
    >>> shared("e-blackjack", {"main": 100_000, "kings-bounty": 50}, Composition.parse("6x52")).how
    'KS KS, split into 3 hands that are doubled and win'
    """
    game = find(game)
    if not isinstance(game, Blackjack) or game.boxes:
        raise Refused("not-on-shared-cards", game=game.name)
    for wager in stakes.keys() - game.bets.keys():
        raise game.not_offered(wager)
    cards = [card for card in STANDARD.cards if shoe.count(card)]
    twos = [(one, other) for place, one in enumerate(cards) for other in cards[place:]]
    by_later = _ByLater(game, stakes)
    every = [
        _with(game, stakes, two, dealer, by_later)
        for two in twos
        if two[0] is not two[1] or shoe.count(two[0]) > 1
        for dealer in (False, True)
    ]
    return max(every, key=lambda each: each.loss)


def _with(
    game: Blackjack, stakes: Stakes, two: tuple[Card, Card], dealer_blackjack: bool, by_later: _ByLater
) -> Largest:
    hand, sides = opening(*two), 0
    for name, stake in stakes.items():
        wager = game.bets[name]
        if name != "main" and wager.reads not in BY_LATER:
            aspect = Bounty(hand, dealer_blackjack) if wager.reads == "bounty" else hand
            sides += wager.match(aspect).net(stake)
    sides += by_later.most(two, dealer_blackjack)
    found = _on_main(game, sides, stakes.get("main", 0), two, dealer_blackjack)
    return found._replace(reached=False) if by_later.staked else found


def _on_main(game: Blackjack, sides: int, main: int, two: tuple[Card, Card], dealer_blackjack: bool) -> Largest:
    held = f"{two[0]} {two[1]}"
    natural = Hand.of(*two).blackjack
    if dealer_blackjack:
        # Insurance of half the stake pays two to one and offsets the main wager; a Blackjack is paid even money.
        return Largest(sides + main * natural, Sentence("held-dealer-blackjack-all-insured", held=held), True)
    if natural:
        return Largest(sides + _best(game, "main", main), Sentence("held-blackjack", held=held), True)
    if value(two[0]) != value(two[1]):
        return Largest(sides + _won(game, 2 * main), Sentence("held-doubled-and-won", held=held), True)
    if two[0].rank == "A":
        return Largest(sides + _won(game, 2 * main), Sentence("held-split-and-won", held=held), True)
    hands = game.splitting.hands
    return Largest(
        sides + _won(game, 2 * hands * main), Sentence("held-split-doubled-and-won", held=held, hands=hands), True
    )


def _lucky(game: Blackjack, boxes: Sequence[Stakes], shoe: Composition) -> Largest:
    """The bound with 8s on every box: two of the Dealer's suit on the boxes with most on Lucky 8, while they last.

    Each box holds two 8s against the Dealer's 8, so its Pair and its Lucky 8 win; it splits to four hands, each doubled
    and won. Four 8s to a box and one to the Dealer are needed; with fewer it is a bound that is not reached.
    """
    eights = {card.suit: shoe.count(card) for card in STANDARD.cards if card.rank == "8"}
    suited = max((max(number - 1, 0) // 2 for number in eights.values()), default=0)
    every = 2 * game.splitting.hands
    loss = sum(_won(game, every * box.get("main", 0)) + _best(game, "pair", box.get("pair", 0)) for box in boxes)
    loss += _graded(game, "lucky-8", boxes, suited)
    others = {
        wager: stakes for wager, stakes in stakes_by_wager(boxes).items() if wager not in ("main", "pair", "lucky-8")
    }
    loss += sum(_best(game, wager, stake) for wager, stake in others.items())
    reached = not others and sum(eights.values()) >= 1 + game.splitting.hands * len(boxes)
    return Largest(loss, Sentence("eights-everywhere-and-dealer"), reached)


def _dueling(game: Blackjack, boxes: Sequence[Stakes], shoe: Composition) -> Largest:
    """The bound with 8s on every box: three of Spades on the boxes with most on Superb 8's, while they last.

    Each box splits its 8s to four hands and doubles each. Then either the Dealer busts with eight cards, all hands and
    21+ win and Tie on 18 is lost; or the Dealer has 18, and 21+ is lost: a first hand of 18 wins its Tie on 18 and
    stands off, the others win. Three 8s to a box are needed; with fewer it is a bound that is not reached.
    """
    hands = game.splitting.hands
    superb = _graded(game, "superb-8s", boxes, _best_runs(game, shoe))
    # A doubled 6-7-8 of Spades may pay more than doubled split hands, where all of its stake counts (R-79 b).
    times = max(2 * hands, 2 + _bonus(game) * game.bonus_doubled)
    mains = [_won(game, times * box.get("main", 0)) for box in boxes]
    ties = [box.get("tie-on-18", 0) for box in boxes]
    plus = sum(box.get("21-plus", 0) for box in boxes)
    most = _best(game, "21-plus", plus)
    busts = sum(mains) + most - sum(ties)
    one_less = [
        _won(game, (2 * hands - 2) * box.get("main", 0)) + _best(game, "tie-on-18", tie)
        for box, tie in zip(boxes, ties, strict=True)
    ]
    stays = sum(max(main - tie, less) for main, tie, less in zip(mains, ties, one_less, strict=True)) - plus
    others = sum(
        _best(game, wager, stake) for wager, stake in stakes_by_wager(boxes).items() if wager not in OF_DUELING
    )
    enough = not others and sum(shoe.count(card) for card in STANDARD.cards if card.rank == "8") >= 3 * len(boxes)
    # Eights that are drawn to one hand, and a 6-7-8, are no hands that win by splitting.
    apart = any("superb-8s" in box for box in boxes) and (game.reads("R-71") == "b" or times > 2 * hands)
    how = Sentence("dealer-busts-with-eight-cards") if busts >= stays else Sentence("dealer-has-18")
    cards = Sentence("eights-on-every-box", how=how)
    return Largest(superb + others + max(busts, stays), cards, enough and not apart)


def _best_runs(game: Blackjack, shoe: Composition) -> int:
    """On how many boxes Superb 8's may win its best grade: any, where that is three 8s of any suits (R-71 b)."""
    return len(game.boxes) if game.reads("R-71") == "b" else shoe.count(Card("8S")) // 3


def _bonus(game: Blackjack) -> int:
    """The most that a bonus pays, to one."""
    return max(row.pays.of(1) for row in game.by_name["main"].extras if row.pays)


def _graded(game: Blackjack, wager: str, boxes: Sequence[Stakes], best: int) -> int:
    """The net payment where the `best` boxes with the highest stakes get the first row and the others the second."""
    if wager not in game.bets:
        return 0
    staked = sorted((box.get(wager, 0) for box in boxes), reverse=True)
    rows = [row.match for row in game.bets[wager].rows]
    return sum(
        max(match.net(stake) for match in (rows if place < best else rows[1:]))
        for place, stake in enumerate(staked)
        if stake
    )


def _won(game: Blackjack, stake: int) -> int:
    """The win of a main wager of this stake on a hand that is no Blackjack."""
    wins = [row.match for row in game.bets["main"].rows if row.match.result == "win"]
    return wins[-1].net(stake) if stake else 0


def _best(game: Blackjack, wager: str, stake: int) -> int:
    return max(row.match.net(stake) for row in game.bets[wager].rows) if stake else 0
