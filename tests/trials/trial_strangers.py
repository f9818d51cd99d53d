"""The same treebank as other people write it has the same figures: ``score`` and ``agreement``, of up to 200 sentences drawn anew.

Real treebanks with the output of real parsers beside the checkout, else the shipped samples. Every round puts on one disguise of
``disguises.py``; what the figures have to be is what the undisguised files have, and for heads and relations a count of its own.
"""

from __future__ import annotations

import functools
import gzip
import os
import random
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import treecompare
from tests.conftest import SHARED
from tests.trials.disguises import (
    CONSTITUENTS,
    DEPENDENCIES,
    DISGUISES,
    FEATS,
    LEMMA,
    UPOS,
    XPOS,
    Case,
    Disguise,
    Sentence,
    attached,
    brackets,
    conllu,
    planted,
    unlike,
)
from treecompare import resources
from treecompare.errors import TreecompareError

BRIEF, FULL = 50, 5_000
MOST = 200
FIRST: int | None = None
"""So many sentences of a treebank are read, of all of them where nothing is said."""
MEASURES = {
    DEPENDENCIES: ("words", "upos", "uas", "las", "label-accuracy", "clas", "xpos", "ufeats", "lemmas"),
    CONSTITUENTS: ("e.roof.recall", "e.roof.precision", "e.whole.dice", "t.whole.dice", "la", "crossing", "tagging"),
}
BLANKED = {
    UPOS: ("upos", "UPOS: share", "UPOS: kappa"),
    LEMMA: ("lemmas", "lemma: share", "lemma: kappa"),
    XPOS: ("xpos", "XPOS: share", "XPOS: kappa"),
    FEATS: ("ufeats", "all features: share", "all features: kappa"),
}
"""What cannot be told without a column."""
OF_TAGS = {"e.whole.dice", "t.whole.dice", "tagging"}
DATA = {
    DEPENDENCIES: (
        ("ewt/test.gold.conllu", "ewt/test.udpipe.conllu"),
        ("ewt/dev.gold.conllu.gz", "ewt/dev.malt-lazy.conllu.gz"),
        ("turkish-imst/dev.gold.conllu", "turkish-imst/dev.malt-lazy.goldseg.conllu"),
        ("gum/test.gold.conllu", "gum/test.malt-eager.conllu"),
    ),
    CONSTITUENTS: (
        ("wsj-sample-1394/gold.mrg", "wsj-sample-1394/bllip.mrg"),
        ("wsj-sample-1394/gold.mrg", "wsj-sample-1394/berkeley-sm6.mrg"),
        ("craft/gold.mrg", "craft/stanford-pcfg.mrg"),
    ),
}
SAMPLES = {
    DEPENDENCIES: (("dependencies/gold.conllu", "dependencies/attach-low.conllu"),),
    CONSTITUENTS: (("first-comparison/gold.mrg", "first-comparison/attach-high.mrg"),),
}


FILES = DATA if SHARED.is_dir() else SAMPLES


def _content(path: Path) -> str:
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode()


@functools.cache
def _pairs(kind: str, place: int) -> list[tuple[Sentence, Sentence]]:
    """Sentences of which gold and system have the same words, none of them twice."""
    of_kind = FILES[kind]
    folder = SHARED / "data" if SHARED.is_dir() else resources.path("samples")
    texts = [_content(folder / name) for name in of_kind[place]]
    if kind == DEPENDENCIES:
        golds, systems = map(conllu, texts)
        named = {one.name: one for one in systems}
        if len(golds) == len(systems):
            found: list[tuple[Sentence, Sentence]] = [*zip(golds, systems, strict=True)]
        else:
            found = [(one, named[one.name]) for one in golds if one.name in named]
    else:
        trees = [brackets("\n".join(text.split("\n")[:FIRST])) for text in texts]
        found = [
            (gold, system.spelt(dict(enumerate(gold.words))))
            for gold, system in zip(*trees, strict=True)
            if gold and system and len(gold.leaves) == len(system.leaves)
        ]
    return unlike([(gold, system) for gold, system in found[:FIRST] if gold.words == system.words])


