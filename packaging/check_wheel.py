"""Whether an installed treecompare is whole: kernels, samples, the command line. ``python packaging/check_wheel.py [--pure]``.

``--pure``: it was built without a C compiler, so that Python has to serve.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from treecompare import resources
from treecompare.kernels import KERNELS, compiled_kernel


def commands_of_extras(samples: Path, work: Path) -> Iterator[list[str]]:
    """What follows ``treecompare``; a manifest is written to ``work``."""
    gold, *systems = (
        str(samples / "first-comparison" / f"{name}.mrg") for name in ("gold", "attach-high", "attach-low")
    )
    manifest = work / "two.toml"
    system = f"{{ high = {{ first = {systems[0]!r} }} }}"
    manifest.write_text(f"treebanks = {{ first = {gold!r} }}\nsystems = {system}\n", "utf-8")
    asked = samples / "trust-in-queries"
    yield ["diff", gold, systems[0]]
    yield ["agreement", gold, *systems, "--no-intervals"]
    yield ["walk"]
    yield ["trust", str(asked / "queries.tsv"), *(str(asked / name) for name in ("gold.psd", "modern.mrg"))]
    yield ["score", gold, f"raw:{systems[0]}", "baseline:right-branching"]
    yield ["detective", gold, systems[0], "--figure", "CM=50", "--cost", "1"]
    yield ["batch", str(manifest)]


def main() -> None:
    """Ends with a sentence and status 1 where something is missing."""
    wrong = [name for name in KERNELS if (compiled_kernel(name) is None) != ("--pure" in sys.argv)]
    if wrong:
        sys.exit(f"kernels that are {'there' if '--pure' in sys.argv else 'missing'}: {', '.join(wrong)}")
    package = Path(str(files("treecompare")))
    if Path(__file__).parents[1] in package.parents and ".venv" not in package.parts:
        sys.exit(f"{package}: is the checkout; expected an installed package")
    if not (package / "py.typed").exists():
        sys.exit("py.typed is missing")
    samples = resources.samples()
    if len(samples) < 5 or not resources.path("head-rules/collins.txt").exists():
        sys.exit("samples or head rules are missing")
    plain = [one for one in samples if not one.golds]  # several schemes are scored in the window
    for sample in plain:
        lattices = [word for path in sample.lattices for word in ("--lattice", path)]
        command = [sys.executable, "-m", "treecompare", "score", sample.gold, *sample.systems, *lattices]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode or not result.stdout:
            sys.exit(f"{sample.key}: {result.stderr}")
    with tempfile.TemporaryDirectory() as work:
        for words in commands_of_extras(resources.path("samples"), Path(work)):
            result = subprocess.run([sys.executable, "-m", "treecompare", *words], capture_output=True, text=True)
            if result.returncode or not result.stdout:
                sys.exit(f"{words[0]}: {result.stderr}")
    print(
        f"{len(KERNELS)} kernels {'left aside' if '--pure' in sys.argv else 'there'}, {len(plain)} samples scored: {package}"
    )


if __name__ == "__main__":
    main()
