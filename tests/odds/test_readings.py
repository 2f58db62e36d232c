"""What each reading costs: the register's own figures, and every deal of small shoes by rules written here again."""

import itertools
import json
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import pytest

from croupier.cards import NO_TENS, STANDARD, Card, Composition, Deck, cards
from croupier.games.baccarat.drawing import hands, next_hand, total
from croupier.games.blackjack.hand import Area, Hand
from croupier.games.blackjack.outcome import run
from croupier.games.blackjack.settlement import Position, settle_position, showdown
from croupier.games.blackjack.variants import Blackjack
from croupier.games.catalogue import GAMES, game
from croupier.games.wager import Wager
from croupier.money import Pays
from croupier.odds.blackjack import odds_of_deals
from croupier.odds.blackjack.solver.eights import best_alone, eights
from croupier.odds.blackjack.solver.rules import Rules
from croupier.odds.blackjack.solver.sides import runs
from croupier.odds.blackjack.solver.solution import Solution
from croupier.odds.blackjack.strategy.chart_table import run_words
from croupier.odds.blackjack.strategy.together import sides
from croupier.odds.catalogue import odds, unlisted
from croupier.odds.readings.register import priced
from croupier.odds.result import Odds, base
from croupier.odds.tally import counts
from croupier.refused import Refused
from croupier.simulation.blackjack.strategy import RANKS, ChartStrategy
from program import croupier


class Chosen(NamedTuple):
    """A wager of a game under a reading that it may be played by."""

    ruling: str
    key: str
    game: str
    wager: str

    def price(self, shoe: Composition | None = None) -> Odds:
        under = game(self.game, {self.ruling: self.key})
        found = odds(under, shoe or under.shoe(), [self.wager], any_decks=True)[self.wager]
        assert isinstance(found, Odds)
        return found


@cache
def chosen() -> list[Chosen]:
    """Every wager that another reading than the default changes or adds, in games that may be played by it."""
    return [
        Chosen(each.ruling, each.key, each.game, each.wager)
        for each in priced(played=False)
        if not each.default and each.edge is not None
    ]


def find(ruling: str, key: str, wager: str, name: str = "") -> Chosen:
    return next(
        each for each in chosen() if (each.ruling, each.key, each.wager) == (ruling, key, wager) and name in each.game
    )


# The register's own figures: what the bettor wins, in percent


@pytest.mark.parametrize(
    ("ruling", "key", "wager", "decks", "ev"),
    [
        ("R-63", "b", "player-pair", 8, "32.3"),
        ("R-63", "b", "player-pair", 8, "32"),
        ("R-63", "b", "banker-pair", 8, "32.3"),
        ("R-63", "b", "pair", 8, "32.3"),
        ("R-63", "b", "tiger-pair", 8, "26.7"),
        ("R-63", "b", "tiger-pair", 8, "27"),
        ("R-63", "b", "lucky-8", 8, "29"),
        ("R-63", "b", "bet-the-set-21", 6, "33.0"),
        ("R-64", "b", "lucky-8", 8, "-0.19"),
        ("R-64", "b", "lucky-8", 6, "-1.56"),
        ("R-64", "b", "lucky-8", 1, "-25.36"),
        ("R-89", "b", "kings-bounty", 6, "-30.58"),
        ("R-89", "b", "kings-bounty", 6, "-30.6"),
        ("R-89", "b", "kings-bounty", 2, "-36.22"),
        ("R-90", "b", "kings-bounty", 6, "-13.4"),
        ("R-96", "c", "player-dragon-bonus", 8, "5.1"),
        ("R-96", "c", "banker-dragon-bonus", 8, "-1.6"),
        ("R-97", "b", "super-six", 8, "17.0"),
        ("R-97", "b", "super-6", 8, "17.0"),
        ("R-98", "b", "tiger-pair", 8, "-13.1"),
        ("R-98", "c", "tiger-pair", 8, "-12.9"),
        ("R-106", "b", "player-red", 8, "31.2"),
        ("R-107", "b", "player-wins-on-6", 8, "-56.2"),
        ("R-108", "b", "sands-six", 8, "-18.5"),
    ],
)
def test_the_figures_of_the_register(ruling: str, key: str, wager: str, decks: int, ev: str) -> None:
    reading = find(ruling, key, wager)
    found = reading.price(game(reading.game, {ruling: key}).shoe(decks))
    digits = len(ev.partition(".")[2])
    assert f"{float(found.ev * 100):.{digits}f}" == ev
    assert sum(chance.count for chance in found.chances) == found.total


