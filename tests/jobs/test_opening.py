"""Files and comparison files that are opened as jobs: what is asked before, what is said, what is there when it is stopped."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.jobs.conftest import followed, leave, made, said, shown
from tests.made import erring, gold_trees, write
from treecompare import reading, resources
from treecompare.comparison.base import Cancel
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.files import Files
from treecompare.comparison.roles import named_files, sample_files
from treecompare.comparison.settings import Settings
from treecompare.errors import TreecompareError
from treecompare.jobs.base import Doing, Opening, Question, Where
from treecompare.jobs.opening import opening, opening_saved
from treecompare.jobs.remembered import Nowhere, Recent
from treecompare.saved.project import Key, Project


class Preferences(Nowhere):
    """Nothing is known until it is added."""

    def __init__(self) -> None:
        self.known: list[str] = []
        self.added: list[Any] = []
        self.texts: dict[str, str] = {}

    def is_known(self, path: str, /) -> bool:
        return path in self.known

    def add_known(self, path: str | Path, /) -> None:
        self.known.append(str(path))

    def add_recent(self, files: Recent, /) -> None:
        self.added.append(files)

    def text(self, key: str, default: str = "", /) -> str:
        return self.texts.get(key, default)

    def store(self, key: str, value: str, /) -> None:
        self.texts[key] = value


def asked(opening: Opening) -> Question:
    with pytest.raises(Question) as found:
        made(opening)
    return found.value


def answer(question: Question, title: str, path: str = "") -> Opening:
    to = dict(question.options)[title]
    return to.then(path) if isinstance(to, Where) else to


def saved(files: Files, path: Path, row: int = 2) -> Path:
    """A comparison file with a note."""
    job = shown(opening(files))
    job.do([row], "note", "kept")
    job.do([row], "save-as", str(path))
    leave(job, row)
    job.close()
    return path


# -- files -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "kind"), [("tsarfaty-2012", "schemes"), ("words-that-differ", "lattices")])
def test_a_missing_parse_as_zero_does_not_keep_other_kinds_from_opening(key: str, kind: str) -> None:
    sample = next(one for one in resources.samples() if one.key == key)
    assert made(opening(sample_files(sample), Settings(missing="zero"))).comparison.kind == kind  # type: ignore[union-attr]


def test_one_system_that_cannot_be_read_is_told_and_the_others_are_there(files: Files, tmp_path: Path) -> None:
    bad = write(tmp_path / "bad.mrg", ["(S (NP"])
    job = shown(opening(replace(files, systems=(*files.systems, ("", bad)))))
    assert job.comparison.table.systems == ["one", "two"]
    assert any("bad.mrg" in one for one in job.remarks())
    job.comparison.warnings.append("something odd")
    job = followed(job, job.do([], "no-gold"))
    assert job.remarks() == ["something odd"]
    job = followed(job, job.do([], "no-gold"))
    assert not job.remarks()  # once is enough
    job.close()
    with pytest.raises(TreecompareError, match=r"bad\.mrg"):
        made(opening(Files(files.gold, (("", bad),))))


def test_what_one_file_holds_does_not_stop_the_others(files: Files, tmp_path: Path) -> None:
    """Other text is told with its first bracket; so are systems of another kind, and lattices that are none."""
    bad = tmp_path / "bad.txt"
    bad.write_text("\n".join(["This is not a treebank.", "", "(()", ""] * 3), "utf-8")
    lattice = tmp_path / "bad.lattice"
    lattice.write_text("0\t1\tno columns\n", "utf-8")
    arcs, words = (
        next(one for one in resources.samples() if one.key == key) for key in ("dependencies", "words-that-differ")
    )
    for wanted, systems, told in (
        (replace(files, systems=(("", str(bad)), *files.systems)), ["one", "two"], "bad.txt:3: "),
        (
            Files(arcs.gold, (("", arcs.systems[0]), *files.systems)),
            ["attach-high"],
            "holds constituents, the gold dependencies",
        ),
        (Files(words.gold, (("", words.systems[0]),), lattices=(str(lattice),)), ["gold-input"], "bad.lattice"),
    ):
        job = shown(opening(wanted))
        assert job.comparison.table.systems == systems and any(told in one for one in job.remarks())
        job.close()


def test_a_broken_system_added_to_what_is_open_changes_nothing(files: Files, tmp_path: Path) -> None:
    job = shown(opening(files))
    (make,) = job.do([0], "add-systems", [write(tmp_path / "bad.mrg", ["(S (NP"])])
    with pytest.raises(TreecompareError, match=r"bad\.mrg"):
        made(make.opening)  # type: ignore[union-attr]
    assert job.files == files
    job.close()


@pytest.mark.parametrize("is_one", [True, False])
def test_what_is_too_large_is_read_where_people_want_it(
    files: Files, is_one: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "usual_limit", lambda: 20_000 if is_one else 2000)
    if is_one:
        with Path(files.systems[1][1]).open("a", encoding="utf-8") as file:
            file.write("\n" * 20_000)
        job = shown(opening(files))
        assert "expected at most 20,000 bytes" in "".join(job.remarks()) and job.comparison.table.systems == ["one"]
        job = followed(job, job.do([], "read-anyway"))
        assert job.comparison.table.systems == ["one", "two"]
        assert "read-anyway" not in [one.key for one in job.commands()]
    else:
        question = asked(opening(files))
        assert "expected at most 2,000 bytes" in str(question)
        job = shown(answer(question, "Read anyway"))
        assert job.comparison.sentences == 60
        job = followed(job, [*job.do([], "remove-system")])  # nor is it asked again
    job.close()


def test_another_text_is_asked_about_and_not_again(files: Files, tmp_path: Path) -> None:
    other = write(tmp_path / "other.mrg", [f"(S (X {word}) (X {word}))" for word in ("111", "222", "333", "444") * 15])
    question = asked(opening(replace(files, systems=(*files.systems, ("", other)))))
    assert str(question).startswith("other: hardly any words in common with the gold. Add it anyway")
    assert shown(answer(question, "Leave out")).comparison.table.systems == ["one", "two"]
    job = shown(answer(question, "Add anyway"))
    assert job.comparison.table.systems == ["one", "two", "other"]
    job = followed(job, job.do([], "remove-system"))
    assert job.comparison.table.systems == ["two", "other"]
    job.close()
    job = shown(opening(files))
    (make,) = job.do([], "add-systems", [other])
    assert [title for title, _ in asked(make.opening).options] == ["Add anyway"]  # type: ignore[union-attr]
    job.close()


def test_stop_keeps_what_is_done(tmp_path: Path) -> None:
    gold = gold_trees(6000)
    paths = [write(tmp_path / f"{name}.mrg", erring(gold, seed)) for seed, name in enumerate(("x", "y"))]
    cancel, told = Cancel(), list[Doing]()

    class Told(list[Doing]):
        def append(self, doing: Doing) -> None:
            told.append(doing)
            if doing.stays and doing.share > 0:
                cancel.set()

    files = Files(write(tmp_path / "gold.mrg", gold), tuple(("", path) for path in paths))
    job = made(opening(files), cancel, Told())
    assert job is not None and not job.is_compared
    assert [one.stays for one in told][:3] == [False] * 3
    job.begin()
    done = int((job.comparison.table.statuses != 0).sum())
    assert 0 < done < 12_000 and any(one.startswith(f"Stopped: {done:,} of 12,000") for one in job.remarks())
    for order in job.orders():
        found: Any = job.places(order.key, [])
        found = found if hasattr(found, "order") else found.make(Cancel(), lambda _: None)
        assert len(found.order) == 6000
    row = int((job.comparison.table.statuses == 0).any(axis=0).argmax())
    assert job.why(row) and job.picture(row)
    job = followed(job, [job.with_files(job.files)])
    assert job.is_compared and not job.remarks()
    job.close()


def test_stopped_before_there_is_anything_nothing_is_made(files: Files) -> None:
    cancel = Cancel()
    cancel.set()
    assert made(opening(files), cancel) is None


# -- comparison files ------------------------------------------------------------------------------------------------------


def test_what_somebody_elses_file_reads_is_shown_before_it_is_read(files: Files, tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    path, memory = saved(files, tmp_path / "theirs" / "x.treecompare"), Preferences()
    question = asked(opening_saved(str(path), memory=memory))
    assert "3 of them outside its folder" in str(question) and files.gold in str(question)
    job = shown(answer(question, "Open"))
    assert memory.known == [str(path)] and memory.added == [Files(str(path), ())]
    assert job.comparison.judgements.notes == {2: "kept"}
    job.close()
    shown(opening_saved(str(path), memory=memory)).close()


def test_what_was_moved_with_it_is_found_and_what_is_missing_asked_for(files: Files, tmp_path: Path) -> None:
    path = saved(files, tmp_path / "x.treecompare")
    moved = tmp_path / "moved"
    moved.mkdir()
    for one in (*files.paths, str(path)):
        shutil.move(one, moved)
    path = moved / path.name
    job = shown(opening_saved(str(path)))
    assert job.files.gold == str(moved / "gold.mrg") and job.comparison.judgements.notes == {2: "kept"}
    job.close()
    (moved / "one.mrg").rename(tmp_path / "elsewhere.mrg")
    question = asked(opening_saved(str(path)))
    assert "one.mrg is no longer where it was" in str(question)
    assert [title for title, _ in question.options] == ["Find…", "Leave it out"]
    job = shown(answer(question, "Find…", str(tmp_path / "elsewhere.mrg")))
    assert job.comparison.table.systems == ["one", "two"]
    job.close()
    (tmp_path / "elsewhere.mrg").unlink()
    ended = Cancel()
    ended.set()
    assert made(answer(asked(opening_saved(str(path))), "Leave it out"), ended) is None
    question = asked(opening_saved(str(path)))  # what was stopped changed nothing
    job = shown(answer(question, "Leave it out"))
    assert job.comparison.table.systems == ["two"] and job.comparison.judgements.notes == {2: "kept"}
    job.close()
    shown(opening_saved(str(path))).close()  # nobody is asked again
    (moved / "gold.mrg").unlink()
    assert [title for title, _ in asked(opening_saved(str(path))).options] == ["Find…"]


@pytest.mark.parametrize("pattern", ["", "*.mrg"])
def test_a_folder_that_is_gone_is_looked_for_as_a_folder(files: Files, tmp_path: Path, pattern: str) -> None:
    """A pattern stays, in another folder."""
    for name in ("gold", "one"):
        (tmp_path / name).mkdir()
        lines = Path(files.gold if name == "gold" else files.systems[0][1]).read_text("utf-8").splitlines()
        for number in (1, 2):
            write(tmp_path / name / f"wsj_{number:04}.mrg", lines[number * 10 : number * 10 + 10])
    at = [str(tmp_path / name / pattern) if pattern else str(tmp_path / name) for name in ("gold", "one")]
    path = saved(Files(at[0], (("", at[1]),)), tmp_path / "x.treecompare")
    (tmp_path / "one").rename(tmp_path / "elsewhere")
    question = asked(opening_saved(str(path)))
    where = dict(question.options)["Find…"]
    assert isinstance(where, Where) and not where.read.formats
    job = shown(answer(question, "Find…", str(tmp_path / "elsewhere")))
    assert job.files.systems[0][1] == str(tmp_path / "elsewhere" / pattern) and job.comparison.sentences == 20
    job.close()


def test_notes_follow_their_sentences_into_a_changed_gold(files: Files, tmp_path: Path) -> None:
    path = saved(files, tmp_path / "x.treecompare", 5)
    lines = Path(files.gold).read_text("utf-8").splitlines()
    write(Path(files.gold), [*lines[:2], lines[5], *lines[2:5], *lines[6:]])
    job = shown(opening_saved(str(path)))
    assert job.comparison.judgements.notes == {2: "kept"}
    assert any("Changed since last time: gold.mrg" in one for one in job.remarks())
    job.close()


def test_what_can_be_read_of_a_damaged_file_is_rescued(files: Files, tmp_path: Path) -> None:
    path, into = saved(files, tmp_path / "x.treecompare"), tmp_path / "y.treecompare"
    whole = path.read_bytes()
    path.write_bytes(cut := bytes(512) + whole[512:])
    question = asked(opening_saved(str(path)))
    assert "x.treecompare is damaged" in str(question)
    job = shown(answer(question, "Rescue…", str(into)))
    assert job.comparison.judgements.notes == {2: "kept"} and path.read_bytes() == cut
    job.close()
    path.write_bytes(b"none at all")
    with pytest.raises(TreecompareError) as found:
        made(opening_saved(str(path)))
    assert not isinstance(found.value, Question)


def test_a_job_that_nobody_waited_for_holds_nothing(files: Files, tmp_path: Path) -> None:
    path = saved(files, tmp_path / "x.treecompare")
    job = made(opening_saved(str(path)))
    project = Project.open(path)
    assert not project.is_read_only
    project.close()
    assert job is not None
    job.close()
    job = shown(opening_saved(str(path)))
    job.do([4], "note", "more")
    again = shown(opening_saved(str(path)), job)  # opened once more while it is open
    again.do([6], "note", "and more")
    again.close()
    project = Project.open(path)
    assert [project.value(Key("note", row)) for row in (2, 4, 6)] == ["kept", "more", "and more"]
    project.close()


def test_what_is_not_found_any_more_is_said_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(TreecompareError, match=r"x\.treecompare: there is no such file"):
        made(opening_saved(str(tmp_path / "x.treecompare")))
    assert said([]) == ""


def test_files_of_which_none_is_named_like_a_gold_are_asked_about() -> None:
    assert named_files({"systems": ["one.mrg", "mine=two.mrg"]}) == (None, ["one.mrg", "two.mrg"])
    found, asked = named_files({"systems": ["mine=one.mrg", "gold.mrg"]})
    assert isinstance(found, Files) and (found.gold, found.systems, asked) == ("gold.mrg", (("mine", "one.mrg"),), [])


def test_what_takes_long_is_known_before_a_job_comes_into_the_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trees = gold_trees(20)
    gold, test = write(tmp_path / "gold.mrg", trees), write(tmp_path / "test.mrg", erring(trees, 1))
    asked_for, texts = [], ConstituentComparison.texts

    def counted(comparison: ConstituentComparison) -> list[str]:
        asked_for.append(comparison)
        return texts(comparison)

    monkeypatch.setattr(ConstituentComparison, "texts", counted)
    job = made(opening(Files(gold, (("", test),))))
    assert job is not None and asked_for == [job.comparison]
    assert {"ids", "_has_plain_system"} <= vars(job.comparison).keys() and "ranks" in vars(job.listed.rows)
