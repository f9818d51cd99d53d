"""The command ``consensus`` and ``tc.consensus`` on small files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import treecompare as tc
from treecompare.cli import run_command
from treecompare.extras.annotators.library import several_of
from treecompare.extras.annotators.triage import Triage


def conllu(*arcs: tuple[int, str], feats: str = "_", words: str = "abcdef", name: str = "s1") -> str:
    rows = [f"{n}\t{words[n - 1]}\t_\tX\t_\t{feats}\t{head}\t{rel}\t_\t_" for n, (head, rel) in enumerate(arcs, 1)]
    return "\n".join([f"# sent_id = {name}", *rows]) + "\n\n"


@pytest.fixture
def three(tmp_path: Path) -> list[str]:
    texts = [
        conllu((0, "root"), (1, "obj"), feats="Case=Nom|Number=Sing") + conllu((2, "x"), (1, "x"), name="s2"),
        conllu((0, "root"), (1, "obl"), feats="Number=Plur") + conllu((2, "x"), (0, "root"), name="s2"),
        conllu((2, "nsubj"), (0, "root"), feats="Number=Plur") + conllu((0, "y"), (1, "x"), words="aq", name="s2"),
    ]
    for number, text in enumerate(texts):
        (tmp_path / f"{'abc'[number]}.conllu").write_text(text)
    return [str(tmp_path / f"{name}.conllu") for name in "abc"]


def test_votes_ties_features_and_who_has_none(three: list[str]) -> None:
    found = tc.consensus(three)
    rows = [line.split("\t") for line in found.text.split("\n") if line[:1].isdigit()]
    assert [(row[5], row[6], row[7]) for row in rows[:2]] == [("Number=Plur", "0", "root"), ("Number=Plur", "1", "obj")]
    # of s2: a is a cycle and c has other words
    assert [(row[6], row[7]) for row in rows[2:]] == [("2", "x"), ("0", "root")]
    assert found.told == ["s2: no vote of c: other words", "s2: no vote of a: 2 words on a cycle of heads, no root"]
    assert [[row.kind, row.words] for row in found.summary] == [["tie", 1], ["majority", 1], ["single", 2]]


def test_deps_and_empty_nodes_are_told_to_go(three: list[str], tmp_path: Path) -> None:
    enhanced = conllu((0, "root"), (1, "obj")).replace("obj\t_", "obj\t1:obj") + conllu((2, "x"), (0, "x"), name="s2")
    path = tmp_path / "d.conllu"
    path.write_text(enhanced.replace("\n2\t", "\n1.1\t_\t_\t_\t_\t_\t_\t_\t_\t_\n2\t", 1), "utf-8")
    note = tc.consensus([path, *three]).summary.note
    assert "DEPS and empty nodes are not voted on and are left out (d: 1 word, 1 empty node)." in note
    assert "DEPS" not in tc.consensus(three).summary.note


def test_of_a_passage_the_breaks_with_most_votes_stand(tmp_path: Path) -> None:
    joined = conllu((0, "root"), (1, "x"), (2, "x"), (3, "x"))
    parted = conllu((0, "root"), (1, "x")) + conllu((0, "root"), (1, "x"), words="cd", name="s2")
    paths = []
    for name, text in (("a", parted), ("b", joined), ("c", joined)):
        paths.append(tmp_path / f"{name}.conllu")
        paths[-1].write_text(text, "utf-8")
    found = tc.consensus(paths)
    assert found.told == ["s1: no vote of a: other sentence breaks"] and found.text.count("# sent_id") == 1
    assert tc.consensus(paths, weights=[3, 1, 1]).text.count("# sent_id") == 2
    assert (
        Triage(several_of(paths, None)).accepted_words == []
    )  # not all who have these words have them in one sentence


def test_no_two_sentences_have_one_id(tmp_path: Path) -> None:
    texts = {"a": (("ab", "s1"), ("cd", "s2")), "b": (("ef", "s1"), ("ab", "s2"), ("cd", "s3"), ("qx", "s4"))}
    paths = [tmp_path / f"{name}.conllu" for name in texts]
    for path, said in zip(paths, texts.values(), strict=True):
        path.write_text("".join(conllu((0, "root"), (1, "x"), words=words, name=name) for words, name in said), "utf-8")
    assert re.findall("sent_id = (.*)", tc.consensus(paths).text) == ["s1", "s2", "3", "s4"]


def test_weights_decide(three: list[str]) -> None:
    rows = [line.split("\t") for line in tc.consensus(three, weights=[1, 1, 3]).text.split("\n") if line[:1].isdigit()]
    assert [(row[6], row[7]) for row in rows[:2]] == [("2", "nsubj"), ("0", "root")]


@pytest.mark.parametrize(
    ("weights", "said"),
    [("1,1", "expected 3 whole numbers"), ("0,0,0", "not all 0"), ("1,x,1", "1,x,1"), ("-1,1,1", "from 0")],
)
def test_bad_weights(three: list[str], weights: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["consensus", *three, f"--weights={weights}"]) == 2
    assert said in capsys.readouterr().err


def test_bad_files(three: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trees = tmp_path / "t.mrg"
    trees.write_text("(S (X a) (X b))\n")
    other = tmp_path / "other.conllu"
    other.write_text(conllu((0, "root"), words="z", name="z"))
    for files, said in (
        ([three[0]], "expected 2 to 10"), ([three[0], str(trees)], "different kinds"), ([three[0], str(other)], "in common"),
        ([*three, "--output", three[0], "--overwrite"], "is one of the analyses"),
    ):  # fmt: skip
        assert run_command(["consensus", *files]) == 2
        assert said in capsys.readouterr().err
    assert run_command(["consensus", three[0], three[0], three[0]]) == 0
    assert [line.split(": ")[1] for line in capsys.readouterr().err.splitlines()[:2]] == [
        f"{three[0]} is equal to {three[0]}"
    ] * 2


def test_no_file_is_written_over(three: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.conllu"
    command = ["consensus", *three, "--output", str(out)]
    assert run_command(command) == 0
    made = out.read_text("utf-8")
    out.write_text("mine", "utf-8")
    assert run_command(command) == 2 and out.read_text("utf-8") == "mine"
    assert "out.conllu: exists already; expected a new name; --overwrite writes over it" in capsys.readouterr().err
    assert run_command([*command, "--overwrite"]) == 0 and out.read_text("utf-8") == made
    found = tc.consensus(three)
    for path, overwrite, said in ((str(out), False, "exists already"), (three[1], True, "one of the analyses")):
        with pytest.raises(tc.UsageError, match=said):
            found.save(path, overwrite=overwrite)
    found.save(out, overwrite=True)
    assert out.read_text("utf-8") == made


def test_half_of_the_voters_is_not_enough_for_a_node(tmp_path: Path) -> None:
    left, right = tmp_path / "l.mrg", tmp_path / "r.mrg"
    left.write_text("(TOP (S (A (X a) (X b)) (X c)))\n")
    right.write_text("(S1 (Q (X a) (B (X b) (Y c))))\n")
    assert tc.consensus([left, right]).text == "( (S (X a) (X b) (X c)) )\n"
    assert tc.consensus([left, right], weights=[1, 2]).text == "( (Q (X a) (B (X b) (Y c))) )\n"
    assert tc.consensus([left, right, right]).text == "( (Q (X a) (B (X b) (Y c))) )\n"


def test_branches_may_cross(tmp_path: Path) -> None:
    file = tmp_path / "d.discbracket"
    file.write_text("(S (VP (V 0=a) (N 2=c)) (W 1=b))\n")
    written = tc.consensus([file, file]).text
    (tmp_path / "again.discbracket").write_text(written)
    assert tc.consensus([tmp_path / "again.discbracket", file]).text == written
    assert "(VP (V 0=a) (N 2=c))" in written


def test_agreement_in_the_library_is_that_of_the_command(three: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["agreement", *three, "--no-trees", "--format", "tsv"]) == 0
    printed = capsys.readouterr().out.split("\n")
    found = tc.agreement(three, trees=False)
    together = next(one for one in found if one.title == "All together")
    assert len(together) > 8
    for row in together:
        assert any(line.startswith(f"{row['what']}\t{row['words']}\t") for line in printed)


def test_a_sentence_without_any_tree_has_no_rows(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / f"{name}.mrg").write_text("(())\n(S (NP (D a) (N b)) (V c))\n", "utf-8")
    paths = [str(tmp_path / f"{name}.mrg") for name in "abc"]
    assert run_command(["consensus", *paths, "--tables", str(tmp_path / "out")]) == 0
    rows = [line.split("\t")[2:7] for line in (tmp_path / "out" / "nodes.tsv").read_text("utf-8").splitlines()[1:]]
    assert rows == [["2", "0", "3", "1", "S"], ["2", "0", "2", "1", "NP"]]
