"""Conversion by head rules against the dependencies that other programs made of the same trees.

Heads: NLTK's dependency treebank, which Penn2Malt made by Yamada and Matsumoto's table. Relations: the Stanford
converter, which has other heads, so that only what is a subject, an object, a complement of a preposition is
compared.
"""

from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from treecompare.readers import Treebank, parse, read_any, read_dependencies
from treecompare.trees.conversion import to_dependencies
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.head_rules import head_rules


@pytest.fixture(scope="module")
def wsj(shared: Path) -> Path:
    return shared / "data" / "wsj-sample-1394"


def converted(path: Path, table: str) -> Dependencies:
    treebank = read_any(str(path))
    assert isinstance(treebank, Treebank)
    found = to_dependencies(treebank.trees, head_rules(table))
    assert not found.reasons()
    return found.dependencies


def share(mask: np.ndarray) -> float:
    return float(mask.mean())


def test_yamada_and_matsumoto_are_penn2malt(wsj: Path) -> None:
    """All 30,545 heads of 1,394 sentences."""
    ours = converted(wsj / "gold.raw.mrg", "yamada-matsumoto")
    theirs = read_dependencies(wsj / "dep" / "gold.P2M.conllu.gz").sentences
    assert np.array_equal(ours.offsets, theirs.offsets) and ours.words == 30_545
    assert [ours.symbols[form] for form in ours.form] == [theirs.symbols[form] for form in theirs.form]
    assert [ours.symbols[tag] for tag in ours.xpos] == [theirs.symbols[tag] for tag in theirs.xpos]
    assert np.array_equal(ours.head, theirs.head)


def test_function_tags_do_not_change_heads(wsj: Path) -> None:
    ours, bare = (converted(wsj / name, "yamada-matsumoto") for name in ("gold.raw.mrg", "gold.mrg"))
    assert np.array_equal(ours.head, bare.head)


def test_collins_differs_in_coordination_and_infinitives(wsj: Path) -> None:
    """86.4 % of the heads are Penn2Malt's: Collins takes the first conjunct, and "to" as the head of VP."""
    ours = converted(wsj / "gold.raw.mrg", "collins")
    theirs = read_dependencies(wsj / "dep" / "gold.P2M.conllu.gz").sentences
    assert 0.86 < share(ours.head == theirs.head) < 0.87
    tags = np.array([ours.symbols[tag] in ("CC", "TO", ":", "-LRB-") for tag in ours.xpos])
    different = np.zeros(len(ours), bool)
    different[ours.sentence_of[tags]] = True
    among = ~different[ours.sentence_of]
    assert share(ours.head[among] == theirs.head[among]) > 0.95


@pytest.mark.parametrize("table", ["yamada-matsumoto", "collins"])
@pytest.mark.parametrize(
    ("stanford", "relation", "at_least"),
    [
        ("nsubj", "SBJ", 0.97),
        ("dobj", "OBJ", 0.93),
        ("pobj", "PMOD", 0.98),
        ("det", "NMOD", 0.99),
        ("punct", "P", 0.99),
    ],
)
def test_relations_are_what_stanford_calls_them(
    wsj: Path, table: str, stanford: str, relation: str, at_least: float
) -> None:
    """Of words with the same head.

    Subjects that are no SBJ follow "there is" (PRD), objects that are no OBJ are NP-EXT and the like.
    """
    ours = converted(wsj / "gold.raw.mrg", table)
    theirs = read_dependencies(wsj / "dep" / "gold.SD.conllu.gz").sentences
    chosen = (theirs.deprel == theirs.symbols.find(stanford)) & (theirs.head == ours.head)
    assert chosen.sum() > 1000
    assert share(ours.deprel[chosen] == ours.symbols.find(relation)) > at_least


def test_parsers_without_function_tags_have_the_same_relations(wsj: Path) -> None:
    """Where head and words agree, relations by configuration agree with those by function tags for most words."""
    gold, parsed = converted(wsj / "gold.raw.mrg", "collins"), converted(wsj / "gold.mrg", "collins")
    names = [np.array([one.symbols[relation] for relation in one.deprel]) for one in (gold, parsed)]
    assert share(names[0] == names[1]) > 0.96


def test_all_of_craft_becomes_trees(shared: Path) -> None:
    """30,830 sentences with labels the Penn Treebank does not have."""
    ours = converted(shared / "data" / "craft" / "full.gold.raw.mrg.gz", "collins")
    assert len(ours) == 30_830
    theirs = read_dependencies(shared / "data" / "craft" / "full.gold.conllu.gz").sentences
    assert share(ours.lengths == theirs.lengths) > 0.99


def test_german_trees_become_trees(shared: Path) -> None:
    ours = converted(shared / "data" / "german-tiger" / "pcc316.gold-raised.mrg", "tiger")
    tags = np.array([ours.symbols[tag] for tag in ours.xpos])
    verbs = np.isin(tags, ["VVFIN", "VAFIN", "VMFIN"])
    # nearly all sentences are headed by their finite verb, and no punctuation mark heads anything
    assert share(verbs[(ours.head == 0) & (ours.lengths > 6)[ours.sentence_of]]) > 0.85
    punctuation = np.char.startswith(tags, "$")
    parents = ours.parents
    assert not punctuation[parents[parents >= 0]].any()


def continuous(path: Path, with_functions: bool) -> list[str]:
    """The trees without crossing branches of a file in export format 3, as brackets, with edge labels or without."""
    found = []
    for sentence in gzip.decompress(path.read_bytes()).decode("utf-8").split("#BOS")[1:]:
        rows = [line.split() for line in sentence.split("#EOS")[0].splitlines()[1:]]
        children: dict[str, list[str]] = {}
        nodes = {}
        for number, (name, tag, _, edge, parent, *_) in enumerate(rows):
            is_word = not (name.startswith("#") and name[1:].isdigit())
            key = f"w{number}" if is_word else name[1:]
            label = f"{tag}-{edge}" if with_functions and edge != "--" else tag
            nodes[key] = label, name.replace("(", "-LRB-").replace(")", "-RRB-") if is_word else ""
            children.setdefault(parent, []).append(key)

        def tree(key: str, nodes: Any = nodes, children: Any = children) -> tuple[list[int], str]:
            label, word = nodes.get(key, ("VROOT", ""))
            if word:
                return [int(key[1:])], f"({label} {word})"
            parts = sorted(tree(child) for child in children[key])
            inside = [place for places, _ in parts for place in places]
            return inside, f"({label} {' '.join(text for _, text in parts)})"

        texts = [tree(key) for key in (*nodes, "0")]
        if all(places == list(range(places[0], places[0] + len(places))) for places, _ in texts):
            found.append(texts[-1][1])
    return found


def test_german_parts_of_speech_do_what_edge_labels_say(shared: Path) -> None:
    """849 sentences of the Potsdam Commentary Corpus: without HD and the rest nearly all heads are the same."""
    path = shared / "data" / "german-tiger" / "pcc.export3.export.gz"
    gold, bare = (
        to_dependencies(parse("\n".join(continuous(path, how))).trees, head_rules("tiger")) for how in (True, False)
    )
    assert len(gold.dependencies) == 849 and not gold.headless and not bare.headless
    assert share(gold.dependencies.head == bare.dependencies.head) > 0.99
    relations = Counter(gold.dependencies.symbols[relation] for relation in gold.dependencies.deprel)
    assert relations["_"] == 0 and relations["HD"] == 0
    assert min(relations[name] for name in ("SB", "OA", "MO", "NK", "OC", "AG")) > 100
