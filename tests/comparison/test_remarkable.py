"""What is odd about whole files is told in one line each, in every kind of comparison."""

from __future__ import annotations

from pathlib import Path

import pytest

from treecompare.comparison.files import Files, open_files, opened
from treecompare.comparison.settings import Settings

TREES = ["(S (N it) (V fell))", "(S (N she) (VP (V saw) (N it)))", "(S (V go))", "(S (N he) (V ran))"]


def conllu(*sentences: str) -> str:
    """``it:2 fell:0`` as a sentence of words with heads."""
    lines = []
    for number, sentence in enumerate(sentences, 1):
        lines.append(f"# sent_id = {number}")
        for place, word in enumerate(sentence.split(), 1):
            form, head = word.split(":")
            lines.append(f"{place}\t{form}\t_\tX\t_\t_\t{head}\t{'root' if head == '0' else 'dep'}\t_\t_")
        lines.append("")
    return "\n".join([*lines, ""])


WORDS = ["it:2 fell:0", "she:2 saw:0 it:2", "go:0", "he:2 ran:0"]


def warnings(folder: Path, gold: str, *systems: str, settings: Settings | None = None) -> list[str]:
    """What is told of systems a, b, … with these contents; a content that is a path is taken for the file.

    Without settings, words that differ are not aligned: that has more to say of other texts.
    """
    settings = settings or Settings(differing="skip")
    paths = []
    for name, content in zip(["gold", *"abcdefg"], [gold, *systems], strict=False):
        path = Path(content) if content.startswith("/") else folder / f"{name}.txt"
        if not content.startswith("/"):
            path.write_text(content, "utf-8")
        paths.append(("" if name == "gold" else name, str(path)))
    comparison = opened(open_files(Files(paths[0][1], tuple(paths[1:])), settings)).comparison
    for _ in comparison.run():
        pass
    return comparison.warnings


def brackets(*trees: str) -> str:
    return "".join(f"{tree}\n" for tree in trees)


def test_sentences_that_cannot_be_read_are_named_beside_what_is_the_same(tmp_path: Path) -> None:
    bad = conllu(*WORDS).replace("1\tgo\t", "1\t")
    same = "has the same words and trees as the gold in what was compared; not compared: 1 sentence"
    assert warnings(tmp_path, bad, bad) == [f"a: {same} of gold (line 11); 1 sentence of a (line 11)"]


def test_a_system_like_the_gold_or_like_another(tmp_path: Path) -> None:
    other = [*TREES[:3], "(S (N he) (N ran))"]
    found = warnings(tmp_path, brackets(*TREES), brackets(*TREES), brackets(*other), brackets(*other))
    assert found == [
        "a: has the same words and trees as the gold in all 4 sentences",
        "c: has the same words and trees as 'b' in all 4 sentences",
    ]


@pytest.mark.parametrize("change", [("it", "It"), ("(V go)", "(X go)"), ("(S (V go))", "(S (S (V go)))")])
def test_one_difference_is_enough(change: tuple[str, str], tmp_path: Path) -> None:
    text = brackets(*TREES)
    assert warnings(tmp_path, text, text.replace(*change, 1)) == []


def test_the_same_texts_in_other_places_are_others(tmp_path: Path) -> None:
    assert warnings(tmp_path, "(S (A b) (B a) (A b))\n", "(S (A b) (B a) (A a))\n") == []
    assert warnings(tmp_path, "(S (A b) (B a) (A a))\n", "(S (A b) (B a) (A b))\n") == []


def test_the_gold_given_as_a_system(tmp_path: Path) -> None:
    link = tmp_path / "link.mrg"
    link.symlink_to(tmp_path / "gold.txt")
    gold = str(tmp_path / "gold.txt")
    (tmp_path / "gold.txt").write_text(brackets(*TREES))
    found = warnings(tmp_path, gold, str(link), f"{tmp_path}/../{tmp_path.name}/gold.txt", brackets("(S (N a))"), gold)
    assert [one for one in found if one[0] in "abd"] == [f"{name}: is the same file as the gold" for name in "abd"]