def test_what_the_register_says_in_words() -> None:
    for side in ("player", "banker"):
        by_margin, unchanged = (find("R-96", key, f"{side}-dragon-bonus") for key in "bd")
        assert by_margin.price().ev > 0
        default = odds("super-6-nc", GAMES["super-6-nc"].shoe())[f"{side}-dragon-bonus"]
        assert unchanged.price().ev == default.ev
        assert [each.count for each in unchanged.price().chances] != [each.count for each in default.chances]
    # Four 8s all Spades: 6 in a million.
    top = odds("dueling-8s", GAMES["dueling-8s"].shoe())["superb-8s-best"].chances[0]
    assert round(float(top.probability) * 1e6) == 6


# Every deal of a small shoe


def holding(left: Sequence[Card], deck: Deck = STANDARD) -> Composition:
    gone = Counter(dict.fromkeys(deck.cards, 8))
    gone.subtract(left)
    return Composition(deck, 8, gone.elements())


SHOES = [
    cards("TS JD TH KC 4D 4D 6H"),
    cards("4D 4S 6D 2H 4D 6S TS"),
    cards("6S TD QD 6H AS 5H JD"),
    cards("9S 8D 9H KH 8C AD 2D"),
]
Net = Callable[[Sequence[Card]], Fraction | int]


def pair_of(one: Card, other: Card) -> bool:
    return one.rank == other.rank or {one.rank, other.rank} in [{"T", face} for face in "JQK"]


def side_of(wager: str, dealt: Sequence[Card]) -> Sequence[Card]:
    return dealt[0:4:2] if wager.startswith("player") else dealt[1:4:2]


def finished(dealt: Sequence[Card]) -> tuple[Sequence[Card], Sequence[Card]]:
    size = next(number for number in (4, 5, 6) if next_hand(dealt[:number]) is None)
    return hands(dealt[:size])


def totals(dealt: Sequence[Card]) -> tuple[int, int]:
    player, banker = finished(dealt)
    return total(player), total(banker)


def of_side(wager: str, dealt: Sequence[Card]) -> tuple[Sequence[Card], int, int, bool]:
    """The hand of a wager's side, its total, the other's, and whether both are naturals."""
    held = finished(dealt)
    mine, other = held if wager.startswith("player") else held[::-1]
    return mine, total(mine), total(other), False


def precious(two: Sequence[Card], pairs: Callable[[Card, Card], bool]) -> int:
    one, other = two
    if not pairs(one, other):
        return -1
    diamonds = one.suit == other.suit == "D"
    if one.rank == "4" and other.rank == "4":
        return 30 if diamonds else 15
    return 12 if diamonds else 9


def same(one: Card, other: Card) -> bool:
    return one.rank == other.rank


def tiger_twins(dealt: Sequence[Card], zeros: bool) -> int:
    player, banker = (dealt[0], dealt[2]), (dealt[1], dealt[3])
    if not same(*player) and not same(*banker):
        return -1
    if same(*player) and same(*banker):
        both_zero = player[0].rank in "TJQK" and banker[0].rank in "TJQK"
        return 100 if same(player[0], banker[0]) or (zeros and both_zero) else 20
    return 4


