"""The wagers of the blackjack games, each declared once: what wins, what it pays, which clauses say so.

Where a document leaves open what a wager means, its declaration takes the letters of the readings (`Letters`), and says
what each of them makes of it; `croupier.games.blackjack.readings` says which letters a game may be played by.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from croupier.games.blackjack.outcome import Bounty, Bust, Contest, DrawnCards, Eighteen, EightsRun, FirstTwoCards, Trio
from croupier.games.readings import Letters, declared_by
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


def pair(letters: Letters = declared_by) -> Wager:
    """Lucky 8's Pair wager."""
    rows = (Pay("Pair", Pays(11), _paired(letters), cite("lucky8", "4.1", "3.15.1", "1.1.9")),)
    return _side("lucky8", "pair", "Pair", "opening", rows, ("3.15.1", "1.1.10"), "2.2.3")


def lucky_8(letters: Letters = declared_by) -> Wager:
    """The Lucky 8 wager: the best combination, once; by R-64 (b) every one of them, which the rows then add up.

    By R-63 (b) a Ten with a face card is Two of a Kind too.
    """
    faces, every = letters("R-63") == "b", letters("R-64") == "b"

    def eights(number: int, suited: int) -> Callable[[Trio], bool]:
        return lambda seen: seen.eights == number and seen.suited == suited

    def kinds(least: int) -> Callable[[Trio], bool]:
        return lambda seen: seen.kinds + (seen.tens_and_faces if faces else 0) >= least

    three, two, kind = "1.1.8.1", "1.1.8", "1.1.18"
    grades: tuple[tuple[str, int, Callable[[Trio], bool], str], ...] = (
        ("Three suited 8s", 1000, eights(3, 3), three),
        ("Three unsuited 8s", 100, lambda seen: seen.eights == 3, three),
        ("Two suited 8s", 10, eights(2, 1), two),
        ("Two unsuited 8s", 5, eights(2, 0), two),
        ("Two of a Kind", 3, kinds(1), kind),
    )
    if every:
        grades = (
            ("Three suited 8s and three pairs of them", 1030, eights(3, 3), three),
            ("Three unsuited 8s and three pairs of them, one suited", 120, eights(3, 1), three),
            ("Three unsuited 8s and three pairs of them", 115, eights(3, 0), three),
            *grades[2:4],
            ("Two of a Kind three times", 9, kinds(3), kind),
            ("Two of a Kind twice", 6, kinds(2), kind),
            grades[4],
        )
    rows = tuple(Pay(outcome, Pays(pays), when, cite("lucky8", "4.2", says)) for outcome, pays, when, says in grades)
    return _side("lucky8", "lucky-8", "Lucky 8", "trio", rows, ("3.15.2", "1.1.8"), "2.2.4")


def bet_the_set_21(letters: Letters = declared_by) -> Wager:
    """Bet the Set 21: a pair, more if suited."""
    paired = _paired(letters)

    def suited(seen: FirstTwoCards) -> bool:
        return paired(seen) and seen.suit != ""

    paid = cite("eblackjack", "4.2", "3.6.1")
    rows = (Pay("Suited Pair", Pays(15), suited, paid), Pay("Unsuited Pair", Pays(10), paired, paid))
    return _side("eblackjack", "bet-the-set-21", "Bet the Set 21", "opening", rows, ("3.6.1",), "2.2")


def royal_match_21(letters: Letters = declared_by) -> Wager:
    """Royal Match 21: two suited cards, best if King and Queen; by R-92 (b) lost to a Dealer Blackjack."""
    lost = letters("R-92") == "b"

    def of_opening(when: Callable[[FirstTwoCards], bool]) -> Callable[[Any], bool]:
        return (lambda seen: not seen.dealer_blackjack and when(seen.opening)) if lost else when

    paid = cite("eblackjack", "4.3", "3.6.2")
    rows = (
        Pay("Suited King and Queen", Pays(25), of_opening(lambda seen: seen.suit != "" and seen.ranks == "KQ"), paid),
        Pay("Two other suited cards", Pays(5, 2), of_opening(lambda seen: seen.suit != ""), paid),
    )
    reads = "bounty" if lost else "opening"
    return _side("eblackjack", "royal-match-21", "Royal Match 21", reads, rows, ("3.6.2",), "2.2")