def test_a_system_given_twice(tmp_path: Path) -> None:
    twice = tmp_path / "twice.mrg"
    twice.write_text(brackets(*TREES[:3], "(X (X he) (X ran))"))
    assert warnings(tmp_path, brackets(*TREES), str(twice), str(twice)) == ["b: is the same file as 'a'"]


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (4, []),
        (3, ["a: 3 sentences, the gold 4; expected the same number"]),
        (2, ["a: 2 sentences, the gold 4, 50 % of them; expected the same number"]),
        (5, ["a: 5 sentences, the gold 4; expected the same number"]),
        (10, ["a: 10 sentences, the gold 4, 2.5 times as many; expected the same number"]),
        (4000, ["a: 4,000 sentences, the gold 4, 1000 times as many; expected the same number"]),
    ],
)
def test_another_number_of_sentences(count: int, told: list[str], tmp_path: Path) -> None:
    trees = [TREES[number % 4].replace("(V ", "(W ") for number in range(count)]
    assert warnings(tmp_path, brackets(*TREES), brackets(*trees)) == told


def test_few_more_sentences_are_told_once_where_words_are_aligned(tmp_path: Path) -> None:
    (told,) = warnings(tmp_path, brackets(*TREES), brackets(*TREES, "(S (N more))"), settings=Settings())
    assert told == "a: 1 sentence that the gold does not have"
    found = warnings(tmp_path, brackets(*TREES), brackets(*TREES, *TREES), settings=Settings())
    assert "a: 8 sentences, the gold 4, 2 times as many; expected the same number" in found


def test_nothing_but_failed_parses(tmp_path: Path) -> None:
    found = warnings(tmp_path, brackets(*TREES), brackets(*["(())"] * 4), brackets("(())"), "")
    assert sorted(found) == [
        "a: no sentence has words; expected parses",
        "b: no sentence has words; expected parses",
        "c: the file is empty; expected at least one tree",
    ]


def test_a_file_in_which_every_sentence_is_the_same(tmp_path: Path) -> None:
    same = "a: all 4 sentences are the same"
    assert warnings(tmp_path, brackets(*TREES), brackets(*TREES[:1] * 4)) == [same]
    assert warnings(tmp_path, brackets(*TREES), brackets(*TREES[:1] * 3, TREES[3])) == []
    assert warnings(tmp_path, brackets(*TREES), brackets(*TREES[:1] * 3, TREES[0].replace("(N", "(M"))) == []
    assert warnings(tmp_path, brackets(*TREES[:2]), brackets(*TREES[:1] * 2)) == []
    found = warnings(tmp_path, brackets(*TREES[:1] * 4), brackets(*TREES))
    assert found == ["gold: all 4 sentences are the same"]


def test_dependencies(tmp_path: Path) -> None:
    gold = conllu(*WORDS)
    other = conllu(*WORDS[:3], "he:0 ran:1")
    found = warnings(
        tmp_path, gold, gold, other, other, conllu(*WORDS[:2]), conllu(*[WORDS[0]] * 4), conllu(*WORDS, *WORDS)
    )
    assert [one for one in found if " the same" in one or "does not have" in one] == [
        "a: has the same words and trees as the gold in all 4 sentences",
        "c: has the same words and trees as 'b' in all 4 sentences",
        "d: 2 sentences, the gold 4, 50 % of them; expected the same number",
        "e: all 4 sentences are the same",
        "f: 4 sentences that the gold does not have",
    ]
    assert warnings(tmp_path, gold, gold.replace("\tdep\t", "\tdep2\t", 1)) == []


def test_other_relations_of_the_same_heads_are_another_system(tmp_path: Path) -> None:
    gold = conllu(*WORDS).replace("\troot\t", "\tdep\t")
    found = warnings(tmp_path, gold, gold.replace("\tdep\t", "\tobj\t", 1))
    assert not [one for one in found if "the same" in one]


def test_words_that_differ(tmp_path: Path) -> None:
    gold = brackets(*TREES)
    found = warnings(tmp_path, gold, gold, brackets(*TREES[:2]), settings=Settings(over_lattices=True))
    assert "a: has the same words and trees as the gold in all 4 sentences" in found
    assert "b: 2 sentences, the gold 4, 50 % of them; expected the same number" in found


def test_standard_error_has_one_line_for_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from treecompare.__main__ import main

    for name, content in (("gold", brackets(*TREES)), ("same", brackets(*TREES)), ("many", brackets(*TREES * 100))):
        (tmp_path / f"{name}.mrg").write_text(content)
    main(["score", *(str(tmp_path / f"{name}.mrg") for name in ("gold", "same", "many"))])
    err = capsys.readouterr().err
    assert err.count("same words and trees as the gold") == 1
    assert err.count("many: 400 sentences, the gold 4, 100 times as many; expected the same number") == 1
