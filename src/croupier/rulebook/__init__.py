"""The approved documents and the rulings on their open points, as data.

A clause is the text by which people cite it, and knows what it says in our own words:

>>> Clause("ebaccarat", "4.10")
ebaccarat 4.10
>>> Clause("ebaccarat", "4.10").enforced_by
'engine'
>>> Clause("ebaccarat", "9.9")
Traceback (most recent call last):
croupier.refused.Refused: there is no clause 9.9 in ebaccarat (Electronic Baccarat)
"""

import csv
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Self

import msgspec

from croupier.plugins import PluginRegistry
from croupier.refused import Refused


class Document(msgspec.Struct, frozen=True):
    """One edition of a rule document: what it is called, from when it holds, and where its clauses are listed.

    The first edition that we know is cited by the document's name alone; a later one has its number in its id
    (`lucky8@6`), so that a stored citation never comes to mean another clause.

    >>> DOCUMENTS["lucky8"].edition, DOCUMENTS["eblackjack"].edition, document("lucky8@5") is DOCUMENTS["lucky8"]
    ('5', '2024-03-07', True)
    """

    id: str
    name: str
    chinese: str
    version: str | None
    effective: str
    """The day, or the day and time, from which it holds."""
    package: str = __name__
    """The package that contains `<id>.csv`, the list of its clauses."""

    @property
    def base(self) -> str:
        """The name that all editions of the document share."""
        return self.id.partition("@")[0]

    @property
    def edition(self) -> str:
        """The number of this edition, or the day from which it holds where the document has no numbers."""
        return self.id.partition("@")[2] or self.version or self.effective[:10]

    @property
    def clauses(self) -> tuple["Clause", ...]:
        """Its clauses, in its own order."""
        return tuple(clause for clause in all_clauses().values() if clause.document is self)


_APPROVED = (
    Document("dueling8", "Dueling 8's 21+", "对决 8 二十一点加", "2", "2020-03-17"),
    Document("ebaccarat", "Electronic Baccarat", "电子百家乐", "4", "2025-03-20 09:00"),
    Document("superbaccarat", "Sands Super Baccarat", "金沙超级百家乐", None, "2017-07-28"),
    Document("lucky8", "Blackjack Lucky 8", "幸运 8 二十一点", "5", "2019-09-27"),
    Document("eblackjack", "Electronic Blackjack", "电子二十一点", None, "2024-03-07 00:00"),
)
DOCUMENTS: Mapping[str, Document] = PluginRegistry(
    "documents", Document, {document.id: document for document in _APPROVED}
)

OWN_RULES = Document("own", "Own rules, approved by nobody", "自订规则，未经任何人批准", None, "")  # noqa: RUF001
"""What a variant's own rows rest on: no document. It is not one of `DOCUMENTS`."""


class Citation(str):
    """What an answer rests on: a clause, or a ruling where the documents are open."""

    def __new__(cls, text: str) -> "Citation":
        """Look up the clause or the ruling of that name."""
        return cite(text)


class Clause(Citation):
    """A clause of a document. `Clause("ebaccarat", "4.10")` and `Clause("ebaccarat 4.10")` are the same one."""

    document: Document
    id: str
    kind: str
    enforced_by: str
    summary: str
    chinese: str
    """The same in Chinese."""
    depends: tuple[str, ...]

    def __new__(cls, document: str, clause: str | None = None) -> Self:
        """Look up the clause; there is only one object of each."""
        text = document if clause is None else f"{document} {clause}"
        try:
            return all_clauses()[text]  # type: ignore[return-value]
        except KeyError:
            name, _, id = text.partition(" ")
            if _first(name) != name:
                return cls(_first(name), id)
            raise _unknown_clause(text) from None

    def __repr__(self) -> str:
        return str(self)


def own_rules() -> Clause:
    """What a row rests on that no approved document has: the own rules of whoever has declared a variant.

    >>> own_rules().summary
    'Own rules, approved by nobody'
    """
    return Clause(OWN_RULES.id, "rules")


