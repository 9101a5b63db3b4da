"""An application that does what its words say, one after the other, and writes a line for each thing that it hears.

  attach, attach=RUN:TASK  become a host, with a busy task serve=TASKS       what it has handlers for
  launch                   wait for a run                  began             ask whether it may be begun
  end=TRUTH                say that it is complete         expire            wait for the warning
  loop                     do all runs, to the stream's end
  submit=TASK              a processing request            call=METHOD:JSON  any call, answered or not (METHOD!)
  run=NUMBER, host=NAME    what the next calls are about
  file=PATH                wait until it is there          touch=PATH        make it
  fork, child=WORDS        a child that holds all sockets; one that says words of its own, with / between them
  renew                    speak on a new connection
  deafen                   ignore SIGTERM                  stop, crash, hang, exit=CODE, hangup
  flood=METHOD:N:JSON      so many calls, none of whose answers is read before the last is said; "@N" in it counts
  crowd=N                  so many hosts, each of which dies in a way of its own
  assert=N:JSON            so many assertions, each on a connection of its own; whose end nobody reads
  unassert                 let them all go
  drown=N                  say of the run's progress without end, on so many connections of the host
  connect=N                so many connections that say nothing more than who they are

Its lines go to standard output, and to TEST_LINES where that is set.
"""
import json
import os
import random
import select
import signal
import socket
import sys

lines = os.environ.get("TEST_LINES")


def say(*words):
    text = " ".join(str(word) for word in words)
    print(text, flush=True)
    if lines:
        with open(lines, "a") as file:
            file.write(text + "\n")


def here(path):
    return os.path.exists(path)


