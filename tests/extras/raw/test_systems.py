"""Raw output and baselines as systems, on the command line: tables, figures, signatures, and what is said of bad input."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from treecompare.cli import run_command
from treecompare.extras.raw.answers import Answers, read_answers
from treecompare.extras.raw.rows import candidates
from treecompare.extras.raw.system import system_of
from treecompare.readers import read_content

GOLD = "(S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .))\n(S (NP (PRP She)) (VP (VBD slept)) (. .))\n"
WORDS = "\n".join(
    f"{number}\t{form}\t_\t{tag}\t_\t_\t{head}\t{relation}\t_\t_"
    for number, form, tag, head, relation in (
        (1, "She", "PRON", 2, "nsubj"), (2, "slept", "VERB", 0, "root"), (3, "well", "ADV", 2, "advmod"),
    )
) + "\n\n"  # fmt: skip


def files(folder: Path, *answers: object, gold: str = GOLD) -> list[str]:
    """A gold and JSON lines; texts are written as answers to sentences 1, 2, …"""
    (folder / "gold.txt").write_text(gold, "utf-8")
    lines = [
        one if isinstance(one, str) and one.startswith("{") else json.dumps({"id": str(number), "output": one})
        for number, one in enumerate(answers, 1)
    ]
    (folder / "raw.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    return [str(folder / "gold.txt"), f"m=raw:{folder / 'raw.jsonl'}"]


def outcomes(capsys: pytest.CaptureFixture[str], arguments: list[str], *options: str) -> list[list[str]]:
    """The lines of ``report outcomes`` for scripts, without the heading."""
    capsys.readouterr()
    assert run_command(["report", "outcomes", *arguments, *options, "--format", "tsv"]) == 0
    return [line.split("\t") for line in capsys.readouterr().out.split("\n")[1:-1]]


@pytest.mark.parametrize(("name", "ending"), [("brackets", "mrg"), ("conllu", "conllu")])
def test_the_report_is_the_table_of_the_other_program(
    shared: Path, name: str, ending: str, capsys: pytest.CaptureFixture[str]
) -> None:
    here = shared / "oracles" / "raw-output"
    if not here.exists():
        pytest.skip("the tables of raw output are not at hand")
    arguments = [str(here / f"{name}.gold.{ending}"), f"m=raw:{here / f'{name}.raw.jsonl'}"]
    assert run_command(["report", "outcomes", *arguments, "--repair", "all", "--format", "tsv"]) == 0
    assert capsys.readouterr().out == (here / f"{name}.expected.tsv").read_text("utf-8")


def test_failures_count_in_all_and_not_in_common(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = files(tmp_path, "Sure: " + GOLD.split("\n")[0], GOLD.split("\n")[1])
    keys = ["--measures", "e.roof.dice", "--format", "json"]
    assert run_command(["score", *arguments, *keys]) == 0
    found = json.loads(capsys.readouterr().out)
    system = found["systems"][0]
    assert system["outcomes"]["unreadable"] == 1 and system["repairs"] == {"prose": {"sentences": 1, "sum": 1}}
    row = dict(zip(found["made"][0]["columns"], found["made"][0]["rows"][0], strict=True))
    # three constituents in each sentence: 2 * 3 / (6 + 3) over all; recall 3 / 6
    assert row["all"] == pytest.approx(6 / 9) and row["recall"] == 0.5 and row["precision"] == 1.0
    assert row["common"] == 1.0 and row["n"] == 1
    assert run_command(["score", *arguments, *keys, "--repair", "extract"]) == 0
    found = json.loads(capsys.readouterr().out)
    signature = found["measures"][0]["signature"]
    assert "|raw:jsonl|repair:extract|repaired:1/2|" in signature
    assert found["made"][0]["marked"], "half of the sentences are repaired"


def test_a_wrong_line_an_unknown_id_and_an_id_twice_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = GOLD.split("\n")[0]
    arguments = files(
        tmp_path, json.dumps({"id": 1, "output": None}), json.dumps({"id": 1, "output": tree}), "{no json",
        json.dumps({"id": "77", "output": tree}), json.dumps({"id": "2", "output": tree, "error": "timeout"}),
    )  # fmt: skip
    rows = outcomes(capsys, arguments)
    assert [row[2] for row in rows] == ["scored as is", "no answer"]
    assert run_command(["score", *arguments]) == 0
    told = capsys.readouterr().err
    assert "raw.jsonl:3: is no JSON" in told and "1 id is not in the gold (77)" in told
    assert "1 id stands there again (1)" in told


def test_a_folder_and_a_plain_file_hold_answers_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = GOLD.split("\n")[:2]
    arguments = files(tmp_path)
    folder = tmp_path / "answers"
    folder.mkdir()
    (folder / "01.txt").write_text(first, "utf-8")
    (folder / "2.txt").write_text(f"```\n{second}\n```", "utf-8")
    rows = outcomes(capsys, [arguments[0], f"raw:{folder}"], "--repair", "extract")
    assert [row[2:4] for row in rows] == [["scored as is", "-"], ["scored after repair", "fence"]]
    plain = tmp_path / "plain.txt"
    plain.write_text(f"{first}\n\n{second}\n", "utf-8")
    rows = outcomes(capsys, [arguments[0], f"raw:{plain}"])
    assert [row[2] for row in rows] == ["scored as is", "scored as is"]
    plain.write_text(f"Here:\n{first}\nand\n{second[:-3]}\n", "utf-8")
    rows = outcomes(capsys, [arguments[0], f"raw:{plain}"], "--repair", "close")
    assert [row[2:4] for row in rows] == [["scored after repair", "prose"], ["words dropped", "prose;closed=2"]]


def test_trees_of_a_plain_file_belong_where_their_ids_say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever their order; other comments may stand between."""
    first, second = (
        f"# sent_id = {name}\n# by = hand\n{tree}\n" for name, tree in zip("ab", GOLD.split("\n"), strict=False)
    )
    arguments = files(tmp_path, gold=f"{first}\n{second}")
    plain = tmp_path / "plain.txt"
    plain.write_text(f"{second}\n{first}", "utf-8")
    rows = outcomes(capsys, [arguments[0], f"raw:{plain}"])
    assert [row[2] for row in rows] == ["scored as is", "scored as is"]