def tiger_stacked(dealt: Sequence[Card]) -> int:
    best = tiger_twins(dealt, zeros=False)
    return {-1: -1, 4: 4, 20: 24, 100: 124}[best]


def tiger_faces(dealt: Sequence[Card]) -> int:
    player, banker = (dealt[0], dealt[2]), (dealt[1], dealt[3])
    both = pair_of(*player), pair_of(*banker)
    if all(both):
        return 100 if len({card.rank for card in dealt[:4]}) == 1 else 20
    return 4 if any(both) else -1


def dragon(wager: str, dealt: Sequence[Card], key: str) -> int:
    mine, own, other, _ = of_side(wager, dealt)
    player, banker = finished(dealt)
    naturals = [len(hand) == 2 and total(hand) >= 8 for hand in (player, banker)]
    natural = len(mine) == 2 and own >= 8
    margins = {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1}
    if key == "c" and own == other:
        return 0
    if key == "d" and all(naturals):
        return 0
    if own == other:
        return 0 if all(naturals) else -1
    if own < other:
        return -1
    if natural and key != "b":
        return 1
    return margins.get(own - other, -1)


def six(wager: str, dealt: Sequence[Card]) -> int:
    banker = finished(dealt)[1]
    own, other = totals(dealt)[::-1]
    if own != 6 or other > 6:
        return -1
    two, three = {
        "super-six": (15, 15),
        "super-6": (15, 15),
        "fortune-six": (12, 20),
        "tiger": (12, 20),
        "small-tiger": (22, -1),
        "big-tiger": (-1, 50),
    }[wager]
    return two if len(banker) == 2 else three


def tiger_family(dealt: Sequence[Card]) -> int:
    player, banker = totals(dealt)
    if player == banker == 6:
        return 35
    if banker != 6 or player > 6:
        return -1
    return 22 if len(finished(dealt)[1]) == 2 else 50


def fabulous(wager: str, dealt: Sequence[Card]) -> Fraction | int:
    _, own, other, _ = of_side(wager, dealt)
    if wager.endswith("fabulous-4"):
        return (50 if wager.startswith("player") else 25) if own == 4 else -1
    if own == other:
        return 0
    if own == 4:
        return Fraction(1, 2) if wager == "player" else 0
    if own == 1:
        return 2
    return 1 if own > other else -1


def colours(wager: str, dealt: Sequence[Card], key: str) -> int:
    red = wager.endswith("red")

    def all_of(held: Sequence[Card]) -> bool:
        return all(card.red == red for card in held)

    mine, own, other, _ = of_side(wager, dealt)
    if key == "b":
        won = all_of(dealt[0:4:2]) or all_of(dealt[1:4:2])
    elif key == "c":
        won = all_of(mine)
    else:
        won = all_of(mine[:2]) and own > other
    return 2 if won else -1


def baccarat_net(reading: Chosen) -> Net:
    """What a bettor wins of a stake of one, from six cards in dealing order."""
    wager, key = reading.wager, reading.key
    simple: dict[str, Net] = {
        "R-95": lambda dealt: dragon(wager, dealt, "a"),
        "R-96": lambda dealt: dragon(wager, dealt, key),
        "R-97": lambda dealt: six(wager, dealt),
        "R-98": lambda dealt: tiger_stacked(dealt) if key == "b" else tiger_twins(dealt, zeros=True),
        "R-99": lambda dealt: precious(side_of(wager, dealt), same),
        "R-100": lambda dealt: fabulous(wager, dealt),
        "R-101": tiger_family,
        "R-106": lambda dealt: colours(wager, dealt, key),
        "R-107": lambda dealt: 6 if totals(dealt)[0] == 6 > totals(dealt)[1] else -1,
        "R-108": lambda dealt: 6 if max(totals(dealt)) == 6 and len(set(totals(dealt))) == 2 else -1,
        "R-110": lambda dealt: max(precious(dealt[0:4:2], same), precious(dealt[1:4:2], same)),
    }
    if reading.ruling in simple:
        return simple[reading.ruling]
    assert reading.ruling == "R-63"
    if wager == "tiger-pair":
        return tiger_faces
    if wager.endswith("precious-pair"):
        return lambda dealt: precious(side_of(wager, dealt), pair_of)
    return lambda dealt: 11 if pair_of(*side_of(wager, dealt)) else -1


