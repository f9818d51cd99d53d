"""Comparisons across annotation schemes."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from tests.conftest import stride
from treecompare.analyses.exports import scores_object
from treecompare.analyses.schemes import scheme_tables
from treecompare.comparison.base import score
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.schemes.files import SchemeSettings, read_zero_costs
from treecompare.comparison.settings import Settings
from treecompare.errors import ReadError, UsageError
from treecompare.measures import measure
from treecompare.measures.tedeval import SCHEME_PARTS
from treecompare.readers import AnyTreebank, read_any
from treecompare.scores.result import View
from treecompare.scores.table import SCORED, SKIPPED

ON = "1\tarrive\t0\troot\n2\ton\t1\ttmod\n3\tSunday\t2\tpobj\n"
SUNDAY = "1\tarrive\t0\troot\n2\ton\t3\tprep\n3\tSunday\t1\ttmod\n"
WRONG = "1\tarrive\t0\troot\n2\ton\t1\ttmod\n3\tSunday\t1\tpobj\n"
OTHER = "1\tgo\t0\troot\n2\thome\t1\tobj\n"


def dependencies(folder: Path, name: str, *sentences: str) -> AnyTreebank:
    lines = []
    for sentence in sentences:
        for line in sentence.splitlines():
            number, form, head, relation = line.split("\t")
            lines.append("\t".join((number, form, "_", "_", "_", "_", head, relation, "_", "_")))
        lines.append("")
    path = folder / f"{name}.conllu"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read_any(path, name=name)


def brackets(folder: Path, name: str, *trees: str) -> AnyTreebank:
    path = folder / f"{name}.mrg"
    path.write_text("\n".join(trees) + "\n", encoding="utf-8")
    return read_any(path, name=name)


def test_figure_1_of_2011(tmp_path: Path) -> None:
    """Each parser is perfect in its own scheme: attachment scores across schemes are 0, TedEval in common is 1."""
    golds = [dependencies(tmp_path, "A", ON), dependencies(tmp_path, "B", SUNDAY)]
    systems = [dependencies(tmp_path, "a", ON), dependencies(tmp_path, "b", SUNDAY)]
    found = score(SchemeComparison(golds, systems, [0, 1], parts=SCHEME_PARTS))
    for own in (0, 1):
        # the root's arc is right in either scheme, the two that the paper looks at are not
        assert found.tables[own,].ratio(1 - own, "las").numerator.tolist() == [2]
        assert found.tables[own,].summary(own, "las", "pooled") == 1.0
        for key in ("tedeval", "tedeval.unlabelled", "tedeval2011", "tedeval2011.unlabelled"):
            for average in ("pooled", "mean"):
                assert found.tables[0, 1].summary(own, key, average) == 1.0
    assert math.isnan(found.tables[0, 1].summary(0, "las", "pooled"))
    assert found.tables[0,].summary(1, "tedeval", "pooled") == 1 - 4 / 8


def test_across_frameworks(tmp_path: Path) -> None:
    """EACL 2012, figure 1: a parse equal to its own gold scores 1 in either scheme."""
    loves = "1\tJohn\t2\tsbj\n2\tloves\t0\troot\n3\tMary\t2\tobj\n"
    tree = "(S-root (NP-sbj (NN-hd John)) (VP-prd (V-hd loves) (NP-obj (NN-hd Mary))))"
    plain = "(S (NP (NN John)) (VP (V loves) (NP (NN Mary))))"
    golds = [dependencies(tmp_path, "DEP", loves), brackets(tmp_path, "PS", tree)]
    systems = [
        dependencies(tmp_path, "dep", loves),
        brackets(tmp_path, "ps", tree),
        brackets(tmp_path, "bare", plain),
    ]
    found = score(SchemeComparison(golds, systems, [0, 1, 1], parts=SCHEME_PARTS))
    both = found.tables[0, 1]
    assert [both.summary(system, "tedeval", "pooled") for system in (0, 1)] == [1.0, 1.0]
    assert math.isnan(both.summary(2, "tedeval", "pooled"))
    assert [both.summary(system, "tedeval.unlabelled", "pooled") for system in range(3)] == [1.0, 1.0, 1.0]
    assert "bare: no grammatical functions; compared without labels only" in found.warnings
    assert both.part(1, "tedeval").forgiven.tolist() == [3]


def test_missing_and_different_sentences_are_skipped_with_a_reason(tmp_path: Path) -> None:
    golds = [dependencies(tmp_path, "A", ON, OTHER, ON), dependencies(tmp_path, "B", SUNDAY, SUNDAY)]
    systems = [dependencies(tmp_path, "s", ON, f"{OTHER}3\tnow\t1\tadvmod\n", ON)]
    found = score(SchemeComparison(golds, systems, [0]))
    single, both = found.tables[0,], found.tables[0, 1]
    assert single.statuses.tolist() == [[SCORED, SKIPPED, SCORED]]
    assert single.reason(0, 1) == "the words differ: A has 2, s has 3"
    assert both.reason(0, 1) == "the gold B is missing"
    systems = [dependencies(tmp_path, "t", ON, ON)]
    found = score(SchemeComparison(golds, systems, [0]))
    assert found.tables[0,].statuses.tolist() == [[SCORED, SKIPPED, SCORED]]
    assert found.tables[0,].reasons(0) == {"the parse is missing": 1}
    assert found.tables[0, 1].statuses.tolist() == [[SCORED, SKIPPED, SCORED]]


def test_words_that_differ_are_named(tmp_path: Path) -> None:
    golds = [dependencies(tmp_path, "A", ON)]
    systems = [dependencies(tmp_path, "s", ON.replace("Sunday", "Monday"))]
    found = score(SchemeComparison(golds, systems, [0]))
    assert found.tables[0,].reason(0, 0) == "the words differ: word 3 is 'Sunday' in A, 'Monday' in s"


def test_heads_that_make_no_tree_are_skipped(tmp_path: Path) -> None:
    cycle = ON.replace("\t0\troot", "\t2\tx")
    found = score(SchemeComparison([dependencies(tmp_path, "A", ON)], [dependencies(tmp_path, "s", cycle)], [0]))
    reason = found.tables[0,].reason(0, 0)
    assert reason.startswith("the parse has no function tree, the heads make no tree: ")
    assert math.isnan(found.tables[0,].summary(0, "tedeval", "pooled"))


def test_sentences_are_paired_by_what_they_say(tmp_path: Path) -> None:
    other, third = ON.replace("Sunday", "Monday"), ON.replace("Sunday", "Friday")
    golds = [dependencies(tmp_path, "A", ON, other, third), dependencies(tmp_path, "B", other, ON, third)]
    systems = [dependencies(tmp_path, "s", third, other, ON), dependencies(tmp_path, "t", ON, third)]
    found = score(SchemeComparison(golds, systems, [0, 0]))
    orders = [None if one.order is None else one.order.tolist() for one in (*found.golds, *found.systems)]
    assert orders == [None, [1, 0, 2], [2, 1, 0], [0, -1, 1]]
    assert {"1 sentence stands elsewhere in B", "2 sentences stand elsewhere in s"} <= set(found.warnings)
    table = found.tables[0,]
    assert table.summary(0, "tedeval", "pooled") == 1.0 and table.reason(1, 1).endswith("is missing")


def test_nothing_but_roots_scores_1_in_the_mean_and_nothing_in_the_pool(tmp_path: Path) -> None:
    word = "1\tGo\t0\troot\n"
    golds = [dependencies(tmp_path, "A", word, ON)]
    systems = [dependencies(tmp_path, "s", word, WRONG)]
    found = score(SchemeComparison(golds, systems, [0], parts=SCHEME_PARTS)).tables[0,]
    assert found.scores(0, "tedeval").tolist() == [1.0, 1 - 3 / 7]
    assert found.summary(0, "tedeval", "pooled") == 1 - 3 / 7
    assert found.summary(0, "tedeval", "mean") == (1 + 1 - 3 / 7) / 2


def test_program_profiles(tmp_path: Path) -> None:
    golds = [brackets(tmp_path, "A", "(TOP (NP (NN x) (NN y)) (VB z))")]
    systems = [brackets(tmp_path, "s", "(TOP (NN x) (NP (NN y) (VB z)))")]
    for profile, expected in (("tedeval-2.1", 1 - 2 / 8), ("tedeval-2.2", 1 - 2 / 14)):
        found = score(SchemeComparison(golds, systems, [0], SchemeSettings(profile=profile), parts=SCHEME_PARTS))
        assert found.tables[0,].summary(0, "tedeval", "pooled") == pytest.approx(expected)
        assert not found.tables[0,].has("tedeval2011")
        assert f"profile:{profile}" in found.tables[0,].signature("tedeval")


def test_labels_that_cost_nothing_are_in_common(tmp_path: Path) -> None:
    """EMNLP 2011, footnote 7: a subject that both golds have is missed, whatever they call it."""
    loves = "1\tJohn\t2\tsub\n2\tloves\t0\troot\n3\tMary\t2\tobj\n"
    other, wrong = loves.replace("sub", "sbj"), loves.replace("sub", "obj")
    golds = [dependencies(tmp_path, "A", loves), dependencies(tmp_path, "B", other)]
    systems = [dependencies(tmp_path, "a", wrong), dependencies(tmp_path, "b", other)]

    def counts(*pairs: tuple[str, str]) -> list[list[int]]:
        given = SchemeSettings(zero_cost=pairs)
        table = score(SchemeComparison(golds, systems, [0, 1], given, parts=SCHEME_PARTS)).tables[0, 1]
        return [table.part(system, part).gold.tolist() + table.part(system, part).cost.tolist()
                for part in ("tedeval2011", "tedeval2011.unlabelled") for system in (0, 1)]  # fmt: skip

    assert counts() == [[2, 1], [2, 0], [2, 0], [2, 0]]
    assert counts(("sub", "sbj")) == [[3, 1], [3, 0], [3, 0], [3, 0]]


def test_what_cannot_be_compared(tmp_path: Path) -> None:
    gold, system = dependencies(tmp_path, "A", ON), dependencies(tmp_path, "s", ON)
    with pytest.raises(UsageError, match="at least one gold"):
        SchemeComparison([], [system], [0])
    with pytest.raises(UsageError, match="two golds are called 'A'"):
        SchemeComparison([gold, gold], [system], [0])
    with pytest.raises(UsageError, match="gold of its own"):
        SchemeComparison([gold], [system], [1])
    with pytest.raises(UsageError, match="profile is 'x'"):
        SchemeSettings(profile="x")
    path = tmp_path / "pairs.tsv"
    path.write_text("# labels\nSUB SBJ\nSUB\n", encoding="utf-8")
    with pytest.raises(ReadError, match=r"pairs.tsv:3: 1 column; expected 2"):
        read_zero_costs(str(path))
    path.write_text("# labels\n\nSUB SBJ\n", encoding="utf-8")
    assert read_zero_costs(str(path)) == (("SUB", "SBJ"),)


def test_tables_and_one_sentence(tmp_path: Path) -> None:
    golds = [dependencies(tmp_path, "A", ON), dependencies(tmp_path, "B", SUNDAY)]
    systems = [dependencies(tmp_path, "a", WRONG), dependencies(tmp_path, "b", SUNDAY)]
    found = score(SchemeComparison(golds, systems, [0, 1]))
    first = scheme_tables(found, View())[0].texts()
    assert first[0] == ["gold", "measure", "a", "b"]
    assert [row[:2] for row in first[-2:]] == [["A + B", "U-TED"], ["A + B", "L-TED"]]
    assert first[-1][3].startswith("100.00")
    found_operations = found.operations(0, 0)
    assert [one.is_charged for one in found_operations] == [True, True, False]
    assert found.score_in_words(0, 0, "tedeval") == "1 − (1 + 1) / (2 + 3) = 60.00; 1 scheme difference not counted"
    with pytest.raises(UsageError, match="no sentence 2"):
        found.function_trees(0, 1)
    of_a = scores_object(found, [measure("tedeval")], per_sentence=True)["systems"][0]
    assert of_a["per_sentence"][0]["counts"]["tedeval"] == {
        "gold": 2, "test": 3, "deleted": 1, "inserted": 1, "swapped": 0, "forgiven": 1
    }  # fmt: skip


def test_a_gold_without_functions_is_compared_without_labels_only(tmp_path: Path) -> None:
    golds = [brackets(tmp_path, "A", "(S (NP (N a)) (VP (V b)))")]
    systems = [dependencies(tmp_path, "s", "1\ta\t2\tsbj\n2\tb\t0\troot\n")]
    table = score(SchemeComparison(golds, systems, [0], parts=SCHEME_PARTS)).table
    for part in ("tedeval", "tedeval2011"):
        assert not table.exist(0, part).any() and table.exist(0, f"{part}.unlabelled").all()


def test_the_command_says_what_is_not_usual(tmp_path: Path) -> None:
    golds = [dependencies(tmp_path, name, ON) for name in "AB"]
    systems = [dependencies(tmp_path, name, ON) for name in "st"]
    comparison = SchemeComparison(golds, systems, [0, 1])
    files = {name: str(tmp_path / f"{name}.conllu") for name in "ABst"}
    golds_given = ["--gold", f"A={files['A']}", "--gold", f"B={files['B']}"]
    both = [f"s={files['s']}@A", f"t={files['t']}@B"]
    begin = ["treecompare", "score", *golds_given]
    assert comparison.command("score", ["--per-sentence"]) == [*begin, *both, "--per-sentence"]
    assert comparison.command("report agreement", ["--average", "mean"], [1]) == [
        "treecompare", "report", "agreement", *golds_given, both[1], "--average", "mean",
    ]  # fmt: skip
    other = SchemeComparison(
        golds,
        systems,
        [0, 1],
        SchemeSettings(nonprojective="refuse"),
        Settings(punctuation="ignore"),
        labels_from={0: 1},
    )
    other.target = (1,)
    assert other.command("score")[len(begin) + 2 :] == [
        "--labels-from", "A=B", "--nonprojective", "refuse", "--punctuation", "ignore", "--target", "B",
    ]  # fmt: skip


def test_the_target_is_kept_where_the_same_golds_are_compared_again(tmp_path: Path) -> None:
    golds = [dependencies(tmp_path, name, ON) for name in "ABC"]
    system = dependencies(tmp_path, "s", ON)
    before = SchemeComparison(golds, [system], [0])
    assert before.target == (0, 1, 2)
    before.target = (0, 2)

    def followed(*golds: AnyTreebank) -> tuple[int, ...]:
        comparison = SchemeComparison(golds, [system], [0])
        comparison.follow(before)
        return comparison.target

    assert followed(*golds) == (0, 2)
    assert followed(golds[0], golds[2], golds[1]) == (0, 1, 2)  # the numbers mean other golds
    assert followed(golds[0], golds[1], dependencies(tmp_path, "D", ON)) == (0, 1, 2)
    assert followed(*golds[:2]) == (0, 1)
    other = SchemeComparison(golds, [system], [0])
    other.follow(DependencyComparison(golds[0], [system]))
    assert other.target == (0, 1, 2)


@pytest.fixture(scope="module")
def wsj(shared: Path) -> SchemeComparison:
    folder = shared / "data" / "wsj-sample-1394" / "dep"

    def some(path: str, name: str) -> AnyTreebank:
        return read_any(folder / path, name=name).of_sentences(range(0, 1394, stride(3)))

    golds = [some(f"gold.{scheme}.conllu.gz", scheme) for scheme in ("SD", "UD")]
    systems = [
        some(f"{parser}.{scheme}.conllu.gz", f"{parser}.{scheme}")
        for parser in ("malt-eager", "bllip")
        for scheme in ("SD", "UD")
    ]
    return score(SchemeComparison(golds, systems, [0, 1, 0, 1], parts=SCHEME_PARTS))


def test_gaps_between_schemes_dissolve(wsj: SchemeComparison) -> None:
    """What Tsarfaty et al. 2011 find holds for other schemes and parsers: across schemes attachment scores collapse; against
    what golds have in common the same parser scores alike in both schemes."""
    for system, own in ((0, 0), (1, 1), (2, 0), (3, 1)):
        native, other, both = wsj.tables[own,], wsj.tables[1 - own,], wsj.tables[0, 1]
        for key in ("las", "tedeval", "tedeval2011"):
            assert native.summary(system, key, "pooled") > other.summary(system, key, "pooled") + 0.1
        for key in ("tedeval", "tedeval.unlabelled", "tedeval2011", "tedeval2011.unlabelled"):
            assert both.summary(system, key, "pooled") > other.summary(system, key, "pooled") + 0.03
    for first, second in ((0, 1), (2, 3)):
        scores = [wsj.tables[0, 1].summary(system, "tedeval", "pooled") for system in (first, second)]
        assert abs(scores[0] - scores[1]) < 0.02


def test_a_gold_is_perfect_in_every_target(wsj: SchemeComparison) -> None:
    found = score(
        SchemeComparison(
            [one.treebank for one in wsj.golds], [one.treebank for one in wsj.golds], [0, 1], parts=SCHEME_PARTS
        )
    )
    for target in ((0,), (1,), (0, 1)):
        for system in (0, 1):
            if target != (1 - system,):
                for key in ("tedeval", "tedeval.unlabelled", "tedeval2011", "tedeval2011.unlabelled"):
                    assert found.tables[target].summary(system, key, "pooled") == 1.0
