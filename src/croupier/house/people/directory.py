"""The directory of accounts and sessions: reads them from the log, and writes every change to it.

Nothing here reads a clock: every call passes the time, in microseconds since 1970. Checking a password takes a tenth of
a second on purpose, so call from a thread that may block.
"""

import os
import re
import threading
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from croupier.house.clock import ClockSteps
from croupier.house.days import SECOND
from croupier.house.keys import Keys
from croupier.house.ledger import terminal as credits_of
from croupier.house.people import account as accounts
from croupier.house.people.account import (
    Account,
    check_assigner,
    check_keeper,
    check_name,
    check_unlocker,
    place,
)
from croupier.house.people.endings import Endings
from croupier.house.people.events import (
    AccountCreated,
    AccountDisabled,
    AccountEnabled,
    AccountExpired,
    AccountLocked,
    AccountRecovered,
    AccountUnlocked,
    AnyPeopleEvent,
    RoleChanged,
    SecretChanged,
    SignedIn,
    SignedOut,
    SignInFailed,
    StrangerFailed,
    TablesAssigned,
    drafted,
    read,
)
from croupier.house.people.proofs import KEY, Hashing, Lengths, SecretKind, check_secret, digest, of_key, proof, proves
from croupier.house.roles import HouseRole
from croupier.house.shuffle import Entropy
from croupier.house.store import Append, Appended, Conflict, Store
from croupier.house.store.chain import BEGINNING
from croupier.refused import Refused
from croupier.words import Sentence

HOUSE = "house"
GUEST = re.compile(r"access:guest-[0-9a-f]{8}")
"""The streams of guest accounts, which a demonstration creates by itself."""
EXPIRED = "account-expired"
"""The kind of the last event of a guest account that was closed."""
MINUTE = 60 * SECOND


class SessionLength(msgspec.Struct, frozen=True):
    """How long a session lasts, in microseconds: unused, and at most."""

    idle: int
    most: int


class PeopleSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a house for accounts and sessions. Durations are microseconds."""

    hashing: Hashing = Hashing()
    lengths: Lengths = Lengths()
    failures: int = 5
    """Failed sign-ins in a row from one place after which it is locked."""
    strange: int = 50
    """Failed sign-ins from unknown places after which all of them are locked."""
    lock: int = 15 * MINUTE
    demo: bool = True
    """Whether demo accounts may sign in."""
    staff: SessionLength = SessionLength(15 * MINUTE, 12 * 60 * MINUTE)
    terminal: SessionLength = SessionLength(24 * 60 * MINUTE, 30 * 24 * 60 * MINUTE)
    sessions: int = 8
    """Open sessions per account; above that the oldest ends."""
    age: int | None = 90 * 24 * 60 * MINUTE
    """How long a staff password is valid; then it must be changed. None: for ever."""
    remembered: int = 4
    """Former passwords that cannot be chosen again."""


DEFAULT_SETTINGS = PeopleSettings()


class Who(msgspec.Struct, frozen=True):
    """The identity behind a session."""

    name: str
    role: HouseRole
    session: str

    @property
    def actor(self) -> str:
        """The actor of stored events."""
        return f"staff:{self.name}" if self.role.staff else f"terminal:{self.name}"

    @property
    def seat(self) -> str | None:
        """The name of a player's terminal; None for staff."""
        return None if self.role.staff else self.name


class _AccountEntry:
    """An account in memory, with its locks and counters."""

    def __init__(self, account: Account, last_hash: bytes) -> None:
        self.account = account
        self.last_hash = last_hash
        """The hash of the last event of its stream."""
        self.lock = threading.RLock()
        """Held during a change until that is durable: never wait for it in an event loop."""
        self.guard = threading.Lock()
        """Held only while `account` is replaced in memory."""
        self.shifted = 0
        """Sum of the clock steps since it was loaded, in microseconds."""
        self.attempts: Counter[str] = Counter()
        """Sign-ins in progress by place: they count as failures until they succeed."""
        self.recovered = False
        """Whether it was recovered on the server, and so is no demo account any more."""


