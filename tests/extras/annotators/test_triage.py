"""The triage of small files: what is accepted, what waits, what is drawn, and what is not checked."""

from __future__ import annotations

from pathlib import Path

import pytest

import treecompare as tc
from treecompare.cli import run_command


def conllu(*sentences: str) -> str:
    """Sentences as ``id: head/relation head/relation``; the words are letters."""
    out = []
    for sentence in sentences:
        name, _, arcs = sentence.partition(": ")
        out.append(f"# sent_id = {name}")
        for number, arc in enumerate(arcs.split(), 1):
            head, relation = arc.split("/")
            out.append(f"{number}\t{'abcdefgh'[number - 1]}\t_\tX\t_\t_\t{head}\t{relation}\t_\t_")
        out.append("")
    return "\n".join(out) + "\n"


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """s1: all agree; s2: two of three; s3: nobody; s4: the third has no tree; s5: only the first has it."""
    texts = [
        conllu("s1: 0/root 1/x", "s2: 0/root 1/x 1/y", "s3: 0/root 1/x 1/y", "s4: 0/root 1/x", "s5: 0/root"),
        conllu("s1: 0/root 1/x", "s2: 0/root 1/x 2/y", "s3: 0/root 1/u 2/y", "s4: 0/root 1/x"),
        conllu("s1: 0/root 1/x", "s2: 0/root 1/x 1/y", "s3: 0/root 1/v 1/z", "s4: 2/root 1/x"),
    ]
    for name, text in zip("abc", texts, strict=True):
        (tmp_path / f"{name}.conllu").write_text(text)
    return [str(tmp_path / f"{name}.conllu") for name in "abc"]


def table(folder: Path, name: str) -> list[list[str]]:
    return [line.split("\t") for line in (folder / f"{name}.tsv").read_text("utf-8").splitlines()][1:]


def test_what_is_accepted_and_what_waits(files: list[str], tmp_path: Path) -> None:
    found = tc.triage(files)
    assert found.told == ["s4: no vote of c: 2 words on a cycle of heads, no root"]
    found.save_tables(tmp_path / "out")
    # s3 has two words without a majority; s5 has one vote; s4 has all votes, but not of all files
    assert table(tmp_path / "out", "queue") == [["s3", "3", "2", "2"], ["s5", "1", "1", "1"], ["s2", "3", "0", "1"],
                                                ["s4", "2", "0", "0"]]  # fmt: skip
    # relations that no accepted word has are "other"
    assert table(tmp_path / "out", "strata") == [
        ["1 of 1", "root", "1-10", "1", "–"],
        ["1 of 3", "other", "1-10", "1", "–"],
        ["1 of 3", "x", "1-10", "1", "–"],
        ["2 of 3", "other", "1-10", "1", "–"],
        ["2 of 3", "root", "1-10", "1", "–"],
        ["2 of 3", "x", "1-10", "1", "–"],
        ["3 of 3", "root", "1-10", "3", "–"],
        ["3 of 3", "x", "1-10", "2", "–"],
    ]
    patterns = [row[:2] for row in table(tmp_path / "out", "patterns")]
    assert patterns == [["0--", "1"], ["00-", "2"], ["000", "5"], ["010", "1"], ["012", "2"]]
    rows = [(row.accepted, row.words, row.words_left, row.sentences_left, row.errors) for row in found.thresholds]
    assert rows == [
        ("words on which all agree", 5, 6, 4, None),
        ("words with 2 of 3 or more", 8, 3, 2, None),
        ("words with 1 of 3 or more", 10, 1, 1, None),
        ("every word", 11, 0, 0, None),
        ("sentences in which all agree", 2, 9, 4, None),
    ]


def test_a_sample_does_not_depend_on_the_order_of_files_and_grows(files: list[str]) -> None:
    few, more = (tc.triage(files, design=f"accepted-words:{many}", seed="q").to_check() for many in (2, 4))
    assert set(few) < set(more) and len(few) == 2
    assert tc.triage(files[::-1], design="accepted-words:4", seed="q").to_check() == more
    assert tc.triage(files, design="accepted-words:4", seed="r").to_check() != more
    assert {name for name, _ in tc.triage(files, design="accepted-words:99").to_check()} == {"s1", "s2", "s3"}
    assert tc.triage(files, design="accepted-sentences:99").to_check() == [("s1", None)]


def test_whoever_checks_does_not_see_what_was_accepted(files: list[str], tmp_path: Path) -> None:
    found = tc.triage(files, design="agreement-length:1", seed="q")
    found.save_tables(tmp_path)
    rows = table(tmp_path, "to_check")
    assert rows == sorted(rows) and len(rows) == len(table(tmp_path, "samples")) > 2
    assert [(one, int(number)) for one, number, *_ in rows] == found.to_check()
    assert {len(one) for one in rows} == {4} and not {"of", "root", "x", "y"} & {
        part for one in rows for part in one[3].split()
    }
    assert all(text.split()[int(number) - 1] == form for _, number, form, text in rows)


