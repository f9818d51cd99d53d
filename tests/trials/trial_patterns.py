"""Tree patterns and regular expressions, random and mutated, over small treebanks: a result or one sentence, in time."""

from __future__ import annotations

import random
import time
import warnings
from collections import Counter
from dataclasses import replace

import numpy as np

from tests.measures.test_properties import random_file
from tests.trees.compiled import compile_pattern
from treecompare.analyses.patterns import count_table, hit_tables, where
from treecompare.comparison.base import Comparison
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.settings import Settings
from treecompare.errors import TreecompareError
from treecompare.readers import DependencyTreebank, parse
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.expressions import Expression, one_query
from treecompare.trees.tree import Trees
from treecompare.trees.tree_relations import RELATIONS

BRIEF = 2_000
FULL = 1_000_000
ALLOWED = 0.02
"""Seconds of a query; a round that took much longer is a fault."""
SLACK = 1.0

LETTERS = "NPVSw12ab()[]|&!<>$.,=:;\"/@%'^*?+{}\\-# \t\n\x00\x1b\u0660²Ääß\ud800\u202e"
PATTERNS = (
    "NP < (PP $.. NP) << /^w1/", "VP [< NP | << /b+/] !> S", 'i@np|"S" <-2 *', "/^(NP|VP)(-[A-Z]+)*$/ >>, __",
    "(NP <: (VP ,, S))", "NP ![< VP & $ PP]", "* <1 /(a|a)+$/",
)  # fmt: skip
JOINED = (
    "gold: NP=x > VP  system: x > NP", "gold: NP=x << *=y  !system: x < y  count by x, mother of x", "one: x $.. *  two: *=x . VP",
    '!gold: PP=x  "one": x', "gold: NP=x  count by words of mother of x in gold",
    "gold: a=x >@L2-3 *=y  system: x << y count by head of x",
    'gold: lemma=be&Number=Plur=x $ "w1"  system: x !< upos!=NOUN', "PP > VP  system: PP > NP",
)  # fmt: skip
SOURCES = (
    "^w[0-9]+$", "(a|a)+$", "(a+)+b", r"(\w|\d)*x", "(?:a?){30}a{30}", "[^a-z]|[[:alpha:]]{2,3}?", "(?P<n>a)(?P=n)*",
    "(?x) (a #b\n)+ +", r"(?i:s)(?=x*)\b(?<!a)", "((a{9}){9}){9}", r"(.*)*\1$", "a{,}{e<=1}",
)  # fmt: skip
PIECES = (
    *RELATIONS, "(" * 101, "[" * 101, "<99999999999", "/a{4294967295}/", "{65535}", "a" * 40, "(a*)*", "(?:", "(?", "i@", "gold:",
    "|" * 9, "9" * 5000, "NP" * 600, "=x", " system: ", "!one: ", " count by ", " of x", " in gold", "@L", '"two": ',
)  # fmt: skip


def run(rounds: int, seed: int) -> str:
    """See the package: each round is a pattern over one of a few treebanks, or a regular expression over its words."""
    draw = random.Random(seed)
    files = [parse(random_file(seed=number, sentences=8, unary=0.3)[0]).trees for number in range(3)]
    comparisons = [_trees(), _words()]
    files.append(parse(f"(S (A{'a' * 30}b {'a' * 35}b) ({'a' * 80}))\n(S)\n(())\n(S (S (S (S x))))").trees)
    ends: Counter[str] = Counter()
    slowest = 0.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number in range(rounds):
            kind = draw.choice((PATTERNS, JOINED, SOURCES))
            text = mutated(draw, draw.choice(kind))
            trees = draw.choice(files)
            begun = time.process_time()
            try:
                if kind is JOINED:
                    ends[_found(text, draw.choice(comparisons), draw.randrange(2))] += 1
                else:
                    ends[_looked_for(text, trees, kind is PATTERNS)] += 1
            except TreecompareError as error:
                assert len(str(error).splitlines()) == 1 or "\n" in text or "\x1b" in text, (seed, number, text)
                ends["too long" if "takes too long" in str(error) else "refused"] += 1
            except Exception as error:
                raise AssertionError(f"seed {seed}, round {number}: {text!r}") from error
            took = time.process_time() - begun
            slowest = max(slowest, took)
            assert took < ALLOWED + SLACK, f"seed {seed}, round {number}: {text!r} took {took:.1f} s"
    told = ", ".join(f"{count:,} {name}" for name, count in sorted(ends.items()))
    return f"{rounds:,} patterns and expressions: {told}; the slowest {slowest:.2f} s"


def _looked_for(text: str, trees: Trees, is_pattern: bool) -> str:
    with one_query(ALLOWED):
        if not is_pattern:
            found = Expression(text, ignores_case=True).search(trees.symbols.texts)
            return "found" if any(found) else "not found"
        mask = compile_pattern(text).nodes(trees)
    assert mask.shape == trees.labels.shape and mask.dtype == np.bool_
    return "found" if mask.any() else "not found"


def _trees() -> Comparison:
    gold, test = random_file(seed=5, sentences=8)
    other = random_file(seed=6, sentences=8)[1]
    systems = [replace(parse(one), name=name) for name, one in (("one", test), ("two", other))]
    return ConstituentComparison(parse(gold), systems, Settings(params="none"))


def _words() -> Comparison:
    draw = random.Random(3)

    def row(number: int) -> tuple[str, int, str, str]:
        head = draw.choice([one for one in range(5) if one != number])
        return f"w{number}", head, draw.choice(("a", "b:c")), draw.choice(("NOUN", "VP"))

    words = [[row(number) for number in range(1, 5)] for _ in range(6)]
    sides = [
        DependencyTreebank(name, "", "conllu", Dependencies.of(words), np.arange(1, 7))
        for name in ("gold", "one", "two")
    ]
    return DependencyComparison(sides[0], sides[1:])


def _found(text: str, comparison: Comparison, system: int) -> str:
    """Hits are in sentences that match, and as many as are counted."""
    with one_query(ALLOWED):
        found = where(comparison, text)
        hits = found.hits[system]
        counted = count_table(comparison, found)
        hit_tables(comparison, found)
    if found.pattern.variables:
        assert np.array_equal(np.unique(hits.rows), np.flatnonzero(hits.matches))
        searched = found.hits if "system" in found.pattern.sides else found.hits[:1]
        assert sum(int(str(row[-2])) for row in counted.rows) == sum(map(len, searched))
    for row in np.flatnonzero(hits.matches).tolist():
        hits.lit(row)
    return "found" if hits.matches.any() else "not found"


def mutated(draw: random.Random, text: str) -> str:
    """The text with letters and pieces put in, taken out, doubled and exchanged."""
    for _ in range(draw.choice((0, 1, 1, 2, 3, 6))):
        place = draw.randint(0, len(text))
        kind = draw.randrange(5)
        if kind == 0:
            text = text[:place] + draw.choice(LETTERS) + text[place:]
        elif kind == 1:
            text = text[:place] + text[place + draw.randint(1, 4) :]
        elif kind == 2:
            end = place + draw.randint(1, 12)
            text = text[:end] + text[place:end] * draw.choice((1, 1, 2, 30)) + text[end:]
        elif kind == 3:
            text = text[:place] + draw.choice(PIECES) + text[place:]
        else:
            other = draw.choice((*PATTERNS, *JOINED, *SOURCES))
            text = text[:place] + other[draw.randint(0, len(other)) :]
    return text
