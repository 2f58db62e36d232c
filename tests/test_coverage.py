"""Every clause on irregularities has a test that carries it, whoever it is that enforces the clause."""

import pytest

from croupier.coverage import proofs, unproven
from croupier.rulebook import DOCUMENTS, Clause, Document


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS.keys())
def test_every_clause_of_section_5_is_proven(document: Document) -> None:
    assert [clause for clause in document.clauses if clause.id.startswith("5.") and not proofs()[clause]] == []


def test_nothing_that_the_engine_or_a_table_enforces_is_unproven() -> None:
    assert unproven() == []


@pytest.mark.parametrize("text", ["lucky8 5.12.1", "lucky8 5.16.2", "lucky8 5.23.4.6", "dueling8 5.22"])
def test_the_rare_ones_too(text: str) -> None:
    assert proofs()[Clause(text)]