def name(reading: Any) -> str:
    return f"{reading.ruling}{reading.key} {reading.wager} {reading.game}"


@pytest.mark.parametrize("reading", [each for each in chosen() if GAMES[each.game].decks.start == 4], ids=name)
def test_every_deal_of_a_small_shoe_agrees_in_baccarat(reading: Chosen) -> None:
    net = baccarat_net(reading)
    won = set()
    for left in SHOES:
        deals = list(itertools.permutations(left, 6))
        results = [Fraction(net(dealt)) for dealt in deals]
        won |= set(results)
        assert reading.price(holding(left)).ev == sum(results, Fraction(0)) / len(deals)
    assert len(won) > 1, "these shoes tell nothing about it"


BLACKJACK_SHOES = [
    cards("TS JD TS KS KS AS QD"),
    cards("8S 8S 8H 8S 8D TD KD"),
    cards("AS 9S KS KS QS JS AD"),
    cards("QS QS JD TD TD 5H 8S"),
]


def lucky(dealt: Sequence[Card], key: str) -> int:
    three = dealt[:3]
    eights = [card for card in three if card.rank == "8"]
    if key == "R-64":
        won = {1: 1000, 2: 100, 3: 100}[len({card.suit for card in three})] if len(eights) == 3 else 0
        for one, other in itertools.combinations(three, 2):
            if one.rank == other.rank:
                won += 3 if one.rank != "8" else 10 if one.suit == other.suit else 5
        return won or -1
    suited = len({card.suit for card in eights}) == 1
    if len(eights) == 3:
        return 1000 if suited else 100
    if len(eights) == 2:
        return 10 if suited else 5
    return 3 if any(pair_of(one, other) for one, other in itertools.combinations(three, 2)) else -1


def bounty(dealt: Sequence[Card], ruling: str) -> int:
    one, other, *dealer = dealt[:4]
    suited, ranks = one.suit == other.suit, {one.rank, other.rank}
    blackjack = "A" in [card.rank for card in dealer] and any(card.rank in "TJQK" for card in dealer)
    twenty = ranks <= set("TJQK") or (ranks == {"A", "9"} and ruling != "R-89")
    if one == other == "KS":
        return 1000 if blackjack and ruling != "R-91" else 100
    if suited and ranks == {"K"}:
        return 30
    if suited and (ranks in [{"Q"}, {"J"}, {"T"}] or (ruling == "R-90" and ranks <= set("QJT"))):
        return 20
    if suited and twenty:
        return 9
    if ranks == {"K"}:
        return 6
    return 4 if twenty else -1


def royal(dealt: Sequence[Card]) -> Fraction | int:
    one, other, *dealer = dealt[:4]
    if "A" in [card.rank for card in dealer] and any(card.rank in "TJQK" for card in dealer):
        return -1
    if one.suit != other.suit:
        return -1
    return 25 if {one.rank, other.rank} == {"K", "Q"} else Fraction(5, 2)


def blackjack_net(reading: Chosen) -> Net:
    by_wager: dict[str, Net] = {
        "lucky-8": lambda dealt: lucky(dealt, reading.ruling),
        "kings-bounty": lambda dealt: bounty(dealt, reading.ruling),
        "royal-match-21": royal,
        "pair": lambda dealt: 11 if pair_of(*dealt[:2]) else -1,
        "bet-the-set-21": lambda dealt: (15 if dealt[0].suit == dealt[1].suit else 10) if pair_of(*dealt[:2]) else -1,
    }
    return by_wager[reading.wager]


