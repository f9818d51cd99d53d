"""Which contracts there are: command lines over the shipped samples."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from treecompare import resources
from treecompare.analyses.catalogue import ANALYSES
from treecompare.registry import owner

SAMPLES: dict[str, tuple[str, ...]] = {
    "trees": ("first-comparison/gold.mrg", "first-comparison/attach-low.mrg", "first-comparison/attach-high.mrg",
              "first-comparison/unary-and-labels.mrg"),
    "words": ("dependencies/gold.conllu", "dependencies/attach-low.conllu", "dependencies/attach-high.conllu",
              "dependencies/labels.conllu"),
    "lattices": ("words-that-differ/gold.mrg", "gold=words-that-differ/gold-input.mrg",
                 "predicted=words-that-differ/predicted-input.mrg", "raw=words-that-differ/raw-input.mrg",
                 "--lattice", "words-that-differ/words.lattice"),
    "segmented": ("words-that-differ/gold.mrg", "predicted=words-that-differ/predicted-input.mrg",
                  "raw=words-that-differ/raw-input.mrg"),
    "emms": ("worked-examples-emms/gold.mrg", "worked-examples-emms/published.mrg"),
    "lineages": ("worked-examples-leaf-ancestor/gold.mrg", "worked-examples-leaf-ancestor/published.mrg"),
    "historical": ("trust-in-queries/gold.psd", "trust-in-queries/modern.mrg", "trust-in-queries/period.mrg"),
}  # fmt: skip
"""A gold, its systems, and what else is given of them, below the folder of samples."""
TABLES = ("table", "tsv", "csv", "json")
WITHOUT_CSV = ("table", "tsv", "json")
REPORTS_OF_SYSTEMS = (
    "rankings", "concordance", "deciles", "wins", "significance", "ancestry", "errors", "error-groups", "mothers",
    "discontinuous", "labels", "tags", "functions", "words", "lineages", "breakdown", "confusion", "edges", "columns",
    "failures", "word-failures", "error-causes", "word-error-causes", "labels-by-system", "relations-by-system", "right",
    "words-right", "statistics", "scenarios", "frameworks", "pairing", "jp-evalb", "checklist", "check", "word-check",
    "variation", "annotators", "skipped",
)  # fmt: skip

REFUSED = ("report", "breakdown", *SAMPLES["trees"])
"""A report of another kind of comparison: it is told which there are."""
REPORTS_OF_EXTRAS = ("annotators", "outcomes", "trust")


@dataclass(frozen=True)
class Contract:
    """A command line; what it writes besides stands below ``out`` in the folder that it runs in."""

    arguments: tuple[str, ...]

    @property
    def group(self) -> str:
        """What is made and compared together: the command, or ``--help`` of all."""
        return "--help" if self.arguments[-1] == "--help" else self.arguments[0]

    @property
    def is_of_core(self) -> bool:
        """Whether it says the same where no extra is installed: texts that list everything do not."""
        words = {*self.arguments}
        lists_all = self.arguments[-1] == "--help" or self.arguments[1:2] == ("list",) or self.arguments == REFUSED
        return not (lists_all or owner(self.arguments[0]) or words & {"--baseline", "--consensus", *REPORTS_OF_EXTRAS})

    @property
    def name(self) -> str:
        """As it is typed, below the folder of samples."""
        return " ".join(one if one and not set(one) & set(" '\"<>*|") else f"'{one}'" for one in self.arguments)


def contracts() -> Iterator[Contract]:
    """All of them, each once."""
    for arguments in itertools.chain(
        _scores(), _reports(), _drawings(), _plots(), _treebanks(), _annotators(), _schemes(), _others(), _library()
    ):
        yield Contract(tuple(arguments))


def _in_formats(arguments: Sequence[str], formats: Sequence[str] = TABLES) -> Iterator[Sequence[str]]:
    for one in formats:
        yield (*arguments, "--format", one)


def _scores() -> Iterator[Sequence[str]]:
    for files in SAMPLES.values():
        for more in ((), ("--measures", "all"), ("--per-sentence",), ("--missing", "zero", "--sentences", "own")):
            yield from _in_formats(("score", *files, *more))
        yield from _in_formats(("rank", *files))
        yield from _in_formats(("rank", *files, "--ties", "smallest", "--average", "mean"), TABLES[:2])
        yield from _in_formats(("significance", *files, "--average", "both"))
        for by in ("type", "kind", "sites", "height", "length", "depth", "phenomenon"):
            yield from _in_formats(("errors", *files, "--by", by))
        yield from _in_formats(("errors", *files, "--per-sentence"))
        yield from _in_formats(("check", *files))
    trees, words = SAMPLES["trees"], SAMPLES["words"]
    for params in ("standard", "standard-with-punctuation", "evalb", "spmrl", "ppche", "none"):
        yield "score", *trees, "--params", params, "--measures", "all", "--per-sentence"
    for one in ("--as-dependencies", "--with-dependencies"):
        yield from _in_formats(("score", *trees, f"{one}=collins", "--measures", "all"))
    for one in (("--punctuation", "ignore"), ("--relations", "full"), ("--words", "exact"), ("--differing", "skip")):
        yield "score", *words, *one, "--per-sentence"
    for one in ("left-branching", "right-branching", "random"):
        yield "score", *trees, "--baseline", one
    for one in ("next", "previous", "random-projective", "random-tree"):
        yield "score", *words, "--baseline", one
    for files in (trees, words):
        yield from _in_formats(("score", *files, "--consensus"))
        yield from _in_formats(("score", *files, "--no-gold"))
    yield "score", *words, "--measures", "conll18"


def _reports() -> Iterator[Sequence[str]]:
    yield from _in_formats(("report", "list"), TABLES[:1])
    yield REFUSED
    for name, files in SAMPLES.items():
        kind = {"words": "dependencies", "lattices": "lattices"}.get(name, "constituents")
        fitting = {one.key for one in ANALYSES if kind in one.kinds}
        for report in (one for one in REPORTS_OF_SYSTEMS if one in fitting):
            formats = TABLES if files in (SAMPLES["trees"], SAMPLES["words"], SAMPLES["lattices"]) else TABLES[:2]
            yield from _in_formats(("report", report, *files), formats)
        yield "report", "html", *files, "--output", "out/report.html"
    for kind, pattern in (("trees", "gold: NP=x > VP  system: x > NP"), ("words", "gold: nmod=x  system: x")):
        yield from _in_formats(("report", "pattern", *SAMPLES[kind], "--where", pattern))
        yield from _in_formats(("rank", *SAMPLES[kind], "--where", pattern))


def _drawings() -> Iterator[Sequence[str]]:
    for kind, sentences in (("trees", "124"), ("words", "13"), ("emms", "12"), ("lineages", "1"), ("segmented", "25")):
        files = SAMPLES[kind]
        for sentence, form in itertools.product(sentences, ("text", "svg", "latex", "brackets", "json")):
            yield "align", *files[:2], "--sentence", sentence, "--format", form
        pair = ("align", *files[:2], "--sentence", sentences[-1])
        for layout, form in itertools.product(
            ("mirrored", "side-by-side", "merged", "stacked"), ("svg", "latex", "document")
        ):
            given = (
                (*files[:3], "--sentence", sentences[-1])
                if layout == "stacked"
                else (*files[:2], "--sentence", sentences[-1])
            )
            for mapping in ("T", "E") if kind != "words" else ("T",):
                yield "align", *given, "--layout", layout, "--mapping", mapping, "--format", form
        for one in (("--part", "roof"), ("--unlabelled",), ("--whole-trees",), ("--no-edge-labels",), ("--right-to-left",),
                    ("--slanted-edges",), ("--theme", "dark"), ("--fold", "runs,chains")):  # fmt: skip
            yield *pair, *one, "--format", "svg"
        yield *pair, "--format", "pdf", "--output", "out/pair.pdf"
        yield *pair, "--format", "handout", "--output", "out/handout.pdf"
    for sentence, form in itertools.product("125", ("text", "svg", "latex", "document", "json")):
        yield (
            "align",
            SAMPLES["lattices"][0],
            *SAMPLES["lattices"][3:],
            "--sentence",
            sentence,
            "--layout",
            "lattice",
            "--format",
            form,
        )


def _plots() -> Iterator[Sequence[str]]:
    for files in SAMPLES.values():
        for kind in ("scatter", "systems", "histogram", "length", "pair"):
            yield "plot", *files, "--kind", kind, "--output", "out/plot.svg"
        for preset in "345678":
            yield "plot", *files, "--preset", preset, "--output", "out/plot.svg"


def _treebanks() -> Iterator[Sequence[str]]:
    paths = [
        one for files in SAMPLES.values() for one in files if "." in one and "=" not in one and "lattice" not in one
    ]
    for path in dict.fromkeys(paths):
        yield from _in_formats(("stats", path))
        constituents = not path.endswith("conllu")
        ways = ("brackets", "pretty", "ppche", "cgel", "discbrackets", "export", "export3", "tigerxml")
        for way in (*ways, "conllu") if constituents else ("conllu", "conlluplus", "conllx", "brackets"):
            more = ("--dependencies",) if constituents and way == "conllu" else ()
            yield "convert", path, "-", "--to", way, *more
    for files in (SAMPLES["trees"], SAMPLES["words"]):
        yield from _in_formats(("stats", *files))
    for pattern, files in (
        ("NP < (PP << of)", SAMPLES["trees"]),
        ("VP <, VBD", SAMPLES["trees"]),
        ("nsubj", SAMPLES["words"]),
    ):
        yield from _in_formats(("search", pattern, *files))
        yield "search", pattern, *files, "--count"
    joined = "gold: PP=x > NP  system: x > VP  count by x, mother of x"
    yield from _in_formats(("search", joined, *SAMPLES["trees"][1:], "--gold", SAMPLES["trees"][0]))
    folder = "trust-in-queries"
    for mode in ("span", "sentence"):
        yield from _in_formats(("trust", f"{folder}/queries.tsv", *SAMPLES["historical"], "--mode", mode))
    yield "trust", f"{folder}/queries.tsv", *SAMPLES["historical"], "--halves", "--tables", "out/trust"


def _annotators() -> Iterator[Sequence[str]]:
    for files in (SAMPLES["trees"], SAMPLES["words"]):
        for several in (files[1:3], files[1:]):
            for command in ("agreement", "triage", "consensus"):
                yield from _in_formats((command, *several), WITHOUT_CSV)
                yield command, *several, "--tables", "out/tables"
        yield "consensus", *files[1:], "--output", "-"
        for other in files[1:]:
            yield from _in_formats(("diff", files[0], other), WITHOUT_CSV)
            yield "diff", files[0], other, "--only-rules", "--tables", "out/tables"
        yield "diff", *files[:2], "--html", "out/page.html", "--markdown", "out/page.md"
        yield "diff", *files[:2], "--fail-on", "changed"
    for figure in ("LAS=70.0", "UAS=80.0"):
        yield from _in_formats(("detective", *SAMPLES["words"][:2], "--figure", figure))
    yield from _in_formats(("detective", *SAMPLES["trees"][:2], "--figure", "LF=70.0"))


def _schemes() -> Iterator[Sequence[str]]:
    folder = "tsarfaty-2011"
    golds = [part for one in "ABC" for part in ("--gold", f"{one}={folder}/gold.{one}.conllu")]
    parses = [f"parser{one}={folder}/parse.{one}.conllu@{one}" for one in "ABC"]
    spelled = [part for one in parses for part in ("--system", one)]
    for profile in ("paper", "tedeval-2.1", "tedeval-2.2"):
        yield from _in_formats(("tedeval", *golds, *spelled, "--profile", profile, "--per-sentence"))
        yield from _in_formats(("report", "schemes", *golds, *parses, "--profile", profile))
    for command in (
        ("rank", "--a", "las", "--b", "tedeval", "--target", "A"),
        ("significance",),
        ("report", "frameworks"),
    ):
        yield from _in_formats((*command, *golds, *parses))
    for form in ("text", "svg", "latex", "document"):
        yield "tedeval", *golds[:4], *spelled[:2], "--show", "1", "--format", form
    for path in (
        *(f"{folder}/gold.{one}.conllu" for one in "ABC"),
        "tsarfaty-2012/relational.trees",
        "tsarfaty-2012/gold.PS.mrg",
    ):
        yield from _in_formats(("functions", path), ("text", "json"))
    for operation in ("generalise", "unify", "tl-unify", "subsumes"):
        yield "functions", *(f"{folder}/gold.{one}.conllu" for one in "ABC"), "--operation", operation


def _others() -> Iterator[Sequence[str]]:
    yield from _in_formats(("measures",))
    for walk in (
        "evalb",
        "attachment",
        "emms",
        "ancestry",
        "leaf-ancestor",
        "telescope",
        "dependencies",
        "schemes",
        "hebrew",
    ):
        yield "walk", walk
        yield "walk", walk, "--step", "2"
    yield ("walk",)
    yield from _in_formats(("batch", "manifest.toml", "--jobs", "1"), WITHOUT_CSV)
    yield "batch", "manifest.toml", "--jobs", "1", "--significance"
    for command in COMMANDS:
        yield command, "--help"
    yield ("--help",)
    yield ("score",)
    yield "score", "nowhere.mrg", "nowhere-else.mrg"


def _library() -> Iterator[Sequence[str]]:
    """Its tables as LaTeX, Markdown and HTML, and as they are printed, which no command writes."""
    tables = ("overview", "scores", "sentences", "ranks", "significance", "errors", "error_counts", "skipped")
    for sample, kind in (("trees", "constituents"), ("words", "dependencies"), ("lattices", "lattices")):
        for table in tables:
            yield "library", table, sample
        for report in ANALYSES:
            if kind in report.kinds:
                yield "library", "report", report.key, sample


DRAWN = ("align", "plot", "convert", "errors", "stats", "walk", "tedeval", "functions", "search")
"""Groups that are made in the one of two files of tests, so that both take equally long."""
COMMANDS = (
    "open", "demo", "consensus", "agreement", "triage", "score", "rank", "significance", "measures", "errors",
    "report", "stats", "plot", "search", "align", "convert", "tedeval", "functions", "walk", "diff", "detective", "adjudicate",
    "check", "trust", "batch",
)  # fmt: skip


def folder_of_samples() -> str:
    return str(resources.path("samples"))


def is_read(contract: Contract) -> bool:
    """Whether this is one of the hundred outputs that people read most, which are kept whole."""
    return contract.name in _READ


def _most_read() -> Iterator[Sequence[str]]:
    """Tables of trees, words and lattices, the drawings of their sentences, what ``--help`` says."""
    for kind in ("trees", "words", "lattices"):
        files = SAMPLES[kind]
        for command in ("score", "rank", "significance", "errors", "check"):
            yield from _in_formats((command, *files, *_MORE.get(command, ())), ("table", "tsv"))
        yield from _in_formats(("score", *files, "--per-sentence"), ("table", "json"))
        for report in (
            "wins",
            "labels",
            "relations-by-system",
            "breakdown",
            "confusion",
            "right",
            "words-right",
            "skipped",
        ):
            yield "report", report, *files, "--format", "table"
    for kind, sentences in (("trees", "124"), ("words", "13"), ("emms", "12"), ("lineages", "1"), ("segmented", "25")):
        for sentence, form in itertools.product(sentences, ("text", "svg")):
            yield "align", *SAMPLES[kind][:2], "--sentence", sentence, "--format", form
    for command in COMMANDS:
        yield command, "--help"


_MORE = {"significance": ("--average", "both"), "errors": ("--by", "type")}


_READ = {Contract(tuple(one)).name for one in _most_read()}


def groups(of_core: bool = True) -> list[str]:
    """The groups of the contracts of the core, or of extras, each once."""
    return list(dict.fromkeys(one.group for one in contracts() if one.is_of_core == of_core))
