"""The figures that are allowed, line by line with the reason for each, and what is to be said of those counted."""

from dataclasses import dataclass

HINT = "mend it, or change its line in the same commit, with the reason"


class Unreadable(Exception):
    pass


@dataclass
class Allowance:
    figure: int
    waver: int  # what it may differ by from one count to the next
    reason: str

    @property
    def most(self):
        return self.figure + self.waver


def parse(text, source):
    """Lines of `name figure ±waver reason`, by their names."""
    allowances = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        words = line.split(maxsplit=3)
        place = f"{source}:{number}: {words[0]}"
        try:
            figure, waver = int(words[1]), int(words[2].removeprefix("±"))
        except (IndexError, ValueError):
            raise Unreadable(f"{place}: a line is NAME FIGURE ±WAVER REASON") from None
        if len(words) < 4:
            raise Unreadable(f"{place}: the figure has no reason")
        if words[0] in allowances:
            raise Unreadable(f"{place}: stands there twice")
        allowances[words[0]] = Allowance(figure, waver, words[3])
    return allowances


def faults(counts, allowances, source):
    """A sentence for each figure that is worse than allowed, or that only one side knows."""
    found = [f"{name} is counted and has no line in {source}; give it one, with its reason"
             for name in counts if name not in allowances]
    found += [f"{name} stands in {source} and is not counted; take its line away, or count it"
              for name in allowances if name not in counts]
    found += [f"{name} is {count}, {count - allowance.most} more than {source} allows "
              f"({allowance.figure} ±{allowance.waver}: {allowance.reason}); {HINT}"
              for name, count, allowance in pairs(counts, allowances) if count > allowance.most]
    return found


def gains(counts, allowances, source):
    """A sentence for each figure that is better than its line says, by more than it wavers."""
    return [f"{name} is {count}, and {source} says {allowance.figure}: write down the gain (RECORD=1)"
            for name, count, allowance in pairs(counts, allowances) if count < allowance.figure - allowance.waver]


def unexplained(before, after, source):
    """A sentence for each figure that is allowed more than before, for the same reason as before."""
    return [f"{name} may be {now.most} in {source} and was {before[name].most}, and the reason is the same; say why"
            for name, now in after.items()
            if name in before and now.most > before[name].most and now.reason == before[name].reason]


def recorded(text, counts, source):
    """The text with the figures that were counted, where they differ by more than they waver. One that is worse loses its
    reason: somebody has to write a new one."""
    allowances = parse(text, source)
    lines = []
    for line in text.splitlines():
        name = line.split(maxsplit=1)[0] if line.strip() else ""
        allowance = allowances.get(name)
        if allowance and abs(counts.get(name, allowance.figure) - allowance.figure) > allowance.waver:
            reason = allowance.reason if counts[name] <= allowance.most else ""
            line = f"{name:<34} {counts[name]:>9} {f'±{allowance.waver}':>8}  {reason}".rstrip()
        lines.append(line)
    lines += [f"{name:<34} {count:>9} {'±0':>8}" for name, count in counts.items() if name not in allowances]
    return "".join(f"{line}\n" for line in lines)


def pairs(counts, allowances):
    return [(name, count, allowances[name]) for name, count in counts.items() if name in allowances]
