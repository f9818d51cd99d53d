"""Tree patterns: every relation against nltk.tgrep, which needs seconds where this needs milliseconds.

Known differences: a word may stand left of a relation here (``of . NP``), nltk finds none. nltk takes subtrees that are spelt alike
for one (so no two are in these trees), and knows ``<<-`` and ``>>-`` only as ``<<'`` and ``>>'``. Its macros (``@``) and
bindings (``=name``) are refused here.
"""

from __future__ import annotations

import itertools
import random
import re
import time
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import nltk
import numpy as np
import pytest
from nltk.tgrep import tgrep_positions

from tests.conftest import stride
from tests.trees.compiled import compile_pattern
from treecompare.errors import UsageError
from treecompare.readers import parse, read
from treecompare.trees.expressions import SECONDS, Expression, ExpressionError, one_query
from treecompare.trees.tree import WORD, Tree, Trees
from treecompare.trees.tree_relations import RELATIONS

LABELS = ("S", "NP", "VP", "PP", "N")


def random_tree(draw: random.Random, words: Iterator[int], depth: int = 0) -> str:
    daughters = draw.randint(1, 3) if depth < 5 else 1
    parts = [
        random_tree(draw, words, depth + 1)
        if depth < 5 and draw.random() < 0.65
        else f"({draw.choice(LABELS)} {draw.choice('abc')}{next(words)})"
        for _ in range(daughters)
    ]
    return f"({draw.choice(LABELS)} {' '.join(parts)})"


def positions(tree: Tree) -> list[tuple[int, ...]]:
    """nltk's name of each node: the way to it from the root."""
    found: list[tuple[int, ...]] = [()] * len(tree)
    for node in reversed(range(len(tree))):
        for number, daughter in enumerate(tree.children[node]):
            found[daughter] = (*found[node], number)
    return found


@cache
def parented(trees: Trees) -> list[nltk.ParentedTree]:
    return [nltk.ParentedTree.convert(tree.to_nltk()) for tree in trees]


def check(trees: Trees, pattern: str) -> int:
    mask = compile_pattern(pattern).nodes(trees)
    has_relation = " " in pattern
    hits = 0
    for index, (tree, theirs) in enumerate(zip(trees, tgrep_positions(pattern, parented(trees)), strict=True)):
        here = mask[trees.offsets[index] : trees.offsets[index + 1]]
        if has_relation:
            here = here & (tree.kinds != WORD)
        own = np.flatnonzero(here).tolist()
        names = positions(tree) if own else []
        assert sorted(names[node] for node in own) == sorted(map(tuple, theirs)), (pattern, tree.brackets())
        hits += len(own)
    return hits


pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # nltk's own, of pyparsing


