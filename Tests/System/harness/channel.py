"""Talks to the agent in the guest over its port: JSON, a message a line (guest/agent tells which)."""
import base64
import itertools
import json
import os
import queue
import socket
import threading
import time

# What each bound on waiting is multiplied with: more than 1 where others keep the processors busy.
PATIENCE = float(os.environ.get("PATIENCE", "1"))


class Gone(Exception):
    """The machine, its agent or an answer of theirs is not there."""


class Channel:
    """One connection to the agent. Any number of requests may be under way; whoever asks waits for an answer alone."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.numbers, self.writing, self.waiting = itertools.count(1), threading.Lock(), {}
        # The boot that the agent spoke of last.
        self.hellos = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        with self.socket.makefile("rb") as lines:
            try:
                for line in lines:
                    self.hear(json.loads(line))
            except (OSError, ValueError):
                pass
        self.forget("the machine went away")

    def hear(self, message):
        if "hello" in message:
            self.forget("the guest was booted anew")
            self.hellos.put(message["hello"])
        elif message["id"] in self.waiting:
            self.waiting[message["id"]].put(message)

    def forget(self, why):
        for answers in list(self.waiting.values()):
            answers.put({"gone": why})

    def ask(self, within=60, heard=None, **request):
        """The answer to a request. Each part of one that streams goes to `heard`."""
        number, answers, end = next(self.numbers), queue.Queue(), time.monotonic() + within * PATIENCE
        self.waiting[number] = answers
        try:
            self.send(number, request)
            while True:
                try:
                    answer = answers.get(timeout=max(0.01, end - time.monotonic()))
                except queue.Empty:
                    self.send(next(self.numbers), {"kill": number})
                    raise Gone(f"no answer within {within:.0f} s") from None
                if "gone" in answer:
                    raise Gone(answer["gone"])
                if "part" not in answer:
                    return answer
                heard(answer["part"])
        finally:
            del self.waiting[number]

    def send(self, number, request):
        line = json.dumps({"id": number, **request}).encode() + b"\n"
        with self.writing:
            try:
                self.socket.sendall(line)
            except OSError as error:
                raise Gone(f"the machine went away: {error}") from None

    def write(self, path, data, mode):
        """Puts a file into the guest, in pieces that its agent takes one at a time."""
        step = 3 << 18
        for at in range(0, max(1, len(data)), step):
            piece = base64.b64encode(data[at:at + step]).decode()
            answer = self.ask(write=path, data=piece, mode=mode, append=at > 0)
            if answer["status"]:
                raise Gone(f"{path}: {answer['err']}")

    def read(self, path):
        """A file of the guest's, or nothing where there is none."""
        answer = self.ask(read=path)
        return base64.b64decode(answer["data"]) if answer["status"] == 0 else None

    def close(self):
        self.socket.close()