def test_a_plain_file_that_is_a_treebank_throughout_is_compared_as_any_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its sentences are paired by their words, in any format of the gold's kind; with one line of prose it is raw output."""
    arguments = files(tmp_path)
    first, second = GOLD.split("\n")[:2]
    plain = tmp_path / "plain.txt"
    lines = ("1 The DT 500", "2 dog NN 500", "3 barks VBZ 501", "4 . . 0", "#500 -- NP 0", "#501 -- VP 0")
    rows = "".join("\t".join((w, t, "--", "--", p)) + "\n" for _, w, t, p in map(str.split, lines[:4]))
    export = f"#BOS 1\n{rows}#500\tNP\t--\t--\t0\n#501\tVP\t--\t--\t0\n#EOS 1\n"
    for text, expected in (
        (f"{second}\n{first}\n", ["scored as is", "scored as is"]),
        (f"{first}\n{second}\n", ["scored as is", "scored as is"]),
        (f"{first.replace(' (NN dog)', '')}\n{second}\n", ["words dropped", "scored as is"]),
        (export, ["scored as is", "no answer"]),
    ):
        plain.write_text(text, "utf-8")
        for level in ("none", "close"):
            rows_of = outcomes(capsys, [arguments[0], f"raw:{plain}"], "--repair", level)
            assert [row[2:4] for row in rows_of] == [[one, "-"] for one in expected], text
    plain.write_text(f"{first}\nHope this helps!\n{second}\n", "utf-8")
    rows_of = outcomes(capsys, [arguments[0], f"raw:{plain}"])
    assert [row[2:4] for row in rows_of] == [["unreadable", "prose"]] * 2
    faulty = WORDS.replace("\t2\tadvmod", "\t0\tadvmod")
    plain.write_text(faulty, "utf-8")
    arguments = files(tmp_path, gold=WORDS)
    rows_of = outcomes(capsys, [arguments[0], f"raw:{plain}"], "--repair", "close")
    assert rows_of[0][2:4] == ["scored after repair", "root=1"], "a tree with two roots is no tree"