@pytest.mark.parametrize("reading", [each for each in chosen() if each.game in ("lucky-8", "e-blackjack")], ids=name)
def test_every_deal_of_a_small_shoe_agrees_in_blackjack(reading: Chosen) -> None:
    net = blackjack_net(reading)
    won = set()
    for left in BLACKJACK_SHOES:
        deals = list(itertools.permutations(left, 4))
        results = [Fraction(net(dealt)) for dealt in deals]
        won |= set(results)
        assert reading.price(holding(left)).ev == sum(results, Fraction(0)) / len(deals)
    assert len(won) > 1, "these shoes tell nothing about it"


EIGHTS = [cards("8S 8H 8S 8S 8S 8S JD 2C"), cards("8S 8S 8S 8D 9C KC KD AD"), cards("8D 8C 6S 7D 9C AS 2S 3D")]


def run_of(dealt: Sequence[Card]) -> list[Card]:
    return [Card("8S"), *itertools.takewhile(lambda card: card.rank == "8", dealt)]


def superb(dealt: Sequence[Card], ruling: str) -> int:
    run = run_of(dealt)
    spades = all(card.suit == "S" for card in run[:4])
    if ruling == "R-72":
        spades = any(all(card.suit == "S" for card in run[start : start + 4]) for start in range(len(run) - 3))
    most = 3 if ruling == "R-71" else 4
    return {1: -1, 2: 3, 3: 8, 4: 8000 if spades else 800}[min(len(run), most)]


def drawn_only(dealt: Sequence[Card]) -> int:
    hard, ace = 8, False
    for number, card in enumerate(dealt, 1):
        hard += min("A23456789TJQK".index(card.rank) + 1, 10)
        ace = ace or card.rank == "A"
        if hard > 21:
            return {3: 2, 4: 3, 5: 8, 6: 35, 7: 80, 8: 800}.get(number, -1)
        if hard >= 17 or (ace and 17 <= hard + 10 <= 21):
            return -1
    raise AssertionError("too few cards")


@pytest.mark.parametrize("ruling", ["R-71", "R-73"])
def test_every_deal_of_a_small_shoe_agrees_on_runs_of_eights(ruling: str) -> None:
    under = game("dueling-8s", {ruling: "b"})
    for left in EIGHTS:
        deals = list(itertools.permutations(left, 4))
        found = odds(under, holding(left, NO_TENS), ["superb-8s-best"], any_decks=True)["superb-8s-best"]
        assert found.ev == Fraction(sum(superb(dealt, ruling) for dealt in deals), len(deals))


def test_four_spades_in_a_row_may_come_late() -> None:
    # Eleven cards can be dealt to an area; a shoe of eleven has few orders when told apart by kinds.
    left = [*[Card("8S")] * 7, *[Card("8H")] * 2, *[Card("2C")] * 2]
    kinds = Counter(left)
    won = Fraction(0)
    orders = _orders(kinds)
    for order in orders:
        won += superb(order, "R-72")
    assert find("R-72", "b", "superb-8s-best").price(holding(left, NO_TENS)).ev == won / len(orders)
    default = odds("dueling-8s", holding(left, NO_TENS), ["superb-8s-best"])["superb-8s-best"].ev
    assert won / len(orders) > default


def _orders(kinds: Counter[Card]) -> list[tuple[Card, ...]]:
    """Every order of the kinds, each as likely as any other."""
    if not kinds.total():
        return [()]
    return [(card, *rest) for card in kinds if kinds[card] for rest in _orders(kinds - Counter([card]))]


def test_every_deal_of_a_small_shoe_agrees_on_cards_drawn_to_a_bust() -> None:
    for left in (cards("2S 2H 2D 2C AS AD KD 9S"), cards("6S 7D JD QD 5H 4H 3S 8D")):
        deals = list(itertools.permutations(left, 7))
        won = sum(drawn_only(dealt) for dealt in deals)
        assert find("R-78", "b", "21-plus").price(holding(left, NO_TENS)).ev == Fraction(won, len(deals))


