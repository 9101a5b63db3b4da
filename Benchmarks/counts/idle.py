"""Memory of a daemon that has had no jobs, and of one that has run some; threads and wake-ups while nothing happens."""

import contextlib
import time

from harness import process

RUNS = 100
CALM = 35  # s from the start on that are not counted: what follows a power event is read up to 30 s after it
WINDOW = 30


@contextlib.contextmanager
def watched(bench):
    """Two daemons that calm down while others are counted; gives what is to be called for their figures at last."""
    with contextlib.ExitStack() as stack:
        unused, used = (bench.daemon(stack, bench.empty_state()) for _ in range(2))
        bench.run_jobs(used, RUNS)
        calm = time.monotonic() + CALM

        def count():
            time.sleep(max(0, calm - time.monotonic()))
            before = process.context_switches(used.pid)
            time.sleep(WINDOW)
            fresh, worn = process.memory(unused.pid), process.memory(used.pid)
            return {
                "no-jobs.anonymous-pages": fresh["anon"] // PAGE,
                f"after-{RUNS}-runs.anonymous-pages": worn["anon"] // PAGE,
                "threads": process.threads(used.pid),
                f"wake-ups-in-{WINDOW}-s": process.context_switches(used.pid) - before,
            }

        yield count


PAGE = 4  # KiB
