"""The entrance: signing in and out."""

import secrets
import time

from croupier.games.round import Role, encode
from croupier.house.days import SECOND
from croupier.house.roles import HouseRole
from croupier.house.table import Request as TableRequest
from croupier.server.desk import GUEST_CREDIT_CENTS
from croupier.server.doors import Entered
from croupier.server.endpoint import ANYBODY, ApiRequest, Endpoint
from croupier.server.problems import Problem
from croupier.server.wire import (
    BuyInShown,
    Done,
    Guest,
    HouseShown,
    NewSecret,
    NewSession,
    SessionShown,
    StaffSignIn,
    TerminalSignIn,
)
from croupier.words import Sentence


async def house(request: ApiRequest) -> HouseShown:
    """What kind of house this is, and how terminals sell credits."""
    drill = request.desk.coach is not None
    sells = request.desk.house.purchases
    fields = {name: getattr(sells, name) for name in BuyInShown.__struct_fields__} if sells else None
    demo = request.desk.doors.demo is not None and not drill
    return HouseShown(demo, drill, BuyInShown(**fields) if fields else None)


async def sign_in_terminal(request: ApiRequest) -> NewSession:
    """Sign a terminal in with its key or PIN."""
    body: TerminalSignIn = request.body
    _check_tries(request)
    if (body.key is None) is (body.pin is None):
        raise Problem(400, Sentence("sign-in-key-or-pin"))
    entered = await request.desk.doors.enter(body.terminal, body.key or body.pin or "", request.source, terminal=True)
    return _signed_in(request, entered)


async def sign_in_staff(request: ApiRequest) -> NewSession:
    """Sign a member of staff in with their password."""
    body: StaffSignIn = request.body
    _check_tries(request)
    return _signed_in(request, await request.desk.doors.enter(body.name, body.password, request.source, terminal=False))


async def sign_out(request: ApiRequest) -> Done:
    """End the session."""
    assert request.token is not None
    await request.desk.doors.leave(request.token)
    return Done()


async def session(request: ApiRequest) -> SessionShown:
    """Who is signed in, and when the session expires."""
    desk, who = request.desk, request.who
    idle = desk.doors.people.lasting(who.role).idle // SECOND
    works = [table for table in desk.stages if desk.works_at(who, table)]
    tables = works if who.role is HouseRole.DEALER and desk.house.policy.assigned else None
    return SessionShown(who.name, who.role, int(desk.doors.left(who)), idle, tables)


async def change_secret(request: ApiRequest) -> Done:
    """Change the caller's own password, PIN or key; all their sessions end."""
    body: NewSecret = request.body
    assert request.token is not None
    await request.desk.doors.change_secret(request.token, body.old, body.new)
    return Done()


async def come_in(request: ApiRequest) -> Guest:
    """Create a guest's terminal with demo credits."""
    _check_tries(request)
    demo = request.desk.doors.demo
    if request.desk.coach is not None:
        raise Problem(404, Sentence("training-house-players-robots"))
    if demo is None:
        raise Problem(404, Sentence("house-without-guests"))
    if request.desk.guests.full:
        raise Problem(429, Sentence("too-many-guests"), after=60)
    name = f"guest-{secrets.token_hex(4)}"
    body = encode({"command": "buy-in", "cents": GUEST_CREDIT_CENTS})
    key, (token, _) = await demo.admit(name, request.source)
    await request.desk.pay(name, TableRequest(id=f"welcome-{name}", actor="house", by=Role.DEALER, body=body))
    return Guest(name, key, token, GUEST_CREDIT_CENTS)


def _signed_in(request: ApiRequest, entered: Entered) -> NewSession:
    token, who = entered
    return NewSession(token, who.role, who.name, request.desk.doors.must_change(who))


def _check_tries(request: ApiRequest) -> None:
    if not request.desk.sign_ins.take(request.source, time.monotonic()):
        raise Problem(429, Sentence("sign-ins-too-frequent"), after=1)


ENTRANCE = (
    Endpoint(
        method="GET",
        path="/api/house",
        summary="What kind of house this is, and what terminals accept for credits",
        do=house,
        answer=HouseShown,
    ),
    Endpoint(
        method="POST",
        path="/api/sign-in/terminal",
        summary="Sign in as a terminal, with its key or PIN",
        do=sign_in_terminal,
        body=TerminalSignIn,
        answer=NewSession,
    ),
    Endpoint(
        method="POST",
        path="/api/sign-in/staff",
        summary="Sign in as staff",
        do=sign_in_staff,
        body=StaffSignIn,
        answer=NewSession,
    ),
    Endpoint(
        method="POST",
        path="/api/sign-out",
        summary="End the session",
        do=sign_out,
        answer=Done,
        who=ANYBODY - {HouseRole.SPECTATOR},
    ),
    Endpoint(
        method="GET",
        path="/api/session",
        summary="Seconds until the session expires; asking resets the timeout, unless sent with Croupier-Unattended",
        do=session,
        answer=SessionShown,
        who=ANYBODY - {HouseRole.SPECTATOR},
    ),
    Endpoint(
        method="POST",
        path="/api/secret",
        summary="Change your password, PIN or key; all your sessions end",
        do=change_secret,
        body=NewSecret,
        answer=Done,
        who=ANYBODY - {HouseRole.SPECTATOR},
        changing=True,
        problems=(422,),
    ),
    Endpoint(
        method="POST",
        path="/api/guests",
        summary="In a demo: create a guest's terminal with demo credits",
        do=come_in,
        answer=Guest,
        problems=(404,),
    ),
)
