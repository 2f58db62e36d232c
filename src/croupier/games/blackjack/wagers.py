"""The wagers of the blackjack games, each declared once: what wins, what it pays, which clauses say so."""

from collections.abc import Callable

import msgspec

from croupier.games.blackjack.outcome import Bounty, Bust, Contest, DrawnCards, Eighteen, EightsRun, FirstTwoCards, Trio
from croupier.games.wager import Pay, Wager
from croupier.money import PUSH, Pays
from croupier.rulebook import Clause


def cite(document: str, *ids: str) -> tuple[Clause, ...]:
    """Clauses of a document."""
    return tuple(Clause(document, id) for id in ids)


def main(
    document: str, area: str, section: dict[str, str], blackjack: tuple[str, str] | None, extras: tuple[Pay, ...]
) -> Wager:
    """The main wager. A bust loses first (R-47), then Blackjack outranks 21 both ways (R-46), then totals compare.

    `section` names the clause of each way to win, lose and stand off; `blackjack` those of a Blackjack, if any.
    """

    def says(*keys: str) -> tuple[Clause, ...]:
        return cite(document, *(section[key] for key in keys))

    def lost(outcome: str, when: Callable[[Contest], bool], *keys: str) -> Pay:
        return Pay(outcome, None, when, says(*keys), listed=False)

    rows = [lost("Bust", lambda seen: seen.total > 21, "bust", "bust_at_once")]
    if blackjack:
        paid = says("pays", "blackjack") + cite(document, *blackjack)
        rows += [
            Pay("Blackjack against Blackjack", PUSH, _both_blackjack, says("both_blackjack"), listed=False),
            Pay("Blackjack", Pays(3, 2), lambda seen: seen.blackjack, paid),
            lost("Dealer Blackjack", lambda seen: seen.dealer_blackjack, "dealer_blackjack"),
        ]
    rows += [
        Pay("Regular win", Pays(1), lambda seen: seen.dealer < seen.total, says("pays", "higher")),
        Pay("Regular win", Pays(1), lambda seen: seen.dealer > 21, says("pays", "dealer_bust"), listed=False),
        Pay("Stand-off", PUSH, lambda seen: seen.dealer == seen.total, says("equal"), listed=False),
    ]
    return Wager(
        name="main",
        label="Main wager",
        reads="contest",
        rows=tuple(rows),
        extras=extras,
        loses=says("lower"),
        area=Clause(document, area),
    )


def _both_blackjack(seen: Contest) -> bool:
    return seen.blackjack and seen.dealer_blackjack


def with_21_alike(main: Wager) -> Wager:
    """The main wager where a Blackjack counts as one only if the other side does not have 21 (R-46)."""

    def alike(row: Pay) -> Pay:
        return msgspec.structs.replace(row, when=lambda seen: row.when(_plain(seen)))

    return msgspec.structs.replace(main, rows=tuple(map(alike, main.rows)))


def _plain(seen: Contest) -> Contest:
    blackjack, dealer_blackjack = seen.blackjack and seen.dealer != 21, seen.dealer_blackjack and seen.total != 21
    return msgspec.structs.replace(seen, blackjack=blackjack, dealer_blackjack=dealer_blackjack)


def insurance(document: str, defined: str, area: str) -> Wager:
    """Insurance: the Dealer's second card is worth ten."""
    paid = cite(document, "4.1", defined)
    rows = (Pay("Dealer's second card worth ten", Pays(2), lambda ten: ten, paid),)
    wager = _side(document, "insurance", "Insurance", "second_card_ten", rows, (defined,), area)
    return msgspec.structs.replace(wager, window="insurance")


def pair() -> Wager:
    """Lucky 8's Pair wager."""
    rows = (Pay("Pair", Pays(11), _paired, cite("lucky8", "4.1", "3.15.1", "1.1.9")),)
    return _side("lucky8", "pair", "Pair", "opening", rows, ("3.15.1", "1.1.10"), "2.2.3")


def lucky_8() -> Wager:
    """The Lucky 8 wager: the best combination, once (R-64)."""

    def eights(number: int, suited: bool) -> Callable[[Trio], bool]:
        return lambda seen: seen.eights == number and seen.suited is suited

    grades: tuple[tuple[str, int, Callable[[Trio], bool], str], ...] = (
        ("Three suited 8s", 1000, eights(3, suited=True), "1.1.8.1"),
        ("Three unsuited 8s", 100, eights(3, suited=False), "1.1.8.1"),
        ("Two suited 8s", 10, eights(2, suited=True), "1.1.8"),
        ("Two unsuited 8s", 5, eights(2, suited=False), "1.1.8"),
        ("Two of a Kind", 3, lambda seen: seen.kind, "1.1.18"),
    )
    rows = tuple(Pay(outcome, Pays(pays), when, cite("lucky8", "4.2", says)) for outcome, pays, when, says in grades)
    return _side("lucky8", "lucky-8", "Lucky 8", "trio", rows, ("3.15.2", "1.1.8"), "2.2.4")


def bet_the_set_21() -> Wager:
    """Bet the Set 21: a pair, more if suited."""

    def suited(seen: FirstTwoCards) -> bool:
        return _paired(seen) and seen.suit != ""

    paid = cite("eblackjack", "4.2", "3.6.1")
    rows = (Pay("Suited Pair", Pays(15), suited, paid), Pay("Unsuited Pair", Pays(10), _paired, paid))
    return _side("eblackjack", "bet-the-set-21", "Bet the Set 21", "opening", rows, ("3.6.1",), "2.2")


