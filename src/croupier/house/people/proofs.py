"""Passwords, PINs and keys, and what proves them: argon2id for what people remember, SHA-256 for what a machine made.

A key of 32 random bytes cannot be guessed, so that a slow hash would only keep two thousand terminals waiting at the
start of a day; a password or a PIN can.
"""

import contextlib
import hashlib
import hmac
import os
import re
import sys
import threading
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Literal

import argon2
import msgspec

from croupier.house.shuffle import Entropy
from croupier.refused import Refused

SecretKind = Literal["password", "pin", "key"]


class Hashing(msgspec.Struct, frozen=True):
    """What a guess costs. The usual figures are those of RFC 9106 for machines with little memory."""

    time: int = 3
    memory: int = 65_536
    """In KiB."""
    lanes: int = 4


class Lengths(msgspec.Struct, frozen=True):
    """How long secrets are: nothing else is asked of them, as NIST SP 800-63B has it."""

    password: tuple[int, int] = (12, 128)
    pin: tuple[int, int] = (6, 12)


HASHING_NICENESS = 10
"""How far hashing stands back: a tenth of what a table gets where both want the processor, lest nobody gets in."""
KEY = re.compile(r"[0-9a-f]{64}")
QUICK = Hashing(1, 8, 1)
"""For tests and demonstrations, never for a real house."""


def check_secret(kind: SecretKind, secret: str, lengths: Lengths) -> None:
    """Refuse a secret that is too short or too long, without repeating it."""
    if kind == "key":
        if not KEY.fullmatch(secret):
            raise Refused("key-format-invalid")
        return
    least, most = lengths.password if kind == "password" else lengths.pin
    if not least <= len(secret) <= most:
        raise Refused("secret-length-invalid", secret="PIN" if kind == "pin" else kind, least=least, most=most)
    if kind == "pin" and not (secret.isascii() and secret.isdigit()):
        raise Refused("pin-digits-only")


def proof(kind: SecretKind, secret: str, hashing: Hashing, entropy: Entropy) -> str:
    """What the secret will be checked against."""
    if kind == "key":
        return f"sha256${digest(secret)}"
    hasher = argon2.PasswordHasher(hashing.time, hashing.memory, hashing.lanes)
    return _threads().submit(hasher.hash, _bytes(secret), salt=entropy(16)).result()


def proves(proof: str, secret: str) -> bool:
    """Whether this is the secret.

    >>> proves(proof("password", "correct horse", QUICK, bytes), "correct horse")
    True
    """
    if of_key(proof):
        return hmac.compare_digest(proof.removeprefix("sha256$"), digest(secret))
    try:
        return _threads().submit(argon2.PasswordHasher().verify, proof, _bytes(secret)).result()
    except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
        return False


def of_key(proof: str) -> bool:
    """Whether what it proves is a key, and nothing that a person remembers."""
    return proof.startswith("sha256$")


def digest(secret: str) -> str:
    """The name of a thing that nobody can guess: of a key, or of a session by its token."""
    return hashlib.sha256(_bytes(secret)).hexdigest()


@cache
def _threads() -> ThreadPoolExecutor:
    """Threads in which secrets are hashed. Each hash takes all cores it can get, so they are of low priority."""
    return ThreadPoolExecutor(max(1, (os.cpu_count() or 1) // 4), "argon2", initializer=_yielding)


def _yielding() -> None:
    """Only Linux has a priority for each thread, which the threads of the hash inherit."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), HASHING_NICENESS)


def _bytes(secret: str) -> bytes:
    """However a keyboard composes its letters, and whatever a client sends."""
    return unicodedata.normalize("NFKC", secret).encode("utf-8", "surrogatepass")