@pytest.fixture(scope="module")
def trees() -> Trees:
    draw = random.Random(4)
    words = itertools.count()
    return parse("\n".join(random_tree(draw, words) for _ in range(60 // stride(4)))).trees


@pytest.mark.parametrize(
    "relation",
    [
        *(one for one in RELATIONS if one not in ("<<-", ">>-")),
        "<1",
        "<2",
        "<3",
        "<-1",
        "<-2",
        ">1",
        ">2",
        ">-2",
        "<'",
        ">>'",
        "<<'",
    ],
)
def test_every_relation_is_that_of_nltk(trees: Trees, relation: str) -> None:
    pairs = (("NP", "VP"), ("*", "N"), ("S", "/^a/"), ("*", "*"))
    assert sum(check(trees, f"{a} {relation} {b}") for a, b in pairs) > 20
    check(trees, f"NP !{relation} VP")


def test_hits_in_penn_trees_are_those_of_nltk(shared: Path) -> None:
    """Queries as linguists ask them, of gold and parsed trees; nltk needs the time, so of every ninth only. No relation here
    takes subtrees spelt alike for one."""
    patterns = (
        "PP > NP", "PP > VP", "VP < (/^VB/ < is|are|was|were|be|been|being) < (VP < VBN)", "VP < MD < (VP < VB)",
        "SBAR < WHNP < (S < VP !< NP)", "SBAR < WHNP < (S < NP < VP)", "NP < (DT < all|every|each|some|any|no)",
        "NP <, DT <- (NN . IN)", "NP $.. (VP << (PP <1 TO))", "VP <2 NP !<< SBAR", "S !> * << (NN .. VBD)", "NP <: NNP|PRP ,, VBD",
        "VP [< VBD | < (VP < VBN)] & <-1 (PP < (NP << CD))", "NP >1 (S < VP)", "NP >- (VP < NNP)", "NP >: FRAG",
    )  # fmt: skip
    for name, least in (("gold", 90 // stride(4)), ("bikel-collins2", 90 // stride(4))):
        trees = read(shared / "data/wsj-sample-1394" / f"{name}.mrg").trees
        some = trees.chosen(list(range(0, len(trees), 9 * stride(4))))
        hits = [check(some, pattern) for pattern in patterns]
        assert hits[0] > least and sum(map(bool, hits)) > 10 - stride(4), hits


@pytest.mark.parametrize(
    "pattern",
    [
        "NP", "NP|VP", "/^[NV]P$/", '/^a/', "*", "i@/^np/", "NP < VP < PP", "NP < VP & < PP", "NP < (VP < (PP < *))",
        "S < NP | < VP", "S [< NP | < VP] << /^a/", "S < NP & [< VP | << /^b/]", "S !< NP !< VP", "NP $.. (VP << /^b/) > S",
        "NP|VP > S|PP", "NP ![< VP | < PP]", "(NP)", "NP > (VP !< PP)", "S << NP << /^b/", "NP <, (N < /^a/)", "__ <: *",
    ],
)  # fmt: skip
def test_patterns_are_understood_as_nltk_does(trees: Trees, pattern: str) -> None:
    check(trees, pattern)


def test_labels_in_any_case(trees: Trees) -> None:
    for one, other in (("i@np", "NP"), ("i@/^np|Vp$/", "NP|VP"), ("i@np|VP", "NP|VP"), ('"NP"', "NP")):
        assert np.array_equal(compile_pattern(one).nodes(trees), compile_pattern(other).nodes(trees))
    assert not compile_pattern("np").nodes(trees).any()


def test_real_trees(shared: Path) -> None:
    treebank = read(str(shared / "data/wsj-sample/gold.mrg"))
    some = treebank.trees.chosen(range(0, 600, 12))
    for pattern in (
        "NP < (PP << of)",
        "VP < (/^VB/ $.. (NP $.. PP))",
        "NP > NP",
        '"PRP$" . NN',
        "/NN/ $, JJ",
        "SBAR >>' VP",
    ):
        assert check(some, pattern) > 0


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("", "character 1: expected a label .*; found the end"),
        ("NP <", "character 5: expected a label .*; found the end"),
        ("NP < )", r"character 6: expected a label .*; found '\)'"),
        ("NP (VP)", r"character 4: expected a relation such as <, <<, >, \$ or \.; found '\('"),
        ("NP < (VP", r"character 9: expected '\)'; found the end"),
        ("NP [< VP", r"character 9: expected '\]'; found the end"),
        ("NP) < VP", r"character 3: expected a relation such as < or \$; found '\)'"),
        ("/NP", "character 1: expected a '/' that closes"),
        ("/(/", "character 1: not a regular expression"),
        ('"NP', "that closes the label"),
        ("NP <0 VP", "character 4: expected a daughter's number other than 0"),
        ("NP=x < VP", "character 3: expected a relation"),
        ("@NP < VP", "character 1: expected a label"),
    ],
)
def test_bad_patterns_are_told_with_their_place(pattern: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        compile_pattern(pattern)


def test_sentences_and_empty_files(trees: Trees) -> None:
    pattern = compile_pattern("NP < VP")
    assert pattern.sentences(trees).sum() == sum(trees.totals(pattern.nodes(trees)) > 0)
    nothing = parse("").trees
    for relation in RELATIONS:
        assert not len(compile_pattern(f"NP {relation} VP").nodes(nothing))
    odd = parse("(())\n(S (NP))\n(S (NP) (VP b))").trees
    for relation in RELATIONS:
        compile_pattern(f"* {relation} *").nodes(odd)
    assert compile_pattern("NP . *").nodes(odd).sum() == 0  # a node without words stands before nothing


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("NP <" + "9" * 5000 + " VP", "character 4: expected a daughter's number of at most 9 digits"),
        ("NP >-" + "9" * 10 + " VP", "character 4: expected a daughter's number of at most 9 digits"),
        ("NP" + " < (NP" * 3000 + ")" * 3000, "expected at most 10000 letters"),
        ("(" * 3000 + "NP" + ")" * 3000, "character 102: expected at most 100 parentheses within each other"),
        ("NP" + "[<NP" * 1000, "expected at most 100 parentheses within each other"),
        ("/a{4294967295}/", "character 1: not a regular expression: the repetition number is too large"),
        ("/a{" + "9" * 5000 + "}/", "character 1: not a regular expression: expected at most 2000 letters"),
        ("/a{" + "9" * 1900 + "}/", "character 1: not a regular expression: the repetition number is too large"),
        ("/((a{1000}){1000}){1000}/", "character 1: not a regular expression: too many repetitions"),
        ("/" + "(" * 900 + ")" * 900 + "/", "character 1: not a regular expression: nested too deeply"),
    ],
)
def test_patterns_too_large_are_told(pattern: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        compile_pattern(pattern)


def test_deep_patterns_up_to_the_limit(trees: Trees) -> None:
    for deep in (
        "NP" + " < (NP" * 100 + ")" * 100,
        "NP [" + "[" * 99 + "< VP" + "]" * 100,
        "(" * 100 + "NP" + ")" * 100,
    ):
        compile_pattern(deep).nodes(trees)
    assert compile_pattern("NP <999999999 VP").nodes(trees).sum() == 0


@pytest.mark.parametrize("source", ["(a|a)+$", "#(a|a)+$", "(a|a)(?#x)+$", "(?x)(a|a) +$", "(a|a)" * 25 + "$"])
def test_expressions_that_run_without_end_are_stopped(source: str) -> None:
    seconds = 0.2
    word = "#" * source.startswith("#") + "a" * 60 + "b"
    one = parse("\n".join(f"(S (N {word}{number}))" for number in range(50))).trees
    begun = time.process_time()
    with pytest.raises(UsageError, match="takes too long"), one_query(seconds):
        compile_pattern(f"S [<< /{source}/ | << /{source}x/]").nodes(one)
    assert time.process_time() - begun < 2 * seconds  # one deadline for both
    assert compile_pattern("S << /(a+)+$/ << /^a*#|a/").nodes(one).sum() == 0


def test_without_a_word_a_query_has_two_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    of_one = one_query.__wrapped__  # type: ignore[attr-defined]
    assert of_one.__defaults__ == (SECONDS, None) and SECONDS == 2.0
    seconds = SECONDS / stride(10)
    monkeypatch.setattr(of_one, "__defaults__", (seconds, None))
    begun = time.process_time()
    with pytest.raises(UsageError, match="takes too long"):
        compile_pattern("S [<< /(a|a)+$/ | << /(a|a)+$x/]").nodes(parse(f"(S (N {'a' * 60}b))").trees)
    assert seconds / 2 < time.process_time() - begun < 2 * seconds


def test_the_seconds_of_a_query_are_shared() -> None:
    slow, texts = Expression("(a|a)+$"), ["a" * 40 + "b"]
    with one_query(0.3):
        for allowed in (0.6, 0.1):
            begun = time.process_time()
            with pytest.raises(UsageError, match="takes too long"), one_query():
                slow.search(texts)
            assert time.process_time() - begun < allowed
    assert Expression("(a+)+$").search(["aa", "b", "a" * 40 + "b"]) == [True, False, False]


def test_expressions_that_python_warns_of_are_searched_in_silence() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for source in ("[[a]", "[+--b]", "[a&&b]", "([[a]+)+x", "[a||b]+[~~]"):
            expression = Expression(source)
            assert expression.search(["[", "xyz"]) == expression.search(["[", "xyz"])
            expression._most_letters = -1
            expression.search(["[", "xyz"])


def test_both_engines_find_the_same() -> None:
    """A short text is searched by ``re``, one that is too long for the number of repetitions by ``regex``."""
    draw = random.Random(5)
    sources = [
        r"a.*b.*c", r"[[:alpha:]]*x", r"a{e}", r"(?:a{e<=1})+", r"(b{,2}c)+", r"([]a[]+b)+", r"(\{\\{x)+", r"(\N{DIGIT ONE}|a)+b",
        r"^(NP|VP)(-\w+)*$", r"(?i:NP)(?=x*)", r"(a|b)*\Z", r"([^[b]x)+", r"(?s:(a.)+)b",
    ]  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        for source in sources:
            texts = ["".join(draw.choices("abcx1[]{}e:\\^NPV-\n", k=draw.randint(0, 12))) for _ in range(500)]
            texts += ["aaae{e}", "a{e}", "a{e<=1}", "{\\{x", "NP-SBJ", "b{,2}c", "bbc", "1b", "[ab"]
            careful = Expression(source)
            careful._most_letters = -1
            wanted = [re.search(source, text) is not None for text in texts]
            assert Expression(source).search(texts) == careful.search(texts) == wanted, source
            assert any(wanted)


def test_each_text_is_matched_once(trees: Trees, monkeypatch: pytest.MonkeyPatch) -> None:
    pattern = compile_pattern("/^[NV]P$/ << /^a1/")
    first = pattern.nodes(trees)
    monkeypatch.setattr(Expression, "_search", lambda *_: pytest.fail("searched again"))
    assert np.array_equal(pattern.nodes(trees), first)


def test_the_longest_regular_expression() -> None:
    assert Expression("a" * 2000).search(["a" * 2000]) == [True]
    with pytest.raises(ExpressionError, match="expected at most 2000 letters; found 2001"):
        Expression("a" * 2001)
