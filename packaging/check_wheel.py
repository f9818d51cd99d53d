"""Whether an installed treecompare is whole: kernels, samples, the command line. ``python packaging/check_wheel.py [--pure]``.

``--pure``: it was built without a C compiler, so that the Python twins have to serve.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from importlib.resources import files
from pathlib import Path

import extras_tried

from treecompare import resources
from treecompare.compiled import KERNELS, kernel
from treecompare.registry import EXTRAS, extra


def main() -> None:
    """Ends with a sentence and status 1 where something is missing."""
    wrong = [name for name in KERNELS if (kernel(name) is None) != ("--pure" in sys.argv)]
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
    if absent := [name for name in EXTRAS if extra(name) is None]:
        sys.exit(f"extras are missing: {', '.join(absent)}")
    with tempfile.TemporaryDirectory() as work:
        for words in extras_tried.commands(resources.path("samples"), Path(work)):
            result = subprocess.run([sys.executable, "-m", "treecompare", *words], capture_output=True, text=True)
            if result.returncode or not result.stdout:
                sys.exit(f"{words[0]}: {result.stderr}")
    print(
        f"{len(KERNELS)} kernels {'left aside' if '--pure' in sys.argv else 'there'}, {len(plain)} samples scored: {package}"
    )


main()