def test_what_repair_would_change_is_told_though_nothing_is_repaired(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = GOLD.split("\n")[:2]
    arguments = files(tmp_path, f"Sure: {first}", second[:-1])
    assert run_command(["score", *arguments]) == 0
    said = "repair is up to none; level extract would read 1 more, level close would read 2 more"
    assert said in capsys.readouterr().err
    assert run_command(["score", *arguments, "--repair", "extract"]) == 0
    assert "repair is up to extract; level close would read 1 more\n" in capsys.readouterr().err
    assert run_command(["score", *arguments, "--repair", "close"]) == 0
    assert "would" not in capsys.readouterr().err
    arguments = files(tmp_path, WORDS.replace("\t2\tadvmod", "\t0\tadvmod"), gold=WORDS)
    assert run_command(["score", *arguments]) == 0
    assert "repair is up to none; level close would mend 1 tree scored with faults" in capsys.readouterr().err


def test_faults_are_scored_as_they_are_below_close(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = WORDS.replace("\t2\tadvmod", "\t0\tadvmod")
    arguments = files(tmp_path, answer, gold=WORDS)
    assert run_command(["score", *arguments, "--format", "json", "--per-sentence"]) == 0
    system = json.loads(capsys.readouterr().out)["systems"][0]
    assert system["answers"][0]["outcome"] == "scored as is" and system["answers"][0]["faults"] == "root=1"
    assert run_command(["score", *arguments, "--format", "json", "--per-sentence", "--repair", "close"]) == 0
    system = json.loads(capsys.readouterr().out)["systems"][0]
    assert system["answers"][0]["repairs"] == "root=1" and system["answers"][0]["made"] == [3]
    assert system["scores"]["uas"]["pooled"] == 1.0
    assert run_command(["report", "outcomes", *arguments, "--repair", "close"]) == 0
    assert "1 arcs were made by repair, 1 of them are right by chance" in capsys.readouterr().out


def test_a_carriage_return_within_a_row_ends_no_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = WORDS.replace("She\t_", "She\t_\r2.1").replace("well\t", "we\rll\t")
    assert [row[2] for row in outcomes(capsys, files(tmp_path, answer, gold=WORDS))] == ["words changed"]


def test_every_sentence_may_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for gold in (GOLD, WORDS):
        arguments = files(tmp_path, "I cannot do this.", gold=gold)
        rows = outcomes(capsys, arguments, "--repair", "close")
        assert rows[0][2] == "no tree"
        assert run_command(["score", *arguments]) == 0


def test_nothing_is_guessed_of_the_leaves_of_a_baseline(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = tmp_path / "gold.mrg"
    gold.write_text("(S (NP (PRP I)) (VP (VBP see)))\n(S (NP (DT a) (NN dog)) (VP (VBZ barks)))\n", "utf-8")
    assert run_command(["score", str(gold), str(gold), "--baseline", "right-branching", "--measures", "crossing"]) == 0
    assert "lemma" not in capsys.readouterr().err


def test_baselines_have_no_rank_and_no_labels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = files(tmp_path, *GOLD.split("\n")[:2])
    command = ["score", *arguments, "--baseline", "right-branching", "--baseline", "random/7", "--format", "json"]
    assert run_command([*command, "--measures", "e.roof.dice,e.roof.dice.unlabelled"]) == 0
    found = json.loads(capsys.readouterr().out)
    right = found["systems"][1]
    assert right["name"] == "right-branching" and right["scores"]["e.roof.dice"]["pooled"] is None
    # S and NP of the first sentence (VP is a word), S and none of the second: (The (dog barks)), (She slept)
    assert right["scores"]["e.roof.dice.unlabelled"]["pooled"] == pytest.approx(2 * 2 / (6 + 3))
    assert found["systems"][2]["name"] == "random (seed 7)"
    assert run_command(["score", arguments[0], "--baseline", "next"]) == 2
    assert "expected left-branching, right-branching, random" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("gold", "name", "key"), [(GOLD, "random", "e.roof.dice.unlabelled"), (WORDS, "random-tree", "uas")]
)
def test_draws_are_the_baselines_of_the_first_seeds(
    tmp_path: Path, gold: str, name: str, key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Mean and percentiles of the scores that the baselines of these seeds have as systems."""
    command = ["score", files(tmp_path, gold=gold)[0], "--measures", key, "--format", "json", "--draws", "4"]
    assert run_command([*command, *(word for seed in range(4) for word in ("--baseline", f"{name}/{seed}"))]) == 0
    found = json.loads(capsys.readouterr().out)
    scores = [one["scores"][key]["pooled"] for one in found["systems"]]
    assert 0 < sum(scores) < 4
    (row,) = next(one["rows"] for one in found["made"] if one["title"] == "Random baselines")
    assert row == pytest.approx([name, 4, np.mean(scores), *np.percentile(scores, [2.5, 97.5])])


@pytest.mark.parametrize(
    ("name", "expected"), [("previous", 10.55), ("next", 29.76), ("random-projective", 13.82), ("random-tree", 8.25)]
)
def test_baselines_of_a_treebank_have_the_figures_that_are_known(
    shared: Path, name: str, expected: float, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = shared / "data" / "ewt" / "test.gold.conllu"
    if not gold.exists():
        pytest.skip("the treebank is not at hand")
    assert run_command(["score", str(gold), "--baseline", name, "--measures", "uas", "--format", "json"]) == 0
    system = json.loads(capsys.readouterr().out)["systems"][0]
    assert round(100 * system["scores"]["uas"]["pooled"], 2) == expected


@pytest.mark.parametrize(
    ("name", "expected"), [("left-branching", 11.45), ("right-branching", 37.35), ("random", 14.60)]
)
def test_baselines_of_constituents_have_the_figures_that_are_known(
    shared: Path, name: str, expected: float, capsys: pytest.CaptureFixture[str]
) -> None:
    """Six sentences have one word: there the node is a constituent, as there is a tag below it."""
    gold = str(shared / "data" / "wsj-sample-1394" / "gold.mrg")
    arguments = ["score", gold, "--baseline", name, "--measures", "e.roof.dice.unlabelled", "--format", "json"]
    assert run_command(arguments) == 0
    system = json.loads(capsys.readouterr().out)["systems"][0]
    assert round(100 * system["scores"]["e.roof.dice.unlabelled"]["pooled"], 2) == expected


def test_outcomes_stand_beside_the_sentences_in_files_for_scripts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = GOLD.split("\n")[0]
    arguments = [*files(tmp_path, f"Sure: {first[:-1]}", "No."), f"same={tmp_path / 'gold.txt'}"]
    command = ["score", *arguments, "--measures", "e.roof.dice", "--per-sentence", "--repair", "close", "--format"]
    assert run_command([*command, "tsv"]) == 0
    lines = capsys.readouterr().out.split("\n\n")[-1].split("\n")
    head = next(line for line in lines if line.startswith("system\tsentence")).split("\t")
    rows = [
        dict(zip(head, line.split("\t"), strict=True)) for line in lines[lines.index("\t".join(head)) + 1 :] if line
    ]
    told = [tuple(row[name] for name in ("system", "outcome", "repairs", "faults")) for row in rows]
    assert told == [
        ("m", "scored after repair", "prose;closed=1", "-"), ("m", "no tree", "-", "-"), ("same", "", "", ""), ("same", "", "", ""),
    ]  # fmt: skip
    assert run_command([*command, "json"]) == 0
    model, same = json.loads(capsys.readouterr().out)["systems"]
    assert [one["outcome"] for one in model["per_sentence"]] == ["scored after repair", "no tree"]
    assert model["per_sentence"][0]["repairs"] == "prose;closed=1" and "outcome" not in same["per_sentence"][0]


def test_labels_that_the_gold_lacks_are_counted_with_their_sum(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = GOLD.split("\n")[:2]
    answers = first.replace("(VP ", "(VERBAL ").replace("(NN ", "(NOUN "), second.replace("(VP ", "(VERBAL ")
    arguments = files(tmp_path, *answers)
    assert run_command(["report", "outcomes", *arguments, "--format", "json"]) == 0
    tables = json.loads(capsys.readouterr().out)
    found = next(one for one in tables if one["title"] == "Labels that the gold lacks")
    assert found["rows"] == [["VERBAL", "label", 2], ["NOUN", "tag", 1], ["in all", None, 3]]
    arguments = files(tmp_path, WORDS.replace("nsubj", "subj").replace("ADV", "AVERB"), gold=WORDS)
    assert run_command(["report", "outcomes", *arguments, "--format", "json"]) == 0
    tables = json.loads(capsys.readouterr().out)
    found = next(one for one in tables if one["title"] == "Labels that the gold lacks")
    assert found["rows"] == [["subj", "relation", 1], ["AVERB", "tag", 1], ["in all", None, 2]]


def test_an_answer_stands_for_the_sentence_that_was_asked_whatever_its_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two answers changed places: each has enough words of the sentence that it is given for, and all of the other one."""
    twins = "(S (NP a b c) (VP d e f))\n(S (NP a b c) (VP x y z))\n(S (NP n) (VP m))\n"
    first, second = twins.split("\n")[:2]
    rows = [
        "".join(f"{n}\t{form}\t_\tX\t_\t_\t{n - 1}\t{'dep' if n > 1 else 'root'}\t_\t_\n" for n, form in enumerate(words, 1)) + "\n"
        for words in ("abcdef", "abcxyz", "nm")
    ]  # fmt: skip
    for gold, answers in ((twins, (second, first, "No.")), ("".join(rows), (rows[1], rows[0], "No."))):
        arguments = files(tmp_path, *answers, gold=gold)
        key = "uas" if gold != twins else "e.roof.dice"
        command = ["score", *arguments, "--params", "none", "--measures", key, "--per-sentence", "--format", "json"]
        assert run_command(command) == 0
        out, told = capsys.readouterr()
        system = json.loads(out)["systems"][0]
        assert [one["outcome"] for one in system["per_sentence"]] == ["words changed", "words changed", "no tree"]
        assert [one["status"] for one in system["per_sentence"]] == ["scored", "scored", "skipped"]
        assert system["per_sentence"][2]["reason"] == "the parse is missing (no tree)"
        if gold == twins:
            assert system["aligned"] == 2, "their words are aligned with those that were asked for"
        else:
            # three words of each are other words in the places of the gold's, and count as these written otherwise
            assert [one["scores"][key] for one in system["per_sentence"][:2]] == [1, 1]
        assert "sent_id" not in told and "another text" not in told


@pytest.mark.parametrize("average", ["pooled", "mean"])
def test_both_figures_of_three_systems_are_those_of_their_sentences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], average: str
) -> None:
    """Common: what all systems have that have half of the sentences; all: failures have no node. Counted here by hand."""
    gold = [f"(S (A (X a) (X b{n})) (B (X c) (X d)) (C (X e) (X f)))" for n in range(6)]
    (tmp_path / "gold.txt").write_text("\n".join(gold) + "\n", "utf-8")
    failing = {"one": {0}, "two": {0, 4, 5}, "three": {1, 2, 3, 4}, "four": {0, 4}}
    wrong = {"one": {1, 2}, "two": {2, 3}, "three": {5}, "four": set()}
    arguments = [str(tmp_path / "gold.txt")]
    for name in failing:
        answers = [tree.replace("(C ", "(D ") if n in wrong[name] else tree for n, tree in enumerate(gold)]
        answers = ["No." if n in failing[name] else one for n, one in enumerate(answers)]
        lines = [json.dumps({"id": number, "output": one}) for number, one in enumerate(answers, 1)]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines), "utf-8")
        arguments.append(f"{name}=raw:{tmp_path / f'{name}.jsonl'}")
    command = ["report", "outcomes", *arguments, "--params", "none", "--average", average, "--format", "json"]
    assert run_command(command) == 0
    table = json.loads(capsys.readouterr().out)[0]
    found = {row[0]: dict(zip(table["columns"], row, strict=True)) for row in table["rows"][:4]}
    have = [name for name in failing if 2 * (6 - len(failing[name])) >= 6]
    common = set(range(6)) - set.union(*(failing[name] for name in have))
    assert have == ["one", "two", "four"] and common == {1, 2, 3}

    def dice(name: str, among: set[int]) -> float:
        counts = [(0, 4, 0) if n in failing[name] else (3 if n in wrong[name] else 4, 4, 4) for n in sorted(among)]
        if average == "mean":
            return sum(2 * matched / (of_gold + test) for matched, of_gold, test in counts) / len(counts)
        return 2 * sum(one[0] for one in counts) / sum(one[1] + one[2] for one in counts)

    for name, row in found.items():
        assert row["all"] == pytest.approx(dice(name, set(range(6)))), name
        assert row["n"] == (len(common) if name in have else None)
        assert row["common"] == (pytest.approx(dice(name, common)) if name in have else None), name
    assert "Set aside in common, with less than half of the sentences: three." in table["note"]
    assert "all and common order the systems differently" in table["note"]


