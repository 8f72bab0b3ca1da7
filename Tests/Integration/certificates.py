"""Certificates of a test's own, made by openssl(1): an authority, and servers that it vouches for."""

import pathlib
import subprocess

from server import PATIENCE


def _openssl(*arguments, folder):
    subprocess.run(
        ["openssl", *arguments], cwd=folder, check=True, capture_output=True, stdin=subprocess.DEVNULL, timeout=PATIENCE
    )


def _key(folder, name):
    _openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", f"{name}.key", folder=folder)


class Authority:
    def __init__(self, folder, name="authority"):
        self.folder = pathlib.Path(folder)
        self.name = name
        _key(self.folder, name)
        _openssl(
            "req", "-x509", "-new", "-key", f"{name}.key", "-subj", f"/CN={name}", "-days", "2", "-out", f"{name}.pem",
            folder=self.folder,
        )  # fmt: skip

    @property
    def certificate(self):
        return str(self.folder / f"{self.name}.pem")

    def vouch(self, name, days=2):
        """A certificate and a key of this name for localhost; with days below nought it has expired."""
        _key(self.folder, name)
        _openssl("req", "-new", "-key", f"{name}.key", "-subj", "/CN=localhost", "-out", f"{name}.csr", folder=self.folder)
        (self.folder / "names").write_text("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
        _openssl(
            "x509", "-req", "-in", f"{name}.csr", "-CA", f"{self.name}.pem", "-CAkey", f"{self.name}.key",
            "-CAcreateserial", "-days", str(days), "-extfile", "names", "-out", f"{name}.pem", folder=self.folder,
        )  # fmt: skip
        return str(self.folder / f"{name}.pem"), str(self.folder / f"{name}.key")
