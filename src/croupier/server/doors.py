"""Doors: authentication.

A session is a token that its owner sends in a header with every request, never in a cookie, so that no other site can
act in anybody's name. In a demo anybody may come in as a guest, and there is one staff account for every role.
"""

import hashlib
import os
from collections.abc import Callable
from typing import TypeAlias

from croupier.games.round import Role
from croupier.house.days import SECOND
from croupier.house.keys import Keys
from croupier.house.people import People, Who
from croupier.house.roles import HouseRole
from croupier.refused import Refused
from croupier.server.problems import Problem
from croupier.server.queueing import Queue
from croupier.server.sessions import SessionSockets
from croupier.words import Sentence

NOBODY = Who("", HouseRole.SPECTATOR, "")
Entered: TypeAlias = tuple[str, Who]
"""A session token, and whose it is."""


HASH_THREADS = max(1, (os.cpu_count() or 1) // 4)
"""Secrets that are hashed at once: each hash keeps four cores busy."""
MAX_HASHES_QUEUED, HASH_RETRY_SECONDS = 64, 5
"""How many more may wait, and the seconds of `Retry-After` when the queue is full."""
KEY_THREADS, MAX_KEYS_QUEUED, KEY_RETRY_SECONDS = 8, 4_000, 1
"""The same for keys, which are checked quickly: at the start of a day all terminals sign in at once."""


class Doors:
    """Signs people and terminals in and out.

    Passwords and PINs are hashed slowly on purpose, so they have a queue of their own: however many sign in at once,
    nothing else waits for them.
    """

    def __init__(self, people: People, clock: Callable[[], int]) -> None:
        self.people, self._clock = people, clock
        self.hashing = Queue("hashing", HASH_THREADS, MAX_HASHES_QUEUED, HASH_RETRY_SECONDS)
        self.keys = Queue("keys", KEY_THREADS, MAX_KEYS_QUEUED, KEY_RETRY_SECONDS)
        self.sessions = SessionSockets(people, clock)
        """The open sockets of every session."""
        self.demo: Demo | None = None
        """Admits guests; None if this is no demo."""

    async def enter(self, name: str, secret: str, source: str, *, terminal: bool) -> Entered:
        """Sign in with a secret: a new session; 401 if the secret is wrong."""
        try:
            queue = self.keys if terminal and self.people.quick(name, secret) else self.hashing
            return await queue.run(self.people.sign_in, name, secret, self._clock(), terminal=terminal, source=source)
        except Refused as refused:
            if type(refused) is Refused:
                raise Problem(401, refused.reason) from None
            raise

    def who(self, token: str, *, changing: bool = False, uses: bool = True) -> Who:
        """Whose session token it is; 401 if it is no valid one.

        `changing` also accepts a session whose password has to be changed; without `uses` the session's idle timeout
        goes on.
        """
        try:
            return self.people.who(token, self._clock(), changing=changing, uses=uses)
        except Refused as refused:
            raise Problem(401, refused.reason) from None

    def close(self) -> None:
        """Cancel the sign-ins that wait, because the house closes."""
        for queue in (self.hashing, self.keys, *([self.demo.queue] if self.demo else [])):
            queue.close()

    def must_change(self, who: Who) -> bool:
        """Whether the password has to be changed before anything else."""
        return self.people.due(who, self._clock())

    def left(self, who: Who) -> float:
        """Seconds until the session expires."""
        return self.people.left(who, self._clock()) / SECOND

    async def leave(self, token: str) -> None:
        """Sign out."""
        await self.keys.run(self.people.sign_out, token, self._clock())

    async def change_secret(self, token: str, old: str, new: str) -> None:
        """Change the caller's own password, PIN or key."""
        await self.hashing.run(self.people.change_secret, token, old, new, self._clock())


class Demo:
    """Demo accounts: one for every staff role. Passwords are derived from the house's key, so they stay the same."""

    def __init__(self, people: People, keys: Keys, clock: Callable[[], int]) -> None:
        self._people, self._clock = people, clock
        self.queue = Queue("guests", KEY_THREADS, MAX_KEYS_QUEUED, KEY_RETRY_SECONDS)
        self.passwords = demo_passwords(keys)
        name = HouseRole.ADMINISTRATOR.value
        known = {stream.removeprefix("staff:") for stream in people.known()}
        if name not in known:
            people.first(name, self.passwords[name], clock(), demo=True)
        missing = [role for role in self.passwords if role not in known and role != name]
        if missing:
            token, keeper = people.sign_in(name, self.passwords[name], clock(), source="house")
            for role in missing:
                people.add(keeper, role, HouseRole(role), self.passwords[role], clock(), temporary=False, demo=True)
            people.sign_out(token, clock())

    async def admit(self, name: str, source: str) -> tuple[str, Entered]:
        """Create a terminal for a new guest: its key, and a session."""
        key = os.urandom(32).hex()

        def enter() -> Entered:
            self._people.add_guest(name, key, self._clock())
            return self._people.sign_in(name, key, self._clock(), terminal=True, source=source)

        return key, await self.queue.run(enter)


def demo_passwords(keys: Keys) -> dict[str, str]:
    """The passwords of demo staff, by account name."""
    return {role.value: _secret(keys, role)[:16] for role in HouseRole if role.staff}


def without_demo(people: People, keys: Keys) -> tuple[int, int]:
    """Bar the accounts that a demo had created in this store: how many staff accounts, and how many guests."""
    for name, password in demo_passwords(keys).items():
        people.mark_demo(name, password)
    accounts = people.demonstrated()
    staff = sum(each.startswith("staff:") for each in accounts)
    return staff, len(accounts) - staff


def position(who: Who) -> Role:
    """The position in which somebody acts at a table; refused if their role has none."""
    role = who.role.at_table
    if role is None:
        raise Problem(403, Sentence("role-outside-rounds", role=who.role), "R-11")
    return role


def seat(who: Who) -> str | None:
    """The player's terminal; None if it is no player."""
    return who.name if who.role is HouseRole.PLAYER else None


def _secret(keys: Keys, role: HouseRole) -> str:
    return hashlib.sha256(keys.sign(f"croupier demo staff {role}".encode())).hexdigest()