class People:
    """All accounts of a house, and their sessions."""

    def __init__(
        self,
        store: Store,
        keys: Keys,
        at: int,
        settings: PeopleSettings = DEFAULT_SETTINGS,
        entropy: Entropy = os.urandom,
        steps: ClockSteps | None = None,
    ) -> None:
        self._store, self._keys, self._settings, self._entropy = store, keys, settings, entropy
        self._steps = steps or ClockSteps(store.records)
        self._entries: dict[str, _AccountEntry] = {}
        self._last_used: dict[str, int] = {}
        """Time of last use by session."""
        self._stream_of: dict[str, str] = {}
        """The account's stream by session."""
        self.on_end: Callable[[Sequence[str]], None] | None = None
        """Called with the sessions that have ended, in the thread that ended them."""
        self._endings = Endings(self._write_end, lambda: not store.closed and store.lost is None)
        self._dummies: dict[bool, str] = {
            True: proof("key", entropy(32).hex(), settings.hashing, entropy),
            False: proof("password", entropy(16).hex(), settings.hashing, entropy),
        }
        for prefix in ("staff:", "access:"):
            for stream, last in store.records.ends(prefix).items():
                # Thousands of guests who never came back need not be in memory.
                if not (last == EXPIRED and GUEST.fullmatch(stream)):
                    self._load(stream, at)

    def stepped(self, by: int) -> None:
        """Apply a clock step of `by` microseconds: sessions and locks keep their durations."""
        for entry in list(self._entries.values()):
            with entry.guard:
                entry.account = accounts.shifted(entry.account, by)
                entry.shifted += by
                for session in entry.account.sessions:
                    self._last_used[session] = self._last_used.get(session, 0) + by

    def set_lengths(self, staff: SessionLength) -> None:
        """Set how long staff sessions last, those that are open included."""
        self._settings = msgspec.structs.replace(self._settings, staff=staff)

    def known(self) -> list[str]:
        """The streams of all accounts."""
        return list(self._entries)

    def check_terminal(self, name: str) -> None:
        """Refuse an unknown terminal: money paid in there could not be played with."""
        self._entry(name, terminal=True)

    def keyed(self, name: str) -> bool:
        """Whether a terminal authenticates with a key; else its player does with a PIN."""
        return of_key(self._unsealed(self._entry(name, terminal=True).account))

    def quick(self, name: str, secret: str) -> bool:
        """Whether checking this secret needs no slow hash: it is a key, and the account has a key or is unknown."""
        entry = self._entries.get(f"access:{name}")
        return KEY.fullmatch(secret) is not None and (entry is None or of_key(self._unsealed(entry.account)))

    # Signing in and out

    def sign_in(self, name: str, secret: str, at: int, *, terminal: bool = False, source: str = "") -> tuple[str, Who]:
        """A session token and its identity. A wrong name, a wrong secret and a locked account get the same refusal."""
        entry = self._entries.get(f"access:{name}" if terminal else f"staff:{name}")
        if entry is None:
            proves(self._dummies[terminal and KEY.fullmatch(secret) is not None], secret[:1_000])
            self._append(HOUSE, [StrangerFailed(source=source)], HOUSE, at)
            raise _sign_in_refused()
        if not self._check_secret(entry, secret, at, source):
            raise _sign_in_refused()
        with entry.lock:
            if not self._usable(entry.account):
                raise _sign_in_refused()
            token = self._entropy(32).hex()
            session = digest(token)
            events: list[AnyPeopleEvent] = []
            if len(entry.account.sessions) >= self._settings.sessions:
                events.append(SignedOut(session=min(entry.account.sessions, key=entry.account.sessions.__getitem__)))
            self._change(entry, [*events, SignedIn(session=session, source=source)], _actor(entry.account), at)
            self._last_used[session], self._stream_of[session] = at, _stream(entry.account)
            return token, Who(entry.account.name, entry.account.role, session)

    def who(self, token: str, at: int, *, changing: bool = False, uses: bool = True) -> Who:
        """The identity of a token; refused where its session has ended.

        `changing` is for the request that changes an expired password. `uses=False` does not extend the session, for
        what a page polls. Never blocks, so it may be called in an event loop: expiry is written in the background.
        """
        session = digest(token)
        entry = self._entries.get(self._stream_of.get(session, ""))
        if entry is None:
            raise _session_ended()
        with entry.guard:
            account = entry.account
            if not self._is_open(account, session):
                raise _session_ended()
            over = self._remaining(account, session, at) <= 0
            due = not changing and account.due(at, self._settings.age)
            if uses and not over and not due:
                self._last_used[session] = at
        if over:
            self._end(session, at)
            raise _session_ended()
        if due:
            why = Sentence("password-was-given") if account.temporary else Sentence("password-too-old")
            raise Refused("password-change-due", why=why)
        return Who(account.name, account.role, session)

    def signed_in(self, who: Who) -> bool:
        """Whether the session is still open; does not extend it."""
        entry = self._entries.get(f"staff:{who.name}" if who.role.staff else f"access:{who.name}")
        account = entry.account if entry else None
        return account is not None and self._is_open(account, who.session)

    def left(self, who: Who, at: int) -> int:
        """Microseconds until a session expires; 0 where it has ended. Does not extend it."""
        if not self.signed_in(who):
            return 0
        return max(0, self._remaining(self._entry(who.name, terminal=not who.role.staff).account, who.session, at))

    def expire(self, who: Who, at: int) -> None:
        """End a session whose time is over: in memory at once, in the log asynchronously."""
        account = self._entry(who.name, terminal=not who.role.staff).account
        if self._is_open(account, who.session) and self._remaining(account, who.session, at) <= 0:
            self._end(who.session, at)

    def flush_endings(self, timeout_seconds: float) -> bool:
        """Wait until the log has the end of every session, for `patience` seconds at most; whether it has."""
        return self._endings.flush(timeout_seconds)

    def lasting(self, role: HouseRole) -> SessionLength:
        """How long sessions of that role last."""
        return self._settings.staff if role.staff else self._settings.terminal

    def sign_out(self, token: str, at: int) -> None:
        """End the session of a token."""
        session = digest(token)
        if entry := self._entries.get(self._stream_of.get(session, "")):
            with entry.lock:
                if session in entry.account.sessions:
                    self._change(entry, [SignedOut(session=session)], _actor(entry.account), at)

    # Accounts

    def first(self, name: str, password: str, at: int, *, temporary: bool = False, demo: bool = False) -> None:
        """Create the first administrator of a house that has no staff."""
        if any(entry.account.role.staff for entry in self._entries.values()):
            raise Refused("house-already-has-people")
        self._create(HOUSE, name, HouseRole.ADMINISTRATOR, "password", password, at, temporary=temporary, demo=demo)

    def add(
        self,
        by: Who,
        name: str,
        role: HouseRole,
        password: str,
        at: int,
        *,
        temporary: bool = True,
        demo: bool = False,
    ) -> None:
        """Create an account for a member of staff, with a temporary password unless said otherwise."""
        check_keeper(self._account(by), None)
        if not role.staff:
            raise Refused("staff-role-is-terminal", role=role)
        self._create(by.actor, name, role, "password", password, at, temporary=temporary, demo=demo)

    def recover(self, name: str, password: str, at: int, *, host: str, by: str) -> None:
        """Set a temporary password on the server itself; also enables a suspended account or a demo account.

        For a house that nobody can sign in to any more, so it requires nothing but the house's key.
        """
        entry = self._entry(name)
        check_secret("password", password, self._settings.lengths)
        made = self._secret(entry, "password", password, temporary=True)
        self._change(entry, [AccountRecovered(proof=made.proof, host=host, by=by)], HOUSE, at)

    def demonstrated(self) -> list[str]:
        """The streams of the demo accounts, which may sign in to a demonstration only."""
        return [stream for stream, entry in self._entries.items() if entry.account.demo]

    def mark_demo(self, name: str, password: str) -> None:
        """Mark an account as a demo account if it has or had that password: older records have no such field."""
        entry = self._entries.get(f"staff:{name}")
        if entry is None or entry.account.demo or entry.recovered:
            return
        sealed = (entry.account.proof, *entry.account.past)
        if any(proves(self._keys.unseal(each, _stream(entry.account).encode()).decode(), password) for each in sealed):
            entry.account = msgspec.structs.replace(entry.account, demo=True)

    def add_terminal(self, by: Who, name: str, secret: str, at: int) -> None:
        """Create a terminal, with a key of 64 hexadecimal digits or with a PIN."""
        check_keeper(self._account(by), None)
        self._create(by.actor, name, HouseRole.PLAYER, _kind(secret), secret, at, temporary=False)

    def add_guest(self, name: str, key: str, at: int) -> None:
        """Create a terminal for a guest of a demonstration."""
        self._create(HOUSE, name, HouseRole.PLAYER, "key", key, at, temporary=False, demo=True)

    def guests(self, at: int) -> dict[str, int]:
        """Guests by name, with microseconds since they were last active."""
        idle: dict[str, int] = {}
        for stream, entry in list(self._entries.items()):
            if GUEST.fullmatch(stream):
                account = entry.account
                used = (self._last_used.get(session, 0) for session in account.sessions)
                idle[account.name] = at - max(account.last, *used, 0)
        return idle

    def close_guest(self, name: str, at: int) -> None:
        """Close the account of a guest who has not come back, and drop it from memory."""
        entry = self._entry(name, terminal=True)
        with entry.lock:
            self._change(entry, [AccountExpired()], HOUSE, at)
            self._entries.pop(_stream(entry.account), None)

    def change_secret(self, token: str, old: str, new: str, at: int) -> None:
        """Change one's own secret; ends all one's sessions, stolen ones too."""
        who = self.who(token, at, changing=True)
        entry = self._entry(who.name, terminal=not who.role.staff)
        kind: SecretKind = "password" if who.role.staff else _kind(new)
        check_secret(kind, new, self._settings.lengths)
        if not self._check_secret(entry, old, at, ""):
            raise _sign_in_refused()
        self._check_new(entry.account, new)
        self._change(entry, [self._secret(entry, kind, new, temporary=False)], who.actor, at)

    def reset_secret(self, by: Who, name: str, new: str, at: int, *, terminal: bool = False) -> None:
        """Set another account's secret, by an administrator; a temporary one for staff."""
        entry = self._entry(name, terminal)
        check_keeper(self._account(by), entry.account)
        kind: SecretKind = _kind(new) if terminal else "password"
        check_secret(kind, new, self._settings.lengths)
        self._change(entry, [self._secret(entry, kind, new, temporary=not terminal)], by.actor, at)

    def change_role(self, by: Who, name: str, role: HouseRole, at: int) -> None:
        """Change a role; ends all sessions of the account."""
        entry = self._entry(name)
        check_keeper(self._account(by), entry.account)
        if not role.staff:
            raise Refused("role-not-for-staff", role=role)
        if role is entry.account.role:
            raise Refused("role-already-held", name=name, role=role)
        self._change(entry, [RoleChanged(role=role, was=entry.account.role)], by.actor, at)

    def disable(self, by: Who, name: str, at: int, *, terminal: bool = False) -> None:
        """Suspend an account; ends all its sessions."""
        entry = self._entry(name, terminal)
        check_keeper(self._account(by), entry.account)
        if not entry.account.enabled:
            raise Refused("account-already-suspended", name=name)
        self._change(entry, [AccountDisabled()], by.actor, at)

    def enable(self, by: Who, name: str, at: int, *, terminal: bool = False) -> None:
        """Enable a suspended account."""
        entry = self._entry(name, terminal)
        check_keeper(self._account(by), entry.account)
        if entry.account.enabled:
            raise Refused("account-not-suspended", name=name)
        self._change(entry, [AccountEnabled()], by.actor, at)

    def unlock(self, by: Who, name: str, at: int, *, terminal: bool = False) -> None:
        """Lift the locks of an account before they expire."""
        entry = self._entry(name, terminal)
        check_unlocker(self._account(by), entry.account)
        self._change(entry, [AccountUnlocked()], by.actor, at)

    def assign(self, by: Who, name: str, tables: Sequence[str], at: int) -> None:
        """Assign a Dealer to these tables alone."""
        entry = self._entry(name)
        check_assigner(self._account(by), entry.account)
        assigned = tuple(sorted(set(tables)))
        if assigned != entry.account.tables:
            self._change(entry, [TablesAssigned(tables=assigned)], by.actor, at)

    def dealers(self) -> list[tuple[str, tuple[str, ...]]]:
        """Every Dealer who may sign in, sorted by name, with the assigned tables."""
        accounts_now = (entry.account for entry in list(self._entries.values()))
        return sorted(
            (each.name, each.tables) for each in accounts_now if each.role is HouseRole.DEALER and self._usable(each)
        )

    def tables(self, who: Who) -> tuple[str, ...]:
        """The tables that an account is assigned to."""
        return self._entry(who.name, terminal=not who.role.staff).account.tables

    def accounts(self, by: Who) -> list[Account]:
        """All accounts sorted by name, for an administrator; the proofs of their secrets stay sealed."""
        check_keeper(self._account(by), None)
        return sorted((entry.account for entry in list(self._entries.values())), key=lambda each: each.name)

    def due(self, who: Who | Account, at: int) -> bool:
        """Whether the password must be changed before anything else."""
        return self._entry(who.name, terminal=not who.role.staff).account.due(at, self._settings.age)

    # Internals

    def _is_open(self, account: Account, session: str) -> bool:
        """Whether a session is open and its account may be used."""
        return session in account.sessions and session not in self._endings and self._usable(account)

    def _end(self, session: str, at: int) -> None:
        """End a session in memory, and queue it for the log."""
        if self._endings.add(session, at) and self.on_end is not None:
            self.on_end((session,))

    def _write_end(self, session: str, at: int) -> None:
        if entry := self._entries.get(self._stream_of.get(session, "")):
            with entry.lock:
                if session in entry.account.sessions:
                    self._change(entry, [SignedOut(session=session)], HOUSE, at)

    def _usable(self, account: Account) -> bool:
        """Whether the account may be used: not suspended, and a demo account only in a demonstration."""
        return account.enabled and (self._settings.demo or not account.demo)

    def _remaining(self, account: Account, session: str, at: int) -> int:
        since, lasting = account.sessions.get(session, 0), self.lasting(account.role)
        used = self._last_used.get(session, since)
        return min(since + lasting.most, used + lasting.idle) - at

    def _check_secret(self, entry: _AccountEntry, secret: str, at: int, source: str) -> bool:
        """Whether that is the secret; records a failure and locks. Parallel attempts count against the same limits."""
        where = place(source)
        with entry.lock:
            account = entry.account
            open_now = self._usable(account) and not account.locked(at, source)
            counted = open_now and account.failed(source) + entry.attempts[where] < self._settings.failures
            # Parallel attempts from unknown places get no more guesses than sequential ones.
            strange = where not in account.known
            counted = counted and not (strange and account.strange + entry.attempts.total() >= self._settings.strange)
            entry.attempts[where] += counted
        # Always verify some hash, so that the response time does not reveal the reason of a refusal.
        matches = proves(
            self._unsealed(account) if counted else self._dummies[_is_key(account, secret)], secret[:1_000]
        )
        with entry.lock:
            entry.attempts[where] -= counted
            entry.attempts += Counter()
            now = entry.account
            if counted and matches and self._usable(now) and now.proof == account.proof and not now.locked(at, source):
                return True
            why = "secret" if counted else "locked" if self._usable(account) else "disabled"
            events: list[AnyPeopleEvent] = [SignInFailed(why=why, source=source)]  # type: ignore[arg-type]
            until = at + self._settings.lock
            if counted and now.failed(source) + 1 >= self._settings.failures:
                events.append(AccountLocked(until=until, source=source))
            if counted and strange and now.strange + 1 >= self._settings.strange:
                events.append(AccountLocked(until=until))
            self._change(entry, events, HOUSE, at)
            return False

    def _create(
        self,
        actor: str,
        name: str,
        role: HouseRole,
        kind: SecretKind,
        secret: str,
        at: int,
        *,
        temporary: bool,
        demo: bool = False,
    ) -> None:
        check_name(name)
        check_secret(kind, secret, self._settings.lengths)
        stream = accounts.stream(name, role)
        made = proof(kind, secret, self._settings.hashing, self._entropy)
        sealed = self._keys.seal(made.encode(), stream.encode(), self._entropy)
        event = AccountCreated(name=name, role=role, proof=sealed, temporary=temporary, demo=demo)
        if stream in self._entries:
            raise Refused("name-already-taken", name=name)
        if not role.staff:
            self._check_unplayed(name)
        appended = self._append(stream, [event], actor, at, upon=BEGINNING)
        self._entries[stream] = _AccountEntry(accounts.evolve(None, event, at), appended.hash)

    def _check_unplayed(self, name: str) -> None:
        """Refuse a new terminal with the name of a player without a terminal: it would get their credits."""
        records = self._store.records
        if records.history(credits_of(name), 1) and not records.version(f"terminal:{name}"):
            raise Refused("name-played-without-terminal", "R-41", name=name)

    def _secret(self, entry: _AccountEntry, kind: SecretKind, secret: str, *, temporary: bool) -> SecretChanged:
        made = proof(kind, secret, self._settings.hashing, self._entropy)
        sealed = self._keys.seal(made.encode(), _stream(entry.account).encode(), self._entropy)
        return SecretChanged(proof=sealed, temporary=temporary)

    def _check_new(self, account: Account, new: str) -> None:
        """Refuse a secret that was used before."""
        for sealed in (account.proof, *account.past[: self._settings.remembered]):
            if proves(self._keys.unseal(sealed, _stream(account).encode()).decode(), new):
                raise Refused("secret-used-before")

    def _unsealed(self, account: Account) -> str:
        return self._keys.unseal(account.proof, _stream(account).encode()).decode()

    def _entry(self, name: str, terminal: bool = False) -> _AccountEntry:
        entry = self._entries.get(f"access:{name}" if terminal else f"staff:{name}")
        if entry is None:
            raise Refused("name-not-known", kind="terminal" if terminal else "account")
        return entry

    def _account(self, who: Who) -> Account:
        """The account as it is now; refused where the session has ended or the password is temporary."""
        account = self._entry(who.name, terminal=not who.role.staff).account
        if not self._is_open(account, who.session) or account.temporary:
            raise _session_ended()
        return account

    def _change(self, entry: _AccountEntry, events: Sequence[AnyPeopleEvent], actor: str, at: int) -> None:
        with entry.lock:
            stream, shifted = _stream(entry.account), entry.shifted
            try:
                entry.last_hash = self._append(stream, events, actor, at, upon=entry.last_hash).hash
            except Conflict:
                # Another process wrote to this account: reload it, and let the caller retry.
                self._load(stream, at)
                raise
            with entry.guard:
                account = entry.account
                for event in events:
                    # Where the clock was set meanwhile, move the event's time by as much.
                    account = accounts.evolve(account, event, at + entry.shifted - shifted)
                ended = tuple(entry.account.sessions.keys() - account.sessions.keys())
                for session in ended:
                    self._last_used.pop(session, None)
                    self._stream_of.pop(session, None)
                entry.account = account
        if ended and self.on_end is not None:
            self.on_end(ended)

    def _append(
        self, stream: str, events: Sequence[AnyPeopleEvent], actor: str, at: int, upon: bytes | None = None
    ) -> Appended:
        drafts = tuple(map(drafted, events))
        return self._store.append(Append(stream=stream, drafts=drafts, at=at, actor=actor, upon=upon))

    def _load(self, stream: str, at: int) -> None:
        account: Account | None = None
        moved, last_hash, recovered = 0, BEGINNING, False
        for event in self._store.records.events(stream):
            later, last_hash = self._steps.since(event.position), event.hash
            account = account and accounts.shifted(account, moved - later)
            account, moved = accounts.evolve(account, body := read(event.body), event.at), later
            recovered = recovered or isinstance(body, AccountRecovered)
            if isinstance(body, AccountCreated) and event.actor == HOUSE and not account.role.staff:
                # The house itself creates terminals for guests only; older events lack the `demo` field.
                account = msgspec.structs.replace(account, demo=True)
        if account is None:
            return
        account = accounts.shifted(account, moved)
        entry = self._entries.setdefault(stream, _AccountEntry(account, last_hash))
        with entry.guard:
            demo = account.demo or (entry.account.demo and not recovered)
            entry.account, entry.last_hash = msgspec.structs.replace(account, demo=demo), last_hash
            entry.recovered = recovered
        for session in account.sessions:
            self._last_used.setdefault(session, at)
            self._stream_of[session] = stream


def _stream(account: Account) -> str:
    return accounts.stream(account.name, account.role)


def _actor(account: Account) -> str:
    return f"staff:{account.name}" if account.role.staff else f"terminal:{account.name}"


def _kind(secret: str) -> SecretKind:
    return "key" if KEY.fullmatch(secret) else "pin"


def _is_key(account: Account, secret: str) -> bool:
    return not account.role.staff and KEY.fullmatch(secret) is not None


def _sign_in_refused() -> Refused:
    return Refused("name-or-password-wrong")


def _session_ended() -> Refused:
    return Refused("session-missing-or-ended")
