"""Damaging documents, for trials that feed them to readers."""

from __future__ import annotations

import bz2
import gzip
import lzma
import random

ODDITIES = [
    b"\t", b"\n", b"\n\n", b"\r", b"\r\n", b" ", b"(", b")", b"((", b"))", b"()", b"(" * 6000,
    b"#", b"\\#", b"# sent_id = ", b"_", b":", b"=", b"-", b"0", b"1", b"-1", b"--5", b"3-4", b"8.1", b"1-2\tab",
    b"7" * 5000, b"0" * 5000, b"1e400", b"nan", b"inf", b"1_0",
    b"\0", b"\x01", b"\x0b", b"\x0c", b"\x1b", b"\x85", b"\xc4", b"\xff", b"\xed\xb2\x80",
    b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"\x1f\x8b",
    *(text.encode() for text in ("²", "٣", "é", "\u00a0", "\u2028", "\ufffe", "𝟙", "שלום")),
]  # fmt: skip
"""What readers stumble over: ends, marks, numbers that are none or too long, other encodings."""


def damaged(rng: random.Random, document: bytes, other: bytes) -> bytes:
    """A document with some damage, parts of another one, another encoding, or all at once."""
    for _ in range(rng.choice((0, 1, 1, 2, 3, 8))):
        size = len(document)
        first = rng.randrange(size + 1)
        last = min(first + rng.choice((0, 1, 1, 4, 20, size)), size)
        kind = rng.randrange(6)
        if kind <= 1:
            document = document[:first] + rng.choice(ODDITIES) + document[last if kind else first :]
        elif kind == 2:
            document = document[:first] + document[last:]
        elif kind == 3:
            document = document[:last] + document[first:]
        elif kind == 4:
            begin = rng.randrange(len(other) + 1)
            document = document[:first] + other[begin : begin + rng.randrange(60)] + document[first:]
        else:
            lines = document.split(b"\n")
            rng.shuffle(lines)
            document = b"\n".join(lines)
    encoding = rng.randrange(24)
    if encoding < 3:
        text = document.decode("utf-8", "replace")
        return text.encode(("utf-16", "utf-8-sig", "latin-1")[encoding], "replace")
    if encoding == 3:
        return document.replace(b"\n", rng.choice((b"\r\n", b"\r")))
    if encoding == 4:
        pack = rng.choice((lambda data: gzip.compress(data, 1), lambda data: bz2.compress(data, 1), lzma.compress))
        packed = bytearray(pack(document))
        for _ in range(rng.randrange(3)):
            packed[rng.randrange(len(packed))] = rng.randrange(256)
        return bytes(packed[: rng.choice((len(packed), rng.randrange(len(packed))))])
    return document