def test_what_is_wrong_and_what_nobody_checked(files: list[str], tmp_path: Path) -> None:
    answers = tmp_path / "answers.conllu"
    answers.write_text(conllu("s2: 0/root 1/q 1/y", "s1: 0/root 1/x"))
    found = tc.triage(files, design="accepted-words:9", checked=answers)
    total = next(iter(found.sample))
    # the root of s3 is accepted, and nobody has checked it
    assert (total.units, total.checked, total.wrong, total.estimate) == (5, 4, 1, 0.25)
    assert (total.low, total.high) == (1 / 5, 2 / 5)
    assert "with other words: 1 of the sample" in str(found.sample)
    found.save_tables(tmp_path)
    assert table(tmp_path, "draws")[0] == [
        "1", "accepted words", "total", "5", "4", "1", "–", "0.250000", "0.200000", "0.400000", "–",
    ]  # fmt: skip
    assert sorted(row[2:] for row in table(tmp_path, "samples")) == [
        ["s1", "1", "0"], ["s1", "2", "0"], ["s2", "1", "0"], ["s2", "2", "1"], ["s3", "1", "–"],
    ]  # fmt: skip
    accepted = next(iter(found.thresholds))
    assert (accepted.errors, accepted.errors_low, accepted.errors_high) == (1.25, 1, 2)


def test_a_stratum_without_answers_leaves_no_total(files: list[str], tmp_path: Path) -> None:
    answers = tmp_path / "answers.conllu"
    answers.write_text(conllu("s1: 0/root 1/x", "s2: 0/root 1/x 1/y"))
    found = tc.triage(files, design="agreement-length:9", checked=answers)
    assert [(row.stratum, row.checked, row.estimate) for row in found.sample] == [
        ("1 of 1 | 1-10", 0, None), ("1 of 3 | 1-10", 0, None), ("2 of 3 | 1-10", 1, 0), ("3 of 3 | 1-10", 4, 0),
        ("total", 5, None),
    ]  # fmt: skip
    assert "There is no total" in str(found.sample)
    # yet the strata of the first rows can be added
    assert [row.errors for row in found.thresholds] == [0, 0, None, None, None]


def test_unclear_words_wait_before_many_open_ones(tmp_path: Path) -> None:
    texts = [
        conllu("m: 0/r 1/x 1/x", "u: 0/r 1/x"),
        conllu("m: 0/r 1/x 1/x", "u: 0/r 1/y"),
        conllu("m: 0/r 1/y 1/y", "u: 0/r 1/z"),
    ]
    for name, text in zip("abc", texts, strict=True):
        (tmp_path / name).write_text(text)
    tc.triage([tmp_path / name for name in "abc"], format="conllu").save_tables(tmp_path)
    assert table(tmp_path, "queue") == [["u", "2", "1", "1"], ["m", "3", "0", "2"]]


def test_a_sentence_is_wrong_once(files: list[str], tmp_path: Path) -> None:
    answers = tmp_path / "answers.conllu"
    answers.write_text(conllu("s1: 2/x 0/root"))
    found = tc.triage(files, design="accepted-sentences:5", checked=answers)
    assert [(row.checked, row.wrong) for row in found.sample] == [(1, 1)]
    assert [row.errors for row in found.thresholds] == [None, None, None, None, 1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--design", "words:9"], "accepted-words, accepted-sentences"), (["--design", "accepted-words:0"], "NAME:N"),
        (["--design", "accepted-words"], "NAME:N"), (["--design", "sentences:9"], "expected 40 or more"),
        (["--design", "accepted-words:9", "--seed", "a\tb"], "without tabs"), (["--checked", "nothing.conllu"], "nothing.conllu"),
    ],
)  # fmt: skip
def test_bad_requests(files: list[str], arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["triage", *files, *arguments]) == 2
    assert said in capsys.readouterr().err


def test_other_kinds_of_treebanks(files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trees = tmp_path / "t.mrg"
    trees.write_text("(S (X a) (X b))\n")
    for arguments in ([str(trees), str(trees)], [*files, "--checked", str(trees)]):
        assert run_command(["triage", *arguments]) == 2
        assert "expected dependencies" in capsys.readouterr().err
    nobody = tmp_path / "n.conllu"
    nobody.write_text(conllu("s1: 2/x 0/root"))
    assert run_command(["triage", files[0], str(nobody), "--design", "accepted-words:5"]) == 2
    assert "no accepted words" in capsys.readouterr().err
