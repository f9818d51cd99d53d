"""Commands with several golds, as people and scripts use them, and ``treecompare tedeval``, as that was spelled."""

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


def arguments(files: dict[str, str], command: str, *more: str) -> list[str]:
    golds = ["--gold", f"A={files['A']}", "--gold", f"B={files['B']}"]
    return [*command.split(), *golds, f"a={files['a']}@A", f"b={files['b']}@B", *more]


def respelt(files: dict[str, str], *more: str) -> list[str]:
    golds = ["--gold", f"A={files['A']}", "--gold", f"B={files['B']}"]
    return ["tedeval", *golds, "--system", f"a={files['a']}@A", "--system", f"b={files['b']}@B", *more]


def test_table(files: dict[str, str]) -> None:
    done = treecompare(*arguments(files, "report schemes"))
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines[2] == ["gold", "measure", "a", "b"]
    assert lines[3][:4] == ["A", "UAS", "66.67", "33.33"]
    assert ["A", "+", "B", "U-TED", "85.71", "*", "100.00"] in lines
    assert ["A", "+", "B", "L-TED", "60.00", "*", "100.00"] in lines
    assert "\ntedeval|avg:pooled|profile:paper|" in done.stdout


@pytest.mark.parametrize(
    ("old", "now"),
    [
        ((), "report schemes"),
        (("--significance", "--average", "mean"), "report schemes --average mean"),
        (("--report", "operations", "--target", "A"), "report operations --target A"),
        (("--rank", "las", "tedeval", "--limit", "1"), "rank --a las --b tedeval --limit 1"),
        (("--measures", "tedeval", "--per-sentence", "--format", "tsv"), "score --measures tedeval --per-sentence --format tsv"),
        (("--pairs", "--iterations", "50", "--seed", "1"), "significance --iterations 50 --seed 1"),
        (("--functions", "nowhere.tsv"), "report schemes --function-names nowhere.tsv"),
        (("--profile", "tedeval-2.1", "--sentences", "own"), "report schemes --profile tedeval-2.1 --sentences own"),
    ],
)  # fmt: skip
def test_tedeval_is_another_spelling(files: dict[str, str], old: tuple[str, ...], now: str) -> None:
    done, as_now = treecompare(*respelt(files, *old)), treecompare(*arguments(files, now))
    assert (done.returncode, done.stdout, done.stderr) == (as_now.returncode, as_now.stdout, as_now.stderr)
    assert done.stdout or done.returncode == 2


def test_measures_of_schemes_are_undefined_elsewhere(files: dict[str, str]) -> None:
    done = treecompare("score", files["tree"], files["tree"], "--measures", "tedeval,las", "--format", "tsv")
    assert done.returncode == 0, done.stderr


def test_json_and_tsv(files: dict[str, str]) -> None:
    asked = ["--format", "json", "--per-sentence", "--measures", "tedeval,tedeval.unlabelled,tedeval2011"]
    system = json.loads(treecompare(*arguments(files, "score", *asked)).stdout)["systems"][0]
    assert system["scores"]["tedeval"] == {"pooled": 0.6, "mean": 0.6}
    assert system["per_sentence"][0]["counts"]["tedeval"]["forgiven"] == 1
    assert set(system["scores"]) == {"tedeval", "tedeval.unlabelled", "tedeval2011"}
    rows = treecompare(*arguments(files, "report schemes", "--format", "tsv")).stdout.splitlines()
    assert "gold\tmeasure\ta\tb\ta, n\tb, n" in rows
    assert "A + B\tL-TED\t0.6\t1.0\t1\t1" in rows


def one_system(files: dict[str, str], *more: str) -> list[str]:
    golds = ["--gold", f"A={files['A']}", "--gold", f"B={files['B']}"]
    return ["align", *golds, f"a={files['a']}@A", "--sentence", "1", *more]


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


def test_show(files: dict[str, str], tmp_path: Path) -> None:
    picture = tmp_path / "out.svg"
    done = treecompare(*respelt(files, "--show", "1", "--svg", str(picture)))
    assert done.returncode == 0, done.stderr
    assert "a: 1 − (1 + 1) / (2 + 3) = 60.00; 1 scheme difference not counted" in done.stdout
    assert "error   add tmod over 2–3: on Sunday" in done.stdout
    assert "scheme  delete pobj over 3–3: Sunday" in done.stdout
    assert (tmp_path / "out-a.svg").read_text(encoding="utf-8").startswith("<svg")


def test_show_writes_one_system(files: dict[str, str], tmp_path: Path) -> None:
    for more in (["--output", str(tmp_path / "out.txt")], ["--format", "svg"]):
        done = treecompare(*respelt(files, "--show", "1", *more))
        told = "treecompare: --show writes one system at a time, not 2; expected one --system\n"
        assert (done.returncode, done.stdout, done.stderr) == (2, "", told)
    assert not list(tmp_path.glob("out.*"))
    assert treecompare(*respelt(files, "--show", "1", "--format", "text")).stdout.count("A + B") >= 2


