"""What a batch costs for each sentence, and what that makes of all of Universal Dependencies with 26 systems.

``score``: a system on a treebank whose gold is read already, with ``las,uas,clas``, without and with errors by type. ``gold``:
reading a gold, once in each process. ``write``: what the program that collects the results does. Processor time, the least of
several runs: ``minutes = sentences x (systems x score / cores + gold) / 60``, no less than ``sentences x systems x write / 60``.
"""

from __future__ import annotations

import pickle
import tempfile
from pathlib import Path

from tests.benchmarks.timing import cpu
from treecompare.comparison.settings import Settings
from treecompare.extras.batches import job
from treecompare.extras.batches.job import Job, done
from treecompare.extras.batches.store import Store

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "gum"
SENTENCES, SYSTEMS = 1_900_000, 26


def costs(errors: bool) -> tuple[float, float, float]:
    """Seconds a sentence: score, gold, write."""
    files = [str(DATA / f"test.{name}.conllu") for name in ("gold", "malt-eager", "malt-lazy", "udpipe")]
    jobs = [Job("gum", path, "usual", files[0], path, Settings(), ("las", "uas", "clas"), errors) for path in files[1:]]
    results = list(map(done, jobs))
    sent = list(map(pickle.dumps, results))
    number = len(jobs) * len(results[0].gold_counts)

    def anew() -> None:
        for one in jobs:
            job._kept.__dict__.clear()
            done(one)

    score = cpu(lambda: list(map(done, jobs)))
    with tempfile.TemporaryDirectory() as place:
        store = Store(f"{place}/a.batch", make=True)
        write = cpu(lambda: [store.put(pickle.loads(one)) for one in sent])
        store.close()
    return score / 1000 / number, max(cpu(anew) - score, 0) / 1000 / number, write / 1000 / number


def main() -> None:
    for errors in (False, True):
        score, gold, write = costs(errors)
        micro = ", ".join(f"{name} {1e6 * of:.1f}" for name, of in (("score", score), ("gold", gold), ("write", write)))
        print(f"{'with' if errors else 'without'} errors, µs a sentence: {micro}")
        for cores in (2, 32):
            minutes = SENTENCES * max(SYSTEMS * score / cores + gold, SYSTEMS * write) / 60
            print(f"  {SENTENCES:,} sentences x {SYSTEMS} systems on {cores} cores: {minutes:.1f} min")


if __name__ == "__main__":
    main()