@pytest.mark.parametrize("wager", ["superb-8s-best", "21-plus", "main"])
def test_the_printed_8_is_taken_from_every_pack(wager: str) -> None:
    under, shoe = game("dueling-8s", "R-70=b"), GAMES["dueling-8s"].shoe(3)
    assert (under.shoe(3).total, under.shoe(3).count(Card("8S")), under.shoe(3).count(Card("8H"))) == (141, 0, 3)
    expected = odds("dueling-8s", shoe.without([Card("8S")] * 3), [wager])[wager]
    assert odds(under, under.shoe(3), [wager])[wager].ev == expected.ev
    assert expected.ev != odds("dueling-8s", shoe, [wager])[wager].ev


# Wagers that depend on decisions: every order of a small shoe, played out by the rules themselves


def drawn_from(
    left: Counter[Card], area: Area, plays: ChartStrategy, under: Blackjack
) -> Iterator[tuple[Area, Fraction]]:
    """Every way in which an area may end, with its probability; a surrendered one ends on two cards."""
    up = under.printed
    assert up is not None
    if area.done:
        yield area, Fraction(1)
    elif area.waits_for_card:
        for card in [each for each in left if left[each]]:
            chance = Fraction(left[card], left.total())
            for end, rest in drawn_from(left - Counter([card]), area.take(card), plays, under):
                yield end, chance * rest
    else:
        assert area.hand is not None
        splits = under.splitting.allows(area.hand, len(area.hands))
        decision = plays.first(area.hand, up, may_split=splits, may_surrender=area.opening)
        if decision == "surrender":
            yield area, Fraction(1)
        else:
            alone = {"stand": area.stand, "hit": area.hit, "double": area.double}
            after = area.split(under.splitting) if decision == "split" else alone[decision]()
            yield from drawn_from(left, after, plays, under)


PLAYS = {
    "draws": {("8", "8"): "H"},
    "splits": {("8", "8"): "P"},
    "folds": {("8", "8"): "Rs"},
}


READ = ["", *(f"R-{each}=b" for each in (71, 72, 73, 74)), "R-71=b R-73=b", "R-72=b R-73=b"]
READ += ["R-71=c", "R-71=c R-73=b", "R-71=c R-74=b"]


@pytest.mark.parametrize("plays", PLAYS)
@pytest.mark.parametrize("readings", READ)
def test_superb_8s_is_counted_as_it_is_played(readings: str, plays: str) -> None:
    under = game("dueling-8s", readings)
    assert isinstance(under, Blackjack)
    hard = {(str(points), up): "S" if points > 16 else "H" for points in range(5, 22) for up in RANKS}
    strategy = ChartStrategy(plays, hard, hard, PLAYS[plays])
    wager = under.by_name["superb-8s"]
    (against,) = Solution(Rules.of(under), counts(under.shoe()), exact=True).against.values()
    deals = runs(under, against, strategy.decided(against))
    for text in ("8S 8S 8S 8S 8S 8S 8S 8H 8H 9C 9C 9C 9C KD KD KD KD", "8S 8D 8D 8D 8S 8S 7C 7C 7C KD KD 7C KD KD KD"):
        left = cards(text)
        found = odds_of_deals("", wager, deals(counts(holding(left, NO_TENS))), "")
        expected = Fraction(0)
        for area, chance in drawn_from(Counter(left), Area.of(printed=under.printed), strategy, under):
            folded = not area.done
            position = Position(bettor="", original=100, slot=1, sides={"superb-8s": 100}, surrendered=folded)
            seen = showdown(under, area, Hand.of(Card("8S"), Card("9C")), folded=folded)
            (line,) = [each for each in settle_position(under, position, seen) if each.wager == "superb-8s"]
            expected += chance * Fraction(line.net, 100)
        assert found.ev == expected