class Line:
    """One connection."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(os.environ["BGRUN_SOCKET"])
        self.begun = b""
        self.heard = []

    def send(self, method, parameters, **mode):
        call = {"method": method if "." in method else "org.bgrun.Applications." + method, "parameters": parameters}
        self.socket.sendall(json.dumps({**call, **mode}).encode() + b"\0")

    def receive(self):
        while not self.heard:
            try:
                said = self.socket.recv(1 << 16)
            except ConnectionResetError:
                said = b""
            if not said:
                return None
            *whole, self.begun = (self.begun + said).split(b"\0")
            self.heard += whole
        return json.loads(self.heard.pop(0))

    def ask(self, method, parameters):
        self.send(method, parameters)
        return self.receive()


class Application:
    def __init__(self):
        name = os.environ.get("BGRUN_APPLICATION")
        self.name = {"application": name} if name else {}
        self.stream = None
        self.speech = None
        self.host = "guest-1"
        self.run = 0
        self.waiting = []
        # Connections that are there for their own sake.
        self.kept = []
        self.assertions = []

    @property
    def speaking(self):
        if self.speech is None:
            self.speech = Line()
            self.kept.append(self.speech)
        return self.speech

    def attach(self, busy=""):
        parameters = {"version": 1, "host": os.environ.get("BGRUN_HOST"), **self.name}
        if busy:
            run, task = busy.split(":")
            parameters["busy"] = [{"run": int(run), "identifier": task}]
        self.stream = Line()
        self.kept.append(self.stream)
        self.stream.send("Attach", parameters, more=True)
        reply = self.stream.receive()
        if reply is None:
            return say("no answer")
        if "error" in reply:
            return say("refused", shown(reply))
        self.host = reply["parameters"]["attached"]["host"]
        say("attached", self.host)

    def about(self, **more):
        return {"host": self.host, **more}

    def ask(self, method, parameters):
        reply = self.speaking.ask(method, parameters)
        if reply is None:
            say(method, "no answer")
            return False
        say(method, shown(reply))
        return "error" not in reply

    def hear(self, kind):
        """The next message of this kind; those of others are kept."""
        for message in self.waiting:
            if kind in message:
                self.waiting.remove(message)
                return message[kind]
        while True:
            message = self.stream.receive()
            if message is None:
                say("stream ended")
                return None
            message = message["parameters"]
            if kind in message:
                return message[kind]
            self.waiting.append(message)

    def launched(self, launch):
        self.run = launch["run"]
        say("launch", launch["request"]["identifier"])

    def loop(self):
        while True:
            message = self.waiting.pop(0) if self.waiting else (self.stream.receive() or {}).get("parameters")
            if message is None:
                return say("stream ended")
            if "launch" in message:
                self.launched(message["launch"])
                if self.ask("TaskBegan", self.about(run=self.run)):
                    say("working on", message["launch"]["request"]["identifier"])
                    self.end(True)
            elif "expire" in message:
                self.run = message["expire"]["run"]
                say("expire", message["expire"]["reason"])
                self.end(False)

    def end(self, success):
        self.speaking.send("TaskEnded", self.about(run=self.run, success=success), oneway=True)

    def call(self, method, parameters):
        if method.endswith("!"):
            self.speaking.send(method[:-1], parameters, oneway=True)
        else:
            self.ask(method, parameters)

    def flood(self, method, count, parameters):
        """Writes and reads as it comes: a daemon may leave what it can't answer unread."""
        line = Line()
        line.socket.setblocking(False)
        call = {"method": "org.bgrun.Applications." + method, "parameters": parameters, "more": method in ("Attach", "Assert")}
        call = json.dumps(call).encode() + b"\0"
        unsaid = b"".join(call.replace(b'"@N"', b"%d" % number) for number in range(count))
        answers, kinds = 0, {}
        while answers < count:
            _, writable, _ = select.select([line.socket], [line.socket] if unsaid else [], [])
            if writable:
                try:
                    unsaid = unsaid[line.socket.send(unsaid[:1 << 16]):]
                except BlockingIOError:
                    pass
            try:
                while answers < count:
                    reply = line.receive()
                    if reply is None:
                        return say("hung up after", answers)
                    answers += 1
                    kind = reply.get("error", "done").split(".")[-1]
                    kinds[kind] = kinds.get(kind, 0) + 1
            except BlockingIOError:
                pass
        say("flooded", *(f"{kind}={number}" for kind, number in sorted(kinds.items())))

    def drown(self, count):
        call = {"method": "org.bgrun.Applications.TaskProgressed", "oneway": True}
        said = b"".join(
            json.dumps({**call, "parameters": self.about(run=self.run, completedUnits=unit, totalUnits=0)}).encode() + b"\0"
            for unit in range(2000))
        crowd = {}
        for _ in range(count):
            line = Line()
            line.ask("TaskBegan", self.about(run=self.run))
            line.socket.setblocking(False)
            crowd[line.socket] = said
        say("drowning")
        while True:
            for line in select.select([], list(crowd), [])[1]:
                try:
                    crowd[line] = crowd[line][line.send(crowd[line]):] or said
                except BlockingIOError:
                    pass

    def hold(self, count, parameters):
        for _ in range(count):
            line = Line()
            line.send("Assert", parameters, more=True)
            reply = line.receive()
            if reply is None:
                say("no answer")
            elif "error" in reply:
                say("refused", shown(reply))
            else:
                self.assertions.append(line)
                say("asserted", reply["parameters"]["granted"]["assertion"], reply["parameters"]["granted"]["seconds"])

    def crowd(self, count):
        """Hosts that attach, one process each, and die by dice; some at a time."""
        dice = random.Random(count)
        alive = set()
        for number in range(count):
            fate = dice.randrange(6)
            child = os.fork()
            if child == 0:
                self.live(fate)
            alive.add(child)
            if len(alive) == 20:
                alive.discard(os.waitpid(-1, 0)[0])
        while alive:
            alive.discard(os.waitpid(-1, 0)[0])
        say("crowded")

    def live(self, fate):
        out = os.open("/dev/null", os.O_WRONLY)
        os.dup2(out, 1)
        if fate == 0:
            # Gone before it is answered.
            Line().send("Attach", {"version": 1, **self.name}, more=True)
            os._exit(0)
        self.attach()
        if fate == 1 or self.stream is None:
            os._exit(1)
        self.ask("Serve", self.about(identifiers=["org.photos.crowd"]))
        if fate == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        if fate == 3:
            self.stream.socket.close()
            self.ask("TaskBegan", self.about(run=1))
        if fate == 4:
            self.ask("SubmitTask", {**self.name, "request": {"identifier": "org.photos.crowd", "kind": "processing"}})
        if fate == 5:
            self.speaking.send("TaskEnded", self.about(run=1, success=True), oneway=True)
        os._exit(0)


