"""TedEval (Tsarfaty et al. 2011, 2012) across annotation schemes: 2,000 sentences, 4 systems, all targets, labelled and not."""

from __future__ import annotations

import random
import time

import numpy as np

from tests.benchmarks.timing import cpu
from treecompare.comparison.base import score
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.schemes.targets import TEDEVAL_2011_PARTS, TEDEVAL_PARTS
from treecompare.readers import DependencyTreebank
from treecompare.trees.dependencies import Dependencies

SENTENCES, SYSTEMS = 2_000, 4
LABELS = ["nsubj", "obj", "obl", "nmod", "case", "det", "amod", "punct", "advmod", "conj"]

Sentence = list[tuple[str, int, str]]


def sentence(rng: random.Random) -> Sentence:
    """A projective sentence of 10 to 40 words, as binary splits give it."""
    words = rng.randint(10, 40)
    heads = [0] * words

    def attach(first: int, last: int, above: int) -> None:
        if first >= last:
            return
        head = rng.randrange(first, last)
        heads[head] = above
        for begin, end in ((first, head), (head + 1, last)):
            while begin < end:
                cut = rng.randint(begin + 1, end)
                attach(begin, cut, head + 1)
                begin = cut

    attach(0, words, 0)
    return [(f"w{place}", head, rng.choice(LABELS) if head else "root") for place, head in enumerate(heads)]


def changed(rng: random.Random, found: Sentence, share: float) -> Sentence:
    """Some words hang on their head's head, or have another relation."""
    changed_sentence = list(found)
    for place, (word, head, label) in enumerate(found):
        if head and rng.random() < share:
            grandparent = found[head - 1][1]
            changed_sentence[place] = (word, grandparent or head, rng.choice(LABELS) if rng.random() < 0.5 else label)
    return changed_sentence


def treebank(name: str, sentences: list[Sentence]) -> DependencyTreebank:
    """As a reader returns it."""
    return DependencyTreebank(name, name, "conllu", Dependencies.of(sentences), np.arange(len(sentences)))


def treebanks() -> tuple[list[DependencyTreebank], list[DependencyTreebank]]:
    """Two golds in different schemes, and four systems by turns after the one and the other."""
    rng = random.Random(1)
    first = [sentence(rng) for _ in range(SENTENCES)]
    second = [changed(rng, one, 0.3) for one in first]
    golds = [treebank("A", first), treebank("B", second)]
    systems = [
        treebank(f"s{number}", [changed(rng, one, 0.1) for one in (first, second)[number % 2]])
        for number in range(SYSTEMS)
    ]
    return golds, systems


def main() -> None:
    golds, systems = treebanks()

    def work() -> SchemeComparison:
        return score(SchemeComparison(golds, systems, [0, 1, 0, 1], parts=TEDEVAL_PARTS))

    begun = time.perf_counter()
    found = work()
    seconds = time.perf_counter() - begun
    words = golds[0].sentences.words
    scores = [100 * found.tables[0, 1].summary(system, "tedeval", "pooled") for system in range(SYSTEMS)]
    print(
        f"{SENTENCES:,} sentences, {words:,} words, {SYSTEMS} systems, {len(found.targets)} targets: {seconds:.2f} s, "
        f"{cpu(work, runs=3) / 1000:.2f} s CPU (goal: 2 s); TedEval {', '.join(f'{score:.2f}' for score in scores)}"
    )
    begun = time.perf_counter()
    score(SchemeComparison(golds, systems, [0, 1, 0, 1], parts=TEDEVAL_2011_PARTS))
    print(f"TedEval 2011 of the same: {time.perf_counter() - begun:.2f} s (goal: 6 s)")
    table = score(DependencyComparison(golds[0], systems[:1])).table
    for key in ("tedeval", "tedeval2011"):
        begun = time.perf_counter()
        table.scores(0, key)
        print(
            f"{key} of one system against one gold, when it is asked for: {time.perf_counter() - begun:.2f} s (goal: 0.5 s)"
        )


if __name__ == "__main__":
    main()
