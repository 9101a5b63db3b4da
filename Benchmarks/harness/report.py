"""Rows of figures, as a plain table."""

import statistics
from dataclasses import dataclass

COLUMNS = ("what", "ours", "yardstick", "ratio", "target", "")


@dataclass
class Row:
    what: str
    ours: str
    yardstick: str = "-"
    ratio: str = "-"
    target: str = "-"
    verdict: str = ""

    def cells(self):
        return (self.what, self.ours, self.yardstick, self.ratio, self.target, self.verdict)


def limited(what, value, limit, show):
    """A row for a figure that has an upper limit."""
    return Row(what, show(value), target=f"<= {show(limit)}", verdict=verdict(value <= limit))


def compared(what, ours, yardstick, show, limit=None):
    """A row for a time beside that of a yardstick; `limit` is the ratio to stay within."""
    ratio = ours / yardstick
    row = Row(what, show(ours), show(yardstick), f"{ratio:.2f}x")
    if limit is not None:
        row.target, row.verdict = f"<= {limit}x", verdict(ratio <= limit)
    return row


def verdict(is_met):
    return "met" if is_met else "MISSED"


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def median(values):
    return statistics.median(values)


def microseconds(nanoseconds):
    return f"{nanoseconds / 1000:.0f} us"


def milliseconds(nanoseconds):
    return f"{nanoseconds / 1e6:.2f} ms"


def kibibytes(count):
    return f"{count:.0f} KiB"


def bytes_(count):
    return f"{count:.0f} B"


def count(number):
    return f"{number:.0f}"


def per_second(rate):
    return f"{rate:.0f}/s"


def print_table(title, notes, rows):
    lines = [COLUMNS] + [row.cells() for row in rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(COLUMNS))]
    print(f"\n{title}")
    for line in lines:
        cells = [line[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(line[1:-1], widths[1:-1])]
        print(("  " + "  ".join(cells) + "  " + line[-1]).rstrip())
    for note in notes:
        print(f"  {note}")
    print(end="", flush=True)
