"""The library: the declared games, the clauses that answers cite, and the odds of a table's wagers."""

from functools import cache

from croupier.games.catalogue import GAMES, editions, in_full
from croupier.games.catalogue import game as find
from croupier.games.families import family
from croupier.games.game import Game
from croupier.games.wager import Pay, Wager
from croupier.house.views.families import declared
from croupier.refused import Refused
from croupier.rulebook import DOCUMENTS, InChinese, Ruling, all_clauses, all_rulings, own_rules
from croupier.server.calculations import ShoeAsked, work_odds
from croupier.server.endpoint import ApiRequest, Endpoint
from croupier.server.problems import Problem
from croupier.server.wire import (
    ChanceShown,
    ClauseShown,
    DecksShown,
    GameShown,
    Language,
    LanguageQuery,
    OddsShown,
    PayShown,
    RulebookShown,
    RulingShown,
    WagerShown,
)
from croupier.words import Sentence


async def games(request: ApiRequest) -> list[GameShown]:
    """All games."""
    del request
    return [_game(game) for game in GAMES.values()]


async def game(request: ApiRequest) -> GameShown:
    """One game, by the edition and the readings that its name tells."""
    try:
        return _game(find(request.path["rules"]))
    except Refused as refused:
        raise Problem(404, refused.reason) from None


async def rulebook(request: ApiRequest) -> RulebookShown:
    """Every clause and every ruling, in the requested language."""
    return _rulebook(request.query.language)


async def table_odds(request: ApiRequest) -> dict[str, OddsShown]:
    """The odds of a table's wagers from a full shoe; some blackjack games take seconds, the first time."""
    state = request.desk.stage(request.path["table"]).table.durable
    configuration = state.configuration or state.coming
    if configuration is None:
        raise Problem(404, Sentence("table-without-game"))
    terms = configuration.terms
    odds = await request.desk.worker.once(work_odds, ShoeAsked(terms.in_full, terms.decks))
    return {
        each.name: OddsShown(
            each.edge,
            each.hit,
            each.sd,
            [ChanceShown(chance.outcome, chance.pays, chance.probability) for chance in each.outcomes],
        )
        for each in odds.wagers
    }


@cache
def _rulebook(language: Language) -> RulebookShown:
    chinese = language == "zh"
    return RulebookShown(
        {document.id: document.chinese if chinese else document.name for document in DOCUMENTS.values()},
        {
            citation: ClauseShown(
                clause.document.id, clause.id, clause.kind, clause.chinese if chinese else clause.summary
            )
            for citation, clause in (*all_clauses().items(), (str(own_rules()), own_rules()))
        },
        {id: _ruling(ruling, chinese) for id, ruling in all_rulings().items()},
    )


def _ruling(ruling: Ruling, chinese: bool) -> RulingShown:
    words: Ruling | InChinese = ruling.chinese if chinese else ruling
    return RulingShown(
        words.point,
        words.question,
        ruling.chinese.taken if chinese else ruling.read,
        list(ruling.clauses),
        words.readings,
        ruling.default,
        words.fixed,
    )


def _game(game: Game) -> GameShown:
    return GameShown(
        name=game.name,
        rules=in_full(game),
        title=game.title,
        family=game.family,
        base=game.origin.base.name if game.origin else None,
        document=game.document.name,
        version=game.document.version,
        effective=game.document.effective,
        deck=game.shoe().total // game.default_decks,
        decks=DecksShown(game.decks.start, game.decks.stop - 1, game.default_decks),
        posts_limits=game.cite(game.posts_limits),
        wagers=[_wager(wager) for wager in game.wagers],
        editions=list(editions(game.name)),
        choices={ruling: list(letters) for ruling, letters in game.choices.items()},
        priced=[ruling for ruling, letters in game.choices.items() if any(each.priced for each in letters.values())],
        chinese=dict(family(game.name).chinese),
        **declared(game),
    )


def _wager(wager: Wager) -> WagerShown:
    return WagerShown(
        name=wager.name,
        title=wager.label,
        window=wager.window,
        rows=[_pay(row) for row in wager.rows],
        extras=[_pay(row) for row in wager.extras],
        area=wager.area,
        optional=wager.optional,
    )


def _pay(row: Pay) -> PayShown:
    return PayShown(row.outcome, str(row.pays) if row.pays else None, row.listed, list(row.clauses))


LIBRARY = (
    Endpoint(method="GET", path="/api/games", summary="All games with their wagers", do=games, answer=list[GameShown]),
    Endpoint(
        method="GET",
        path="/api/games/{rules}",
        summary="One game by its edition and readings, such as `lucky-8 R-43=b`",
        do=game,
        answer=GameShown,
        problems=(404,),
    ),
    Endpoint(
        method="GET",
        path="/api/rulebook",
        summary="The clauses that answers cite",
        do=rulebook,
        query=LanguageQuery,
        answer=RulebookShown,
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/odds",
        summary="The odds of a table's wagers, from a full shoe",
        do=table_odds,
        answer=dict[str, OddsShown],
        problems=(404,),
    ),
)
