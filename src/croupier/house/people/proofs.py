"""Passwords, PINs and keys, and their proofs (hashes): argon2id for what people remember, SHA-256 for random keys.

A key of 32 random bytes cannot be guessed, so a slow hash would only keep two thousand terminals waiting at the start
of a day; a password or a PIN can.
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
    """The cost of a guess: argon2id parameters. The defaults are those of RFC 9106 for machines with little memory."""

    time: int = 3
    memory: int = 65_536
    """KiB."""
    lanes: int = 4


class Lengths(msgspec.Struct, frozen=True):
    """Least and most characters of a secret; no composition rules, as NIST SP 800-63B recommends."""

    password: tuple[int, int] = (12, 128)
    pin: tuple[int, int] = (6, 12)


HASHING_NICENESS = 10
"""Niceness of the hashing threads: about a tenth of a table's share of a busy processor, so that sign-ins progress."""
KEY = re.compile(r"[0-9a-f]{64}")
QUICK = Hashing(1, 8, 1)
"""Cheap parameters for tests and demonstrations, never for a real house."""


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
    """The hash that the secret is checked against later."""
    if kind == "key":
        return f"sha256${digest(secret)}"
    hasher = argon2.PasswordHasher(hashing.time, hashing.memory, hashing.lanes)
    return _thread_pool().submit(hasher.hash, _normalised(secret), salt=entropy(16)).result()


def proves(proof: str, secret: str) -> bool:
    """Whether the secret matches the proof.

    >>> proves(proof("password", "correct horse", QUICK, bytes), "correct horse")
    True
    """
    if of_key(proof):
        return hmac.compare_digest(proof.removeprefix("sha256$"), digest(secret))
    try:
        return _thread_pool().submit(argon2.PasswordHasher().verify, proof, _normalised(secret)).result()
    except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
        return False


def of_key(proof: str) -> bool:
    """Whether it is the proof of a key, not of a password or PIN."""
    return proof.startswith("sha256$")


def digest(secret: str) -> str:
    """SHA-256 in hexadecimal, of a key or of a session token: neither can be guessed, so no salt is needed."""
    return hashlib.sha256(_normalised(secret)).hexdigest()


@cache
def _thread_pool() -> ThreadPoolExecutor:
    """The thread pool for hashing. Each hash takes all cores it can get, so the threads have low priority."""
    return ThreadPoolExecutor(max(1, (os.cpu_count() or 1) // 4), "argon2", initializer=_lower_priority)


def _lower_priority() -> None:
    """Lower this thread's priority; only Linux has one per thread, which the threads of argon2 inherit."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), HASHING_NICENESS)


def _normalised(secret: str) -> bytes:
    """Unicode normalisation (NFKC), then UTF-8; lone surrogates that a client may send are encoded too."""
    return unicodedata.normalize("NFKC", secret).encode("utf-8", "surrogatepass")
