"""``treecompare tedeval`` as people and scripts use it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import treecompare

SCHEMES = {
    "A": ("root", "tmod", "pobj", (0, 1, 2)),
    "B": ("root", "prep", "tmod", (0, 3, 1)),
    "a": ("root", "tmod", "pobj", (0, 1, 1)),
    "b": ("root", "prep", "tmod", (0, 3, 1)),
}


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    paths = {}
    for name, (*relations, heads) in SCHEMES.items():
        words = zip(("arrive", "on", "Sunday"), heads, relations, strict=True)
        lines = [f"{n}\t{form}\t_\t_\t_\t_\t{head}\t{rel}\t_\t_" for n, (form, head, rel) in enumerate(words, 1)]
        path = tmp_path / f"{name}_.conllu"
        path.write_text("\n".join(lines) + "\n\n", encoding="utf-8")
        paths[name] = str(path)
    (tmp_path / "tree.mrg").write_text("(S (VB arrive) (PP (IN on) (NP (NN Sunday))))\n", encoding="utf-8")
    return {**paths, "tree": str(tmp_path / "tree.mrg")}


def arguments(files: dict[str, str], *more: str) -> list[str]:
    golds = ["--gold", f"A={files['A']}", "--gold", f"B={files['B']}"]
    systems = ["--system", f"a={files['a']}@A", "--system", f"b={files['b']}@B"]
    return ["tedeval", *golds, *systems, "--iterations", "100", *more]


def test_table(files: dict[str, str]) -> None:
    done = treecompare(*arguments(files))
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines[0] == ["gold", "measure", "a", "b"]
    assert lines[1][:4] == ["A", "UAS", "66.67", "33.33"]
    assert ["A", "+", "B", "U-TED", "85.71", "≈", "100.00"] in lines
    assert ["L-TED", "60.00", "≈", "100.00"] in lines
    assert "signature: tedeval|avg:pooled|profile:paper|" in done.stdout


def test_measures_of_schemes_are_undefined_elsewhere(files: dict[str, str]) -> None:
    done = treecompare("score", files["tree"], files["tree"], "--measures", "tedeval,las", "--format", "tsv")
    assert done.returncode == 0, done.stderr


def test_json_and_tsv(files: dict[str, str]) -> None:
    done = treecompare(
        *arguments(files, "--format", "json", "--per-sentence", "--measures", "tedeval.,tedeval,tedeval2011")
    )
    found = json.loads(done.stdout)
    assert [one["name"] for one in found["golds"]] == ["A", "B"]
    assert [one["gold"] for one in found["systems"]] == ["A", "B"]
    both = found["targets"][2]
    assert both["golds"] == ["A", "B"]
    assert both["systems"][0]["scores"]["tedeval"] == {"pooled": 0.6, "mean": 0.6}
    assert both["systems"][0]["per_sentence"][0]["counts"]["tedeval"]["forgiven"] == 1
    assert set(both["systems"][0]["scores"]) == {"tedeval", "tedeval.unlabelled", "tedeval2011"}
    rows = treecompare(*arguments(files, "--format", "tsv", "--no-significance")).stdout.splitlines()
    assert rows[0].split("\t") == ["gold", "measure", "a", "b", "a, n", "b, n"]
    assert "A + B\ttedeval\t0.6\t1.0\t1\t1" in rows


def one_system(files: dict[str, str], *more: str) -> list[str]:
    golds = ["--gold", f"A={files['A']}", "--gold", f"B={files['B']}"]
    return ["tedeval", *golds, "--system", f"a={files['a']}@A", "--show", "1", *more]


def test_a_sentence_is_drawn_in_every_format(files: dict[str, str], tmp_path: Path) -> None:
    output = tmp_path / "out"
    for form, begin in (("svg", "<svg"), ("latex", "\\begin{tikzpicture}"), ("document", "%"), ("text", "A (gold)")):
        done = treecompare(*one_system(files, "--format", form, "--draw-golds", "B", "--output", str(output)))
        assert done.returncode == 0 and not done.stdout, done.stderr
        assert output.read_text("utf-8").startswith(begin)
        assert "B (gold)" in output.read_text("utf-8")
        assert form == "text" or "A (gold)" not in output.read_text("utf-8")
    told = json.loads(treecompare(*one_system(files, "--format", "json")).stdout)
    assert [one["name"] for one in told["trees"]] == ["A", "B", "A + B", "a"]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--format", "csv"], "--show draws a sentence, not as 'csv'; expected text, svg, latex, document or json"),
        (["--draw-golds", "A+C"], "there is no gold 'C' to be drawn by itself; expected A or B"),
        (
            ["--profile", "tedeval-2.1"],
            "what the profile tedeval-2.1 counts cannot be drawn; expected the profile paper",
        ),
        (["--output", "no/such/folder"], "no/such/folder: cannot be written: No such file or directory"),
    ],
)
def test_what_cannot_be_drawn_is_told(files: dict[str, str], more: list[str], message: str) -> None:
    done = treecompare(*one_system(files, *more))
    assert done.returncode == 2 and done.stderr.splitlines()[-1] == f"treecompare: {message}"


def test_drawings_are_of_one_sentence_and_one_system(files: dict[str, str]) -> None:
    for more, message in (
        (["--show", "1", "--format", "svg"], "--show writes one system at a time, not 2; expected one --system"),
        (["--format", "svg"], "--format svg is for the drawing of a sentence; expected --show N with it"),
    ):
        assert treecompare(*arguments(files, *more)).stderr.splitlines()[-1] == f"treecompare: {message}"


def test_show(files: dict[str, str], tmp_path: Path) -> None:
    picture = tmp_path / "out.svg"
    done = treecompare(*arguments(files, "--show", "1", "--svg", str(picture)))
    assert done.returncode == 0, done.stderr
    assert "a: 1 − (1 + 1) / (2 + 3) = 60.00; 1 scheme difference not counted" in done.stdout
    assert "error   add tmod over 2–3: on Sunday" in done.stdout
    assert "scheme  delete pobj over 3–3: Sunday" in done.stdout
    assert (tmp_path / "out-a.svg").read_text(encoding="utf-8").startswith("<svg")


def test_brackets_beside_dependencies(files: dict[str, str]) -> None:
    command = ["tedeval", "--gold", f"A={files['A']}", "--gold", f"PS={files['tree']}", "--labels-from", "PS=A"]
    command += ["--system", f"a={files['a']}@A", "--system", f"ps={files['tree']}@PS", "--no-significance"]
    done = treecompare(*command, "--format", "tsv")
    assert done.returncode == 0, done.stderr
    assert "ps: no grammatical functions; compared without labels only" in done.stderr
    rows = {(gold, key): scores for gold, key, *scores in (row.split("\t") for row in done.stdout.splitlines()[1:])}
    assert rows["A + PS", "tedeval.unlabelled"][1] == "1.0"
    assert rows["A + PS", "tedeval"][1] == ""
    assert rows["PS", "tedeval"][0] != ""


def test_programs(files: dict[str, str]) -> None:
    command = ["tedeval", "--gold", f"A={files['A']}", "--system", f"a={files['a']}", "--profile", "tedeval-2.2"]
    done = treecompare(*command, "--format", "tsv", "--measures", "tedeval")
    # nodes: gold ROOT _ TMOD _ POBJ and three words, parse ROOT _ TMOD POBJ and three words
    assert done.stdout.splitlines()[1] == f"A\ttedeval\t{10 / 13!r}\t1"
    assert treecompare(*command, "--show", "1").returncode == 2


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--profile", "x"], "argument --profile: invalid choice: 'x' (choose from"),
        (["--measures", "la"], "--measures la: not counted here; expected some of las, uas, tedeval"),
        (["--measures", "tedeval,segeval,la"], "--measures segeval,la: not counted here; expected some of las, uas"),
        (["--show", "2"], "there is no sentence 2; expected a number from 1 to 1"),
        (["--labels-from", "A=C"], "--labels-from A=C: expected GOLD=OTHER, two of A, B, or SYSTEM=FILE, one of a, b"),
        (["--labels-from", "a=nowhere.conllu"], "nowhere.conllu: there is no such file"),
        (
            ["--dependencies-of", "c=x.conllu"],
            "--dependencies-of c=x.conllu: expected NAME=FILE, NAME being one of a, b",
        ),
        (["--dependencies-of", "a=nowhere.conllu"], "nowhere.conllu: there is no such file"),
        (["--zero-cost", "nowhere.tsv"], "nowhere.tsv"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(files: dict[str, str], more: list[str], told: str) -> None:
    done = treecompare(*arguments(files, *more))
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_a_system_needs_a_gold(files: dict[str, str]) -> None:
    golds = ["tedeval", "--gold", f"A={files['A']}", "--gold", f"B={files['B']}"]
    done = treecompare(*golds, "--system", f"x={files['a']}")
    assert (done.returncode, done.stdout) == (2, "")
    assert "x: its gold is not given; expected x=FILE@GOLD, where GOLD is A or B" in done.stderr
    done = treecompare(*golds, "--system", f"x={files['a']}@C")
    assert "x@C: there is no gold 'C'; expected A or B" in done.stderr


def test_every_pair(files: dict[str, str]) -> None:
    done = treecompare(*arguments(files, "--pairs", "--no-significance", "--format", "tsv"))
    assert done.returncode == 0, done.stderr
    rows = [line.split("\t") for line in done.stdout.split("\n\n")[1].splitlines()]
    assert rows[0][:6] == ["gold", "measure", "one", "other", "sentences", "difference"]
    of = {(row[0], row[1]): row[2:] for row in rows[1:]}
    assert of["A + B", "tedeval"][:4] == ["a", "b", "1", repr(0.6 - 1.0)]
    assert ("A + B", "las") not in of
    found = json.loads(treecompare(*arguments(files, "--pairs", "--format", "json")).stdout)["pairs"]
    assert {(" + ".join(one["golds"]), one["key"]) for one in found} == set(of)
    assert all(0 < one["p"] <= one["p_holm"] <= 1 for one in found)


def test_rank_differences(files: dict[str, str]) -> None:
    done = treecompare(*arguments(files, "--rank", "las", "tedeval", "--target", "A", "--format", "json"))
    assert done.returncode == 0, done.stderr
    ranked = json.loads(done.stdout)
    assert (ranked["a"], ranked["b"]) == ("las", "tedeval")
    assert [row["score_a"] for one in ranked["systems"] for row in one["sentences"]] == [2 / 3, 1 / 3]
    text = treecompare(*arguments(files, "--rank", "tedeval", "tedeval.unlabelled", "--limit", "1")).stdout
    assert text.splitlines()[0].split()[:6] == ["system", "coverage,", "%", "tedeval", "rank", "tedeval.unlabelled"]


def test_reports(files: dict[str, str]) -> None:
    done = treecompare(*arguments(files, "--report", "operations", "--target", "B+A"))
    assert done.returncode == 0, done.stderr
    titles = [line for line in done.stdout.splitlines() if line.startswith(("Operations", "What"))]
    assert titles == [
        "Operations by label: a against A + B", "What the golds differ in: A + B", "Operations by label: b against A + B",
    ]  # fmt: skip
    found = json.loads(treecompare(*arguments(files, "--report", "schemes", "--format", "json")).stdout)
    assert list(dict.fromkeys(row[0] for row in found[0]["rows"])) == ["A", "B", "A + B"]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--target", "C"], "--target C: expected one of A, B, A+B"),
        (["--rank", "las", "la"], "la is not counted; expected one of las, uas, tedeval, tedeval.unlabelled"),
        (["--report", "labels"], "labels: no such report of schemes"),
    ],
)
def test_wrong_targets_and_reports(files: dict[str, str], more: list[str], told: str) -> None:
    done = treecompare(*arguments(files, *more))
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


def test_the_papers_tables_on_real_data(shared: Path) -> None:
    """Constituency parsers and dependency parsers in one ranking (Tsarfaty et al. 2012, table 1)."""
    folder = shared / "data" / "wsj-sample-1394"
    command = ["tedeval", "--gold", f"SD={folder}/dep/gold.SD.conllu.gz", "--gold", f"PS={folder}/gold.mrg"]
    command += ["--system", f"malt={folder}/dep/malt-eager.SD.conllu.gz@SD", "--system", f"bllip={folder}/bllip.mrg@PS"]
    found = json.loads(treecompare(*command, "--no-significance", "--format", "json").stdout)
    both = {one["name"]: one["scores"] for one in found["targets"][2]["systems"]}
    assert both["bllip"]["tedeval.unlabelled"]["pooled"] > both["malt"]["tedeval.unlabelled"]["pooled"] > 0.9
    assert both["malt"]["las"]["pooled"] is None


def test_names_of_files_say_which_gold_a_system_follows(files: dict[str, str], tmp_path: Path) -> None:
    names = {"gold.SD": files["A"], "gold.UD": files["B"], "malt.SD": files["a"], "malt.UD": files["b"]}
    for name, path in names.items():
        (tmp_path / f"{name}.conllu").write_bytes(Path(path).read_bytes())

    def path(name: str) -> str:
        return str(tmp_path / f"{name}.conllu")

    golds = ["--gold", path("gold.SD"), "--gold", path("gold.UD")]
    done = treecompare("tedeval", *golds, "--system", path("malt.SD"), "--system", path("malt.UD"), "--format", "json")
    assert done.returncode == 0, done.stderr
    assert [(one["name"], one["gold"]) for one in json.loads(done.stdout)["systems"]] == [
        ("malt.SD", "SD"),
        ("malt.UD", "UD"),
    ]
    bad = treecompare("tedeval", *golds, "--system", f"x={path('gold.UD').replace('gold.UD', 'malt.SD')}@XX")
    assert (bad.returncode, "there is no gold 'XX'" in bad.stderr) == (2, True)


def test_frameworks(files: dict[str, str]) -> None:
    command = ["tedeval", "--gold", f"A={files['A']}", "--gold", f"PS={files['tree']}", "--labels-from", "PS=A"]
    command += [
        "--system",
        f"a={files['a']}@A",
        "--system",
        f"ps={files['tree']}@PS",
        "--labels-from",
        f"ps={files['A']}",
    ]
    done = treecompare(*command, "--dependencies-of", f"ps={files['a']}", "--report", "frameworks", "--format", "json")
    assert done.returncode == 0, done.stderr
    systems, overlaps = json.loads(done.stdout)
    of = {row[0]: dict(zip(systems["columns"], row, strict=True)) for row in systems["rows"]}
    assert of["ps"]["ParsEval L"] == of["ps"]["single L"] == 1 and of["ps"]["LAS"] == of["a"]["LAS"] == 2 / 3
    assert of["a"]["ParsEval L"] is None
    assert overlaps["columns"] == ["gold", "labels", "A", "PS", "A + PS"]
    assert done.stderr.count("no grammatical functions") == 0


def test_a_name_is_given_to_one_system_only(files: dict[str, str]) -> None:
    command = ["tedeval", "--gold", files["A"], "--system", f"x={files['a']}", "--system", f"x={files['b']}"]
    assert treecompare(*command).stderr == "treecompare: two systems are called 'x'; name them apart with NAME=FILE\n"
