"""TLS certificates from an authority that the test creates."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

_DAY: Final = timedelta(days=1)


class Authority:
    """An authority; ``file`` contains its own certificate, for clients that trust it."""

    def __init__(self, folder: Path, name: str = "authority") -> None:
        self.file = folder / f"{name}.pem"
        self._name = _named(name)
        self._key = ec.generate_private_key(ec.SECP256R1())
        basics = x509.BasicConstraints(ca=True, path_length=0)
        own = self._builder(self._name, self._key, 0).add_extension(basics, critical=True)
        usage = x509.KeyUsage(
            digital_signature=False,
            content_commitment=False,
            key_encipherment=False,
            data_encipherment=False,
            key_agreement=False,
            key_cert_sign=True,
            crl_sign=True,
            encipher_only=False,
            decipher_only=False,
        )
        own = own.add_extension(usage, critical=True)
        self.file.write_bytes(own.sign(self._key, SHA256()).public_bytes(Encoding.PEM))

    def certify(self, file: Path, name: x509.GeneralName, ended_days_ago: int = 0) -> None:
        """Write a certificate for a name, with its key, to this file."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = x509.SubjectAlternativeName([name])
        made = self._builder(_named("receiver"), key, ended_days_ago)
        made = made.add_extension(names, critical=False)
        signed = made.sign(self._key, SHA256())
        secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        file.write_bytes(signed.public_bytes(Encoding.PEM) + secret)

    def _builder(
        self, subject: x509.Name, key: ec.EllipticCurvePrivateKey, ended_days_ago: int
    ) -> x509.CertificateBuilder:
        """Return an unsigned certificate, from yesterday to tomorrow or an earlier day."""
        now = datetime.now(UTC)
        end = now - ended_days_ago * _DAY if ended_days_ago else now + _DAY
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(min(now, end) - _DAY)
            .not_valid_after(end)
        )


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
