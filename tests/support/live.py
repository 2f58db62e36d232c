"""One round of any game under any readings, played live: every event booked, the record replayed, the money counted."""

from collections import Counter
from typing import Any

import pytest

from croupier.cards import cards
from croupier.games.families import FAMILIES
from croupier.games.round import OVER, Expected, Role, encode, tag
from croupier.games.terms import Terms
from croupier.house.stakes import postings
from croupier.refused import Refused

STAFF = [role for role in Role if role is not Role.PLAYER]


class Live:
    """A round, its record, and what everybody has won of it so far."""

    def __init__(self, game: str, rulings: str = "", opening: dict[str, Any] | None = None, **terms: Any) -> None:
        changes = dict(each.split("=") for each in rulings.split())
        at = Terms.of(game, rulings=changes, **{"unit": 100, **terms})
        self.family = FAMILIES[at.rules.family]
        self.events: list[Any] = []
        self.balances: Counter[str] = Counter()
        self.round: Any = None
        self.give("open-bets", Role.DEALER, terms=at, **(opening or {}))

    def do(self, command: str, **fields: Any) -> "Live":
        """Give a command in the lowest position that may, and check that books and record agree with the round."""
        said = self.decoded(command, fields)
        for each in self.offers(command):
            for by in (each.by, *STAFF):
                try:
                    self.family.decide(self.round, said, by)
                except Refused:
                    continue
                return self.give(command, by, **fields)
        return self.give(command, Role.GAMING_SHIFT_MANAGER, **fields)

    def give(self, command: str, by: Role, **fields: Any) -> "Live":
        for event in self.family.decide(self.round, self.decoded(command, fields), by):
            before, self.round = self.round, self.family.evolve(self.round, event)
            for each in postings("T", 1, before, event, self.round):
                self.balances[each.source] -= each.cents
                self.balances[each.destination] += each.cents
            self.events.append(event)
        self.check()
        return self

    def deal(self, text: str) -> "Live":
        for card in cards(text):
            self.do("deal-card", card=card)
        return self

    def decoded(self, command: str, fields: dict[str, Any]) -> Any:
        return self.family.decode_command(encode({"command": command, **fields}))

    def check(self) -> None:
        """Replay equals play, and everybody has what the round says."""
        again = [self.family.decode_event(encode(event)) for event in self.events]
        assert self.family.replay(again) == self.round
        assert sum(self.balances.values()) == 0
        if self.round.phase in OVER:
            nets = {f"terminal:{who}": net for who, net in self.round.nets().items() if net}
            moved = {account: cents for account, cents in self.balances.items() if cents}
            assert {name: cents for name, cents in moved.items() if name.startswith("terminal:")} == nets
            assert not any(name.startswith("stakes:") for name in moved)

    def offers(self, command: str) -> list[Expected]:
        return [each for each in self.family.expects(self.round) if each.command == command]

    @property
    def open(self) -> set[str]:
        """The commands that are on offer."""
        return {each.command for each in self.family.expects(self.round)}

    @property
    def recorded(self) -> list[str]:
        return [tag(event) for event in self.events]

    def refused(self, command: str, by: Role = Role.GAMING_SHIFT_MANAGER, **fields: Any) -> Refused:
        with pytest.raises(Refused) as caught:
            self.family.decide(self.round, self.decoded(command, fields), by)
        return caught.value

    def bet(self, bettor: str, stakes: dict[str, int], box: int | None = None) -> "Live":
        where = {} if box is None else {"box": box}
        for wager, stake in stakes.items():
            self.do("place-wager", bettor=bettor, wager=wager, stake=stake, **where)
        return self

    def decide(self, bettor: str, *actions: str, box: int = 1) -> "Live":
        for action in actions:
            where = {"box": box} if self.round.terms.boxes else {}
            self.do("decide", bettor=bettor, action=action, **where)
        return self
