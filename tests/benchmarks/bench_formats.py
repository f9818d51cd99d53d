"""Reading treebanks of every format: sentences a second against a peer in the same run, and memory for a large corpus.

Peers are a plain look at the same content: lxml's parser alone, ``str.split`` of every row, nltk for brackets, conllu for CoNLL-U.
"""

from __future__ import annotations

import io
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from tests.benchmarks.timing import Figure, cpu, show
from tests.trials.sentences import WRITERS, document, sentence
from treecompare.readers import DEPENDENCY_READERS, READERS
from treecompare.readers.lattice_files import LATTICE_READERS

SENTENCES, LARGE = 1_000, 50_000
LONGEST = 31
"""Words, so that sentences have 16 on average, as those of TIGER have."""


def _with_lxml(data: bytes) -> object:
    from lxml import etree

    return [element.tag for _, element in etree.iterparse(io.BytesIO(data))]


def _with_split(data: bytes) -> object:
    return [line.split() for line in data.decode().split("\n")]


def _with_nltk(data: bytes) -> object:
    import nltk

    return [nltk.Tree.fromstring(line) for line in data.decode().split("\n") if line]


def _with_conllu(data: bytes) -> object:
    import conllu

    return conllu.parse(data.decode())


PEERS: dict[str, tuple[str, Callable[[bytes], object]]] = {
    "tigerxml": ("lxml alone", _with_lxml),
    "alpino": ("lxml alone", _with_lxml),
    "brackets": ("nltk", _with_nltk),
    "discbrackets": ("nltk", _with_nltk),
    "conllu": ("conllu", _with_conllu),
}
CHILD = """
import sys
from pathlib import Path
from treecompare.readers import read
found = read(sys.argv[1])
print(len(found.trees), int(found.trees.word_counts.sum()), Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
"""


def _content(kind: str, count: int) -> bytes:
    rng = random.Random(3)
    data = document(rng, kind, [sentence(rng, LONGEST) for _ in range(count)])
    if kind == "brackets":  # the peer reads line by line
        data = re.sub(rb"\n +", b" ", data)
    return data


def figures(kinds: Iterable[str] = WRITERS) -> Iterator[Figure]:
    """Sentences a second, and how many times as fast as the peer."""
    readers = {one.name: one for one in (*READERS, *DEPENDENCY_READERS, *LATTICE_READERS)}
    for kind in kinds:
        data, format = _content(kind, SENTENCES), WRITERS[kind][0]
        ours = cpu(lambda: readers[format].read(data, "f", "f"), runs=3)  # noqa: B023
        name, peer = PEERS.get("" if kind == "words behind" else format, ("split() alone", _with_split))
        theirs = cpu(lambda: peer(data), runs=3)  # noqa: B023
        yield Figure(kind, 1000 * SENTENCES / ours, "/s")
        yield Figure(f"{kind}, against {name}", theirs / ours, "x")


def main() -> None:
    show(figures())
    for kind in ("tigerxml", "export 4"):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "corpus"
            path.write_bytes(_content(kind, LARGE))
            size = path.stat().st_size / 1e6
            done = subprocess.run([sys.executable, "-c", CHILD, path], capture_output=True, text=True, check=True)
        count, words, peak = map(int, done.stdout.split())
        print(f"{kind}: {count:,} sentences, {words:,} words, {size:.0f} MB: at most {peak / 1024:.0f} MB of memory")


if __name__ == "__main__":
    main()
