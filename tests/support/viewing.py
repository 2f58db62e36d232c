"""Random rounds of every game, with irregularities, for the tests of views."""

import random
from collections.abc import Iterator
from typing import Any

from croupier.cards import Card
from croupier.games.baccarat import messages as b
from croupier.games.baccarat.variants import VARIANTS, Baccarat
from croupier.games.blackjack import messages as m
from croupier.games.catalogue import GAMES
from croupier.games.families import family
from croupier.games.family import Round
from croupier.games.round import Phase, Role
from croupier.games.terms import Terms
from croupier.refused import Refused
from test_boxes_always import Table as Troubled
from troubles import command

NAMES = tuple(GAMES)
OVER = (Phase.SETTLED, Phase.VOID)
LEFT_OUT = ("void-round", "run-out", "interrupt", "declare-bad-cards", "declare-disturbed-order")
"""Commands that would end a round too early."""
assert {rules.name for rules in VARIANTS} < set(NAMES)


class Moment:
    """A state of a round, and the undealt cards, which nobody may see."""

    def __init__(self, round: Round, undealt: list[Card]) -> None:
        self.round, self.undealt = round, undealt


def one_of_each(terms: Terms, chance: random.Random) -> list[Card]:
    """A shuffled pack without the printed card, so that every card is unique."""
    printed = getattr(terms.rules, "printed", None)
    pack = [card for card in terms.rules.deck.cards if card != printed]
    chance.shuffle(pack)
    return pack


def moments(name: str, chance: random.Random) -> Iterator[Moment]:
    """The states of a random round of that game, with irregularities."""
    if GAMES[name].boxes:
        yield from _on_boxes(name, chance)
    else:
        yield from _others(name, chance)


def _on_boxes(name: str, chance: random.Random) -> Iterator[Moment]:
    table = Troubled(name, chance, lambda terms: one_of_each(terms, chance))
    yield Moment(table.round, list(table.shoe))
    for round in table.steps():
        yield Moment(round, list(table.shoe))
        if len(table.shoe) < 8:
            return


def _others(name: str, chance: random.Random) -> Iterator[Moment]:
    terms = Terms.of(name, unit=GAMES[name].unit * 10)
    table, shoe = family(name), one_of_each(terms, chance)
    said: Any = b if isinstance(terms.rules, Baccarat) else m
    waiting = (shoe.pop(), shoe.pop()) if chance.random() < 0.2 else ()
    events = table.decide(None, said.OpenBets(terms=terms, waiting=waiting), Role.DEALER)
    round: Round | None = None
    for steps in range(120):
        for event in events:
            round = table.evolve(round, event)
        assert round is not None
        yield Moment(round, list(shoe))
        offers = [each for each in table.expects(round) if each.command not in LEFT_OUT]
        if round.phase in OVER and (not offers or chance.random() < 0.5):
            return
        odd = [each for each in offers if each.irregular and each.command != "refer"]
        usual = [each for each in offers if not each.irregular and each.command != "remove-cutting-card"]
        if round.phase is Phase.BETTING:
            usual = [each for each in usual if (each.command == "close-bets") is (steps > 12)]
        going_wrong = odd and (not usual or chance.random() < 0.2)
        offer = chance.choice(odd if going_wrong else usual or offers)
        kept = list(shoe)
        try:
            events = table.decide(round, command(offer, round, shoe, chance), offer.by)
        except Refused:
            shoe, events = kept, []
