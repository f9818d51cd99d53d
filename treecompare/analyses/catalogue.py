"""Analyses of a scored comparison. ``ANALYSES`` is the one tuple that window and command line iterate.

To add one: write a function that takes a comparison and a view and returns tables, and add its entry here, or to an extra.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from operator import attrgetter

from treecompare.analyses.analysis import ALL, Analysis
from treecompare.analyses.by_category import (
    breakdown_tables,
    confusion_tables,
    function_tables,
    label_by_system_tables,
    label_tables,
    relation_by_system_tables,
)
from treecompare.analyses.columns import column_tables, edge_tables
from treecompare.analyses.constituents import ancestry_tables, discontinuous_tables, mother_tables
from treecompare.analyses.errors import error_tables, grouped_error_tables
from treecompare.analyses.failures import (
    constituent_error_failure_tables,
    constituent_failure_tables,
    dependency_error_failure_tables,
    dependency_failure_tables,
)
from treecompare.analyses.frameworks import framework_tables, scenario_tables
from treecompare.analyses.jp_evalb import jp_evalb_tables
from treecompare.analyses.patterns import pattern_tables
from treecompare.analyses.rankings import agreement_tables, decile_tables, ranking_tables, significance_tables
from treecompare.analyses.schemes import operation_tables, scheme_tables
from treecompare.analyses.statistics import checklist_tables, pairing_tables, skipped_tables, statistics_tables
from treecompare.analyses.suites import judged_score_tables, judgement_tables, phenomenon_tables
from treecompare.analyses.variation import check_tables, variation_tables
from treecompare.analyses.wins import constituent_right_tables, dependency_right_tables, win_tables
from treecompare.analyses.words import lineage_tables, word_tables
from treecompare.comparison.base import Comparison
from treecompare.errors import UsageError
from treecompare.registry import all_of, check, load
from treecompare.scores.result import ResultTable, View

__all__ = ["ANALYSES", "Analysis", "ResultTable", "View", "analysis"]


def _unjudged(comparison: Comparison) -> str:
    judgements = comparison.judgements
    return "" if judgements.phenomena or judgements.correct else "nothing has been marked or judged"


def _unbroken(comparison: Comparison) -> str:
    table = comparison.table
    if table.waits():
        return ""  # nobody knows yet
    has_some = any(comparison.discontinuous(system).any() for system in range(len(table.systems)))
    return "" if has_some else "no constituent has words that stand apart"


_OF_CORE = (
    Analysis(
        "rankings", "Rankings under every measure",
        "How systems rank by roof or whole trees, E or T, Dice or Jaccard, pooled or mean (Emms 2008, tables 3, 4)",
        ranking_tables, "average", further=("Rank changes",),
    ),
    Analysis(
        "concordance", "Agreement of A and B",
        "How similarly two measures rank the same sentences: Kendall's distance (Emms 2008, section 3)",
        agreement_tables, "system measures", ALL, further=("Kendall distance of measures",),
    ),
    Analysis(
        "deciles", "Deciles of A by B",
        "Tenths of the sentences under A by tenths under B (Sampson & Babarczy 2003, section 6)",
        decile_tables, "system measures", ALL,
    ),
    Analysis(
        "wins", "Wins and losses",
        "On how many sentences a system is better or worse than each other one, and by which types of error",
        win_tables, "system measures baseline", ALL, True,
    ),
    Analysis(
        "significance", "Significance",
        "Whether differences between systems may be chance: shuffling and paired bootstrap (Tsarfaty et al. 2011)",
        significance_tables, "measures average", ALL,
    ),
    Analysis(
        "ancestry", "E-mappings that are not T-mappings",
        "Sentences in which nodes over the same words are in a different order (Emms 2008, section 2)",
        ancestry_tables, "system",
    ),
    Analysis(
        "errors", "Errors by type",
        "What is attached elsewhere, missing or relabelled: counts, rates, costs under two measures, from where to where",
        error_tables, "baseline", "constituents dependencies", True,
        further=("Errors by type: rates", "Errors by type: cost", "What is wrong", "From where to where", "Too high or too low"),
    ),
    Analysis(
        "error-groups", "Errors by length and depth", "Errors by sentence length, by depth in the tree, and by phenomenon",
        grouped_error_tables, "judgements", "constituents dependencies", True,
        further=("Errors by sentence length", "Errors by depth", "Errors by phenomenon"),
    ),
    Analysis(
        "mothers", "Constituents and their mothers",
        "The constituents of each system, and how many of them are under a different mother", mother_tables,
    ),
    Analysis(
        "discontinuous", "Discontinuous constituents",
        "Constituents whose words stand apart: how many, in how many sentences, of which labels", discontinuous_tables,
        without=_unbroken,
    ),
    Analysis(
        "labels", "Constituents by label", "Recall, precision and F1 per label, and which labels are confused",
        label_tables, "system", "constituents lattices", further=("Constituents confused", "Cross-table of constituents"),
    ),
    Analysis(
        "tags", "Tags", "The same for part-of-speech tags", partial(label_tables, kind="tags"), "system",
        "constituents lattices", further=("Part-of-speech tags confused", "Cross-table of part-of-speech tags"),
    ),
    Analysis(
        "functions", "Functions",
        "Grammatical functions of constituents that match: recall, precision, F1, accuracy, and which are confused (Blaheta & "
        "Charniak 2000)",
        function_tables, "system", further=("Functions confused", "Cross-table of functions"),
    ),
    Analysis(
        "words", "Worst words and lineages",
        "Words, tags, lineages and constituents with the largest losses under Leaf-Ancestor (Sampson & Babarczy 2003, section 7)",
        word_tables, "system variant", further=("Worst words", "Worst tags", "Worst lineages", "Worst constituents"),
    ),
    Analysis(
        "lineages", "Words and their lineages",
        "The Leaf-Ancestor score of each word of a sentence, or of all: both lineages, and the edit (Sampson & Babarczy "
        "2003)",
        lineage_tables, "system variant sentence",
    ),
    Analysis(
        "pattern", "Pattern of the filter",
        "Scores where the pattern of the filter matches and where it does not; hits, counted by what is captured",
        pattern_tables, "measures average variant pattern", "constituents dependencies",
    ),
    Analysis(
        "phenomena", "Scores per phenomenon",
        "Every measure per phenomenon and system (Kübler et al. 2008, tables 4 and 8)",
        phenomenon_tables, "measures average judgements", ALL, without=_unjudged,
    ),
    Analysis(
        "judgements", "Error classes and judgements",
        "Error classes per phenomenon, and what was parsed correctly (Kübler et al. 2008, tables 2 and 9)",
        judgement_tables, "judgements", ALL, without=_unjudged,
    ),
    Analysis(
        "judged-scores", "Scores of parses judged correct and incorrect",
        "The mean scores of parses that people judged correct, and of the others, under every measure (Kübler et al. 2008)",
        judged_score_tables, "measures judgements", ALL, without=_unjudged,
    ),
    Analysis(
        "breakdown", "Words by category", "Heads and relations by relation, part of speech, distance, direction, length",
        breakdown_tables, "system", "dependencies",
        further=("By relation", "By part of speech", "By tag", "By distance", "By direction", "By length"),
    ),
    Analysis(
        "confusion", "Confusions", "Relations, parts of speech and heads that are confused",
        confusion_tables, "system", "dependencies",
        further=("Relations confused", "Parts of speech confused", "Parts of speech of heads confused"),
    ),
    Analysis(
        "edges", "Enhanced dependencies",
        "Edges by type of enhancement and by relation, missing and extra ones, graphs with their empty nodes (Bouma et al. 2020)",
        edge_tables, "system", "dependencies",
        without=attrgetter("without_graphs"),
    ),
    Analysis(
        "columns", "Features, tags and lemmas",
        "UPOS, XPOS, LEMMA, FEATS and MISC of aligned words: recall, precision and F1 of each feature and value, and what differs",
        column_tables, "system", "dependencies",
    ),
    Analysis(
        "failures", "What parsers fail on", "Configurations in which constituents are missed, or words lose, more often than "
        "elsewhere (Sampson & Babarczy 2003, section 7)", constituent_failure_tables, "system variant", is_of_errors=True,
    ),
    Analysis(
        "word-failures", "What parsers fail on", "Configurations in which heads or labels are wrong more often than elsewhere",
        dependency_failure_tables, "system", "dependencies", is_of_errors=True,
    ),
    Analysis(
        "error-causes", "Error contexts",
        "Per type of error: configurations in which constituents are part of such errors more often than elsewhere",
        constituent_error_failure_tables, "system", is_of_errors=True,
    ),
    Analysis(
        "word-error-causes", "Error contexts",
        "Per type of error: configurations in which words are part of such errors more often than elsewhere",
        dependency_error_failure_tables, "system", "dependencies", is_of_errors=True,
    ),
    Analysis(
        "labels-by-system", "F1 of each label", "All systems side by side", label_by_system_tables,
        of_kinds="constituents lattices",
    ),
    Analysis(
        "relations-by-system", "F1 of each relation", "And its attachment, all systems side by side",
        relation_by_system_tables, of_kinds="dependencies", further=("Head and relation right", "F1 of relation and head together"),
    ),
    Analysis(
        "right", "Who is right", "Sentences and constituents that both of two systems, only one, or neither gets right",
        constituent_right_tables, "system", further=("Constituents right",),
    ),
    Analysis(
        "words-right", "Who is right", "Sentences and words that both of two systems, only one, or neither gets right",
        dependency_right_tables, "system", "dependencies", further=("Words right",),
    ),
    Analysis(
        "statistics", "Statistics of the treebanks", "What the treebanks are like (Kübler et al. 2008, table 1)", statistics_tables,
        of_kinds=ALL,
    ),
    Analysis(
        "scenarios", "Gold, predicted and raw input",
        "SegEval, ParsEval or attachment scores, and TedEval over lattices (Tsarfaty et al. 2012, ACL, tables 1 and 2)",
        scenario_tables, "average", "lattices",
    ),
    Analysis(
        "schemes", "Systems by golds",
        "Each system against each gold and against what the golds share (Tsarfaty et al. 2011, tables 1 and 2)",
        scheme_tables, "average", "schemes",
    ),
    Analysis(
        "frameworks", "Frameworks",
        "Parsers of constituents and dependencies by ParsEval, TedEval, UAS and LAS; the overlap of golds (Tsarfaty et al. 2012, "
        "tables 1 and 2)",
        framework_tables, "average", "schemes", further=("Overlap of the golds",),
    ),
    Analysis(
        "operations", "Operations by label",
        "Errors and scheme differences by label, and how the schemes differ (Tsarfaty et al. 2012, section 3.3)",
        operation_tables, "system", "schemes", further=("What the golds differ in",),
    ),
    Analysis(
        "pairing", "How sentences were paired",
        "Which sentences of each system correspond to which of the gold, and how they differ",
        pairing_tables, of_kinds="constituents dependencies lattices",
    ),
    Analysis(
        "jp-evalb", "jp-evalb",
        "Lines and words paired greedily as by that program, beside their exact alignment (Jo, Park & Park 2024)",
        jp_evalb_tables, further=("Groups that differ",),
    ),
    Analysis(
        "checklist", "Checklist of the evaluation",
        "What readers of a paper have to know to get the same figures: sentences, missing parses, preparation, averages, test",
        checklist_tables, "measures average baseline", ALL,
    ),
    Analysis(
        "check", "Check of the gold: all agree on another value",
        "Where all systems have the same other head, relation, label or tag",
        check_tables,
    ),
    Analysis(
        "word-check", "Check of the gold: all agree on another value",
        "Where all systems have the same other head, relation, label or tag",
        check_tables, of_kinds="dependencies",
    ),
    Analysis(
        "variation", "Check of the gold: variation",
        "The same words with the same neighbours, annotated differently (Dickinson & Meurers 2003; Boyd et al. 2008)",
        variation_tables, of_kinds="constituents dependencies",
    ),
    Analysis("skipped", "Sentences that were not scored", "Why sentences were skipped", skipped_tables, of_kinds=ALL),
)  # fmt: skip


def _with_extras(analyses: Iterable[Analysis]) -> Iterator[Analysis]:
    """Those of extras behind the one that they name, or at the end."""
    further = [load(where) for where in all_of("analyses").values()]
    for analysis in analyses:
        yield analysis
        yield from (one for one in further if one.behind == analysis.key)
    yield from (one for one in further if not one.behind)


ANALYSES: tuple[Analysis, ...] = tuple(_with_extras(_OF_CORE))
EARLIER = {"agreement": "concordance"}
"""What analyses were called before, and may be called still."""


def analysis(key: str, kind: str = "") -> Analysis:
    """The analysis of that key, or of one that it had before.

    Raises UsageError: there is none, or none for that kind of comparison, or its extra is not installed.
    """
    check(key)
    offered = [one for one in ANALYSES if not kind or kind in one.kinds]
    found = next((one for one in offered if one.key == EARLIER.get(key, key)), None)
    if found is None:
        of = f" of {kind}" if kind else ""
        raise UsageError(f"{key}: no such report{of}; expected one of {', '.join(one.key for one in offered)}")
    return found
