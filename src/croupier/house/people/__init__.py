"""People: accounts and sessions of staff and terminals.

Accounts are rebuilt from their events at start. There is no table of accounts: it would be a second source of truth,
and a house has few enough people to replay them all.
"""

from croupier.house.people.account import Account as Account
from croupier.house.people.directory import People as People
from croupier.house.people.directory import PeopleSettings as PeopleSettings
from croupier.house.people.directory import SessionLength as SessionLength
from croupier.house.people.directory import Who as Who
from croupier.house.people.proofs import QUICK as QUICK
from croupier.house.people.proofs import Hashing as Hashing
from croupier.house.people.proofs import Lengths as Lengths
