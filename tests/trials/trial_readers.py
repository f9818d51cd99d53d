"""Damaged files of every kind, through every reader: what comes is a result, or one sentence (ReadError, UsageError)."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from unittest import mock

from tests.trials.mutations import damaged
from tests.trials.sentences import WRITERS, document
from tests.trials.sentences import sentence as random_sentence
from treecompare import reading
from treecompare.comparison.judgements import read_judgements, read_scheme
from treecompare.comparison.schemes.files import read_zero_costs
from treecompare.errors import ReadError, UsageError
from treecompare.mappings.edits import read_costs
from treecompare.readers import DEPENDENCY_READERS, DependencyTreebank, Treebank, read, read_any, read_dependencies
from treecompare.readers import READERS as TREE_READERS
from treecompare.readers.lattice_files import LATTICE_READERS, read_lattices, read_segmentation, tokens_of
from treecompare.reading import rules
from treecompare.trees.head_rules import read_head_rules
from treecompare.trees.preparation import read_parameters
from treecompare.trees.writing import conllu_lines

BRIEF, FULL = 5_000, 1_000_000
SLOWEST = 5.0
"""Seconds; no reading of a few hundred bytes takes so long."""

BRACKETS = (
    "( (S (NP-SBJ (DT The) (NN café)) (VP (VBD sat) (. .))) )\n(S (# #) (NP a))\n\n(TOP\n  (S (X b)\n    (Y c)))\n(())\n"
).encode()
CONLLU = (
    b"# sent_id = a\n# text = ab c\n1-2\tab\t_\t_\t_\tTypo=Yes\t_\t_\t_\tSpaceAfter=No\n1\ta\ta\tDET\tD\tF=1\t2\tdet\t2:det\t_\n"
    b"2\tb\tb\tNOUN\t_\t_\t0\troot\t0:root\t_\n2.1\te\te\tVERB\t_\t_\t_\t_\t0:root\t_\n3\tc\tc\tPUNCT\t_\t_\t2\tpunct\t_\t_\n\n"
    b"# sent_id = b\n1\tx\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
)
CONLLX = b"1\ta\t_\tD\tDT\t_\t2\tdet\t2\tdet\n2\tb\t_\tN\tNN\t_\t0\troot\t_\t_\n\n1\tc\t_\tN\tNN\t_\t0\troot\t_\t_\n\n"
CONLL09 = b"1\ta\ta\ta\tD\tD\t_\t_\t2\t2\tdet\tdet\t_\t_\n2\tb\tb\tb\tN\tN\t_\t_\t0\t0\troot\troot\tY\tb.1\n\n"
MALT = b"a\tD\t2\tdet\nb\tN\t0\troot\n\n"
SPMRL = b"0\t1\tb\tb\tP\tP\t_\t1\n1\t2\tbit\tbit\tN\tN\tgen=F\t1\n0\t2\tbbit\t_\tN\tN\t_\t1\n2\t3\tx\tx\tV\tV\t_\t2\n\n"
CONLLUL = b"# sent_id = a\n0-2\tab\t_\n0\t1\ta\ta\tDET\t_\t_\t_\t_\n1\t2\tb\tb\tNOUN\t_\t_\t_\t_\n2\t3\tc\tc\tPUNCT\t_\t_\t_\t_\n\n"
_RANDOM = random.Random(1)
WRITTEN = {kind: document(_RANDOM, kind, [random_sentence(_RANDOM), random_sentence(_RANDOM)]) for kind in WRITERS}
"""Small files of every format."""
_ALL_TREES = tuple(WRITTEN.values())
SEGMENTS = "ab\ta:b\nc\tc\n13:30\t13:30\n\n::\t:::\nשלום\tש:לום\n".encode()
COSTS = "# label, label, cost\nNP\tVP\t0.5\n\\#\t$\t1.25\nÄ NP 2\n#\tX\t0.1\n".encode()
HEADS = (
    b"title a table\npunctuation , . :\nconjunction CC\n[heads]\nVP left VBD > VBN ; right NP\n  NN ; left\n* left\n"
    b"[relations]\nSBJ -SBJ\nOBJ NP under VP beside VB* after\n"
)
PARAMETERS = (
    b"# evalb\nDEBUG 0\nMAX_ERROR 10\nCUTOFF_LEN 40\nLABELED 1\n"
    b"DELETE_LABEL TOP\nDELETE_LABEL #\nEQ_LABEL ADVP PRT\nEQ_WORD a b\nQUOTE_LABEL ''\n"
)
JUDGEMENTS = b"sentence\tphenomenon\tsystem\tclass\tcorrect\n1\tPP\tmalt\tA\tyes\n\\#2\tRC\n3\tPP\tmalt\t\tno\n"
SCHEME = b"ERC\t\textraposed relative clause\nERC\tA\tnot recognised\n"
ZERO_COSTS = b"# free\nnsubj obj\n\\#a b\n"


def _constituents(treebank: Treebank | DependencyTreebank) -> None:
    if isinstance(treebank, Treebank):
        for tree in treebank.trees:
            tree.brackets()
        return
    for sentence in treebank.sentences:
        conllu_lines(sentence)
        assert isinstance(sentence.text, str)


def _lattices(path: str, format: str | None) -> None:
    lattices = read_lattices(path, format).lattices
    for place in range(len(lattices)):
        assert len(lattices[place].arcs) == len(lattices[place])
        assert isinstance(lattices[place].problems, list)


def _segments(path: str) -> None:
    for sentence in read_segmentation(path).sentences:
        tokens_of([part for _, written in sentence for part in written.split(":")], sentence)


READERS: list[tuple[Callable[[str], object], tuple[bytes, ...]]] = [
    (lambda path: _constituents(read_any(path)), (BRACKETS, CONLLU, CONLLX, CONLL09, MALT, *_ALL_TREES)),
    *(
        (
            lambda path, one=one: _constituents(read(path, one.name)),
            tuple(  # type: ignore[misc]
                document for kind, document in WRITTEN.items() if WRITERS[kind][0] == one.name
            )
            or _ALL_TREES,
        )
        for one in TREE_READERS
    ),
    (lambda path: _constituents(read(path)), (BRACKETS,)),
    (lambda path: _constituents(read_dependencies(path)), (CONLLU, CONLLX, CONLL09, MALT)),
    *(
        (lambda path, one=one: _constituents(read_dependencies(path, one.name)), (CONLLU, CONLLX, CONLL09, MALT))  # type: ignore[misc]
        for one in DEPENDENCY_READERS
    ),
    (lambda path: _lattices(path, None), (SPMRL, CONLLUL)),
    *((lambda path, one=one: _lattices(path, one.name), (SPMRL, CONLLUL)) for one in LATTICE_READERS),  # type: ignore[misc]
    (_segments, (SEGMENTS,)),
    (read_costs, (COSTS,)),
    (lambda path: read_costs(path, 2.0), (COSTS,)),
    (read_head_rules, (HEADS,)),
    (read_parameters, (PARAMETERS,)),
    (lambda path: read_judgements(path, ["a", "#2", "3"]), (JUDGEMENTS,)),
    (read_scheme, (SCHEME,)),
    (read_zero_costs, (ZERO_COSTS,)),
]
ALL = [document for _, documents in READERS for document in documents]


def run(rounds: int, seed: int) -> str:
    refused, slowest, data = 0, 0.0, b""
    # what is read is handed over in memory: a million files take their time
    with mock.patch.object(reading, "_content_of_file", lambda path, most, expected: data):
        for turn in range(rounds):
            rng = random.Random(seed * 1_000_003 + turn)
            reader, documents = rng.choice(READERS)
            data = damaged(rng, rng.choice(documents if rng.random() < 0.95 else ALL), rng.choice(ALL))
            begun = time.process_time()
            try:
                with rules(most=rng.choice((100_000_000, 100_000_000, 200))):
                    reader("input")
            except (ReadError, UsageError) as error:
                refused += 1
                assert "\n" not in str(error) and "expected" in str(error), f"round {turn}, {data[:300]!r}: {error}"
            except Exception as error:
                raise AssertionError(f"round {turn}, {data[:300]!r}: {error!r}") from error
            taken = time.process_time() - begun
            assert taken < SLOWEST, f"round {turn}, {data[:300]!r}: {taken:.1f} s"
            slowest = max(slowest, taken)
    return f"{rounds:,} damaged files, {refused:,} refused in one sentence, no fault; the slowest took {1000 * slowest:.0f} ms"
