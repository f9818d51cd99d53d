"""The consensus of several treebanks as it is shown and written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from treecompare.errors import UsageError, counted
from treecompare.extras.annotators import constituent_consensus, dependency_consensus
from treecompare.extras.annotators.best_tree import KINDS
from treecompare.extras.annotators.several import Ballot, Several
from treecompare.readers import DependencyTreebank
from treecompare.readers.brackets import read_brackets
from treecompare.readers.conllu import read_conllu
from treecompare.readers.treebank import AnyTreebank, of_kind
from treecompare.reading import whole_number
from treecompare.scores.result import Column, ResultTable, Value, count_column, share_column, text_column


@dataclass(frozen=True, eq=False)
class Consensus:
    """``text``: the treebank; ``tables``: those that scripts compare; ``told``: who did not vote, and why."""

    text: str
    tables: dict[str, list[list[str]]]
    summary: ResultTable
    told: list[str]


def consensus_of(several: Several, weights: Sequence[int], fewest_roots: bool = True) -> Consensus:
    """The consensus of dependencies or of constituents."""
    title = f"Consensus of {', '.join(several.names)}"
    if isinstance(several.treebanks[0], DependencyTreebank):
        found = list(dependency_consensus.consensus(several, weights, fewest_roots))
        kinds = Counter(kind for one in found for kind in one.kinds)
        words = sum(kinds.values())
        rows: list[Sequence[Value]] = [(kind, kinds[kind], kinds[kind] / words) for kind in KINDS if kinds[kind]]
        columns = [text_column("kind"), count_column("words"), share_column("% of words", key="share")]
        tables = {"words": dependency_consensus.word_rows(several, weights, found)}
        text = dependency_consensus.as_conllu(several, weights, found)
        notes = [*_left_out(found), *_enhanced(several), _two(weights)]
        return Consensus(text, tables, _table(title, columns, rows, notes), told(several, found))
    trees = list(constituent_consensus.consensus(several, weights))
    spans = [node for one in trees for node in one.nodes]
    totals = {one.row: sum(weights[file] for file in one.voters) for one in trees}
    everybody = sum(node.chain_votes == totals[one.row] for one in trees for node in one.nodes)
    fewer = sum(2 * node.chain_votes <= totals[one.row] for one in trees for node in one.nodes)
    counts = {
        "all voters have the node with its label": everybody,
        "more than half have it with its label": len(spans) - everybody - fewer,
        "more than half have a node, fewer this label": fewer,
    }
    shares: list[Sequence[Value]] = [
        (what, count, count / len(spans) if spans else None) for what, count in counts.items()
    ]
    columns = [text_column("nodes where"), count_column("nodes"), share_column("% of nodes", key="share")]
    tables = {"nodes": constituent_consensus.node_rows(several, weights, trees)}
    text = "".join(f"{constituent_consensus.bracketed(one)}\n" for one in trees)
    return Consensus(text, tables, _table(title, columns, shares, _left_out(trees)), told(several, trees))


def _table(title: str, columns: Sequence[Column], rows: Sequence[Sequence[Value]], notes: Sequence[str]) -> ResultTable:
    return ResultTable(title, tuple(columns), [list(row) for row in rows], note="\n".join(one for one in notes if one))


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
    votes = weights_of(weights, len(voters))
    if isinstance(voters[0], DependencyTreebank):
        found = list(dependency_consensus.consensus(several, votes, True))
        text = dependency_consensus.as_conllu(several, votes, found)
        if not text:
            raise UsageError(f"{path}: no sentence has a consensus; expected analyses of the same words that are trees")
        return read_conllu(text.encode("utf-8", "replace"), path, name)
    trees = list(constituent_consensus.consensus(several, votes))
    lines = "".join(f"{constituent_consensus.bracketed(one)}\n" for one in trees)
    made = read_brackets(lines.encode("utf-8", "replace"), path, name)
    return made.with_fields(ids=[several.ids[one.row] for one in trees] if voters[0].ids is not None else None)
