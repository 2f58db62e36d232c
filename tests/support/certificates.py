"""Certificates for a house with TLS: a new key and a certificate of its own for `localhost`."""

import datetime
import ipaddress
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

FLOOR = "floor.casino.example"
"""The name of the house in the examples of `deploy`."""
DAY = datetime.timedelta(days=1)


def certify(folder: Path, name: str = "house", *, password: bytes | None = None) -> tuple[Path, Path]:
    """Write a certificate and its key, and return their files; both anew where they are there."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName("localhost"), x509.DNSName(FLOOR), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number(), now - DAY, now + DAY)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    cert, private = folder / f"{name}.pem", folder / f"{name}-key.pem"
    sealed = serialization.BestAvailableEncryption(password) if password else serialization.NoEncryption()
    cert.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.touch(mode=0o600)
    private.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, sealed))
    return cert, private


def trusting(*certificates: Path) -> ssl.SSLContext:
    """What a client needs to trust these certificates and no others."""
    context = ssl.create_default_context(cadata="".join(each.read_text("ascii") for each in certificates))
    # A certificate of its own has no authority above it, which newer versions would ask for.
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    return context
