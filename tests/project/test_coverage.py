"""Every clause on irregularities has a test that carries it, whoever enforces it, and a case to practise it."""

import pytest

from croupier import coverage
from croupier.commands import app
from croupier.coverage import practised, proofs, unpractised, unproven
from croupier.rulebook import DOCUMENTS, Clause, Document


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS.keys())
def test_every_clause_of_section_5_is_proven(document: Document) -> None:
    assert [clause for clause in document.clauses if clause.id.startswith("5.") and not proofs()[clause]] == []


def test_nothing_that_the_engine_or_a_table_enforces_is_unproven() -> None:
    assert unproven() == []


@pytest.mark.parametrize("text", ["lucky8 5.12.1", "lucky8 5.16.2", "lucky8 5.23.4.6", "dueling8 5.22"])
def test_the_rare_ones_too(text: str) -> None:
    assert proofs()[Clause(text)]


def test_every_clause_on_irregularities_is_practised() -> None:
    assert unpractised() == []


def test_a_clause_without_a_case_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    without = {**practised(), Clause("ebaccarat 5.3"): (), Clause("ebaccarat 4.10"): ()}
    monkeypatch.setattr(coverage, "practised", lambda: without)
    assert unpractised() == [Clause("ebaccarat 5.3")]
    assert app(["rulebook", "--coverage", "--quiet"], standalone_mode=False) == 1
    assert "no case practises ebaccarat 5.3: Shoe runs out mid-round: void" in capsys.readouterr().err
