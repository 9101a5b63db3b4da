"""How large the two programs are once they are installed."""

import os
import subprocess

from harness.bench import BENCHMARKS


def count(bench):
    root = bench.disk / "installed"
    subprocess.run(
        [BENCHMARKS.parent / "packaging/scripts/install", "install"], check=True, stdout=subprocess.DEVNULL,
        env={**os.environ, "DESTDIR": str(root), "PREFIX": "/usr"})
    return {f"{name}.kibibytes": (root / "usr/bin" / name).stat().st_size // 1024 for name in ("bgrund", "bgrun")}
