"""What a batch costs for each sentence and system, and what that makes of all of Universal Dependencies with 26 systems.

``score``: three systems on a treebank, with its gold, with ``las,uas,clas``, without and with errors by type. ``write``: what the
program that collects the results does. Processor time, the least of several runs: ``minutes = sentences x systems x score / cores /
60``, no less than ``sentences x systems x write / 60``.
"""

from __future__ import annotations

import pickle
import tempfile
from pathlib import Path

from tests.benchmarks.timing import cpu
from treecompare.comparison.settings import Settings
from treecompare.extras.batches.job import Job, Planned, done
from treecompare.extras.batches.store import Store

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "gum"
SENTENCES, SYSTEMS = 1_900_000, 26


def costs(errors: bool) -> tuple[float, float]:
    """Seconds a sentence and system: score, write."""
    gold, *files = (str(DATA / f"test.{name}.conllu") for name in ("gold", "malt-eager", "malt-lazy", "udpipe"))
    entry = Planned("gum", "usual", gold, tuple((Path(path).stem, path) for path in files))
    job = Job(entry, Settings(), ("las", "uas", "clas"), errors)
    result = done(job)
    number = sum(fact.sentences for fact in result.facts if fact.measure == "las")
    sent = pickle.dumps(result)
    score = cpu(lambda: done(job))
    with tempfile.TemporaryDirectory() as place:
        store = Store(f"{place}/a.batch", make=True)
        write = cpu(lambda: store.put(pickle.loads(sent)))
        store.close()
    return score / 1000 / number, write / 1000 / number


def main() -> None:
    for errors in (False, True):
        score, write = costs(errors)
        micro = ", ".join(f"{name} {1e6 * of:.1f}" for name, of in (("score", score), ("write", write)))
        print(f"{'with' if errors else 'without'} errors, µs a sentence: {micro}")
        for cores in (2, 32):
            minutes = SENTENCES * SYSTEMS * max(score / cores, write) / 60
            print(f"  {SENTENCES:,} sentences x {SYSTEMS} systems on {cores} cores: {minutes:.1f} min")


if __name__ == "__main__":
    main()
