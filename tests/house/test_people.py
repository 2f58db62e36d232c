"""Who may do what: nobody comes in who should not, or acts as who they are not."""

import itertools
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.games.baccarat import messages as b
from croupier.games.baccarat import round as baccarat
from croupier.games.round import Role
from croupier.games.terms import Terms
from croupier.house.audit import audit
from croupier.house.days import SECOND
from croupier.house.people import (
    QUICK,
    Hashing,
    People,
    PeopleSettings,
    Who,
    directory,
)
from croupier.house.people import events as e
from croupier.house.people.proofs import Lengths, check_secret, proof, proves
from croupier.house.roles import HouseRole, Task, check_may, may
from croupier.house.shuffle import seeded
from croupier.house.store import Store
from croupier.refused import Refused
from stores import KEYS, fresh

MINUTE = 60 * SECOND
SETTINGS = PeopleSettings(hashing=QUICK)
PASSWORDS = {name: f"{name} likes long walks" for name in ("root", "dot", "sue", "pit", "gil", "eye", "cam")}
ROLES = {
    "dot": HouseRole.DEALER,
    "sue": HouseRole.PIT_SUPERVISOR,
    "pit": HouseRole.PIT_MANAGER,
    "gil": HouseRole.GAMING_SHIFT_MANAGER,
    "eye": HouseRole.SURVEILLANCE,
    "cam": HouseRole.CAGE,
}
KEY = "5e" * 32
PIN = "482915"


class House:
    """A house with one of each, and a clock."""

    def __init__(self, url: str) -> None:
        self.url, self.store, self.at = url, Store(url, KEYS), 1_000 * MINUTE
        self.people = People(self.store, KEYS, self.at, SETTINGS)
        self.people.first("root", PASSWORDS["root"], self.at)
        root = self.enter("root")
        for name, role in ROLES.items():
            self.people.add(root, name, role, PASSWORDS[name], self.at, temporary=False)
        self.people.add_terminal(root, "T1", KEY, self.at)
        self.people.add_terminal(root, "T2", PIN, self.at)

    def enter(self, name: str) -> Who:
        return self.people.sign_in(name, PASSWORDS[name], self.at)[1]

    def token(self, name: str) -> str:
        return self.people.sign_in(name, PASSWORDS[name], self.at)[0]

    def restart(self) -> None:
        self.store.close()
        self.store = Store(self.url, KEYS)
        self.people = People(self.store, KEYS, self.at, SETTINGS)

    def happened(self, stream: str) -> list[Any]:
        return [e.read(event.body) for event in self.store.records.events(stream)]


@pytest.fixture
def house() -> Iterator[House]:
    with fresh("sqlite") as url:
        made = House(url)
        yield made
        made.store.close()


# Getting in


def test_who_knows_the_secret_is_who_they_say(house: House) -> None:
    token, who = house.people.sign_in("dot", PASSWORDS["dot"], house.at, source="10.0.0.7")
    assert (who.name, who.role, who.actor, who.seat) == ("dot", HouseRole.DEALER, "staff:dot", None)
    assert house.people.who(token, house.at) == who
    for name, secret in (("T1", KEY), ("T2", PIN)):
        who = house.people.sign_in(name, secret, house.at, terminal=True)[1]
        assert (who.role, who.seat, who.actor) == (HouseRole.PLAYER, name, f"terminal:{name}")


def test_a_terminal_is_no_staff_and_staff_no_terminal(house: House) -> None:
    for name, secret, terminal in (("T1", KEY, False), ("dot", PASSWORDS["dot"], True)):
        with pytest.raises(Refused, match="wrong name or password"):
            house.people.sign_in(name, secret, house.at, terminal=terminal)


def test_brute_force_locks_after_five_failures_and_the_right_secret_is_no_use_then(house: House) -> None:
    for guess in range(5):
        with pytest.raises(Refused, match="wrong name or password"):
            house.people.sign_in("T2", f"{guess:06}", house.at, terminal=True)
    with pytest.raises(Refused, match="wrong name or password"):
        house.people.sign_in("T2", PIN, house.at, terminal=True)
    kinds = [type(event).__name__ for event in house.happened("access:T2")]
    assert kinds == ["AccountCreated", *["SignInFailed"] * 5, "AccountLocked", "SignInFailed"]
    house.restart()
    with pytest.raises(Refused, match="wrong name or password"):
        house.people.sign_in("T2", PIN, house.at, terminal=True)
    house.at += 15 * MINUTE
    house.people.sign_in("T2", PIN, house.at, terminal=True)


