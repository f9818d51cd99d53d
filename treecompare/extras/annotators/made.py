"""The consensus of systems as a further system."""

from __future__ import annotations

from collections.abc import Sequence

from treecompare.errors import UsageError
from treecompare.extras.annotators import constituent_consensus, dependency_consensus
from treecompare.extras.annotators.several import Several
from treecompare.readers import DependencyTreebank
from treecompare.readers.brackets import read_brackets
from treecompare.readers.conllu import read_conllu
from treecompare.readers.treebank import AnyTreebank
from treecompare.reading import whole_number

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
