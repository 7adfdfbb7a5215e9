"""Fingerprints that are equal on every machine."""

from __future__ import annotations

from hashlib import blake2b

DIGEST_BYTES = 12


def digest_of(*parts: str | bytes) -> str:
    """A short hexadecimal fingerprint of some texts; boundaries between the parts count."""
    hasher = blake2b(digest_size=DIGEST_BYTES)
    for part in parts:
        raw = part.encode() if isinstance(part, str) else part
        hasher.update(len(raw).to_bytes(8, "big"))
        hasher.update(raw)
    return hasher.hexdigest()
