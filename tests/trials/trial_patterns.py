"""Tree patterns and regular expressions, random and mutated, over small treebanks: a result or one sentence, in time."""

from __future__ import annotations

import random
import time
import warnings
from collections import Counter

import numpy as np

from tests.measures.test_properties import random_file
from treecompare.errors import TreecompareError
from treecompare.readers import parse
from treecompare.trees.expressions import Expression, one_query
from treecompare.trees.patterns import RELATIONS, compile_pattern
from treecompare.trees.tree import Trees

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
SOURCES = (
    "^w[0-9]+$", "(a|a)+$", "(a+)+b", r"(\w|\d)*x", "(?:a?){30}a{30}", "[^a-z]|[[:alpha:]]{2,3}?", "(?P<n>a)(?P=n)*",
    "(?x) (a #b\n)+ +", r"(?i:s)(?=x*)\b(?<!a)", "((a{9}){9}){9}", r"(.*)*\1$", "a{,}{e<=1}",
)  # fmt: skip
PIECES = (
    *RELATIONS, "(" * 101, "[" * 101, "<99999999999", "/a{4294967295}/", "{65535}", "a" * 40, "(a*)*", "(?:", "(?", "i@", "gold:",
    "|" * 9, "9" * 5000, "NP" * 600,
)  # fmt: skip


def run(rounds: int, seed: int) -> str:
    """See the package: each round is a pattern over one of a few treebanks, or a regular expression over its words."""
    draw = random.Random(seed)
    files = [parse(random_file(seed=number, sentences=8, unary=0.3)[0]).trees for number in range(3)]
    files.append(parse(f"(S (A{'a' * 30}b {'a' * 35}b) ({'a' * 80}))\n(S)\n(())\n(S (S (S (S x))))").trees)
    ends: Counter[str] = Counter()
    slowest = 0.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number in range(rounds):
            is_pattern = draw.random() < 0.6
            text = mutated(draw, draw.choice(PATTERNS if is_pattern else SOURCES))
            trees = draw.choice(files)
            begun = time.process_time()
            try:
                ends[_looked_for(text, trees, is_pattern)] += 1
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
            other = draw.choice((*PATTERNS, *SOURCES))
            text = text[:place] + other[draw.randint(0, len(other)) :]
    return text
