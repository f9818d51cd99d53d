"""Dependencies and judgements of the same parses, beside the scores of their trees (Kübler et al. 2008, section 5)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from treecompare import resources
from treecompare.analyses.suites import judgement_tables
from treecompare.cli import parser
from treecompare.cli.options import with_table
from treecompare.comparison.answered import named
from treecompare.comparison.base import Comparison, score
from treecompare.comparison.explain import explain_sentence, explain_system
from treecompare.comparison.files import Files, Opened, open_files, opened
from treecompare.comparison.judgements import Judgements
from treecompare.comparison.lit import counted_leaves
from treecompare.comparison.settings import Settings
from treecompare.errors import TreecompareError
from treecompare.measures import ALL_MEASURES, BESIDE_MEASURES
from treecompare.scores.ranks import compare_ranks, kendall
from treecompare.scores.result import View
from treecompare.trees.tree import WORD
from treecompare.trees.writing import conllu_lines

SAMPLE = resources.samples()[0]
FILES = Files(SAMPLE.gold, tuple(("", path) for path in SAMPLE.systems))
WITH = Settings(with_dependencies="collins")
KEYS = ("las", "uas", "label-accuracy", "words")
GOLD = """(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))
(S (NP (PRP it)) (VP (VBZ sees) (NP (DT a) (NN cat))))
(S (NP (PRP we)) (VP (VBP run)))
"""


def compared(files: Files = FILES, settings: Settings | None = None, is_lenient: bool = False) -> Opened:
    found = opened(open_files(files, settings, is_lenient=is_lenient))
    score(found.comparison)
    return found


@pytest.fixture(scope="module")
def beside() -> Comparison:
    return compared(settings=WITH).comparison


@pytest.fixture(scope="module")
def alone() -> Comparison:
    return compared(settings=Settings(as_dependencies="collins")).comparison


def written(folder: Path, **texts: str) -> Files:
    """Files of brackets; the first is the gold."""
    paths = []
    for name, text in texts.items():
        path = folder / f"{name}.mrg"
        path.write_text(text, "utf-8")
        paths.append(str(path))
    return Files(paths[0], tuple(("", path) for path in paths[1:]))


def dependencies_of(files: Files, folder: Path) -> list[str]:
    """The converted trees of all files, as CoNLL-U files of their own."""
    found = opened(open_files(files, Settings(as_dependencies="collins"))).comparison
    paths = []
    for treebank, _ in found.treebanks():
        path = folder / f"{treebank.name}.conllu"
        sentences = treebank.sentences
        path.write_text("".join(conllu_lines(sentences[one]) for one in range(len(sentences))), "utf-8")
        paths.append(str(path))
    return paths


@pytest.mark.parametrize("average", ["pooled", "mean"])
@pytest.mark.parametrize("key", KEYS)
def test_scores_and_signatures_are_those_of_a_run_of_their_own(
    beside: Comparison, alone: Comparison, key: str, average: str
) -> None:
    assert beside.kind == "constituents" and alone.kind == "dependencies"
    assert beside.table.summaries(key, average) == alone.table.summaries(key, average)  # type: ignore[arg-type]
    assert beside.table.signature(key, average) == alone.table.signature(key, average)  # type: ignore[arg-type]
    assert "heads:collins" in beside.table.signature(key) and "params" not in beside.table.signature(key)
    for system in range(3):
        np.testing.assert_array_equal(beside.table.scores(system, key), alone.table.scores(system, key))


def test_scores_of_trees_are_those_without_dependencies(beside: Comparison) -> None:
    plain = compared().comparison
    for key in ("e.whole.dice", "t.whole.dice", "la", "crossing"):
        assert beside.table.summaries(key, "pooled") == plain.table.summaries(key, "pooled")
        assert beside.table.signature(key, "pooled") == plain.table.signature(key, "pooled")
    applying = {one.key for one in beside.applying(ALL_MEASURES)}
    assert applying - {one.key for one in plain.applying(ALL_MEASURES)} == {one.key for one in BESIDE_MEASURES}
    assert not plain.table.has("las") and np.isnan(plain.table.scores(0, "las")).all()


def test_trees_and_dependencies_rank_sentences_against_each_other(beside: Comparison, alone: Comparison) -> None:
    compared = compare_ranks(beside.table, 0, "t.whole.dice", "las")
    las = compare_ranks(alone.table, 0, "las", "las").rank_a
    known = ~np.isnan(compared.rank_a) & ~np.isnan(compared.rank_b)
    np.testing.assert_array_equal(compared.rank_b[known], las[known])
    trees = compare_ranks(compared_plain().table, 0, "t.whole.dice", "t.whole.dice").rank_a
    assert compared.kendall == kendall(trees[known], las[known]) and compared.kendall.discordant > 0


def compared_plain() -> Comparison:
    return compared().comparison


def test_files_of_dependencies_are_scored_as_by_themselves(tmp_path: Path, alone: Comparison) -> None:
    words = dependencies_of(FILES, tmp_path)
    names = ["gold", *alone.table.systems]
    files = FILES.with_dependencies(list(zip(names, words, strict=True)))
    found = compared(files).comparison
    of_files = compared(Files(words[0], tuple(("", path) for path in words[1:]))).comparison
    assert found.table.summaries("las", "mean") == of_files.table.summaries("las", "mean")
    assert found.table.signature("las", "mean") == of_files.table.signature("las", "mean")
    command = found.command("score", systems=[1])
    assert [word for word in command if "=" in word] == [f"gold={words[0]}", f"{names[2]}={words[2]}"]
    assert set(found.warnings) <= {*compared_plain().warnings, *of_files.warnings}


def test_what_has_no_file_is_converted_and_told(tmp_path: Path) -> None:
    words = dependencies_of(FILES, tmp_path)
    found = compared(FILES.with_dependencies([("gold", words[0])])).comparison
    assert found.table.summaries("las", "pooled") == compared(settings=WITH).comparison.table.summaries("las", "pooled")
    told = [one for one in found.warnings if "no file of its dependencies" in one]
    assert [one.split(":")[0] for one in told] == found.table.systems
    assert "|heads:collins|dependencies-of:gold=gold.conllu|on:" in found.table.signature("las", "pooled")


def test_counts_of_dependencies_are_words_of_the_trees(beside: Comparison) -> None:
    las = beside.table.part(0, "las")
    sentence = int(np.argmax(las.deleted))
    whole, roof = (
        counted_leaves(beside, 0, sentence, "las", "matched", ("T", part, True)) for part in ("whole", "roof")
    )
    mapping = beside.mapping(0, sentence, "E", "whole", True)
    words = {
        ("gold", node): word
        for node, word in zip(np.flatnonzero(mapping.gold.kinds == WORD), mapping.gold.words, strict=True)
    }
    right = [words[node] for node in whole if node[0] == "gold"]
    scores = beside.dependencies.scores[0]
    first, last = scores.gold.offsets[sentence : sentence + 2]
    texts = scores.gold.symbols.texts
    agree = scores.over_gold(scores.right("las"))[first:last]
    expected = [texts[form] for form, is_right in zip(scores.gold.form[first:last], agree, strict=True) if is_right]
    kept = [word for word in expected if word in mapping.gold.words]
    assert right == kept and 0 < len(right) < len(mapping.gold.words) and len(roof) == len(whole) != 0
    assert roof != whole and counted_leaves(beside, 0, sentence, "judged", "gold", ("T", "whole", True)) == []


def test_without_dependencies_no_word_stands_for_a_count() -> None:
    found = compared().comparison
    assert found.dependencies is None and counted_leaves(found, 0, 0, "las", "matched", ("T", "whole", True)) == []


def test_rows_of_several_sentences_add_up_their_words(tmp_path: Path) -> None:
    one, two, three = GOLD.splitlines()
    files = written(tmp_path, gold=GOLD, joined=f"{one}\n(TOP {two} {three})\n".replace("NN cat", "VB cat"))
    found = compared(files, WITH).comparison
    assert [found.numbers_of(row) for row in range(found.sentences)] == ["1", "2+3"]
    alone = compared(files, Settings(as_dependencies="collins")).comparison
    counts, apart = found.table.part(0, "las"), alone.table.part(0, "las")
    assert counts.gold.tolist() == [apart.gold[0], apart.gold[1] + apart.gold[2]]
    assert counts.matched.tolist() == [apart.matched[0], apart.matched[1] + apart.matched[2]]
    assert found.table.summary(0, "las", "pooled") == alone.table.summary(0, "las", "pooled")
    assert "|aligned|" in found.table.signature("t.whole.dice") and "aligned" not in found.table.signature("las")


def test_a_row_has_scores_if_all_its_sentences_have_them(tmp_path: Path) -> None:
    one, two, three = GOLD.splitlines()
    files = written(tmp_path, gold=GOLD, joined=f"{one}\n(TOP {two} {three})\n", one=GOLD)
    words = dependencies_of(replace(files, systems=files.systems[1:]), tmp_path)
    short = Path(words[1])
    short.write_text("\n\n".join(short.read_text("utf-8").split("\n\n")[:2]) + "\n\n", "utf-8")
    found = compared(files.with_dependencies([("gold", words[0]), ("one", words[1])])).comparison
    assert found.table.exist(0, "las").tolist() == [True, True] and found.table.exist(1, "las").tolist() == [
        True,
        False,
    ]
    assert found.table.part(1, "las").gold.tolist() == [4, 0]


def test_sentences_that_lack_their_dependencies_are_left_out_of_these_only(tmp_path: Path) -> None:
    files = written(tmp_path, gold=GOLD, one=GOLD, two=GOLD)
    words = dependencies_of(files, tmp_path)
    short = Path(words[2])
    short.write_text("\n\n".join(short.read_text("utf-8").split("\n\n")[:2]) + "\n\n", "utf-8")
    found = compared(files.with_dependencies(list(zip(("gold", "one", "two"), words, strict=True)))).comparison
    assert found.table.set_of("las").number == 2 and found.table.set_of("t.whole.dice").number == 3
    assert "on:common:2/3:" in found.table.signature("las", "mean")
    told = explain_sentence(found, 1, 2, "las").undefined
    assert told.startswith("As dependencies: ")
    assert found.table.statuses.tolist() == [[1] * 3] * 2


def test_long_and_missing_sentences_count_as_the_settings_say(tmp_path: Path) -> None:
    files = written(tmp_path, gold=GOLD, one=GOLD.replace("(S (NP (PRP we)) (VP (VBP run)))", "()"))
    long = compared(files, replace(WITH, max_length=3)).comparison
    assert long.table.set_of("las").rows.tolist() == [True, False, False]
    assert long.table.exist(0, "las").tolist() == [True, False, False]
    assert "max-length:3" in long.table.signature("las") and "max-length:3|max" not in long.table.signature("las")
    zero = compared(files, replace(WITH, missing="zero")).comparison
    alone = compared(files, Settings(as_dependencies="collins", missing="zero")).comparison
    assert zero.table.summary(0, "las", "mean") == alone.table.summary(0, "las", "mean") == 2 / 3
    assert zero.table.summary(0, "las", "pooled") == alone.table.summary(0, "las", "pooled") < 1
    whole = tmp_path / "whole"
    whole.mkdir()
    words = dependencies_of(written(whole, gold=GOLD, one=GOLD), whole)
    given = compared(files.with_dependencies([("one", words[1])]), replace(WITH, missing="zero")).comparison
    assert given.table.scores(0, "las").tolist() == [1, 1, 1] and given.table.scores(0, "t.whole.dice").tolist() == [
        1,
        1,
        0,
    ]
    assert explain_sentence(given, 0, 2, "las").shown == "100.00"


def test_files_of_other_sentences_are_refused_in_one_line(tmp_path: Path) -> None:
    files = written(tmp_path, gold=GOLD, one=GOLD)
    words, other = dependencies_of(files, tmp_path), tmp_path / "other.conllu"

    def told(name: str, text: str) -> str:
        other.write_text(text, "utf-8")
        with pytest.raises(TreecompareError) as raised:
            compared(files.with_dependencies([(name, str(other))]))
        lenient = compared(files.with_dependencies([(name, str(other))]), is_lenient=True)
        assert lenient.files.dependencies == () and [str(one) for one in lenient.errors] == [str(raised.value)]
        assert lenient.comparison.table.summary(0, "t.whole.dice", "pooled") == 1
        return str(raised.value)

    gold = Path(words[0]).read_text("utf-8")
    first, second, third = gold.strip().split("\n\n")
    strange = gold.replace("dog", "xyz").replace("barks", "qqqqq").replace("sees", "wwww").replace("cat", "jjj")
    strange = strange.replace("the", "kkk").replace("it", "vv").replace("we", "mm").replace("run", "zzz")
    assert told("gold", strange).startswith(f"{other}: is another text than the gold (")
    assert told("one", strange).endswith("expected the dependencies of one's sentences")
    assert told("gold", f"{first}\n\n{second}\n\n").startswith(f"{other}: 2 sentences, where the gold has 3; expected")
    assert told("gold", f"{first}\n\n{third}\n\n{second}\n\n").startswith(f"{other}:6: sentence 2 has other words")
    assert "holds constituents; expected the dependencies" in told("one", GOLD)
    two = written(tmp_path, gold=GOLD, one=GOLD, two=GOLD)
    other.write_text(strange, "utf-8")
    named = two.with_dependencies([("gold", words[0]), ("one", words[1]), ("two", str(other))])
    with pytest.raises(TreecompareError, match="expected the dependencies of two's sentences"):
        compared(named)
    assert compared(named, is_lenient=True).files.dependencies == named.dependencies[:2]


def test_a_gold_sentence_that_cannot_be_read_may_have_dependencies(tmp_path: Path) -> None:
    files = written(tmp_path, gold=GOLD, one=GOLD)
    words = dependencies_of(files, tmp_path)
    Path(files.gold).write_text(GOLD.replace("(S (NP (PRP we)) (VP (VBP run)))", "()"), "utf-8")
    found = compared(files.with_dependencies([("gold", words[0]), ("one", words[1])])).comparison
    assert found.table.set_of("las").rows.tolist() == [True, True, False]


@pytest.mark.parametrize(
    ("named", "message"),
    [
        (
            [("none", "x.conllu")],
            "x.conllu: there is no system 'none'; expected NAME=FILE, NAME being one of gold, one",
        ),
        ([("", "x.conllu")], "x.conllu: no name says which parses these are; expected NAME=FILE"),
        ([("one", "x"), ("one", "y.conllu")], "y.conllu: 'one' has a file of dependencies already; expected one for"),
    ],
)
def test_names_of_files_of_dependencies(named: list[tuple[str, str]], message: str) -> None:
    with pytest.raises(TreecompareError, match=message):
        Files("gold.mrg", (("one", "one.mrg"),)).with_dependencies(named)


def test_a_system_that_is_called_gold_is_not_taken_for_the_gold() -> None:
    files = Files("a.mrg", (("gold", "b.mrg"), ("one", "c.mrg")))
    assert files.with_dependencies([("one", "c.conllu")]).dependencies == (("c.mrg", "c.conllu"),)
    with pytest.raises(
        TreecompareError, match=r"b\.conllu: 'gold' is the gold, and the name of a system; expected another"
    ):
        files.with_dependencies([("gold", "b.conllu")])


def test_a_name_without_a_file_is_told() -> None:
    for argument in ("one=", "="):
        with pytest.raises(TreecompareError, match=f"'{argument}' names no file; expected NAME=FILE"):
            named(argument)


def test_dependencies_stand_beside_one_gold_of_constituents_only(tmp_path: Path) -> None:
    files = written(tmp_path, gold=GOLD, one=GOLD)
    words = dependencies_of(files, tmp_path)
    beside = files.with_dependencies([("gold", words[0])])
    for settings in (Settings(as_dependencies="collins"), Settings(over_lattices=True)):
        with pytest.raises(TreecompareError, match=r"gold\.conllu: "):
            compared(beside, settings)
    only_words = Files(words[0], (("", words[1]),), dependencies=((words[0], words[0]),))
    with pytest.raises(TreecompareError, match="holds dependencies"):
        compared(only_words)
    assert compared(Files(words[0], (("", words[1]),)), WITH).comparison.kind == "dependencies"


@pytest.mark.parametrize("option", ["as_dependencies", "with_dependencies"])
def test_a_file_of_head_rules_is_not_taken_for_a_treebank(option: str) -> None:
    words = Settings(**{option: "my rules.txt"}).as_options()
    assert words == [f"--{option.replace('_', '-')}=my rules.txt"]
    read = parser().parse_args(with_table(["score", "gold.mrg", "one.mrg", *words]))
    assert getattr(read, option) == "my rules.txt" and read.systems == ["one.mrg"]


# -- what people judged --------------------------------------------------------------------------------------------------


@pytest.fixture
def judged(beside: Comparison) -> Comparison:
    one, two, _ = beside.table.systems
    beside.judgements = Judgements(
        phenomena={"ERC": {0, 1, 2, 3}},
        correct={
            (0, one, "ERC"): True, (1, one, "ERC"): False, (2, one, "ERC"): True, (2, one, "PPN"): False, (3, one, ""): True,
            (0, two, "ERC"): True, (1, two, "ERC"): True, (2, two, "ERC"): False,
        },
    )  # fmt: skip
    return beside


def test_judgements_are_scores_of_the_sentences_that_are_judged(judged: Comparison) -> None:
    table = judged.table
    assert table.scores(0, "judged")[:5].tolist()[:4] == [1, 0, 0, 1] and np.isnan(table.scores(0, "judged")[4:]).all()
    found = table.set_of("judged")
    assert found.rows[:4].tolist() == [True, True, True, False] and found.compared.tolist() == [True, True, False]
    assert table.summaries("judged", "mean")[:2] == table.summaries("judged", "pooled")[:2] == [1 / 3, 2 / 3]
    assert np.isnan(table.summary(2, "judged", "mean"))
    assert table.signature("judged", "mean").startswith("judged|avg:mean|on:common:3/80:")
    assert "judged" in {one.key for one in judged.applying(ALL_MEASURES)}


def test_people_go_on_judging_while_a_table_is_read(judged: Comparison) -> None:
    """Each name that is looked at is answered with one more judgement, as the window may give it from another thread."""

    class Name(str):
        def __eq__(self, other: object) -> bool:
            correct[len(correct), "late", ""] = True
            return str(self) == other

        __hash__ = str.__hash__

    correct = {(row, Name(of), mark): value for (row, of, mark), value in judged.judgements.correct.items()}
    judged.judgements.correct = correct  # type: ignore[assignment]
    assert judged.table.part(0, "judged").gold[:5].tolist() == [1, 1, 2, 1, 0]
    correct_table, _ = judgement_tables(judged, View())
    assert correct_table.rows[0][:3] == ["(sentence)", 1, 1]
    assert len(correct) > 8


def test_judgements_rank_sentences_against_any_measure(judged: Comparison) -> None:
    for key in ("las", "t.whole.dice"):
        ranks = compare_ranks(judged.table, 0, "judged", key)
        assert np.flatnonzero(~np.isnan(ranks.rank_a)).tolist() == [0, 1, 2]
        assert ranks.rank_a[:3].tolist() == [1, 2.5, 2.5] and ranks.kendall.pairs == 3


def test_judgements_are_explained(judged: Comparison) -> None:
    told = explain_sentence(judged, 0, 2, "judged")
    assert told.shown == "0.00" and "2 judgements" in "".join(piece.text for piece in told.sentence)
    assert "nobody has judged this parse yet" in explain_sentence(judged, 0, 10, "judged").undefined.lower()
    assert explain_system(judged, 1, "judged", "mean").shown == "66.67"
    judged.judgements = Judgements()
    assert not judged.table.has("judged")