def test_show_needs_a_system(files: dict[str, str]) -> None:
    done = treecompare("tedeval", "--show", "1", "--gold", f"A={files['A']}")
    assert done.returncode == 2 and "the following arguments are required: --system;" in done.stderr


def test_tedeval_refuses_what_would_change_nothing(files: dict[str, str]) -> None:
    done = treecompare(*respelt(files, "--iterations", "100", "--no-significance"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "unrecognized arguments: --iterations 100 --no-significance;" in done.stderr


@pytest.mark.parametrize("command", ["score", "report schemes"])
def test_a_system_that_does_not_apply_is_not_left_out(files: dict[str, str], command: str) -> None:
    of_another = ["--gold", f"C={files['A']}", f"c={files['a']}@C", "--target", "A+B", "--strict"]
    done = treecompare(*arguments(files, command, *of_another))
    assert (done.returncode, done.stderr.count("not scored")) == (0, 0), done.stderr


PLOTS = ["", "--kind pair --a tedeval", "--measures tedeval,tedeval.unlabelled"]
PLOTS += [f"--kind {kind}" for kind in ("scatter", "systems", "histogram", "length", "pair")]


@pytest.mark.parametrize("more", PLOTS)
def test_plots(files: dict[str, str], tmp_path: Path, more: str) -> None:
    done = treecompare(*arguments(files, "plot", *more.split(), "--output", str(tmp_path / "plot.svg")))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "plot.svg").stat().st_size


def test_brackets_beside_dependencies(files: dict[str, str]) -> None:
    command = ["--gold", f"A={files['A']}", "--gold", f"PS={files['tree']}", "--labels-from", "PS=A"]
    command += [f"a={files['a']}@A", f"ps={files['tree']}@PS"]
    done = treecompare("report", "schemes", *command, "--format", "json")
    assert done.returncode == 0, done.stderr
    assert "ps: no grammatical functions; compared without labels only" in done.stderr
    rows = {(gold, key): scores for gold, key, *scores in json.loads(done.stdout)[0]["rows"]}
    assert rows["A + PS", "U-TED"][1] == 1.0
    assert rows["A + PS", "L-TED"][1] is None
    assert rows["PS", "L-TED"][0] is not None


def test_programs(files: dict[str, str]) -> None:
    command = ["--gold", f"A={files['A']}", f"a={files['a']}", "--profile", "tedeval-2.2"]
    done = treecompare("report", "schemes", *command, "--format", "tsv", "--measures", "tedeval")
    # nodes: gold ROOT _ TMOD _ POBJ and three words, parse ROOT _ TMOD POBJ and three words
    assert f"A\tL-TED\t{10 / 13!r}\t1" in done.stdout.splitlines()
    assert treecompare("align", *command, "--sentence", "1").returncode == 2


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--profile", "x"], "argument --profile: invalid choice: 'x' (choose from"),
        (["--measures", "la"], "--measures la: not counted here; expected some of las, uas, tedeval"),
        (["--measures", "tedeval,segeval,la"], "--measures segeval,la: not counted here; expected some of las, uas"),
        (["--labels-from", "A=C"], "--labels-from A=C: expected GOLD=OTHER, two of A, B, or SYSTEM=FILE, one of a, b"),
        (["--labels-from", "a=nowhere.conllu"], "nowhere.conllu: there is no such file"),
        (
            ["--dependencies-of", "c=x.conllu"],
            "x.conllu: there is no system 'c'; expected NAME=FILE, NAME being one of a, b",
        ),
        (["--dependencies-of", "a=nowhere.conllu"], "nowhere.conllu: there is no such file"),
        (["--zero-cost", "nowhere.tsv"], "nowhere.tsv"),
        (["--baseline", "next"], "--baseline and --consensus are for one gold without --gold; expected neither"),
        (["--consensus"], "--baseline and --consensus are for one gold without --gold; expected neither"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(files: dict[str, str], more: list[str], told: str) -> None:
    done = treecompare(*arguments(files, "score", *more))
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_a_system_needs_a_gold(files: dict[str, str]) -> None:
    golds = ["score", "--gold", f"A={files['A']}", "--gold", f"B={files['B']}"]
    done = treecompare(*golds, f"x={files['a']}")
    assert (done.returncode, done.stdout) == (2, "")
    assert "x: its gold is not given; expected x=FILE@GOLD, where GOLD is A or B" in done.stderr
    done = treecompare(*golds, f"x={files['a']}@C")
    assert "x@C: there is no gold 'C'; expected A or B" in done.stderr


def test_every_pair(files: dict[str, str]) -> None:
    asked = ["--iterations", "100", "--average", "pooled", "--format", "json"]
    found = json.loads(treecompare(*arguments(files, "significance", *asked)).stdout)["differences"]
    [of_tedeval] = [one for one in found if one["key"] == "tedeval"]
    assert of_tedeval["difference"]["score"] == 0.6 - 1.0 and 0 < of_tedeval["p"] <= of_tedeval["p_holm"] <= 1
    assert "las" not in [one["key"] for one in found]


def test_rank_differences(files: dict[str, str]) -> None:
    done = treecompare(*arguments(files, "rank --a las --b tedeval --target A --format json"))
    assert done.returncode == 0, done.stderr
    ranked = json.loads(done.stdout)
    assert (ranked["a"], ranked["b"]) == ("las", "tedeval")
    assert [row["score_a"] for one in ranked["systems"] for row in one["sentences"]] == [2 / 3, 1 / 3]
    text = treecompare(*arguments(files, "rank --a tedeval --b tedeval.unlabelled --limit 1")).stdout
    assert text.splitlines()[0].split()[:6] == ["system", "coverage,", "%", "tedeval", "rank", "tedeval.unlabelled"]


def test_reports(files: dict[str, str]) -> None:
    done = treecompare(*arguments(files, "report operations --target B+A --system b"))
    assert done.returncode == 0, done.stderr
    titles = [line for line in done.stdout.splitlines() if line.startswith(("Operations", "What"))]
    assert titles == ["Operations by label: b against A + B", "What the golds differ in: A + B"]
    found = json.loads(treecompare(*arguments(files, "report schemes --format json")).stdout)
    assert list(dict.fromkeys(row[0] for row in found[0]["rows"])) == ["A", "B", "A + B"]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("score --target C", "--target C: expected one of A, B, A+B"),
        ("rank --a las --b la", "la is not counted; expected one of las, uas, tedeval, tedeval.unlabelled"),
        ("report labels", "labels: no such report of schemes"),
        ("errors", "; this command takes one gold; "),
        ("check", "; this command takes one gold; "),
    ],
)
def test_wrong_targets_and_reports(files: dict[str, str], more: str, told: str) -> None:
    done = treecompare(*arguments(files, more))
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


def test_the_papers_tables_on_real_data(shared: Path) -> None:
    """Constituency parsers and dependency parsers in one ranking (Tsarfaty et al. 2012, table 1)."""
    folder = shared / "data" / "wsj-sample-1394"
    command = ["--gold", f"SD={folder}/dep/gold.SD.conllu.gz", "--gold", f"PS={folder}/gold.mrg"]
    command += [f"malt={folder}/dep/malt-eager.SD.conllu.gz@SD", f"bllip={folder}/bllip.mrg@PS"]
    found = json.loads(treecompare("score", *command, "--format", "json").stdout)["systems"]
    both = {one["name"]: one["scores"] for one in found}
    assert both["bllip"]["tedeval.unlabelled"]["pooled"] > both["malt"]["tedeval.unlabelled"]["pooled"] > 0.9
    assert both["malt"]["las"]["pooled"] is None


def test_names_of_files_say_which_gold_a_system_follows(files: dict[str, str], tmp_path: Path) -> None:
    names = {"gold.SD": files["A"], "gold.UD": files["B"], "malt.SD": files["a"], "malt.UD": files["b"]}
    for name, path in names.items():
        (tmp_path / f"{name}.conllu").write_bytes(Path(path).read_bytes())

    def path(name: str) -> str:
        return str(tmp_path / f"{name}.conllu")

    golds = ["--gold", path("gold.SD"), "--gold", path("gold.UD")]
    done = treecompare("report", "frameworks", *golds, path("malt.SD"), path("malt.UD"), "--format", "json")
    assert done.returncode == 0, done.stderr
    assert [row[:2] for row in json.loads(done.stdout)[0]["rows"]] == [["malt.SD", "SD"], ["malt.UD", "UD"]]
    bad = treecompare("score", *golds, f"x={path('gold.UD').replace('gold.UD', 'malt.SD')}@XX")
    assert (bad.returncode, "there is no gold 'XX'" in bad.stderr) == (2, True)


def test_frameworks(files: dict[str, str]) -> None:
    command = ["report", "frameworks", "--gold", f"A={files['A']}", "--gold", f"PS={files['tree']}"]
    command += [
        f"a={files['a']}@A",
        f"ps={files['tree']}@PS",
        "--labels-from",
        "PS=A",
        "--labels-from",
        f"ps={files['A']}",
    ]
    done = treecompare(*command, "--dependencies-of", f"ps={files['a']}", "--format", "json")
    assert done.returncode == 0, done.stderr
    systems, overlaps = json.loads(done.stdout)
    of = {row[0]: dict(zip(systems["columns"], row, strict=True)) for row in systems["rows"]}
    assert of["ps"]["ParsEval L"] == of["ps"]["single L"] == 1 and of["ps"]["LAS"] == of["a"]["LAS"] == 2 / 3
    assert of["a"]["ParsEval L"] is None
    assert overlaps["columns"] == ["gold", "labels", "A", "PS", "A + PS"]
    assert done.stderr.count("no grammatical functions") == 0


def test_a_name_is_given_to_one_system_only(files: dict[str, str]) -> None:
    command = ["score", "--gold", files["A"], f"x={files['a']}", f"x={files['b']}"]
    assert treecompare(*command).stderr == "treecompare: two systems are called 'x'; name them apart with NAME=FILE\n"