def shown(reply):
    if "error" in reply:
        return reply["error"].split(".")[-1] + " " + json.dumps(reply.get("parameters", {}))
    return json.dumps(reply.get("parameters", {}))


def obey(application, word):
    word, _, rest = word.partition("=")
    if word == "attach":
        application.attach(rest)
    elif word == "serve":
        application.ask("Serve", application.about(identifiers=[task for task in rest.split(",") if task]))
    elif word == "launch":
        launch = application.hear("launch")
        if launch:
            application.launched(launch)
    elif word == "began":
        application.ask("TaskBegan", application.about(run=application.run))
    elif word == "end":
        application.end(rest == "true")
    elif word == "expire":
        expire = application.hear("expire")
        if expire:
            application.run = expire["run"]
            say("expire", expire["reason"])
    elif word == "loop":
        application.loop()
    elif word == "submit":
        application.ask(
            "SubmitTask", {**application.name, "request": {"identifier": rest, "kind": "processing"}})
    elif word == "call":
        method, _, parameters = rest.partition(":")
        if method == "Attach":
            application.stream = Line()
            application.stream.send(method, json.loads(parameters), more=True)
            return say(method, shown(application.stream.receive()))
        application.call(method, json.loads(parameters or "{}"))
    elif word == "flood":
        method, count, parameters = rest.split(":", 2)
        application.flood(method, int(count), json.loads(parameters))
    elif word == "crowd":
        application.crowd(int(rest))
    elif word == "assert":
        count, _, parameters = rest.partition(":")
        application.hold(int(count), json.loads(parameters))
    elif word == "unassert":
        application.assertions = []
    elif word == "connect":
        application.kept += [Line() for _ in range(int(rest))]
        say("connected", rest)
    elif word == "drown":
        application.drown(int(rest))
    elif word == "run":
        application.run = int(rest)
    elif word == "host":
        application.host = rest
    elif word == "file":
        wait_for(rest)
    elif word == "touch":
        with open(rest, "w"):
            pass
    elif word == "fork":
        child = os.fork()
        if child == 0:
            hang()
        say("child", child)
    elif word == "child":
        child = os.fork()
        if child == 0:
            other = Application()
            for said in rest.split("/"):
                obey(other, said)
            os._exit(0)
        os.waitpid(child, 0)
    elif word == "deafen":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    elif word == "stop":
        say("stopping")
        os.kill(os.getpid(), signal.SIGSTOP)
    elif word == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif word == "hangup":
        application.stream.socket.close()
    elif word == "hang":
        hang()
    elif word == "renew":
        application.speech = None
    elif word == "exit":
        os._exit(int(rest))
    else:
        sys.exit(f"no word is called {word}")


def wait_for(path):
    """As the directory changes."""
    import ctypes
    libc = ctypes.CDLL(None)
    watch = libc.inotify_init1(0)
    # Created in it, or moved to it.
    if watch < 0 or libc.inotify_add_watch(watch, os.path.dirname(path).encode(), 0x180) < 0:
        sys.exit(f"{path} can't be waited for")
    while not here(path):
        os.read(watch, 4096)
    os.close(watch)


def hang():
    while True:
        signal.pause()


def main():
    say("process", os.getpid())
    application = Application()
    for word in sys.argv[1:]:
        obey(application, word)


main()
