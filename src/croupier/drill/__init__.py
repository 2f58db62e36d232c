"""Irregularities to practise: for each clause a round in which it applies, and what the document requires then."""

from croupier.drill.case import Case as Case
from croupier.drill.case import CaseStep as CaseStep
from croupier.drill.case import CaseWords as CaseWords
from croupier.drill.case import cases as cases
from croupier.drill.tables import table_for as table_for
from croupier.drill.tables import tables as tables
