"""A variant: a game that a file declares on top of one of ours.

    name = "ez"
    title = "EZ Baccarat"
    base = "no-commission"

    [wagers.banker]
    rows = [
      { pays = "push", winner = "banker", banker = 7, banker-cards = 3 },
      { pays = "1:1", winner = "banker" },
      { pays = "push", winner = "tie" },
    ]

What the file does not mention stays as it is, with its clauses; what it changes rests on none (`own rules`).
"""

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from croupier.games.catalogue import DECLARED, GAMES, game
from croupier.games.families import FAMILIES
from croupier.games.game import Game, Origin
from croupier.games.readings import meant
from croupier.games.vocabulary import Vocabulary
from croupier.games.wager import Pay, Wager
from croupier.money import Pays, cents
from croupier.refused import Refused
from croupier.rulebook import own_rules
from croupier.variants.entry import Entry
from croupier.variants.pays import parse_pays
from croupier.variants.rows import new_rows
from croupier.variants.source import Source, refuse
from croupier.words import Sentence

KEYS = ("name", "title", "base", "readings", "decks", "usual-decks", "without", "limits", "rules", "wagers")
OF_WAGER = ("name", "label", "pays", "rows")
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MAX_NAME = 40


def declared(source: Source) -> Game:
    """The game that a file declares, by the readings that it names; every defect of the file is refused at once."""
    defects: list[Refused] = []
    file = Entry(source, (), source.content, defects)
    file.only(KEYS)
    name, title = _name(file, "name", taken=DECLARED), file.text("title")
    base = file.choice("base", tuple(GAMES))
    readings = {key: each for key in file.at("readings") if (each := file.at("readings").text(key))}
    if base is None:
        refuse(defects)
    assert base is not None
    plain = game(base)
    readings |= _by_own_rules(file, plain, readings)
    try:
        on = game(plain, readings)
    except Refused as refused:
        file.at("readings").defect(Sentence("variant-readings-refused", why=refused.reason))
        on = plain
    names = {
        new: wager for wager, each in file.at("wagers").content.items() if isinstance(new := _field(each, "name"), str)
    }
    origin = Origin(
        plain,
        source.text,
        source.digest,
        readings,
        names,
        lambda other: _changed(source, other, origin, name or "", title or ""),
    )
    return _changed(source, on, origin, name or "", title or "", defects)


def _changed(
    source: Source, base: Game, origin: Origin, name: str, title: str, defects: list[Refused] | None = None
) -> Game:
    """What a file makes of its base under some readings, whose rows may be others than those of the usual ones."""
    defects = [] if defects is None else defects
    file = Entry(source, (), source.content, defects)
    vocabulary = _vocabulary(base)
    decks, usual = _decks(file, base, vocabulary)
    without = _without(file, base, vocabulary)
    wagers = tuple(_wagers(file, base, vocabulary, without))
    _apart(file, wagers)
    limits = _limits(file, wagers)
    played = _by_rules(file.at("rules"), base, vocabulary)
    refuse(defects)
    return dataclasses.replace(
        played,
        name=name,
        title=title,
        decks=decks,
        default_decks=usual,
        wagers=wagers,
        limits=limits,
        readings=base.readings,
        origin=origin,
    )


def _by_own_rules(file: Entry, plain: Game, readings: Mapping[str, str]) -> dict[str, str]:
    """The readings that the file's rules of play decide; none where it fixes one otherwise, which is noted."""
    given = {ruling: letter for key, name in readings.items() for ruling, letter in meant(key, name).items()}
    decided: dict[str, str] = {}
    against = False
    for key, option in _vocabulary(plain).options.items():
        value = _field(file.content.get("rules"), key)
        by_value = option.readings.get(value, {}) if isinstance(value, str) else {}
        for ruling, letter in by_value.items():
            if given.get(ruling, letter) != letter:
                problem = Sentence("variant-rule-against-reading", key=key, value=value, ruling=ruling, reading=letter)
                file.defect(problem, "rules", key)
                against = True
            elif ruling in plain.readings.letters:
                decided[ruling] = letter
    return {} if against else decided


