"""Settlement time of an Electronic Blackjack round of 2,000 terminals with mixed choices, and a profile of it.

The baseline is the same round settled one terminal after the other through `settle`, as if each played alone.
"""

import cProfile
import pstats
import random
import time

from croupier.cards import cards, shuffled
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.recorded import settle
from croupier.games.blackjack.stream.round import decide, evolve
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.round import Phase, Role
from croupier.games.terms import Terms

TERMINALS = 2_000


def main() -> None:
    played = play(random.Random(7))
    start = time.perf_counter()
    lines = played.settlement()
    nets = played.nets()
    took = time.perf_counter() - start
    alone = settle_alone(len(played.positions))
    ways = len(played.ways)
    print(f"e-blackjack, {TERMINALS:,} terminals playing {ways} different ways: settled in {took * 1000:.1f} ms, twice")
    print(f"  {sum(map(len, lines.values())):,} lines; the house is up {-sum(nets.values()) / 100:,.2f}")
    print(f"  as {TERMINALS:,} rounds one after the other: {alone * 1000:.1f} ms; target: 50 ms")
    profile = cProfile.Profile()
    profile.runcall(played.settlement)
    pstats.Stats(profile).sort_stats("tottime").print_stats(6)


def play(chance: random.Random) -> StreamRound:
    """Play a round that begins with a pair of eights against a six, so that there are choices."""
    terms = Terms.of("e-blackjack", unit=100)
    round = evolve(None, decide(None, m.OpenBets(terms=terms), Role.DEALER)[0])
    for number in range(TERMINALS):
        for wager in terms.offered:
            bet = m.PlaceWager(bettor=f"T{number}", wager=wager, stake=100 * chance.randint(1, 50))
            round = give(round, bet, Role.PLAYER)
    round = give(round, m.CloseBets(), Role.DEALER)
    shoe = [*cards("8S 6D 8H"), *shuffled(terms.shoe, chance)]
    while round.phase is not Phase.COMPLETE:
        if round.phase is Phase.PLAYING and round.waits_for_decision():
            for bettor in round.positions:
                if options := round.options(bettor):
                    round = give(round, m.Decide(bettor=bettor, action=chance.choice(options)), Role.PLAYER)
            round = give(round, m.CloseDecisions(), Role.DEALER)
        else:
            round = give(round, m.DealCard(card=shoe.pop(0)), Role.DEALER)
    return give(round, m.Settle(), Role.DEALER)


def give(round: StreamRound, command: m.AnyCommand, by: Role) -> StreamRound:
    for event in decide(round, command, by):
        round = evolve(round, event)
    return round


def settle_alone(terminals: int) -> float:
    terms = Terms.of("e-blackjack")
    stakes = dict.fromkeys(terms.offered, 1000)
    rules = StreamRound(terms=terms).rules
    start = time.perf_counter()
    for _ in range(terminals):
        settle(rules, cards("8S 6D 8H TD 3C KH 9H 9S"), stakes, ["split", "stand", "double"])
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