def test_failures_count_only_in_a_row(house: House) -> None:
    for _ in range(3):
        for _ in range(4):
            with pytest.raises(Refused):
                house.people.sign_in("dot", "wrong", house.at)
        house.enter("dot")


def test_guesses_at_once_are_no_more_guesses(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty threads try; five guesses are looked at, and then the door is shut."""
    looked_at: list[str] = []
    gate = threading.Barrier(40)

    def slow(proof: str, secret: str) -> bool:
        fits = proves(proof, secret)
        time.sleep(0.02)
        if proof not in house.people._dummies.values():
            looked_at.append(secret)
        return fits

    monkeypatch.setattr(directory, "proves", slow)

    def guess(number: int) -> None:
        gate.wait()
        with pytest.raises(Refused):
            house.people.sign_in("T2", f"{number:06}", house.at, terminal=True)

    threads = [threading.Thread(target=guess, args=(number,)) for number in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(looked_at) == 5


@pytest.mark.parametrize(
    ("name", "why"), [("nobody", "unknown"), ("dot", "wrong"), ("sue", "locked"), ("cam", "disabled")]
)
def test_neither_words_nor_time_tell_why_somebody_was_not_let_in(
    house: House, monkeypatch: pytest.MonkeyPatch, name: str, why: str
) -> None:
    root = house.enter("root")
    house.people.disable(root, "cam", house.at)
    for _ in range(5):
        with pytest.raises(Refused):
            house.people.sign_in("sue", "wrong", house.at)
    hashed: list[str] = []

    def counted(proof: str, secret: str) -> bool:
        hashed.append(proof)
        return proves(proof, secret)

    monkeypatch.setattr(directory, "proves", counted)
    secret = PASSWORDS.get(name, "") if why in ("locked", "disabled") else "wrong"
    with pytest.raises(Refused) as refused:
        house.people.sign_in(name, secret, house.at)
    assert refused.value.reason == directory._sign_in_refused().reason
    assert len(hashed) == 1
    assert hashed[0].startswith(f"$argon2id$v=19$m={QUICK.memory},t={QUICK.time},p={QUICK.lanes}$")


def test_only_length_is_asked_of_a_secret() -> None:
    lengths = Lengths()
    for password in ("a" * 12, "correct horse battery staple", "пароль из двенадцати"):
        check_secret("password", password, lengths)
    for kind, secret in (
        ("password", "short"),
        ("password", "x" * 129),
        ("pin", "12345"),
        ("pin", "12345a"),
        ("key", "5e"),
    ):
        with pytest.raises(Refused) as refused:
            check_secret(kind, secret, lengths)  # type: ignore[arg-type]
        assert secret not in refused.value.reason


@pytest.mark.parametrize("secret", ["", "\0" * 20, "\ud800" * 20, "x" * 100_000])
def test_no_secret_however_odd_is_more_than_wrong(house: House, secret: str) -> None:
    for name, terminal in (("dot", False), ("T1", True), ("T2", True), ("nobody", False), (secret, False)):
        with pytest.raises(Refused, match="wrong name or password"):
            house.people.sign_in(name, secret, house.at, terminal=terminal)


def test_a_letter_is_itself_however_a_keyboard_composes_it() -> None:
    assert proves(proof("password", "caf\u00e9 au lait", QUICK, seeded(1)), "cafe\u0301 au lait")


def test_what_a_guess_costs_is_what_the_house_says() -> None:
    assert proof("password", "x" * 12, Hashing(2, 16, 1), seeded(1)).startswith("$argon2id$v=19$m=16,t=2,p=1$")
    assert Hashing() == Hashing(3, 65_536, 4)


# Sessions


def test_a_token_is_worth_nothing_after_signing_out(house: House) -> None:
    token = house.token("dot")
    house.people.sign_out(token, house.at)
    with pytest.raises(Refused, match="not signed in"):
        house.people.who(token, house.at)
    house.people.sign_out(token, house.at)
    house.restart()
    with pytest.raises(Refused, match="not signed in"):
        house.people.who(token, house.at)
    assert [type(event).__name__ for event in house.happened("staff:dot")][-2:] == ["SignedIn", "SignedOut"]


@pytest.mark.parametrize("token", ["", "0" * 64, "nonsense", "\ud800"])
def test_a_token_that_nobody_was_given_opens_nothing(house: House, token: str) -> None:
    house.token("dot")
    with pytest.raises(Refused, match="not signed in"):
        house.people.who(token, house.at)


def test_what_is_kept_of_a_session_does_not_open_it(house: House) -> None:
    who = house.enter("dot")
    with pytest.raises(Refused, match="not signed in"):
        house.people.who(who.session, house.at)


def test_sessions_end_unused_and_end_at_last(house: House) -> None:
    idle, busy = house.token("dot"), house.token("dot")
    for _ in range(12 * 6 - 1):
        house.at += 10 * MINUTE
        house.people.who(busy, house.at)
    house.at += 10 * MINUTE
    for token in (idle, busy):
        with pytest.raises(Refused, match="not signed in"):
            house.people.who(token, house.at)


def test_a_session_outlives_a_restart_but_not_its_time(house: House) -> None:
    token = house.token("dot")
    house.restart()
    assert house.people.who(token, house.at).name == "dot"
    house.at += 15 * MINUTE
    with pytest.raises(Refused, match="not signed in"):
        house.people.who(token, house.at)


def test_a_disabled_account_is_out_at_once(house: House) -> None:
    token, who = house.people.sign_in("pit", PASSWORDS["pit"], house.at)
    house.people.disable(house.enter("root"), "pit", house.at)
    with pytest.raises(Refused, match="not signed in"):
        house.people.who(token, house.at)
    with pytest.raises(Refused, match="not signed in"):
        house.people.unlock(who, "dot", house.at)
    with pytest.raises(Refused, match="wrong name or password"):
        house.enter("pit")
    house.people.enable(house.enter("root"), "pit", house.at)
    house.enter("pit")
    with pytest.raises(Refused, match="not signed in"):
        house.people.who(token, house.at)


def test_another_position_or_another_password_ends_what_was_open(house: House) -> None:
    root = house.enter("root")
    acts: list[Callable[[], None]] = [
        lambda: house.people.change_role(root, "dot", HouseRole.PIT_SUPERVISOR, house.at),
        lambda: house.people.reset_secret(root, "dot", "a new and long one", house.at),
    ]
    for act in acts:
        token = house.token("dot")
        act()
        with pytest.raises(Refused, match="not signed in"):
            house.people.who(token, house.at)


def test_a_password_that_was_given_is_changed_before_anything_else(house: House) -> None:
    root = house.enter("root")
    house.people.add(root, "new", HouseRole.DEALER, "given to the new one", house.at)
    token, who = house.people.sign_in("new", "given to the new one", house.at)
    with pytest.raises(Refused, match="choose your own to continue"):
        house.people.who(token, house.at)
    with pytest.raises(Refused, match="not signed in"):
        house.people.accounts(who)
    with pytest.raises(Refused, match="12 to 128"):
        house.people.change_secret(token, "given to the new one", "short", house.at)
    house.people.change_secret(token, "given to the new one", "chosen by the new one", house.at)
    token = house.people.sign_in("new", "chosen by the new one", house.at)[0]
    assert house.people.who(token, house.at).name == "new"


def test_a_password_grows_old_and_is_changed_before_anything_else(house: House) -> None:
    assert SETTINGS.age
    later = house.at + SETTINGS.age
    token, who = house.people.sign_in("dot", PASSWORDS["dot"], later)
    with pytest.raises(Refused, match="has expired"):
        house.people.who(token, later)
    assert house.people.who(token, later, changing=True) == who
    house.people.change_secret(token, PASSWORDS["dot"], "another one of dot", later)
    token, _ = house.people.sign_in("dot", "another one of dot", later)
    assert house.people.who(token, later) == house.people.who(token, later + 1)
    token, _ = house.people.sign_in("T1", KEY, later, terminal=True)
    assert house.people.who(token, later).seat == "T1", "a terminal's key stays"
    house.people = People(house.store, KEYS, house.at, PeopleSettings(hashing=QUICK, age=None))
    token, _ = house.people.sign_in("sue", PASSWORDS["sue"], later)
    assert house.people.who(token, later).name == "sue"


def test_fear_the_same_few_passwords_go_round(house: House) -> None:
    words = [PASSWORDS["dot"], *(f"number {number} of dot" for number in range(SETTINGS.remembered + 1))]
    for old, new in itertools.pairwise(words):
        for used in words[: words.index(new)]:
            with pytest.raises(Refused, match="used before"):
                house.people.change_secret(house.people.sign_in("dot", old, house.at)[0], old, used, house.at)
        house.people.change_secret(house.people.sign_in("dot", old, house.at)[0], old, new, house.at)
    house.restart()
    token = house.people.sign_in("dot", words[-1], house.at)[0]
    with pytest.raises(Refused, match="used before"):
        house.people.change_secret(token, words[-1], words[1], house.at)
    house.people.change_secret(token, words[-1], words[0], house.at)


def test_a_stolen_session_does_not_guess_the_password_for_ever(house: House) -> None:
    token = house.token("dot")
    for _ in range(5):
        with pytest.raises(Refused, match="wrong name or password"):
            house.people.change_secret(token, "guessed", "a password of mine", house.at)
    assert house.happened("staff:dot")[-1] == e.AccountLocked(until=house.at + 15 * MINUTE, source="")


def test_the_oldest_session_gives_way_when_there_are_too_many(house: House) -> None:
    tokens = []
    for _ in range(9):
        house.at += 1
        tokens.append(house.token("dot"))
    with pytest.raises(Refused, match="not signed in"):
        house.people.who(tokens[0], house.at)
    assert all(house.people.who(token, house.at) for token in tokens[1:])


# Who may do what


def test_a_player_gives_no_staff_commands(house: House) -> None:
    who = house.people.sign_in("T1", KEY, house.at, terminal=True)[1]
    for act in (
        lambda: house.people.add(who, "me", HouseRole.DEALER, "a long password", house.at),
        lambda: house.people.add_terminal(who, "T9", KEY, house.at),
        lambda: house.people.disable(who, "dot", house.at),
        lambda: house.people.unlock(who, "dot", house.at),
        lambda: house.people.accounts(who),
    ):
        with pytest.raises(Refused):
            act()
    assert who.role.at_table is Role.PLAYER
    round = baccarat.play(b.OpenBets(terms=Terms.of("tiger")))
    for command in (b.CloseBets(), b.VoidRound(clause=round.law.voids[0]), b.CorrectDisplay(said="mine")):
        with pytest.raises(Refused, match="not a player"):
            baccarat.decide(round, command, who.role.at_table)
    assert not any(may(who.role, task) for task in Task)


@pytest.mark.parametrize("name", list(ROLES))
def test_only_an_administrator_keeps_accounts_and_nobody_their_own(house: House, name: str) -> None:
    who = house.enter(name)
    with pytest.raises(Refused, match="administrator"):
        house.people.change_role(who, "dot", HouseRole.GAMING_SHIFT_MANAGER, house.at)
    root = house.enter("root")
    acts: list[Callable[[], None]] = [
        lambda: house.people.change_role(root, "root", HouseRole.GAMING_SHIFT_MANAGER, house.at),
        lambda: house.people.disable(root, "root", house.at),
    ]
    for act in acts:
        with pytest.raises(Refused, match="your own"):
            act()


def test_the_first_administrator_comes_once(house: House) -> None:
    with pytest.raises(Refused, match="staff accounts exist already"):
        house.people.first("eve", "let me in please", house.at)


def test_a_name_is_taken_once_and_written_plainly(house: House) -> None:
    root = house.enter("root")
    for name in ("dot", "", "a b", "x" * 65, "ä", "a:b"):
        with pytest.raises(Refused):
            house.people.add(root, name, HouseRole.DEALER, "a long password", house.at)
    with pytest.raises(Refused, match="spectator is not a role"):
        house.people.add(root, "dora", HouseRole.SPECTATOR, "a long password", house.at)


def test_a_higher_position_acts_for_a_lower_one_and_never_for_surveillance() -> None:
    ladder = [HouseRole.DEALER, HouseRole.PIT_SUPERVISOR, HouseRole.PIT_MANAGER, HouseRole.GAMING_SHIFT_MANAGER]
    for (lower, one), (higher, other) in itertools.product(enumerate(ladder), repeat=2):
        assert other.may_act_as(one) is (higher >= lower)
        assert other.above(one) is (higher > lower)
    beside = [HouseRole.SURVEILLANCE, HouseRole.CAGE, HouseRole.ADMINISTRATOR, HouseRole.PLAYER, HouseRole.SPECTATOR]
    for one, other in itertools.product(beside, HouseRole):
        assert other.may_act_as(one) is (one is other)
        assert one.may_act_as(other) is (one is other)


def test_live_odds_are_seen_by_surveillance_alone() -> None:
    assert [role for role in HouseRole if may(role, Task.SEE_ODDS)] == [HouseRole.SURVEILLANCE]
    assert not may(HouseRole.ADMINISTRATOR, Task.READ_LOG), "who keeps accounts does not review what was done"
    with pytest.raises(Refused, match=r"need the role surveillance, not Gaming Shift Manager \(R-11\)"):
        check_may(HouseRole.GAMING_SHIFT_MANAGER, Task.SEE_ODDS)


@pytest.mark.parametrize(
    ("name", "lets"), [("dot", False), ("pit", False), ("gil", True), ("eye", False), ("cam", False), ("root", True)]
)
def test_a_higher_position_lets_somebody_try_again(house: House, name: str, lets: bool) -> None:
    by = house.enter(name)
    for _ in range(5):
        with pytest.raises(Refused):
            house.people.sign_in("pit" if name != "pit" else "gil", "wrong", house.at)
    target = "pit" if name != "pit" else "gil"
    if lets:
        house.people.unlock(by, target, house.at)
        house.enter(target)
        assert e.AccountUnlocked() in house.happened(f"staff:{target}")
    else:
        with pytest.raises(Refused, match="position above"):
            house.people.unlock(by, target, house.at)


# The log


def test_no_secret_stands_anywhere_in_the_store(house: House) -> None:
    tokens = [house.token(name) for name in ROLES]
    tokens += [house.people.sign_in("T1", KEY, house.at, terminal=True)[0]]
    for name, secret in (("dot", "wrong guess of dot"), (PASSWORDS["gil"], "typed into the wrong field")):
        with pytest.raises(Refused):
            house.people.sign_in(name, secret, house.at)
    house.people.change_secret(tokens[0], PASSWORDS["dot"], "the new one of dot", house.at)
    house.store.close()
    folder = Path(house.url.removeprefix("sqlite:///")).parent
    kept = b"".join(path.read_bytes() for path in folder.iterdir())
    assert b"account-created" in kept
    assert b"signed-in" in kept
    secrets = [*PASSWORDS.values(), KEY, PIN, *tokens, "the new one of dot", "wrong guess", "typed into"]
    assert not [secret for secret in secrets if secret.encode() in kept]
    assert b"argon2" not in kept, "what proves a secret is sealed"
    house.store = Store(house.url, KEYS)


def test_every_act_says_who_and_when_and_the_store_is_sound(house: House) -> None:
    house.people.disable(house.enter("root"), "cam", house.at + 5)
    last = list(house.store.records.events("staff:cam"))[-1]
    assert (last.kind, last.actor, last.at) == ("account-disabled", "staff:root", house.at + 5)
    with pytest.raises(Refused):
        house.people.sign_in("nobody", "wrong", house.at, source="10.0.0.9")
    assert house.happened("house") == [e.StrangerFailed(source="10.0.0.9")]
    assert audit(house.store.records).defects == []


def test_accounts_are_the_same_from_the_log(house: House) -> None:
    root = house.enter("root")
    house.people.change_role(root, "dot", HouseRole.PIT_SUPERVISOR, house.at)
    with pytest.raises(Refused):
        house.people.sign_in("sue", "wrong", house.at)
    before = {each.name: each for each in house.people.accounts(root)}
    house.restart()
    assert {each.name: each for each in house.people.accounts(root)} == before
    assert "proof" not in repr(before["dot"])


def test_what_another_process_has_done_is_seen_before_anything_is_done_over_it(house: House) -> None:
    other = People(house.store, KEYS, house.at, SETTINGS)
    root = house.enter("root")
    house.people.disable(root, "dot", house.at)
    with pytest.raises(Refused, match="refresh and try again"):
        other.sign_in("dot", PASSWORDS["dot"], house.at)
    with pytest.raises(Refused, match="wrong name or password"):
        other.sign_in("dot", PASSWORDS["dot"], house.at)


# Whom strangers cannot keep out, and the way in where nobody is left


def test_fear_strangers_lock_the_administrator_out(house: House) -> None:
    def tries(secret: str, source: str) -> bool:
        try:
            house.people.sign_in("root", secret, house.at, source=source)
        except Refused:
            return False
        return True

    # From one place as often as they like: who comes from another is let in, and they are not, whatever they know.
    for _ in range(20):
        assert not tries("guessed", "10.6.6.6")
    assert tries(PASSWORDS["root"], "10.0.0.1")
    assert not tries(PASSWORDS["root"], "10.6.6.6")
    # From very many places: who comes from where they have been before is let in even so, and nobody else.
    for number in range(300):
        assert not tries("guessed", f"10.7.{number // 200}.{number % 200}")
    looked = [
        each for each in house.happened("staff:root") if isinstance(each, e.SignInFailed) and each.why == "secret"
    ]
    assert len(looked) == 5 + PeopleSettings().strange, "no more guesses are looked at"
    assert tries(PASSWORDS["root"], "10.0.0.1")
    assert not tries(PASSWORDS["root"], "10.9.9.9")
    house.at += PeopleSettings().lock
    assert tries(PASSWORDS["root"], "10.9.9.9")


def test_fear_a_network_of_addresses_is_taken_for_many_places(house: House) -> None:
    for number in range(20):
        with pytest.raises(Refused):
            house.people.sign_in("root", "guessed", house.at, source=f"2001:db8::{number:x}")
    looked = [
        each for each in house.happened("staff:root") if isinstance(each, e.SignInFailed) and each.why == "secret"
    ]
    assert len(looked) == 5


def test_fear_the_password_that_was_printed_is_used_for_years(house: House) -> None:
    with fresh("sqlite") as url, Store(url, KEYS) as store:
        people = People(store, KEYS, house.at, PeopleSettings(hashing=QUICK))
        people.first("root", "printed at the start", house.at, temporary=True)
        token, root = people.sign_in("root", "printed at the start", house.at)
        assert people.due(root, house.at)
        with pytest.raises(Refused, match="was given to you: choose your own to continue"):
            people.who(token, house.at)
        with pytest.raises(Refused, match="not signed in"):
            people.add(root, "ann", HouseRole.DEALER, "written on a note", house.at)
        people.change_secret(token, "printed at the start", "nobody else knows", house.at)
        token, root = people.sign_in("root", "nobody else knows", house.at)
        people.add(root, "ann", HouseRole.DEALER, "written on a note", house.at)


def test_an_account_is_recovered_on_the_machine_and_that_is_on_record(house: House) -> None:
    root, dot = house.token("root"), house.token("dot")
    house.people.disable(house.people.who(root, house.at), "dot", house.at)
    house.people.recover("dot", "only this once please", house.at, host="cage-3", by="eve")
    kept = house.happened("staff:dot")[-1]
    assert isinstance(kept, e.AccountRecovered)
    assert (kept.host, kept.by) == ("cage-3", "eve")
    with pytest.raises(Refused):
        house.people.who(dot, house.at)
    token, _ = house.people.sign_in("dot", "only this once please", house.at)
    with pytest.raises(Refused, match="choose your own to continue"):
        house.people.who(token, house.at)