def _field(content: Any, key: str) -> Any:
    return content.get(key) if isinstance(content, dict) else None


def _vocabulary(base: Game) -> Vocabulary:
    vocabulary: Vocabulary | None = FAMILIES[base.family].part("vocabulary")
    if vocabulary is None:
        raise Refused("game-without-variants", game=base.name)
    aspects = {reads: values for reads, values in vocabulary.aspects.items() if vocabulary.shows(base, reads)}
    words = {name: word for name, word in vocabulary.words.items() if not aspects.keys().isdisjoint(word.looks)}
    hidden = dict.fromkeys(vocabulary.words.keys() - words.keys(), "variant-word-hidden")
    return vocabulary._replace(words=words, aspects=aspects, unseen={**vocabulary.unseen, **hidden})


def _name(entry: Entry, key: str, taken: Iterable[str] = (), default: str | None = None) -> str | None:
    name = entry.text(key, default)
    if name is not None and (not NAME.fullmatch(name) or len(name) > MAX_NAME):
        entry.defect(Sentence("variant-name-invalid", name=name), key)
    elif name is not None and name in taken:
        entry.defect(Sentence("variant-name-taken", name=name), key)
    return name


def _decks(file: Entry, base: Game, vocabulary: Vocabulary) -> tuple[range, int]:
    least, most = vocabulary.decks.start, vocabulary.decks.stop - 1
    given = file.range("decks", least, most)
    decks = base.decks if given is None else given
    if "usual-decks" in file:
        usual = file.number("usual-decks", decks.start, decks.stop - 1)
        return decks, decks.start if usual is None else usual
    return decks, min(max(base.default_decks, decks.start), decks.stop - 1)


def _by_rules(entry: Entry, game: Game, vocabulary: Vocabulary) -> Game:
    """The game with other rules of play."""
    entry.only(vocabulary.options)
    for key, option in vocabulary.options.items():
        if key in entry:
            value = entry.content[key]
            if any(value == known and type(value) is type(known) for known in option.values):
                try:
                    game = option.change(game, value)
                except Refused as unsuited:
                    entry.defect(unsuited.reason, key)
            else:
                known = tuple(str(each).lower() for each in option.values)
                entry.defect(Sentence("variant-value-wrong", key=key, takes=Sentence("takes-one-of", known=known)), key)
    return game


def _without(file: Entry, base: Game, vocabulary: Vocabulary) -> frozenset[str]:
    named = file.texts("without")
    for place, name in enumerate(named):
        if name not in base.by_name:
            file.defect(Sentence("variant-wager-absent", wager=name, known=tuple(base.by_name)), "without", place)
        elif name in vocabulary.kept:
            file.defect(Sentence("variant-wager-kept", wager=name), "without", place)
        elif name in file.at("wagers"):
            file.defect(Sentence("variant-wager-left-out", wager=name), "wagers", name)
    return frozenset(named) - vocabulary.kept


def _wagers(file: Entry, base: Game, vocabulary: Vocabulary, without: Iterable[str]) -> Iterator[Wager]:
    """The base's wagers in their order, without those left out, changed or not; then the new ones."""
    changes = file.at("wagers")
    for wager in base.wagers:
        if wager.name not in without:
            yield _changed_wager(changes.at(wager.name), wager, vocabulary) if wager.name in changes else wager
    for name in changes:
        if name not in base.by_name and (new := _new_wager(changes.at(name), name, base, vocabulary)):
            yield new