class Ruling(Citation):
    """A place where the documents are open: its readings, and the one that is taken unless a setting says otherwise.

    >>> ruling = Ruling("R-96")
    >>> ruling.weight, ruling.default, ruling.readings["c"]
    ('H', 'a', 'all ties push')
    """

    weight: str
    documents: tuple[Document, ...]
    point: str
    clauses: tuple[Clause, ...]
    question: str
    readings: dict[str, str]
    default: str
    taken: str
    why: str
    affects: str
    fixed: str
    """Why no table may choose another reading; empty where the readings are a choice."""
    aliases: dict[str, dict[str, str]]
    """Other names of readings: the letters, by ruling, that each stands for."""
    chinese: "InChinese"

    def concerns(self, document: Document) -> bool:
        """Whether it is about a document, in any of its editions."""
        return any(each.base == document.base for each in self.documents)

    @property
    def read(self) -> str:
        """The reading in force, in full: `taken` alone where it is a sentence of its own, else behind the default."""
        reading = self.readings[self.default]
        if not self.taken:
            return reading
        return self.taken if self.taken[0].isupper() or self.taken[0] == "(" else f"{reading}: {self.taken}"

    def __new__(cls, text: str) -> Self:
        """Look up the ruling; there is only one object of each."""
        try:
            return all_rulings()[text]  # type: ignore[return-value]
        except KeyError:
            raise Refused("unknown-ruling", ruling=text, last=len(all_rulings())) from None

    def __repr__(self) -> str:
        return str(self)


class InChinese(msgspec.Struct, frozen=True):
    """A ruling in Chinese: its point, its question, and how it is read."""

    point: str
    question: str
    taken: str
    readings: dict[str, str]
    fixed: str = ""


def cite(text: str) -> Clause | Ruling:
    """The clause or the ruling of that name.

    >>> cite("superbaccarat 5.5").kind, cite("R-15").weight
    ('irregularity', 'L')
    """
    return Ruling(text) if text.startswith("R-") else Clause(text)


def document(name: str) -> Document:
    """The document of that name, `lucky8`, or one of its editions, `lucky8@6`; refused where there is none."""
    try:
        return DOCUMENTS[_first(name)]
    except KeyError:
        raise Refused("unknown-document", document=name, known=tuple(DOCUMENTS)) from None


def _first(name: str) -> str:
    """The id of a document or edition: the first edition has none in its id."""
    base, _, edition = name.partition("@")
    return base if base in DOCUMENTS and edition == DOCUMENTS[base].edition else name


@cache
def all_clauses() -> dict[str, Clause]:
    """Every clause of every document by its citation, and `own rules`, which are in none."""
    clauses: dict[str, Clause] = {}
    for each in DOCUMENTS.values():
        lines = files(each.package).joinpath(f"{each.id}.csv").read_text("utf-8").splitlines()
        for row in csv.DictReader(lines):
            clause = str.__new__(Clause, f"{each.id} {row['clause']}")
            clause.document, clause.id, clause.kind = each, row["clause"], row["kind"]
            clause.enforced_by, clause.summary, clause.chinese = row["enforced_by"], row["summary"], row["chinese"]
            clause.depends = tuple(f"{each.id} {other}" for other in row["depends"].split(";") if other)
            clauses[clause] = clause
    own = str.__new__(Clause, f"{OWN_RULES.id} rules")
    own.document, own.id, own.kind, own.enforced_by = OWN_RULES, str(own), "settlement", "engine"
    own.summary, own.chinese, own.depends = OWN_RULES.name, OWN_RULES.chinese, ()
    return clauses | {own: own}


@cache
def all_rulings() -> dict[str, Ruling]:
    """Every ruling by its id."""
    rulings: dict[str, Ruling] = {}
    for key, row in tomllib.loads(files(__package__).joinpath("rulings.toml").read_text("utf-8")).items():
        ruling = str.__new__(Ruling, key)
        ruling.weight, ruling.point, ruling.question = row["weight"], row["point"], row["question"]
        ruling.documents = tuple(DOCUMENTS[name] for name in row["documents"])
        ruling.clauses = tuple(Clause(text) for text in row["clauses"])
        ruling.readings, ruling.default = row["readings"], row["default"]
        ruling.taken, ruling.why, ruling.affects = row.get("taken", ""), row["why"], row["affects"]
        ruling.fixed = row.get("fixed", "")
        ruling.aliases = row.get("aliases", {})
        ruling.chinese = InChinese(**row["chinese"])
        rulings[key] = ruling
    return rulings


def _unknown_clause(text: str) -> Refused:
    name, _, clause = text.partition(" ")
    known = DOCUMENTS.get(name)
    if known is None:
        return Refused("unknown-document", document=name, known=tuple(DOCUMENTS))
    return Refused("unknown-document-clause", section=clause, document=name, title=known.name)