def royal_match_21() -> Wager:
    """Royal Match 21: two suited cards, best if King and Queen (R-92)."""
    paid = cite("eblackjack", "4.3", "3.6.2")
    rows = (
        Pay("Suited King and Queen", Pays(25), lambda seen: seen.suit != "" and seen.king_and_queen, paid),
        Pay("Two other suited cards", Pays(5, 2), lambda seen: seen.suit != "", paid),
    )
    return _side("eblackjack", "royal-match-21", "Royal Match 21", "opening", rows, ("3.6.2",), "2.2")


def kings_bounty() -> Wager:
    """Kings Bounty: two cards that make 20, an Ace and a Nine too (R-89); only true pairs of Q, J, T (R-90)."""

    def spade_kings(seen: Bounty) -> bool:
        return seen.opening.pair == "K" and seen.opening.suit == "S"

    def suited(seen: Bounty, ranks: str) -> bool:
        return seen.opening.suit != "" and seen.opening.pair != "" and seen.opening.pair in ranks

    grades: tuple[tuple[str, int, Callable[[Bounty], bool]], ...] = (
        ("Two Kings of Spades and Dealer Blackjack", 1000, lambda seen: spade_kings(seen) and seen.dealer_blackjack),
        ("Two Kings of Spades", 100, spade_kings),
        ("Two suited Kings", 30, lambda seen: suited(seen, "K")),
        ("Two suited Queens, Jacks or Tens", 20, lambda seen: suited(seen, "QJT")),
        ("Suited 20", 9, lambda seen: seen.opening.total == 20 and seen.opening.suit != ""),
        ("Two Kings", 6, lambda seen: seen.opening.pair == "K"),
        ("Unsuited 20", 4, lambda seen: seen.opening.total == 20),
    )
    paid = cite("eblackjack", "4.4", "3.6.3")
    rows = tuple(Pay(outcome, Pays(pays), when, paid) for outcome, pays, when in grades)
    return _side("eblackjack", "kings-bounty", "Kings Bounty", "bounty", rows, ("3.6.3",), "2.2")


def bonus_678() -> tuple[Pay, Pay]:
    """The 6-7-8 bonus of Dueling 8's, on the original wager whatever the result (R-79, R-80)."""

    def made(seen: DrawnCards) -> bool:
        return seen.ranks == "67"

    paid = cite("dueling8", "4.1", "4.1.1", "1.1.2")
    return (
        Pay("6-7-8 bonus all Spades (extra)", Pays(5), lambda seen: made(seen) and seen.spades, paid),
        Pay("6-7-8 bonus not all Spades (extra)", Pays(1), made, paid),
    )


def tie_on_18() -> Wager:
    """Tie on 18: the hand and the Dealer both finish there; a bust hand has lost it (R-73)."""

    def both(seen: Eighteen) -> bool:
        return seen.player == seen.dealer == 18

    rows = (Pay("Player and Dealer both finish on 18", Pays(8), both, cite("dueling8", "4.1", "3.16.2", "1.1.16")),)
    return _side("dueling8", "tie-on-18", "Tie on 18", "eighteen", rows, ("3.16.2", "1.1.16"), "2.2.3")


def superb_8s() -> Wager:
    """Superb 8's: the run of 8s of the area, once at its best grade, whatever was split or bust (R-71 to R-74)."""

    def eights(number: int) -> Callable[[EightsRun], bool]:
        return lambda seen: seen.eights == number

    grades: tuple[tuple[str, int, Callable[[EightsRun], bool], str], ...] = (
        ("Four 8s all Spades", 8000, lambda seen: seen.eights == 4 and seen.spades, "1.1.15.4"),
        ("Four 8s", 800, eights(4), "1.1.15.3"),
        ("Three 8s", 8, eights(3), "1.1.15.2"),
        ("Two 8s", 3, eights(2), "1.1.15.1"),
    )
    rows = tuple(
        Pay(outcome, Pays(pays), when, cite("dueling8", "4.2", "4.2.2", says)) for outcome, pays, when, says in grades
    )
    return _side("dueling8", "superb-8s", "Superb 8's", "run", rows, ("3.16.1", "4.2.1"), "2.2.2")


def twenty_one_plus() -> Wager:
    """21+: the Dealer busts, and with how many cards (R-78)."""

    def cards(number: int) -> Callable[[Bust], bool]:
        return lambda seen: seen.cards == number

    paid = cite("dueling8", "4.3", "3.16.3", "1.1.1")
    pays = {8: 800, 7: 80, 6: 35, 5: 8, 4: 3, 3: 2}
    rows = tuple(Pay(f"Dealer busts with {n} cards", Pays(to_one), cards(n), paid) for n, to_one in pays.items())
    return _side("dueling8", "21-plus", "21+", "dealer_bust", rows, ("3.16.3", "1.1.1"), "2.2.4")


def _paired(seen: FirstTwoCards) -> bool:
    return seen.pair != ""


def _side(
    document: str, name: str, label: str, reads: str, rows: tuple[Pay, ...], loses: tuple[str, ...], area: str
) -> Wager:
    return Wager(
        name=name, label=label, reads=reads, rows=rows, loses=cite(document, *loses), area=Clause(document, area)
    )
