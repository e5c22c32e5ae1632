"""The bootstrap over sufficient statistics against drawing rows: time and memory in one run.

    python benchmarks/resampling.py [ITEMS]        items for agreement; default 100000

10,000 replicates of alpha and kappa over items with 5 raters and 9 labels, and 10,000 paired replicates for all 300
pairs of 25 systems on 250 contexts. `scipy.stats.bootstrap` draws rows, vectorised where its statistic can be;
evalica's alpha bootstrap (Krippendorff's algorithm, compiled) runs in an environment of its own (`.venv-peers`, made on
the first run). Both take too long for 10,000 replicates, or for all pairs: fewer are run and the time is extrapolated
in proportion, which the table says. What counts are processor seconds. Every way runs in a process of its own; data is
made before its clock starts.

Aims: at least 50x faster than scipy and 20x faster than evalica; memory under 1 GiB.
"""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

from measure import ROOT, Measured, best, in_process

PEERS = ROOT / ".venv-peers"
PACKAGES = ("evalica==0.4.2", "numpy", "pandas")
REPLICATES = 10_000
ROUNDS = 2

#: Processor seconds of all threads: on a shared machine the wall clock measures the neighbours.
CPU = """
class timed:
    def __enter__(self): self.start = time.process_time()
    def __exit__(self, *_): _seconds.append(time.process_time() - self.start)
"""

VOTES = (
    CPU
    + """
import numpy as np
items = int(sys.argv[1])
rng = np.random.default_rng(1)
truth = rng.integers(0, 9, (items, 1))
answers = np.where(rng.random((items, 5)) < 0.6, truth, rng.integers(0, 9, (items, 5)))
counts = np.stack([(answers == label).sum(axis=1) for label in range(9)], axis=1)
"""
)

#: From counts per item on: finding the patterns is in the time.
OUR_AGREEMENT = (
    VOTES
    + """
from analysis.agreement_resampling import Statistics, pattern_weights, replicated
from analysis.resampling import generator
with timed():
    votes, many = np.unique(counts, axis=0, return_counts=True)
    statistics = Statistics(votes, VALUES)
    weights = pattern_weights(generator("bench", ["a"]), many, int(sys.argv[2]))
    drawn = replicated(statistics, statistics.on_grid(statistics.per_pattern, items), weights)
    quantiles = {name: np.nanquantile(values, (0.025, 0.975)) for name, values in drawn.items()}
"""
)

SCIPY_ALPHA = (
    VOTES
    + """
from scipy.stats import bootstrap
def alpha(rows):
    table = counts[rows]
    given = table.sum(axis=0).astype(float)
    n = given.sum()
    unequal = ((25 - (table * table).sum(axis=1)) / 4).sum()
    return 1 - (n - 1) * unequal / (n * n - (given * given).sum())
with timed():
    bootstrap((np.arange(items),), alpha, vectorized=False, n_resamples=int(sys.argv[2]), method="percentile", rng=1)
"""
)

SCIPY_KAPPA = (
    VOTES
    + """
from scipy.stats import bootstrap
def kappa(rows):
    table = counts[rows]
    observed = (((table * table).sum(axis=1) - 5) / 20).mean()
    shares = (table / 5).mean(axis=0)
    return (observed - (shares * shares).sum()) / (1 - (shares * shares).sum())
with timed():
    bootstrap((np.arange(items),), kappa, vectorized=False, n_resamples=int(sys.argv[2]), method="percentile", rng=1)
"""
)

EVALICA = (
    VOTES
    + """
import pandas as pd, evalica
frame = pd.DataFrame(answers.T)
with timed():
    evalica.alpha_bootstrap(frame, distance="nominal", n_resamples=int(sys.argv[2]), random_state=1)
"""
)

SCORES = (
    CPU
    + """
import numpy as np
systems = 25
rng = np.random.default_rng(2)
scores = rng.normal(size=(1, 250)) + 0.1 * np.arange(systems)[:, None] + rng.normal(size=(systems, 250))
pairs = [(a, b) for a in range(systems) for b in range(a + 1, systems)]
"""
)

OUR_PAIRS = (
    SCORES
    + """
from analysis.resampling import generator, percentile_interval, replicate_means
with timed():
    means = replicate_means(scores, np.ones_like(scores), generator("bench", ["b"]), int(sys.argv[1]))
    bounds = [percentile_interval(means[a] - means[b]) for a, b in pairs]
"""
)

SCIPY_PAIRS = (
    SCORES
    + """
from scipy.stats import bootstrap
def difference(a, b, axis):
    return a.mean(axis=axis) - b.mean(axis=axis)
with timed():
    for a, b in pairs[:int(sys.argv[2])]:
        bootstrap((scores[a], scores[b]), difference, paired=True, vectorized=True, n_resamples=int(sys.argv[1]),
                  method="percentile", rng=1)
"""
)


def peers_python() -> Path:
    """Return the peers' interpreter; makes their environment on the first run."""
    python = PEERS / "bin" / "python"
    if not python.exists():
        venv.create(PEERS, with_pip=True)
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    return python


def line(what: str, run: Measured, done: str, factor: float, ours: Measured | None) -> None:
    """Print one row: measured seconds, seconds for the whole task, and how many times ours that is."""
    whole = run.seconds * factor
    ratio = f"{whole / ours.seconds:,.0f} x" if ours else ""
    print(f"| {what} | {done} | {run.seconds:.2f} | {whole:,.1f} | {ratio} | {run.peak_mib:,.0f} |", flush=True)


def main(items: int = 100_000) -> None:
    python = peers_python()
    print("| way | done | CPU seconds | for the whole task | times ours | peak MiB |\n|:--|:--|--:|--:|--:|--:|")
    nominal, scaled = (OUR_AGREEMENT.replace("VALUES", values) for values in ("None", "np.arange(1, 10.0)"))
    two, everything = (best([in_process(way, items, REPLICATES) for _ in range(ROUNDS)]) for way in (nominal, scaled))
    line(f"ours: alpha and kappa, {items:,} items", two, "10,000", 1, None)
    line("ours: all 22 coefficients and weights", everything, "10,000", 1, None)
    for name, way, replicates, interpreter in (
        ("scipy over rows: alpha", SCIPY_ALPHA, 50, sys.executable),
        ("scipy over rows: kappa", SCIPY_KAPPA, 50, sys.executable),
        ("evalica: alpha", EVALICA, 200, python),
    ):
        run = best([in_process(way, items, replicates, python=interpreter) for _ in range(ROUNDS)])
        line(name, run, f"{replicates:,} replicates", REPLICATES / replicates, two)
    ours = best([in_process(OUR_PAIRS, REPLICATES) for _ in range(ROUNDS)])
    line("ours: 300 pairs of 25 systems, 250 contexts", ours, "all", 1, None)
    theirs = best([in_process(SCIPY_PAIRS, REPLICATES, 20) for _ in range(ROUNDS)])
    line("scipy over rows: pairs", theirs, "20 pairs", 15, ours)


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
