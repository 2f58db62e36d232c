"""People: who may sign in to the house, and who has.

Accounts are read from the log of what happened to them. A table beside it would be a second truth, and there are not so
many people in a house that a start could not go through them.
"""

from croupier.house.people.account import Account as Account
from croupier.house.people.directory import Lasting as Lasting
from croupier.house.people.directory import People as People
from croupier.house.people.directory import Settings as Settings
from croupier.house.people.directory import Who as Who
from croupier.house.people.proofs import QUICK as QUICK
from croupier.house.people.proofs import Hashing as Hashing
from croupier.house.people.proofs import Lengths as Lengths