def test_the_checklist_counts_answers_with_other_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    two = WORDS + WORDS.replace("She", "He")
    arguments = files(tmp_path, WORDS.replace("well", "wel"), WORDS.replace("She", "He"), gold=two)
    assert run_command(["report", "checklist", *arguments, "--format", "json"]) == 0
    answers = dict(json.loads(capsys.readouterr().out)[0]["rows"])
    assert answers["Sentences with other words"] == "m 1; aligned"
    assert answers["Sentences scored after repair"] == "m 0, and 0 with other words (repair: none)"


def test_a_paper_is_told_what_was_repaired(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the checklist, its paragraph, and the page: the level, how many, what could not be read, and what a baseline is."""
    first, second, *_ = GOLD.split("\n")
    other = second.replace(" barks", " barked").replace(" slept", " sleeps")
    assert other != second
    arguments = files(tmp_path, f"```\n{first}\n```", f"So: {other}", gold=f"{first}\n{second}\n{first}\n")
    arguments += ["--baseline", "right-branching", "--repair", "close"]
    assert run_command(["report", "checklist", *arguments, "--format", "json"]) == 0
    [found] = json.loads(capsys.readouterr().out)
    answers = dict(found["rows"])
    assert answers["Sentences scored after repair"] == "m 1, and 1 with other words (repair: close)"
    assert answers["Uninformed baselines"] == "right-branching"
    for said in (
        "m is raw output (jsonl)",
        "repair: close), 1 of 3 sentences",
        "1 answer could not be read",
        "an uninformed",
    ):
        assert said in found["note"]
    page = tmp_path / "page.html"
    assert run_command(["report", "html", *arguments, "--output", str(page)]) == 0
    text = page.read_text("utf-8")
    assert text.index("Raw output") < text.index("scored after repair") and "m is raw output (jsonl)" in text
    assert "common" in text


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([{"id": "x", "output": "(S (A a))"}, {"id": 1, "output": ""}], "only where all are whole numbers, and 'x' is none"),
        ([{"id": 0, "output": "(S (A a))"}, {"id": 7, "output": ""}], "(0, 7); they count nowhere; positions count from 1"),
        ([{"id": 1, "prediction": "(S (A a))"}], "1 answer has no text (1); expected one of the keys output, text"),
        (["Here:", {"id": 1, "output": "(S (A a))"}], "1 line like a JSON object, but the file does not begin with one"),
    ],
)  # fmt: skip
def test_why_answers_are_not_found_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lines: list[object], said: str
) -> None:
    arguments = files(tmp_path)
    texts = [one if isinstance(one, str) else json.dumps(one) for one in lines]
    (tmp_path / "raw.jsonl").write_text("\n".join(texts), "utf-8")
    assert run_command(["score", *arguments]) == 0
    told = capsys.readouterr().err
    assert said in told and "expected parses" not in told


def test_of_several_files_of_one_name_the_first_with_text_counts(tmp_path: Path) -> None:
    for name, text in (("1.a", " \n"), ("1.b", "first"), ("1.c", "second"), ("2.a", "third")):
        (tmp_path / name).write_text(text, "utf-8")
    found = read_answers(str(tmp_path))
    assert found.texts == {"1": "first", "2": "third"} and "2 files have the name of another one" in found.told[0]


def test_an_answer_that_is_too_deep_has_a_reason() -> None:
    gold = read_content(b"(S (N a))\n", "gold.mrg")
    deep = "(S " * 6000 + "(N a)" + ")" * 6000
    found, outcomes = system_of(gold, Answers("answers", "jsonl", {"1": deep}), "m", "none")
    assert found.problems[0].reason == outcomes.problems[0] and "nested deeper than 5,000" in outcomes.problems[0]


def test_rows_begin_a_sentence_where_their_numbers_do() -> None:
    rows = [f"{n}\t{word}\t_\t_\t_\t_\t0\troot\t_\t_" for n, word in ((1, "a"), (2, "b"), (1, "c"), (2, "d"))]
    for text in ("\n".join(rows), "\n".join([*rows[:2], "", *rows[2:]])):
        assert [one.words for one in candidates(text, [])[0]] == [("a", "b"), ("c", "d")]
    gap = "\n".join([rows[0], "", "3\tc\t_\t_\t_\t_\t0\troot\t_\t_"])
    assert [one.words for one in candidates(gap, [])[0]] == [("a",), ("c",)]
    assert [one.words for one in candidates("\n".join([rows[0], "", rows[1]]), [])[0]] == [("a", "b")]