def _figures(folder: Path, case: Case) -> dict[str, float | None]:
    """What the program says of the two files: scores, then shares and kappas of agreement."""
    paths = []
    for name, content in (("gold.txt", case.gold), ("system.txt", case.system)):
        path = folder / name
        path.write_bytes(content)
        paths.append(str(path))
    options = dict(case.options)
    reading = {key: options.pop(key) for key in ("encoding",) if key in options}
    compared = treecompare.compare(paths[0], {"system": paths[1]}, jobs=1, **reading, **options)
    found: dict[str, float | None] = {}
    for key in MEASURES[case.kind]:
        if not (case.changed == "tags" and key in OF_TAGS):
            found[key] = compared.score(key).value
    if case.changed == "tags" or not hasattr(
        treecompare, "agreement"
    ):  # punctuation by the tags of each goes in agreement, so that other words are left
        return found
    agreed = treecompare.agreement(
        [treecompare.read(path, **reading) for path in paths], trees=False, intervals=False, jobs=1, **options
    )
    table = next(table for table in agreed if table.title == "All figures")
    columns = [name for name in ("units", "words", "dice", "share", "kappa") if name in table.columns]
    for row in table:
        found |= {f"{row['what']}: {name}": row[name] for name in columns}
    return found


def _check(rng: random.Random, folder: Path, disguise: Disguise, kind: str) -> int:
    known = _pairs(kind, rng.randrange(12) % len(FILES[kind]))
    chosen = sorted(rng.sample(range(len(known)), min(len(known), rng.choice((8, 30, 30, MOST)))))
    golds, systems = ([known[place][side] for place in chosen] for side in (0, 1))
    plain = planted(rng, Case(kind, golds, systems), disguise.planted)
    worn = disguise.worn(rng, plain)
    plain = replace(plain, changed=worn.changed)
    plain.options |= {key: value for key, value in worn.options.items() if key == "params"}
    if worn.lost:
        kept = [place for place, one in enumerate(plain.systems) if "".join(one.words) not in worn.lost]
        plain = replace(plain, systems=[plain.systems[place] for place in kept])
    try:
        expected, found = _figures(folder, plain.written()), _figures(folder, worn.written())
    except TreecompareError as error:
        raise AssertionError(f"refused: {error}") from error
    if kind == DEPENDENCIES and len(plain.systems) == len(plain.golds):
        if worn.changed == "heads":  # a word without a head is wrong
            expected, plain = {}, worn
        words, heads, relations = attached(plain.golds, plain.systems)
        expected |= {"uas": heads / words, "las": relations / words}
        if hasattr(treecompare, "agreement"):
            expected |= {"head: words": words, "head: share": heads / words}
    blanked = {key for column in worn.blank & BLANKED.keys() for key in BLANKED[column]}
    expected |= dict.fromkeys(blanked & expected.keys())
    for key, value in expected.items():
        other = found[key]
        if key.endswith(": words") and f"{key.removesuffix(': words')}: share" in blanked:
            assert not other, f"{key}: {other!r} where nothing is said"
        elif isinstance(value, float) and isinstance(other, float):
            assert abs(value - other) < 1e-9, f"{key}: {other!r} for {value!r}"
        else:
            assert value == other, f"{key}: {other!r} for {value!r}"
    return len(chosen)


def run(rounds: int, seed: int) -> str:
    sentences = 0
    worn: Counter[str] = Counter()
    failed: dict[str, str] = {}
    everything = "TREECOMPARE_ALL_DISGUISES" in os.environ
    ways = [(one, kind) for one in DISGUISES for kind in one.kinds.split()]
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(rounds):
            rng = random.Random(seed * 1_000_003 + turn)
            disguise, kind = ways[(turn * 23 + seed) % len(ways)]
            try:
                sentences += _check(rng, Path(folder), disguise, kind)
            except Exception as error:
                told = f"round {turn}, {kind} {disguise.name}: {error}"
                if not everything:
                    raise AssertionError(told) from error
                failed.setdefault(f"{kind} {disguise.name}", told)
            worn[disguise.name] += 1
    for told in failed.values():
        print(told[:300])
    return f"{rounds:,} files in {len(worn)} disguises, {sentences:,} sentences, {len(failed) or 'no'} fault"
