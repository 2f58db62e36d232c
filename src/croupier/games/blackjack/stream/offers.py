"""The shared stream: the offers, that is what may happen next, and by whom."""

from collections.abc import Callable, Iterable, Iterator

import msgspec

from croupier.games.blackjack import incidents
from croupier.games.blackjack.hand import Area
from croupier.games.blackjack.stream import reconstruction
from croupier.games.blackjack.stream.play import placed
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.irregularity import offer_withdrawal
from croupier.games.round import OVER, Expected, Phase, Role
from croupier.rulebook import Citation, Ruling
from croupier.words import Sentence

TAKES_CARDS = (Phase.DEALING, Phase.PLAYING, Phase.DRAWING)


def expects(round: StreamRound) -> list[Expected]:
    """Every offer of the round, the regular next step first."""
    return list(offered(round))


def offered(round: StreamRound) -> Iterator[Expected]:
    """The same lazily: whoever looks for one offer does not compute all of them."""
    if round.phase not in OVER:
        yield from USUAL[round.phase](round)
        if round.cut_after is None and round.phase in TAKES_CARDS:
            yield _staff("remove-cutting-card", Ruling("R-15"), Sentence("take-cutting-card-out"))
        yield from incidents.lost_terminal.offers(round)
        yield from incidents.void.offers_on_stream(round)
    yield from _irregular(round)


def _irregular(round: StreamRound) -> Iterator[Expected]:
    """The irregularities that may be declared now."""
    if round.phase is Phase.VOID:
        return
    yield from incidents.bad_cards.offers(round)
    yield from incidents.ready_cards.offers_on_stream(round)
    yield from incidents.face_up.offers_early_on_stream(round)
    if round.phase in TAKES_CARDS and not round.waiting:
        yield from incidents.run_out.offers_on_stream(round)
        yield from incidents.face_up.offers_on_stream(round)
        yield from incidents.drawn_together.offers(round)
    if round.phase not in (Phase.BETTING, Phase.SETTLED):
        yield from incidents.power.offers_on_stream(round)
    if round.cards:
        yield from reconstruction.offers(round)
        yield from incidents.misread.offers_on_stream(round)
        yield from incidents.misread.offers_step_back(round)
        yield from incidents.dealt_in_error.offers_on_stream(round)
    yield from incidents.late_wagers.offers_on_stream(round)
    yield from incidents.wrong_display.offers(round)
    yield from incidents.referral.offers(round)


def _staff(command: str, clause: Citation, prompt: str) -> Expected:
    return Expected(command=command, by=Role.DEALER, clause=clause, prompt=prompt)


def _players(command: str, clause: Citation, prompt: str, bettors: Iterable[str]) -> Iterator[Expected]:
    if named := tuple(bettors):
        yield Expected(command=command, by=Role.PLAYER, clause=clause, prompt=prompt, bettors=named)


def _expect_bets(round: StreamRound) -> Iterator[Expected]:
    rules = round.rules
    bets = Expected(command="place-wager", by=Role.PLAYER, clause=rules.law.opens, prompt=Sentence("place-your-bets"))
    if rules.sides_alone:
        yield msgspec.structs.replace(bets, wagers=tuple(round.terms.offered))
    else:
        yield msgspec.structs.replace(bets, wagers=("main",))
        sides = tuple(wager for wager in round.terms.offered if wager != "main")
        if round.positions:
            yield msgspec.structs.replace(bets, wagers=sides, bettors=tuple(round.positions))
    staked = {bettor: tuple(placed(each)) for bettor, each in round.positions.items()}
    yield from offer_withdrawal(staked, rules.law.closes)
    yield _staff("close-bets", rules.law.closes, Sentence("no-more-bets"))


def _expect_deal(round: StreamRound) -> Iterator[Expected]:
    if round.unruled:
        return
    hand = "dealer" if len(round.opening) == 1 and not round.dealer else "player"
    deal = _staff("deal-card", round.rules.law.deals, Sentence("deal-card-to-area", hand=hand.capitalize()))
    yield msgspec.structs.replace(deal, hand=hand)


def _expect_answers(round: StreamRound) -> Iterator[Expected]:
    rules, positions = round.rules, round.positions
    uninsured = (
        bettor
        for bettor in round.mains
        if bettor not in round.insured and not positions[bettor].even_money and round.may_insure(bettor)
    )
    if round.shows_ace:
        yield from _players("insure", rules.law.insurance_time, Sentence("offer-half-insurance"), uninsured)
    if round.offers_even_money:
        unpaid = (bettor for bettor in round.mains if not positions[bettor].even_money)
        yield from _players("take-even-money", rules.law.even_money, Sentence("offer-even-money"), unpaid)
    yield _staff("close-offers", rules.law.offers_insurance, Sentence("close-insurance"))


def _expect_play(round: StreamRound) -> Iterator[Expected]:
    rules = round.rules
    if not round.waits_for_decision():
        yield _staff("deal-card", rules.law.next_card, Sentence("deal-next-card"))
        return
    for area, bettors in zip(round.ways, round.by_way(), strict=True):
        for each in _players("decide", rules.law.choices, Sentence("ask-decision"), bettors):
            if area.waits_for_decision:
                yield from _by_options(round, area, each)
    may_surrender = (bettor for bettor in round.way if round.may_surrender(bettor))
    yield from _players("surrender", rules.law.surrender, Sentence("offer-surrender"), may_surrender)
    yield _staff("close-decisions", rules.law.window, Sentence("close-decisions"))


def _by_options(round: StreamRound, area: Area, offer: Expected) -> Iterator[Expected]:
    """The offer to decide on a hand, for terminals with room for the same additions each (R-03)."""
    groups: dict[tuple[str, ...], list[str]] = {}
    if round.caps_additions:
        for bettor in offer.bettors or ():
            groups.setdefault(round.options(bettor), []).append(bettor)
    else:
        groups[area.options(round.rules.splitting)] = list(offer.bettors or ())
    hand = str(area.hands[area.at].id)
    for options, bettors in groups.items():
        yield msgspec.structs.replace(offer, options=options, hand=hand, bettors=tuple(bettors))


def _expect_draw(round: StreamRound) -> Iterator[Expected]:
    deal = _staff("deal-card", round.rules.law.dealer_draws, Sentence("deal-dealer-card"))
    yield msgspec.structs.replace(deal, hand="dealer")


def _expect_settlement(round: StreamRound) -> Iterator[Expected]:
    yield _staff("settle", round.rules.law.settles, Sentence("announce-dealer-total", total=round.dealer_hand.total))


USUAL: dict[Phase, Callable[[StreamRound], Iterator[Expected]]] = {
    Phase.BETTING: _expect_bets,
    Phase.DEALING: _expect_deal,
    Phase.OFFERING: _expect_answers,
    Phase.PLAYING: _expect_play,
    Phase.DRAWING: _expect_draw,
    Phase.COMPLETE: _expect_settlement,
}