def kings_bounty(letters: Letters = declared_by) -> Wager:
    """Kings Bounty: two cards that make 20.

    By R-89 (b) an Ace and a Nine do not. By R-90 (b) Queens, Jacks and Tens need not be a true pair. By R-91 (b) the
    main hand has to live for the top grade, and none lives against a Dealer Blackjack.
    """
    tens_only, mixed = letters("R-89") == "b", letters("R-90") == "b"

    def spade_kings(seen: Bounty) -> bool:
        return seen.opening.ranks == "KK" and seen.opening.suit == "S"

    def lower_tens(seen: Bounty) -> bool:
        return seen.opening.suit != "" and set(seen.opening.ranks) <= set("QJT") and (mixed or seen.opening.pair != "")

    def twenty(seen: Bounty) -> bool:
        return seen.opening.total == 20 and not (tens_only and "A" in seen.opening.ranks)

    grades: tuple[tuple[str, int, Callable[[Bounty], bool]], ...] = (
        ("Two Kings of Spades and Dealer Blackjack", 1000, lambda seen: spade_kings(seen) and seen.dealer_blackjack),
        ("Two Kings of Spades", 100, spade_kings),
        ("Two suited Kings", 30, lambda seen: seen.opening.suit != "" and seen.opening.ranks == "KK"),
        ("Two suited Queens, Jacks or Tens", 20, lower_tens),
        ("Suited 20", 9, lambda seen: twenty(seen) and seen.opening.suit != ""),
        ("Two Kings", 6, lambda seen: seen.opening.ranks == "KK"),
        ("Unsuited 20", 4, twenty),
    )
    paid = cite("eblackjack", "4.4", "3.6.3")
    reachable = grades[1:] if letters("R-91") == "b" else grades
    rows = tuple(Pay(outcome, Pays(pays), when, paid) for outcome, pays, when in reachable)
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


def tie_on_18(letters: Letters = declared_by) -> Wager:
    """Tie on 18: the hand and the Dealer both finish there; a bust hand has lost it (R-73).

    A folded hand has lost it too, by R-75; by (b) it is frozen at the folded total, by (c) it is returned.
    """
    frozen = letters("R-75") == "b"

    def both(seen: Eighteen) -> bool:
        return seen.player == seen.dealer == 18 and (frozen or not seen.folded)

    clauses = cite("dueling8", "4.1", "3.16.2", "1.1.16")
    rows = [Pay("Player and Dealer both finish on 18", Pays(8), both, clauses)]
    if letters("R-75") == "c":
        surrender = cite("dueling8", "3.20", "1.1.16")
        rows.append(Pay("Returned with the surrendered hand", PUSH, lambda seen: seen.folded, surrender, listed=False))
    return _side("dueling8", "tie-on-18", "Tie on 18", "eighteen", tuple(rows), ("3.16.2", "1.1.16"), "2.2.3")


def superb_8s(letters: Letters = declared_by) -> Wager:
    """Superb 8's: the run of 8s of the area, once at its best grade (R-71 to R-74); no hand holds four (R-71 b)."""

    def eights(number: int) -> Callable[[EightsRun], bool]:
        return lambda seen: seen.eights == number

    grades: tuple[tuple[str, int, Callable[[EightsRun], bool], str], ...] = (
        ("Four 8s all Spades", 8000, lambda seen: seen.eights == 4 and seen.spades, "1.1.15.4"),
        ("Four 8s", 800, eights(4), "1.1.15.3"),
        ("Three 8s", 8, eights(3), "1.1.15.2"),
        ("Two 8s", 3, eights(2), "1.1.15.1"),
    )
    reachable = grades[2:] if letters("R-71") == "b" else grades
    rows = tuple(
        Pay(outcome, Pays(pays), when, cite("dueling8", "4.2", "4.2.2", says))
        for outcome, pays, when, says in reachable
    )
    return _side("dueling8", "superb-8s", "Superb 8's", "run", rows, ("3.16.1", "4.2.1"), "2.2.2")


def twenty_one_plus(letters: Letters = declared_by) -> Wager:
    """21+: the Dealer busts, and with how many cards, eight at most; by R-78 (b) the printed one does not count."""
    most, printed = (7, 1) if letters("R-78") == "b" else (8, 0)

    def cards(number: int) -> Callable[[Bust], bool]:
        return lambda seen: seen.cards == number + printed

    paid = cite("dueling8", "4.3", "3.16.3", "1.1.1")
    pays = {8: 800, 7: 80, 6: 35, 5: 8, 4: 3, 3: 2}
    rows = tuple(
        Pay(f"Dealer busts with {n} cards", Pays(to_one), cards(n), paid) for n, to_one in pays.items() if n <= most
    )
    return _side("dueling8", "21-plus", "21+", "dealer_bust", rows, ("3.16.3", "1.1.1"), "2.2.4")


def _paired(letters: Letters) -> Callable[[FirstTwoCards], bool]:
    """The condition that two cards pair: of one rank, or a Ten with a face card too (R-63 b)."""
    if letters("R-63") == "b":
        return lambda seen: seen.pair != "" or seen.ten_and_face
    return lambda seen: seen.pair != ""


def _side(
    document: str, name: str, label: str, reads: str, rows: tuple[Pay, ...], loses: tuple[str, ...], area: str
) -> Wager:
    return Wager(
        name=name, label=label, reads=reads, rows=rows, loses=cite(document, *loses), area=Clause(document, area)
    )