def most_eights(under: Blackjack, wager: Wager, left: Counter[Card]) -> Fraction:
    """The most that any play wins with Superb 8's, by trying all of it card by card."""
    known: dict[object, Fraction] = {}

    def worth(area: Area, left: Counter[Card]) -> Fraction:
        hands = tuple((each.hard, each.aces, len(each.cards), each.stood, each.doubled) for each in area.hands)
        eights = tuple(card for card in area.dealt if card.rank == "8")[:3]
        key = (hands, area.at, area.called, eights, tuple(sorted(left.items())))
        if key not in known:
            known[key] = found(area, left)
        return known[key]

    def found(area: Area, left: Counter[Card]) -> Fraction:
        if area.done:
            pays = wager.match(run(area, under.reads)).pays
            return Fraction(pays.num, pays.den) if pays else Fraction(-1)
        if area.waits_for_card:
            total = left.total()
            each = ((card, number) for card, number in left.items() if number)
            return sum((Fraction(n, total) * worth(area.take(c), left - Counter([c])) for c, n in each), Fraction())
        after = {"stand": area.stand, "hit": area.hit, "double": area.double}
        options = area.options(under.splitting)
        played = (area.split(under.splitting) if word == "split" else after[word]() for word in options)
        return max(worth(each, left) for each in played)

    return worth(Area.of(printed=under.printed), left)


def test_every_8_that_counts_at_best_is_the_most_that_any_play_wins() -> None:
    under = game("dueling-8s", "R-71=c")
    assert isinstance(under, Blackjack)
    wager = under.by_name["superb-8s"]
    text = "8S 8S 8S 8H AD AD 7C KD KD KD KD KD"
    left = counts(holding(cards(text), NO_TENS))
    (against,) = Solution(Rules.of(under), left, exact=True).against.values()
    found = odds_of_deals("", wager, eights(under, against, best_alone(against))(left), "")
    assert found.ev == most_eights(under, wager, Counter(cards(text)))


def test_every_8_that_counts_is_not_priced_at_best_where_a_bust_loses_it() -> None:
    under = game("dueling-8s", "R-71=c R-73=b")
    priced = odds(under)
    assert "superb-8s-best" not in priced
    assert [str(line).split()[0] for line in unlisted(under, priced)] == ["superb-8s-best"]
    with pytest.raises(Refused, match="superb-8s-best"):
        odds(under, wagers=["superb-8s-best"])
    left = counts(under.shoe())
    assert isinstance(under, Blackjack)
    plans = sides(under, left, Solution(Rules.of(under), left))
    assert plans
    assert [*plans.run] == ["main"]
    assert "at best" not in run_words(plans)
    # By the first reading the first card has to be an 8, by this one a later one may be.
    assert priced["superb-8s"].hit > odds("dueling-8s", wagers=["superb-8s"])["superb-8s"].hit == Fraction(1, 12)


# The register of readings


def test_no_reading_but_the_diagrams_invents_a_pay() -> None:
    """Where several grades are paid, the pay is their sum (R-64 b, R-98 b)."""
    sums = {
        "R-64": {Pays(1000 + 3 * 10), Pays(100 + 10 + 2 * 5), Pays(100 + 3 * 5), Pays(3 * 3), Pays(2 * 3)},
        "R-98": {Pays(100 + 20 + 4), Pays(20 + 4)},
    }
    for one in chosen():
        pays = {row.pays for wager in GAMES[one.game].wagers for row in wager.rows}
        declared = {row.pays for row in game(one.game, {one.ruling: one.key}).by_name[base(one.wager)].rows}
        assert declared <= pays | sums.get(one.ruling, set()) or one.ruling in ("R-95", "R-99"), one.ruling


