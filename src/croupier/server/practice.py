"""A practice table: one round of any game, conducted by its family, with cards from a shoe shuffled by a seed.

Nothing is stored: the same seed, stakes and words lead to the same round.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from croupier.cards import shuffled
from croupier.games import recorded
from croupier.games.catalogue import game as find
from croupier.games.families import family
from croupier.games.family import Round
from croupier.games.game import Game
from croupier.games.round import OVER, Expected, Phase, Role, carries_cards, encode
from croupier.games.terms import Terms
from croupier.house.pace import Pace, next_chore
from croupier.house.roles import HouseRole
from croupier.house.table.chores import ASIDE
from croupier.house.views import Sight
from croupier.refused import Refused
from croupier.server.lessons import (
    NextAct,
    NextQuestion,
    PayoutLine,
    PayoutSheet,
    PracticeAsked,
    PracticeJudged,
    PracticeQuestion,
    PracticeRound,
)
from croupier.server.wire import Private

LEARNER = "you"
CHIPS = (2_500, 5_000, 10_000, 20_000, 50_000, 100_000)
"""Stakes on a sheet of payouts, in cents: every game pays them exactly."""
SWEEP_SECONDS, SWEEP_WAGERS = 10.0, 38
"""A dealer should know within ten seconds which of the 38 wagers of Sands Super Baccarat are paid."""
LEAST_SWEEP_SECONDS = 4.0
MAX_ACTS = 4
"""Acts to choose from."""
MOST_SEATS = 4
"""Players at a table of the question who acts next."""
UNITS_STAKED = 50
FIRST_OPTION_SHARE = 0.75
"""How often a player there takes the first option instead of any."""


class PracticeTable:
    """A round in memory, and the shoe it is dealt from."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self._family = game, family(game)
        self._cards = iter(shuffled(game.shoe(), random.Random(seed)))
        opened = self._family.commands["open-bets"](terms=Terms.of(game))
        self.round: Any = None
        self._apply(opened, Role.DEALER)

    @property
    def over(self) -> bool:
        """Whether the round is settled or void."""
        return self.round.phase in OVER

    def expects(self) -> list[Expected]:
        """What may happen next in the usual course."""
        return [each for each in self._family.expects(self.round) if not each.irregular and each.command not in ASIDE]

    def give(self, command: str, by: Role, **fields: Any) -> None:
        """Give a command, as a client would."""
        self._apply(self._family.decode_command(encode({"command": command, **fields})), by)

    def bet(self, bettor: str, wager: str, stake: int, box: int | None = None) -> None:
        """Place a wager, on a box where the game has boxes."""
        place = {"box": box or 1} if self.round.terms.boxes else {}
        self.give("place-wager", Role.PLAYER, bettor=bettor, wager=wager, stake=stake, **place)

    def step(self) -> None:
        """The Dealer's next act."""
        chore = next_chore(self.expects(), Pace())
        if chore is None:
            raise Refused("round-expects-nothing-more")
        card = {"card": next(self._cards)} if carries_cards(self._family.commands[chore.command]) else {}
        absent = {} if chore.bettor is None else {"bettor": chore.bettor, "box": chore.box}
        self.give(chore.command, chore.by, **card, **absent)

    def question(self) -> PracticeQuestion | None:
        """The learner's decision, if there is one."""
        ask: Callable[[Any, Private], PracticeQuestion | None] | None = self._family.part("practice")
        if ask is None or self.round.phase is Phase.BETTING:
            return None
        view = Sight(self.round).view(HouseRole.PLAYER, LEARNER, draws=self._family.commands)
        return ask(view.table, Private(role=HouseRole.PLAYER, own=view.own, offers=view.offers))

    def _apply(self, command: Any, by: Role) -> None:
        for event in self._family.decide(self.round, command, by):
            self.round = self._family.evolve(self.round, event)


def played(name: str, seed: int, stakes: Iterable[tuple[str, int]], words: Iterable[str]) -> PracticeRound:
    """The learner's round after these words, each with its cost.

    >>> played("tiger", 1, [("banker", 2_000)], []).asked is None
    True
    """
    table, left = PracticeTable(find(name), seed), list(words)
    for wager, stake in stakes:
        table.bet(LEARNER, wager, stake)
    judged: list[PracticeJudged] = []
    declined: set[str] = set()
    while not table.over:
        question = table.question()
        if question is None or question.command in declined:
            table.step()
            continue
        if not left:
            return _played(table, question, judged)
        word = left.pop(0)
        judged.append(_judged(question, word))
        if fields := question.commands.get(word):
            place = {} if question.box is None else {"box": question.box}
            more: dict[str, Any] = {"bettor": LEARNER, **place, **fields}
            table.give(more.pop("command"), Role.PLAYER, **more)
        else:
            declined.add(question.command)
    if left:
        raise Refused("lesson-word-not-open", word=left[0][:64])
    return _played(table, None, judged)


def _judged(question: PracticeQuestion, word: str) -> PracticeJudged:
    if word not in question.ev:
        raise Refused("lesson-word-not-open", word=word[:64])
    return PracticeJudged(
        command=question.command,
        cards=question.cards,
        up=question.up,
        chosen=word,
        best=question.best,
        cost=_cost(question, word),
    )


def _played(table: PracticeTable, question: PracticeQuestion | None, judged: list[PracticeJudged]) -> PracticeRound:
    view = Sight(table.round).view(HouseRole.PLAYER, LEARNER, draws=family(table.game).commands)
    return PracticeRound(
        table=view.table, own=view.own, asked=None if question is None else _asked(question), judged=tuple(judged)
    )


