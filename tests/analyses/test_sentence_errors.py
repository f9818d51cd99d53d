"""The errors of one sentence in words."""

from __future__ import annotations

from tests.mappings.test_word_errors import SAW, conllu
from treecompare.analyses.sentence_errors import SentenceErrors, sentence_errors, why_no_errors
from treecompare.comparison.base import Comparison, score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.mappings.mapping import DELETED, SWAPPED
from treecompare.readers import parse
from treecompare.readers.conll import CONLLU

NP = "(S (NP (PRP she)) (VP (VBD saw) (NP (NP (DT a) (NN man)) (PP (IN with) (NP (NNS ears))))) (. .))"
VP = "(S (NP (PRP she)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN with) (NP (NNS ears)))) (. .))"
TAG, BOTH = (one.replace("(DT a)", "(CD a)") for one in (NP, VP))


def trees() -> Comparison:
    """In the first system the first sentence has two errors, in the other none; elsewhere the first has two more."""
    systems = [parse("\n".join(lines)) for lines in ((BOTH, TAG, TAG), (NP, NP, "()"))]
    return score(ConstituentComparison(parse("\n".join([NP, NP, NP])), systems))


def errors_of(comparison: Comparison, system: int, sentence: int) -> SentenceErrors:
    return sentence_errors(comparison, system, sentence, comparison.errors(system))


def test_what_is_wrong_what_it_costs_and_how_often() -> None:
    comparison = trees()
    found = errors_of(comparison, 0, 0)
    numbers = [comparison.errors_in(system, 0) for system in (0, 1)]
    assert (found.said(), numbers) == ("2 errors", [2, 0])
    assert [(one.first_cost, one.second_cost) for one in found.own] == [(2, 1), (1, 1)]
    rows = {row.title: row for row in map(found.row, found.own)}
    attachment, tag = rows["PP attachment"], rows["Tag"]
    assert (attachment.words, attachment.sites) == ("NP a man with ears", "Constituent missing · NP → VP · too high")
    assert (attachment.link, attachment.operation) == ("1 in all ›", DELETED)
    assert (tag.words, tag.sites, tag.link, tag.operation) == ("DT a", "DT → CD", "3 in all ›", SWAPPED)


def test_why_there_are_none() -> None:
    comparison = trees()
    assert errors_of(comparison, 1, 0).said() == "No errors."
    assert [comparison.errors_in(system, 2) for system in (0, 1)] == [1, None]
    assert errors_of(comparison, 1, 2).said().startswith("No error analysis: ")
    assert why_no_errors(comparison, 0) == ""
    waiting = ConstituentComparison(parse(NP), [parse(VP)])
    assert why_no_errors(waiting, 0) == "Error types follow once all sentences are compared."


def test_where_neither_is_gold_errors_are_differences() -> None:
    comparison = trees()
    comparison.call_by_names()
    found, names = errors_of(comparison, 0, 0), comparison.names(0)
    assert found.said() == "2 differences"
    sites = next(row.sites for row in map(found.row, found.own) if row.title == "PP attachment")
    assert sites == f"Constituent only in {names.first} · NP → VP · higher in {names.second}"


def test_words_of_dependencies() -> None:
    gold, system = (
        CONLLU.read((conllu(SAW.format(*end)) + "\n").encode(), "f", "f") for end in ((4, "nmod"), (2, "obl"))
    )
    found = errors_of(score(DependencyComparison(gold, [system])), 0, 0)
    (one,) = found.own
    row = found.row(one)
    assert (row.title, row.words) == ("Obliques and nominal modifiers", "nmod → obl telescope")
    assert (row.sites, one.first_cost, one.second_cost) == ("Head and relation · _ → _ · too high", 1, 1)