def test_the_rulings_asked_for_are_all_there() -> None:
    found = {each.ruling for each in priced(played=False)}
    counted = (63, 64, 70, 71, 72, 78, 89, 90, 91, 92, 95, 96, 97, 98, 99, 100, 101, 106, 107, 108, 110)
    assert found == {f"R-{number}" for number in counted}


def test_the_default_reading_is_priced_by_the_default_odds() -> None:
    for each in priced(played=False):
        if each.default and each.edge is not None:
            usual = GAMES[each.game]
            assert each.edge == float(odds(usual, usual.shoe(), [each.wager])[each.wager].edge)
        if each.default and each.edge is None:
            assert each.wager not in GAMES[each.game].by_name
            assert each.ruling in ("R-95", "R-99", "R-110")


ON_PLAY = {
    "R-42": ("0.1903%", "0.1869%"),
    "R-43": ("0.1903%", "0.1914%", "0.1869%", "0.2085%"),
    "R-45": ("0.1903%", "0.0264%"),
    "R-46": ("0.1903%", "0.3712%"),
    "R-48": ("0.1903%", "0.3669%"),
    "R-54": ("0.1903%", "0.1903%"),
    "R-55": ("0.1903%", "0.1964%"),
}
"""The edges on the main wager of Lucky 8, eight decks, by the readings of each ruling in the order of their letters."""


@pytest.mark.parametrize("ruling", ON_PLAY)
def test_what_is_read_of_play_is_priced_as_the_game_is_played(ruling: str) -> None:
    found = [each for each in priced([ruling], game="lucky-8") if each.wager == "main"]
    assert [(each.key, f"{each.edge:.4%}") for each in found] == list(zip("abcd", ON_PLAY[ruling], strict=False))
    assert priced([ruling], played=False, game="lucky-8") == []


def test_the_dealer_who_draws_for_nothing_costs_nothing() -> None:
    found = priced(["R-77"])
    assert [(each.wager, each.key, f"{each.edge:.4%}") for each in found] == [
        ("main", "a", "1.0746%"),
        ("main", "b", "1.0746%"),
    ]


@pytest.mark.parametrize(
    ("ruling", "edges"), [("R-52", ("7.4699%", "33.8991%", "7.4699%")), ("R-58", ("7.4699%", "33.9926%"))]
)
def test_insurance_that_waits_for_no_card_of_its_own_costs_more(ruling: str, edges: tuple[str, ...]) -> None:
    found = priced([ruling], game="lucky-8")
    assert [(each.wager, f"{each.edge:.4%}") for each in found] == [("insurance", edge) for edge in edges]


def test_a_ruling_that_there_is_not_has_no_price() -> None:
    with pytest.raises(Refused, match="R-999"):
        priced(["R-999"])


# The command


def rulebook(*words: str) -> subprocess.CompletedProcess[str]:
    return croupier("rulebook", *words)


def test_json_has_a_row_for_every_reading() -> None:
    rows = json.loads(rulebook("--rulings", "--price", "--json").stdout)
    assert len(rows) == len(priced())
    super_6 = [row for row in rows if row["ruling"] == "R-97" and row["wager"] == "super-6"]
    assert [(row["reading"], row["default"], round(row["edge"], 4)) for row in super_6] == [
        ("a", True, 0.1382),
        ("b", False, -0.1697),
    ]
    assert all(-Fraction(row["ev"]) == pytest.approx(row["edge"]) for row in rows if row["ev"])
    assert "-722/372255" in {row["ev"] for row in rows if (row["ruling"], row["reading"]) == ("R-64", "b")}


def test_a_person_reads_a_table_of_one_document() -> None:
    done = rulebook("ebaccarat", "--rulings", "--price")
    assert (done.returncode, done.stderr) == (0, "")
    assert "10.3614%" in done.stdout
    assert "-32.3448%" in done.stdout
    assert "lucky-8" not in done.stdout


def test_prices_are_of_rulings() -> None:
    done = rulebook("--price")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "croupier: --price needs --rulings\n"
