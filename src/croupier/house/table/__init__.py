"""A table of the house: it conducts its rounds, deals from its shoe, and publishes durable events only."""

from croupier.house.table.actor import Room as Room
from croupier.house.table.actor import Table as Table
from croupier.house.table.actor import Update as Update
from croupier.house.table.actor import load as load
from croupier.house.table.commands import BeginRound as BeginRound
from croupier.house.table.commands import CloseTable as CloseTable
from croupier.house.table.commands import Configure as Configure
from croupier.house.table.commands import Deal as Deal
from croupier.house.table.commands import OpenTable as OpenTable
from croupier.house.table.commands import Shuffle as Shuffle
from croupier.house.table.decisions import Cabinet as Cabinet
from croupier.house.table.requests import Answer as Answer
from croupier.house.table.requests import Reply as Reply
from croupier.house.table.requests import Request as Request
from croupier.house.table.state import State as State
