"""Reading bracketed trees, against nltk in the same run: real trees where they are at hand, else generated ones."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.timing import cpu
from tests.measures.test_properties import random_file
from treecompare.readers import parse

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "wsj-sample-1394" / "gold.raw.mrg"


def main() -> None:
    import nltk

    text = DATA.read_text("utf-8") if DATA.is_file() else random_file(seed=3, sentences=1400)[0]
    lines = text.splitlines()[:1000]
    text = "\n".join(lines)
    theirs = cpu(lambda: [nltk.Tree.fromstring(line) for line in lines], runs=3)
    ours = cpu(lambda: parse(text), runs=20)
    print(f"reading 1,000 trees: nltk {theirs:.0f} ms, treecompare {ours:.2f} ms, {theirs / ours:.0f}x")


if __name__ == "__main__":
    main()
