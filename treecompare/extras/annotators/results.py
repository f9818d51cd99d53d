"""The consensus of several treebanks as it is shown and written, and as a system that is compared with others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from treecompare.errors import UsageError, counted
from treecompare.extras.annotators import constituent_consensus, dependency_consensus
from treecompare.extras.annotators.several import Ballot, Several
from treecompare.readers import DependencyTreebank
from treecompare.readers.brackets import read_brackets
from treecompare.readers.conll import read_conllu
from treecompare.readers.treebank import AnyTreebank, of_kind
from treecompare.reading import whole_number
from treecompare.scores.result import ResultTable, count_column, share_column, text_column


@dataclass(frozen=True, eq=False)
class Consensus:
    """``text``: the treebank; ``tables``: those that scripts compare; ``told``: who did not vote, and why; ``ballots``: of each row
    that was voted on."""

    text: str
    tables: dict[str, list[list[str]]]
    summary: ResultTable
    told: list[str]
    ballots: Sequence[Ballot]


def consensus_of(several: Several, weights: Sequence[int], fewest_roots: bool = True) -> Consensus:
    """The consensus of dependencies or of constituents."""
    voted: Sequence[Ballot]
    if isinstance(several.treebanks[0], DependencyTreebank):
        unit, what = "word", "kind"
        voted = words = list(dependency_consensus.consensus(several, weights, fewest_roots))
        text = dependency_consensus.as_conllu(several, weights, words)
        rows = dependency_consensus.word_rows(several, weights, words)
        counts = dependency_consensus.counts_of(words)
        notes = [*_enhanced(several), _two(weights)]
    else:
        unit, what, notes = "node", "nodes where", []
        voted = nodes = list(constituent_consensus.consensus(several, weights))
        text = constituent_consensus.as_brackets(nodes)
        rows = constituent_consensus.node_rows(several, weights, nodes)
        counts = constituent_consensus.counts_of(nodes, weights)
    total = sum(counts.values())
    columns = text_column(what), count_column(f"{unit}s"), share_column(f"% of {unit}s", key="share")
    shares = [[kind, count, count / total if total else None] for kind, count in counts.items()]
    note = "\n".join(filter(None, [*_left_out(voted), *notes]))
    summary = ResultTable(f"Consensus of {', '.join(several.names)}", columns, shares, note)
    return Consensus(text, {f"{unit}s": rows}, summary, told(several, voted), voted)


def _left_out(found: Sequence[Ballot]) -> list[str]:
    without = [one for one in found if one.reason]
    return [f"without a consensus: {counted(len(without), 'sentence')}"] if without else []


def _enhanced(several: Several) -> list[str]:
    """What is not voted on, and goes."""
    said = []
    for one in of_kind(several.treebanks, DependencyTreebank):
        empty = one.sentences.symbols.find("_")
        words = int((one.sentences.deps != (-1 if empty is None else empty)).sum())
        if nodes := len(one.sentences.empty_nodes.first):
            said.append(f"{one.name}: {counted(words, 'word')}, {counted(nodes, 'empty node')}")
        elif words:
            said.append(f"{one.name}: {counted(words, 'word')}")
    return [f"DEPS and empty nodes are not voted on and are left out ({'; '.join(said)})."] if said else []


def _two(weights: Sequence[int]) -> str:
    voting = [weight for weight in weights if weight]
    is_first = len(voting) == 2 and voting[0] == voting[1]
    if not is_first:
        return ""
    return "Of two files with equal votes the consensus is the first one; only where both agree does it say anything."


def told(several: Several, found: Sequence[Ballot], most: int = 10) -> list[str]:
    """Who did not vote on a sentence, and why; at most ``most`` lines, and how many more there are."""
    lines = []
    for one in found:
        name = several.ids[one.row]
        lines += [f"{name}: no vote of {said}" for said in one.told]
        if one.reason:
            lines.append(f"{name}: no consensus: {one.reason}")
    more = [f"… and {len(lines) - most:,} more"] if len(lines) > most else []
    return lines[:most] + more


MOST_WEIGHT = 1_000_000


def weights_of(text: str, files: int) -> list[int]:
    """``2,1,1``: a whole number from 0 for each file, or 1 each for none. Raises UsageError: it is something else, or all are 0."""
    if not text:
        return [1] * files
    given = [whole_number(one.strip(), MOST_WEIGHT + 1) for one in text.split(",")]
    weights = [one for one in given if one is not None and one <= MOST_WEIGHT]
    if len(weights) != files or len(given) != files or not any(weights):
        raise UsageError(
            f"weights {text[:40]}: expected {files} whole numbers from 0, not all 0, as in {','.join('1' * files)}"
        )
    return weights


def consensus_system(voters: Sequence[AnyTreebank], weights: str, path: str, name: str) -> AnyTreebank:
    """One tree of all voters; sentences without one have none. Raises UsageError: there are fewer than two voters or too many, they
    have no sentences in common, or ``weights`` are none."""
    several = Several.of(voters)
    found = consensus_of(several, weights_of(weights, len(voters)))
    if not found.text:
        raise UsageError(f"{path}: no sentence has a consensus; expected analyses of the same words that are trees")
    if isinstance(voters[0], DependencyTreebank):
        return read_conllu(found.text.encode("utf-8", "replace"), path, name)
    made = read_brackets(found.text.encode("utf-8", "replace"), path, name)
    return made.with_fields(ids=[several.ids[one.row] for one in found.ballots] if voters[0].ids is not None else None)
