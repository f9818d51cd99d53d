"""The TedEval program on files of other segments: segmentation files beside the trees, profiles ``tedeval-2.1`` and ``-2.2``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from treecompare.comparison.base import AnyTreebank
from treecompare.comparison.schemes.files import SchemeFile, SchemeSettings, what_is_wrong
from treecompare.comparison.schemes.targets import scheme_table
from treecompare.errors import UsageError
from treecompare.mappings.tedeval_program import (
    Positions,
    ProgramTrees,
    count_program,
    count_program_segments,
    program_trees,
    side_by_side,
)
from treecompare.measures.tedeval import TEDEVAL_PARTS
from treecompare.readers.lattice_files import SegmentationFile, tokens_of
from treecompare.scores.table import SCORED, SKIPPED, ScoreTable
from treecompare.trees.functions import FunctionTrees
from treecompare.trees.symbols import Symbols

SEGMENTS = "segeval"
Words = list[list[str]]
"""The segments of each space-delimited word of a sentence."""


def count_segmented_program(
    gold: AnyTreebank, systems: Sequence[AnyTreebank], files: Sequence[SegmentationFile], settings: SchemeSettings
) -> ScoreTable:
    """The scores ``tedeval``, ``tedeval.unlabelled`` and ``segeval`` (the program's ``-seg``) of every system against one gold.

    ``files``: segmentations of the gold, then of the systems. Sentences are paired by order.

    Raises UsageError: there is not one segmentation for each file, or the profile is not a program's.
    """
    if settings.profile == "paper":
        raise UsageError("--profile is 'paper'; expected tedeval-2.1 or tedeval-2.2")
    if len(files) != 1 + len(systems):
        raise UsageError(f"{len(files)} segmentation files; expected one for the gold and one for each system")
    symbols = Symbols()
    reference = SchemeFile(gold, settings, symbols)
    golds = _words(reference, files[0])
    sentences = reference.sentences
    table = scheme_table([one.name for one in systems], sentences, settings.options, (*TEDEVAL_PARTS, SEGMENTS))
    table.lengths[:] = reference.lengths
    for system, treebank in enumerate(systems):
        parse = SchemeFile(treebank, settings, symbols)
        tests = _words(parse, files[system + 1])
        reasons: dict[int, str] = {}
        for sentence in range(sentences):
            ours, theirs = golds[sentence], tests[sentence] if sentence < len(tests) else "is missing"
            if isinstance(ours, str) or isinstance(theirs, str):
                side, why = ("gold", ours) if isinstance(ours, str) else ("parse", theirs)
                reasons[sentence] = f"the {side} {why}"
            elif len(ours) != len(theirs):
                reasons[sentence] = f"the space-delimited words differ: gold has {len(ours)}, system has {len(theirs)}"
        _enter(table, system, (reference, parse), (golds, tests), reasons)
    return table


def _words(file: SchemeFile, segmentation: SegmentationFile) -> list[Words | str]:
    found: list[Words | str] = []
    for sentence in range(file.sentences):
        if sentence in file.reasons:
            found.append(what_is_wrong(file.reasons[sentence]))
            continue
        if sentence in segmentation.problems:
            problem = segmentation.problems[sentence]
            found.append(f"has no segmentation, {segmentation.name}, line {problem.line}: {problem.reason}")
            continue
        if sentence >= len(segmentation.sentences):
            found.append(f"has no segmentation in {segmentation.name}")
            continue
        words = file.treebank.words_of(sentence)  # with the escapes that segmentation files have as well
        tokens = tokens_of(words, segmentation.sentences[sentence])
        if isinstance(tokens, str):
            found.append(f"does not fit its segmentation: {tokens}")
            continue
        of_words: Words = [[] for _ in segmentation.sentences[sentence]]
        for word, token in zip(words, tokens, strict=True):
            of_words[token - 1].append(word)
        found.append(of_words)
    return found


def _enter(
    table: ScoreTable,
    system: int,
    files: tuple[SchemeFile, SchemeFile],
    sides: tuple[list[Words | str], list[Words | str]],
    reasons: dict[int, str],
) -> None:
    kept = [-1 if sentence in reasons else sentence for sentence in range(table.sentences)]
    # what is left out has no words on either side
    words = [[_listed(side[sentence]) if sentence >= 0 else [] for sentence in kept] for side in sides]
    positions = side_by_side(words[0], words[1])
    profile = files[0].settings.profile
    gold, parse = (_program(file, kept, profile, places) for file, places in zip(files, positions, strict=True))
    for part in TEDEVAL_PARTS:
        table.enter(system, part, count_program(parse, gold, gold, part == "tedeval"))
    names = [[[segment for word in sentence for segment in word] for sentence in side] for side in words]
    table.enter(system, SEGMENTS, count_program_segments(names[1], positions[1], names[0], positions[0], profile))
    table.statuses[system] = np.where(np.array(kept) >= 0, SCORED, SKIPPED)
    table.set_reasons(system, reasons)


def _listed(words: Words | str) -> Words:
    return [] if isinstance(words, str) else words


def _program(file: SchemeFile, kept: list[int], profile: str, places: Positions) -> ProgramTrees:
    functions = file.functions
    trees = functions.trees.chosen(kept)
    return program_trees(FunctionTrees(trees, np.zeros(len(trees), np.int64)), profile, places)
