"""Shoes for verification: the commitment of each, every card drawn with its proof, and in the end the whole order.

`terminal/` verifies such a record in the browser, `house/verify_shoe.py` anywhere else.
"""

from croupier.server.endpoint import ApiRequest, Endpoint
from croupier.server.problems import Problem
from croupier.server.shelf import ShoeBrief, ShoeRecord
from croupier.words import Sentence


async def shoes(request: ApiRequest) -> list[ShoeBrief]:
    """The latest shoes of a table, the newest first."""
    name = request.path["table"]
    request.desk.stage(name)
    return await request.desk.reading.run(request.desk.shelf.latest, name)


async def shoe(request: ApiRequest) -> bytes:
    """The record of one shoe."""
    name = request.path["table"]
    request.desk.stage(name)
    record = await request.desk.reading.run(request.desk.shelf.record, name, request.path["shoe"])
    if record is None:
        raise Problem(404, Sentence("no-such-shoe-lately"))
    return record


SHOES = (
    Endpoint(
        method="GET",
        path="/api/tables/{table}/shoes",
        summary="The latest virtual shoes of a table",
        do=shoes,
        answer=list[ShoeBrief],
        problems=(404,),
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/shoes/{shoe}",
        summary="A shoe to verify: its commitment, the cards drawn with proofs, and its order once it has retired",
        do=shoe,
        answer=ShoeRecord,
        problems=(404,),
    ),
)