def _changed_wager(entry: Entry, wager: Wager, vocabulary: Vocabulary) -> Wager:
    entry.only(OF_WAGER)
    name = _name(entry, "name", default=wager.name) or wager.name
    if name != wager.name:
        _reserved(entry, name)
        if wager.name in vocabulary.kept:
            entry.defect(Sentence("variant-wager-kept", wager=wager.name), "name")
    label = entry.text("label", wager.label) or wager.label
    if "rows" in entry:
        if wager.name in vocabulary.played:
            entry.defect(Sentence("variant-rows-kept", wager=wager.name), "rows")
        elif "pays" in entry:
            entry.defect(Sentence("variant-pays-beside-rows", wager=wager.name), "pays")
        found = new_rows(entry, vocabulary)
        if not found:
            return wager
        reads, own = found
        return msgspec.structs.replace(
            wager, name=name, label=label, reads=reads, rows=own, extras=(), loses=(own_rules(),)
        )
    pays = entry.at("pays")
    for outcome in pays:
        rows = [row for row in (*wager.rows, *wager.extras) if row.outcome == outcome]
        if not rows:
            known = tuple(dict.fromkeys(row.outcome for row in (*wager.rows, *wager.extras) if row.pays))
            pays.defect(Sentence("variant-row-unknown", wager=wager.name, outcome=outcome, known=known), outcome)
        elif any(row.pays is None for row in rows):
            pays.defect(Sentence("variant-row-loses", wager=wager.name, outcome=outcome), outcome)
    changed = {outcome: paid for outcome in pays if (paid := parse_pays(pays, outcome))}
    return msgspec.structs.replace(
        wager,
        name=name,
        label=label,
        rows=tuple(_paid(row, changed) for row in wager.rows),
        extras=tuple(_paid(row, changed) for row in wager.extras),
    )


def with_pays(game: Game, wager: str, outcome: str, pays: Pays) -> Game:
    """A game with another pay in one row of a wager: what a designer tries, known by no name of its own."""
    changed = {outcome: pays}
    wagers = tuple(
        msgspec.structs.replace(
            each,
            rows=tuple(_paid(row, changed) for row in each.rows),
            extras=tuple(_paid(row, changed) for row in each.extras),
        )
        if each.name == wager
        else each
        for each in game.wagers
    )
    return dataclasses.replace(game, wagers=wagers)


def _paid(row: Pay, changed: Mapping[str, Pays]) -> Pay:
    pays = changed.get(row.outcome)
    if pays is None or pays == row.pays:
        return row
    return msgspec.structs.replace(row, pays=pays, clauses=(own_rules(),))


def _new_wager(entry: Entry, name: str, base: Game, vocabulary: Vocabulary) -> Wager | None:
    if "rows" not in entry:
        entry.defect(Sentence("variant-wager-unknown", wager=name, known=tuple(base.by_name)))
        return None
    entry.only(("label", "rows"))
    if not NAME.fullmatch(name) or len(name) > MAX_NAME:
        entry.defect(Sentence("variant-name-invalid", name=name))
    _reserved(entry, name)
    found = new_rows(entry, vocabulary)
    if not found:
        return None
    reads, rows = found
    own = own_rules()
    label = entry.text("label", name.replace("-", " ").title()) or name
    return Wager(name=name, label=label, reads=reads, rows=rows, loses=(own,), area=own, optional=own)


def _reserved(entry: Entry, name: str) -> None:
    """Note a name by which odds would list a wager under some way of playing."""
    if name.startswith("main-") or name.endswith("-best"):
        entry.defect(Sentence("variant-name-reserved", name=name))


def _apart(file: Entry, wagers: Iterable[Wager]) -> None:
    seen: set[str] = set()
    for wager in wagers:
        if wager.name in seen:
            file.defect(Sentence("variant-wager-twice", wager=wager.name), "wagers", wager.name)
        seen.add(wager.name)


def _limits(file: Entry, wagers: Iterable[Wager]) -> dict[str, tuple[int, int | None]]:
    """The limits, which are checked against the unit where a table takes them."""
    entry, names = file.at("limits"), [wager.name for wager in wagers]
    limits: dict[str, tuple[int, int | None]] = {}
    for name in entry:
        if name not in names:
            entry.defect(Sentence("variant-wager-absent", wager=name, known=tuple(names)), name)
        elif text := entry.text(name):
            least, _, most = text.partition("..")
            try:
                limits[name] = cents(least), cents(most) if most else None
            except Refused:
                entry.defect(Sentence("variant-limits-unreadable", given=text), name)
    return limits
