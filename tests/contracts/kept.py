"""What outputs were: a hash each in ``samples.tsv`` and ``data.tsv``, and below ``read`` those that people read most, whole.

What became different is accepted by name: ``accepted.tsv`` has how its command begins, and why.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.contracts.listed import Contract, contracts, is_read
from tests.contracts.of_data import contracts_of_data

HERE = Path(__file__).parent
ACCEPTED = HERE / "accepted.tsv"
MOST = 20
"""So many outputs may change in a commit without being named in ``accepted.tsv``."""
_LONG = re.compile(r"(?<![\w.])-?\d+\.\d{7,}(?:e-?\d+)?(?![\w.])")


def hash_of(text: str) -> str:
    """Of numbers with many digits six count: the last ones are those of the machine."""
    return hashlib.sha256(_LONG.sub(lambda found: f"{float(found[0]):.6g}", text).encode()).hexdigest()[:16]


def path_of(contract: Contract) -> Path:
    """Where an output stands that is kept whole."""
    words = re.sub(r"\W+", "-", " ".join(word for word in contract.arguments if "/" not in word)).strip("-")
    return HERE / "read" / f"{words or 'treecompare'}-{hash_of(contract.name)[:6]}.txt"


def accepted(text: str | None = None) -> list[tuple[str, str]]:
    """What was accepted: how a command begins, and why; ``text``: of that content of the file."""
    lines = (ACCEPTED.read_text("utf-8") if text is None else text).splitlines()
    return [(row[0], row[1]) for row in csv.reader(lines, delimiter="\t")]


@dataclass(frozen=True)
class Table:
    """Contracts, and the file with their hashes."""

    path: Path
    contracts: list[Contract]

    @classmethod
    def of_samples(cls) -> Table:
        """Over the samples that the program ships."""
        return cls(HERE / "samples.tsv", [*contracts()])

    @classmethod
    def of_data(cls) -> Table:
        """Over the treebanks beside the project; none where these are missing."""
        return cls(HERE / "data.tsv", [*contracts_of_data()])

    def hashes(self, text: str | None = None) -> dict[str, str]:
        """The hash of each contract by its command; ``text``: of that content of the file."""
        lines = (self.path.read_text("utf-8") if text is None else text).splitlines()
        return {command: found for found, command in (line.split("\t", 1) for line in lines)}

    def accept(self, differing: Sequence[Contract], now: Mapping[str, str], begins: Sequence[str], why: str) -> None:
        """Keeps what is now of these contracts, and says which they were, and why."""
        is_new = not self.path.exists()
        hashes = ({} if is_new else self.hashes()) | {one.name: hash_of(now[one.name]) for one in differing}
        names = [one.name for one in self.contracts]
        self.path.write_text("".join(f"{hashes[name]}\t{name}\n" for name in names if name in hashes), "utf-8")
        for one in differing:
            if is_read(one):
                path_of(one).parent.mkdir(exist_ok=True)
                path_of(one).write_text(now[one.name], "utf-8", newline="")
        with ACCEPTED.open("a", encoding="utf-8", newline="") as file:
            rows = [] if is_new else [(begin, why) for begin in begins]
            csv.writer(file, delimiter="\t", lineterminator="\n").writerows(rows)