def _asked(question: PracticeQuestion) -> PracticeAsked:
    return PracticeAsked(
        command=question.command,
        box=question.box,
        cards=question.cards,
        up=question.up,
        words=question.words,
        cost={word: _cost(question, word) for word in question.words},
    )


def _cost(question: PracticeQuestion, word: str) -> float:
    """What a word costs on average against the best, in cents."""
    return (question.ev[question.best] - question.ev[word]) * question.stake


def payouts(name: str, seed: int) -> PayoutSheet:
    """A random complete round with a stake on every wager, settled.

    >>> len(payouts("sands-super", 1).lines), payouts("sands-super", 1).seconds
    (38, 10.0)
    """
    game, entropy = find(name), random.Random(seed)
    stakes = {wager: entropy.choice(CHIPS) for wager in game.bets}
    dealt = next(recorded.deal(game, entropy))
    settled = recorded.settle(game, dealt.cards, stakes, dealt.decisions, decks=dealt.decks)
    lines = tuple(
        PayoutLine(
            wager=line.wager,
            title=game.bets[line.wager].label if line.wager in game.bets else line.wager,
            stake=line.stake,
            result=line.result,
            net=line.net,
            outcome=line.outcome,
            pays=line.pays,
            clauses=line.clauses,
        )
        for line in settled.lines
    )
    return PayoutSheet(
        game=game.name,
        seed=seed,
        hands={str(hand): tuple(held) for hand, held in settled.hands.items()},
        decisions=tuple(dealt.decisions),
        said=settled.headline,
        lines=lines,
        seconds=max(LEAST_SWEEP_SECONDS, SWEEP_SECONDS * len(lines) / SWEEP_WAGERS),
    )


def next_question(name: str, seed: int) -> NextQuestion:
    """A table in the middle of a random round, and several acts of which one comes next."""
    game, entropy = find(name), random.Random(seed)
    table = _seated(PracticeTable(game, seed), entropy)
    moments = list(_walk(table, entropy))
    round, before, expected = entropy.choice(moments)
    right = _act(game, _first(expected))
    own = {_act(game, each) for each in expected}
    others = dict.fromkeys(_act(game, _first(each)) for _, _, each in moments)
    wrong = [each for each in others if each not in own]
    acts = [right, *entropy.sample(wrong, min(len(wrong), MAX_ACTS - 1))]
    entropy.shuffle(acts)
    return NextQuestion(
        game=game.name,
        seed=seed,
        phase=round.phase,
        boxes=_staked_boxes(round),
        lies=Sight(round).table.lies,
        before=_act(game, before),
        acts=tuple(acts),
        right=acts.index(right),
        clause=_first(expected).clause,
    )


def _seated(table: PracticeTable, entropy: random.Random) -> PracticeTable:
    main, boxes = next(iter(table.game.bets)), table.round.terms.boxes
    seats = sorted(entropy.sample(range(1, boxes + 1), entropy.randint(1, MOST_SEATS))) if boxes else [1, 2]
    for seat in seats:
        if boxes:
            table.give("take-seat", Role.PLAYER, bettor=f"guest-{seat}", box=seat)
        table.bet(f"guest-{seat}", main, table.round.terms.unit * UNITS_STAKED, seat)
    return table


def _walk(table: PracticeTable, entropy: random.Random) -> Iterator[tuple[Round, Expected, list[Expected]]]:
    """Every moment of a round from the close of bets on, after what was done and before what is; players are random."""
    before = _chore(table.expects())
    table.step()
    asked: set[tuple[Any, ...]] = set()
    while not table.over:
        expected = table.expects()
        yield table.round, before, expected
        before = _after_players(table, expected, asked, entropy) or _chore(expected)
        if before.by is not Role.PLAYER:
            table.step()


def _after_players(
    table: PracticeTable, expected: list[Expected], asked: set[tuple[Any, ...]], entropy: random.Random
) -> Expected | None:
    """The first offer on which a player acts now; None where they leave them all."""
    for offer in expected:
        if offer.by is Role.PLAYER and (occasion := _occasion(table.round, offer)) not in asked:
            asked.add(occasion)
            if _answer(table, offer, entropy):
                return offer
    return None


def _occasion(round: Round, offer: Expected) -> tuple[Any, ...]:
    return offer.command, offer.box, offer.hand, offer.bettors, len(round.cards)


def _answer(table: PracticeTable, offer: Expected, entropy: random.Random) -> bool:
    """A player's random answer, where there is one; offers that need more than a word are declined."""
    bettor = offer.bettors[0] if offer.bettors else None
    if bettor is None or not offer.options:
        return False
    place = {} if offer.box is None else {"box": offer.box}
    word = offer.options[0] if entropy.random() < FIRST_OPTION_SHARE else entropy.choice(offer.options)
    table.give(offer.command, Role.PLAYER, bettor=bettor, action=word, **place)
    return True


def _first(expected: list[Expected]) -> Expected:
    """What comes next: a player's decision where one is open, otherwise the Dealer's next act."""
    players = [each for each in expected if each.by is Role.PLAYER]
    if players:
        return players[0]
    return _chore(expected)


def _chore(expected: list[Expected]) -> Expected:
    """The Dealer's next act."""
    chore = next_chore(expected, Pace())
    return next(each for each in expected if chore and each.command == chore.command and each.box == chore.box)


def _act(game: Game, expected: Expected) -> NextAct:
    card = carries_cards(family(game).commands[expected.command])
    return NextAct(expected.by, expected.command, expected.box, expected.prompt if card else None)


def _staked_boxes(round: Round) -> tuple[int, ...]:
    return tuple(sorted(family(round.terms.rules).seats(round) if round.terms.boxes else ()))
