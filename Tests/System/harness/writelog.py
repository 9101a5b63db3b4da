"""What a disk holds after its power was cut, from the log of writes that QEMU kept (its driver blklogwrites)."""
import os
import random
import struct
import time

FLUSH, THROUGH, DISCARD = 1, 2, 4
PIECE = 4096
MAGIC = 0x6A736677736872


def entries(path, after=None):
    """Each write, or each after one: its place, its length, its flags, and where in the log its data is.

    The count in the log's head is brought up to date at flushes alone, so entries are followed to the end of the file.
    """
    size = os.path.getsize(path)
    with open(path, "rb") as log:
        magic, version, _, sector = struct.unpack("<QQQI", log.read(28))
        if magic != MAGIC or version != 1:
            raise ValueError(f"{path} is no log of writes")
        at = sector if after is None else following(after)
        while at + sector <= size:
            log.seek(at)
            start, count, flags, _ = struct.unpack("<QQQQ", log.read(32))
            if flags == 0 and count == 0:
                return
            body = 0 if flags & DISCARD else count * sector
            if at + sector + body > size:
                return
            yield start * sector, count * sector, flags, at + sector
            at += sector + body


def following(write):
    """Where in the log the next one begins."""
    _, length, flags, where = write
    return where + (0 if flags & DISCARD else length)


def await_unflushed(path, within):
    """Waits until the last that was written is no flush yet, and says whether it is so in time.

    A flush follows within a few milliseconds, so a cut that comes at any time has hardly ever a write to lose.
    """
    last, end = None, time.monotonic() + within
    while time.monotonic() < end:
        for last in entries(path, last):
            pass
        if last and not last[2] & (FLUSH | THROUGH):
            return True
        time.sleep(0.0002)
    return False


def surviving(log, lose, seed):
    """The writes that are on the disk, and how many pieces are not.

    A flush makes all writes before it last. Of those after the last one `lose` says what becomes: "all" are lost, "none",
    or "half" of their pieces, as the seed has it. What was written through its cache is there.
    """
    if lose not in ("all", "none", "half"):
        raise ValueError(f"lose what: {lose}")
    writes = list(entries(log))
    last = max((index for index, write in enumerate(writes) if write[2] & FLUSH), default=-1)
    kept, late = writes[:last + 1], writes[last + 1:]
    chance = random.Random(seed)
    pieces = [
        (start + at, min(PIECE, length - at), flags, where + at)
        for start, length, flags, where in late if not flags & DISCARD for at in range(0, length, PIECE)]
    stay = [
        piece for piece in pieces
        if piece[2] & THROUGH or lose == "none" or (lose == "half" and chance.random() < 0.5)]
    return kept + stay, len(pieces) - len(stay)


def apply(log, disk, lose, seed):
    """Brings a disk from what it was when the log began to what the cut has left; gives how many pieces are lost."""
    writes, lost = surviving(log, lose, seed)
    with open(log, "rb") as source, open(disk, "r+b") as target:
        for start, length, flags, where in writes:
            if length and not flags & DISCARD:
                source.seek(where)
                target.seek(start)
                target.write(source.read(length))
    return lost
