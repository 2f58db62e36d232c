"""The house's secret and the keys derived from it: one encrypts (AES-GCM), one signs (Ed25519), one digests (HMAC)."""

import hmac
import logging
import os
import re
import stat
from functools import cached_property
from pathlib import Path
from typing import NoReturn, Self

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from croupier.house.shuffle import Entropy
from croupier.refused import Refused

OTHERS = 0o077
"""The permission bits of group and others in a file's mode."""
_log = logging.getLogger("croupier.house")


class Keys:
    """The keys of one house. They are never printed or pickled.

    >>> keys = Keys(bytes(32))
    >>> keys
    Keys(fd6f1ad3)
    >>> keys.unseal(keys.seal(b"8S KD", b"shoe 1", os.urandom), b"shoe 1")
    b'8S KD'
    """

    def __init__(self, secret: bytes) -> None:
        if len(secret) != 32:
            raise Refused(f"a house's secret is 32 bytes, not {len(secret)}")
        self._sealing = AESGCM(_derived(secret, b"croupier sealing 1"))
        self._digesting = _derived(secret, b"croupier digests 1")
        self._signing = Ed25519PrivateKey.from_private_bytes(_derived(secret, b"croupier signing 1"))

    @classmethod
    def load(cls, path: Path, entropy: Entropy = os.urandom) -> Self:
        """Load the secret from that file; where there is none, create it with mode 0600."""
        try:
            own_alone(path)
            text = path.read_text("ascii", errors="replace").strip() if path.exists() else _made(path, entropy)
        except OSError as error:
            raise Refused(f"cannot keep the house's key in {path}: {error.strerror}") from None
        if not re.fullmatch(r"[0-9a-f]{64}", text):
            raise Refused(f"{path} holds no key of a house: it should be 64 hexadecimal digits")
        return cls(bytes.fromhex(text))

    @cached_property
    def public(self) -> bytes:
        """The public key, 32 bytes (Ed25519)."""
        return self._signing.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """The house's Ed25519 signature of the message, 64 bytes."""
        return self._signing.sign(message)

    def seal(self, plain: bytes, context: bytes, entropy: Entropy) -> bytes:
        """Encrypt, and authenticate the context too: unsealing needs the same one."""
        nonce = entropy(12)
        return nonce + self._sealing.encrypt(nonce, plain, context)

    def unseal(self, sealed: bytes, context: bytes) -> bytes:
        """Decrypt; refused where the data, the key or the context differs in a bit."""
        try:
            return self._sealing.decrypt(sealed[:12], sealed[12:], context)
        except (InvalidTag, ValueError):
            raise Refused("this was not sealed with the house's key, or has been changed since") from None

    def digest(self, plain: bytes) -> str:
        """Keyed digest (HMAC-SHA-256, hexadecimal): a name for a secret that cannot be guessed without the key."""
        return hmac.digest(self._digesting, plain, "sha256").hex()

    def __repr__(self) -> str:
        return f"Keys({fingerprint(self.public)})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("keys are not written anywhere")


def signed(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether the signature of the message is valid for that public key."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def read_public(text: str) -> bytes:
    """Parse a public key of 64 hexadecimal digits."""
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise Refused(f"a public key is 64 hexadecimal digits, not {text!r}")
    return bytes.fromhex(text)


def fingerprint(public: bytes) -> str:
    """The first 8 hexadecimal digits of a public key, to compare by eye."""
    return public.hex()[:8]


def own_alone(path: Path) -> None:
    """Take all permissions on a file away from group and others; logs a warning where they had any."""
    try:
        if not (mode := stat.S_IMODE(path.stat().st_mode)) & OTHERS:
            return
        path.chmod(mode & ~OTHERS)
        _log.warning("%s could be read by others than its owner (%o): it is %o now", path, mode, mode & ~OTHERS)
    except FileNotFoundError:
        return
    except OSError as error:
        _log.warning("%s can be read by others than its owner: %s", path, error.strerror)


def _made(path: Path, entropy: Entropy) -> str:
    text = entropy(32).hex()
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"{text}\n")
        file.flush()
        os.fsync(file.fileno())
    return text


def _derived(secret: bytes, purpose: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose).derive(secret)
