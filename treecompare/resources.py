"""Finds what the program ships: sample comparisons, walks and icons."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path


def path(name: str) -> Path:
    """The path of a shipped file or folder, in an installation as in a checkout."""
    here = Path(__file__).resolve().parent
    installed = here / "resources" / name
    return installed if installed.exists() else here.parent / "resources" / name


@dataclass(frozen=True)
class Sample:
    """A shipped comparison: the name by which it is asked for, its title, and a line on what one learns from it.

    ``golds``: the same sentences in further annotation schemes. ``no_gold``: ``gold`` is only the first of several annotators. Of
    two versions of a treebank ``gold`` is the older one, and the newer one stands for the system.
    """

    key: str
    title: str
    about: str
    gold: str
    systems: tuple[str, ...]
    lattices: tuple[str, ...] = ()
    golds: tuple[str, ...] = ()
    no_gold: bool = False


_SAMPLES = {
    "first-comparison": (
        "Constituents", "Three parsers, 80 sentences: PPs attached too high or too low, and wrong labels.",
    ),
    "dependencies": (
        "Dependencies", "One parser attaches low, one high, one finds all heads but confuses relations.",
    ),
    "words-that-differ": (
        "Words that differ", "Hebrew: gold and parser split the words differently. Scored over lattices (Tsarfaty et al. 2012).",
    ),
    "two-annotators": (
        "Two annotators", "62 sentences, 54 differences to decide: often one annotator is right, sometimes neither.",
    ),
    "trust-in-queries": (
        "Trust in queries", "Historical English, nine queries: the better parser misses half of the objects before verbs.",
    ),
    "worked-examples-emms": ("Emms 2008", "The paper's worked examples: pairs of trees on which the measures disagree."),
    "worked-examples-leaf-ancestor": (
        "Leaf-Ancestor", "Sampson & Babarczy 2003, Kübler et al. 2008: what lineages see and spans do not.",
    ),
    "tsarfaty-2011": (
        "Several schemes", "Tsarfaty et al. 2011: the same sentence in several schemes of dependencies, one score.",
    ),
    "tsarfaty-2012": (
        "Dependencies and phrase structure",
        "Tsarfaty et al. 2012: dependencies and phrase structure of one sentence, by their functions.",
    ),
}  # fmt: skip
"""Title and what one learns, by key, in the order in which they are offered."""
_VERSIONS = {
    "two-versions": ("Two versions", "A small treebank to which five rules were applied: where were they forgotten?"),
}
"""The same of two versions of a treebank."""
QUERIES = "queries.tsv"
"""The file of queries that stands beside a shipped comparison."""


def samples() -> list[Sample]:
    """The shipped comparisons; the first is the one that ``treecompare demo`` opens."""
    return _found(_SAMPLES)


def versions_samples() -> list[Sample]:
    """The shipped treebanks of which there are two versions: no comparisons, for their words may differ."""
    return _found(_VERSIONS)


def _found(titles: dict[str, tuple[str, str]]) -> list[Sample]:
    found = []
    for key, (title, about) in titles.items():
        files = sorted(file for file in path(f"samples/{key}").glob("*") if file.suffix in (".mrg", ".psd", ".conllu"))
        named = [file for file in files if file.name.startswith("gold.")]
        gold = named or files[:1]
        if gold:
            lattices = tuple(map(str, sorted(path(f"samples/{key}").glob("*.lattice"))))
            systems = tuple(str(file) for file in files if file not in gold)
            golds = tuple(map(str, gold[1:]))
            found.append(Sample(key, title, about, str(gold[0]), systems, lattices, golds, no_gold=not named))
    return found


@dataclass(frozen=True)
class WalkFile:
    """A shipped walk: the name by which it is asked for, its title, and a line on what it shows."""

    key: str
    path: Path
    title: str
    about: str


@cache
def walk_files() -> tuple[WalkFile, ...]:
    """The shipped walks, in the order in which they are offered: ``2-attachment.toml`` is ``attachment``, the second."""
    import tomllib  # only here: every command imports this module

    found = []
    for file in sorted(path("walks").glob("*.toml")):
        head = tomllib.loads(file.read_text("utf-8"))
        found.append(WalkFile(file.stem.partition("-")[2], file, head["title"], head["about"]))
    return tuple(found)


def schemes() -> dict[str, str]:
    """The shipped schemes of phenomena: path and title, which is the first line of the file."""
    files = sorted(path("schemes").glob("*.tsv"))
    return {str(file): file.read_text("utf-8").split("\n", 1)[0].lstrip("# ") for file in files}


def head_rule_tables() -> list[str]:
    """The names of the shipped tables of head rules."""
    return sorted(file.stem for file in path("head-rules").glob("*.txt"))


def is_shipped(file: str) -> bool:
    """Whether a file is one of ours."""
    return path("samples").resolve().parent in Path(file).resolve().parents


def queries_beside(gold: str) -> list[str]:
    """The files of queries of a shipped comparison, by its gold file; none for other files."""
    folder = Path(gold).resolve().parent
    is_sample = folder.parent == path("samples").resolve()
    return [str(folder / QUERIES)] if is_sample and (folder / QUERIES).exists() else []


def sentence_names(gold: str) -> list[str] | None:
    """Titles of the sentences of a shipped comparison, by its gold file; None for other files and where there are none."""
    names = Path(gold).with_name("names.tsv")
    if names.parent.parent != path("samples") or not names.exists():
        return None
    return [line.split("\t")[1] for line in names.read_text("utf-8").splitlines()]


def newer_versions() -> str:
    """Where newer versions are, in two sentences. Nobody is asked: whoever releases the program puts the place into
    ``resources/releases.txt``."""
    released, checkout = path("releases.txt"), Path(__file__).resolve().parents[1]
    if released.exists():
        found = f"Newer versions are at {released.read_text('utf-8').strip()}."
    elif (checkout / ".git").exists():
        found = f"This version runs from a checkout: 'git pull' in {checkout} brings a newer one."
    else:
        found = "Newer versions are where you got this one: it was not told where."
    return f"{found} The program itself never uses the network."
