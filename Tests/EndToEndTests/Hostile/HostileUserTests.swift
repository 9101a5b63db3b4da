// A user as an enemy: what one may legally ask of root's daemon, at its worst, and another who is served meanwhile.
//
// Nothing here is timed. An attack stands when the other user is served, and still stands afterwards: what the daemon did
// in between, it did without waiting for it. How much of an attack one turn of the loop takes in is counted where it is
// decided: PortionTests, LookTests, SurveyPlanTests, HoldingsTests, AccountTests.

import BGRunJob
import BGRunLinux
import BGRunTestSupport
import BGRunWire
import Foundation
import Glibc
import TestConditions
import Testing

/// Root's daemon with two users, of whom one is an enemy.
final class SharedMachine {
    let daemon: DaemonFixture
    let enemy: Person
    let other: Person
    /// The enemy's own directory.
    let lair: String
    private var count = 0

    /// - Parameter starter: What the daemon is started by.
    init(policy: String = "{}", starter: [String] = [], bus: PrivateBus? = nil) throws {
        daemon = try DaemonFixture.system()
        daemon.starter = starter
        if let bus { daemon.environment["DBUS_SYSTEM_BUS_ADDRESS"] = bus.address }
        chmod(daemon.scratch.path, 0o755)
        try daemon.scratch.file("policy.json", policy)
        lair = try daemon.scratch.directory("lair")
        chown(lair, 65534, 65534)
        try daemon.start()
        enemy = Person(daemon: daemon, user: Person.nobody)
        other = Person(daemon: daemon, user: "2")
    }

    /// - Parameter rest: JSON members behind the identifier and the directory.
    func submit(_ name: String, _ rest: String, in directory: String = "/", by person: Person) throws {
        _ = try person.says("submit", "-", input: Self.descriptor(name, rest, in: directory))
    }

    static func descriptor(_ name: String, _ rest: String, in directory: String = "/") -> String {
        #"{"identifier": "\#(name)", "workingDirectory": "\#(directory)", \#(rest)}"#
    }

    /// Many jobs of the enemy's, over one connection of theirs.
    func flood(_ descriptors: [String]) throws {
        let calls = descriptors.map {
            #"{"method":"org.bgrun.Scheduler.Submit","oneway":true,"parameters":{"descriptor":"# + $0 + "}}"
        }
        // Said by a process of theirs: who asks is what the kernel says.
        let script = """
            import socket, sys
            line = socket.socket(socket.AF_UNIX)
            line.connect(sys.argv[1])
            for call in sys.stdin:
                line.sendall(call.rstrip("\\n").encode() + b"\\0")
            line.sendall(b'{"method":"org.varlink.service.GetInfo"}\\0')
            line.recv(1)
            """
        let said = try Command.run(
            [
                "setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "/usr/bin/python3", "-c",
                script,
            ]
                + [daemon.socket],
            input: calls.joined(separator: "\n") + "\n")
        try #require(said.status == 0, "\(said.errors)")
    }

    /// A process of the enemy's that asks all questions without end: one half of its connections reads the answers and keeps
    /// eight calls ahead, the other half follows everything and reads nothing. It has had some answers when this returns, and
    /// ends when it is hung up on.
    func interrogate() throws -> Foundation.Process {
        let script = """
            import selectors, socket, sys
            ready = selectors.DefaultSelector()
            calls = [b'{"method":"org.bgrun.Scheduler.%s"}\\0' % name for name in (b"Status", b"Conditions", b"Doctor", b"Forecast")]
            streams = [b'{"method":"org.bgrun.Scheduler.%s","more":true}\\0' % name for name in (b"Status", b"Conditions", b"Events")]
            deaf, answers = [], 0
            for number in range(24):
                deaf.append(socket.socket(socket.AF_UNIX))
                deaf[-1].connect(sys.argv[1])
                deaf[-1].sendall(streams[number % 3])
            for number in range(24):
                line = socket.socket(socket.AF_UNIX)
                line.connect(sys.argv[1])
                line.sendall(calls[number % 4] * 8)
                ready.register(line, selectors.EVENT_READ, calls[number % 4])
            while True:
                for key, _ in ready.select():
                    said = key.fileobj.recv(1 << 20)
                    if not said:
                        sys.exit("it was hung up on")
                    told = said.count(b"\\0")
                    if answers < 48 <= answers + told:
                        print("answered", flush=True)
                    answers += told
                    key.fileobj.sendall(key.data * told)
            """
        let process = Foundation.Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
        process.arguments = [
            "--reuid", "65534", "--regid", "65534", "--clear-groups", "/usr/bin/python3", "-c", script,
            daemon.socket,
        ]
        let output = Foundation.Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let said = output.fileHandleForReading.availableData
        try #require(!said.isEmpty, "it ends")
        return process
    }

    /// The other user's job is started and runs to its end, paths of theirs are looked at, and they see their own jobs.
    func servesTheOther() throws {
        count += 1
        let name = "own\(count)"
        try submit(
            name, #""shell": "exit 0", "requires": {"freeSpace": {"path": "/", "atLeast": "1"}}"#, by: other)
        #expect(try other.bgrun("wait", name).status == 0)
        #expect(try !other.says("status").contains("attack"), "nothing of anybody else's")
    }
}

@Suite struct `An enemy among the users of a machine` {

    // B-1 B-43
    @Test(.muteMount) func `whose programs and directories never answer keeps nobody from a run`() throws {
        let machine = try SharedMachine()
        let mute = try MuteMount(at: machine.lair + "/mute")
        try machine.submit("attack1", #""command": ["\#(mute.path)/x"]"#, by: machine.enemy)
        try machine.submit("attack2", #""command": ["true"]"#, in: mute.path, by: machine.enemy)
        for name in ["attack1", "attack2"] {
            try machine.daemon.job(name, becomes: "begun") { $0.state == .running }
        }
        try machine.servesTheOther()
        for name in ["attack1", "attack2"] {
            #expect(try machine.daemon.job(name)?.state == .running, "the attack still stands")
        }
        try machine.servesTheOther()
        withExtendedLifetime(mute) {}
    }

    // B-42
    @Test(.muteMount) func `whose paths never answer keeps nobody's from being looked at`() throws {
        let machine = try SharedMachine()
        let mute = try MuteMount(at: machine.lair + "/mute")
        try machine.submit(
            "attack1",
            #""shell": "exit 0", "schedule": {"path": "\#(machine.lair)", "recursive": true}"#,
            by: machine.enemy)
        try machine.submit(
            "attack2", #""shell": "exit 0", "schedule": {"path": "\#(mute.path)/x/y"}"#, by: machine.enemy)
        try machine.submit(
            "attack3", #""shell": "exit 0", "requires": {"pathExists": "\#(mute.path)/x"}"#, by: machine.enemy
        )
        try machine.submit(
            "attack4",
            #""shell": "exit 0", "requires": {"freeSpace": {"path": "\#(mute.path)", "atLeast": "1"}}"#,
            by: machine.enemy)
        try machine.servesTheOther()
        #expect(try machine.daemon.blockers("attack3") == ["pathExists"])
        #expect(try machine.daemon.blockers("attack4") == ["freeSpace"])
        try machine.servesTheOther()
        withExtendedLifetime(mute) {}
    }

    // B-42
    @Test(.root)
    func `with many triggers through links to one tree that is moved away and back holds nobody up`()
        throws
    {
        let machine = try SharedMachine()
        let made = try Command.run([
            "/bin/sh", "-c",
            """
            cd "$1" && mkdir tree links && cd tree || exit 1
            for d in $(seq 40); do mkdir $d && (cd $d && touch $(seq 50)); done
            for l in $(seq 100); do ln -s ../tree ../links/$l; done
            chown -Rh 65534:65534 ..
            """, "sh", machine.lair,
        ])
        try #require(made.status == 0, "\(made.errors)")
        try machine.flood(
            (1...100).map {
                SharedMachine.descriptor(
                    "attack\($0)",
                    #""shell": "exit 0", "schedule": {"path": "\#(machine.lair)/links/\#($0)", "recursive": true}"#
                )
            })
        #expect(try machine.daemon.status().jobs.count == 100)
        for _ in 0..<3 {
            rename(machine.lair + "/tree", machine.lair + "/away")
            try machine.servesTheOther()
            rename(machine.lair + "/away", machine.lair + "/tree")
            try machine.servesTheOther()
        }
    }

    /// The process that looks at an owner's paths is the owner's, with its line to the daemon.
    // B-42
    @Test(.root) func `who sends descriptors by their survey's line keeps nobody from an answer`() throws {
        let machine = try SharedMachine()
        let script = """
            import array, ctypes, json, os, signal, socket, struct, sys, time
            tree = sys.argv[2] + "/tree"
            os.mkdir(tree)
            for number in range(1000):
                os.close(os.open(f"{tree}/{number}", os.O_CREAT | os.O_WRONLY))
            # Whoever closes it last waits for its peer, which reads nothing.
            listener = socket.socket()
            listener.bind(("127.0.0.1", 0))
            listener.listen(1)
            lingering = socket.create_connection(listener.getsockname())
            peer = listener.accept()[0]
            lingering.setblocking(False)
            try:
                while True:
                    lingering.send(bytes(65536))
            except BlockingIOError:
                pass
            lingering.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 600))
            lingering.setblocking(True)
            call = socket.socket(socket.AF_UNIX)
            call.connect(sys.argv[1])
            job = {"identifier": "attack", "shell": "exit 0", "workingDirectory": "/",
                   "schedule": {"path": tree, "recursive": True}}
            submit = {"method": "org.bgrun.Scheduler.Submit", "parameters": {"descriptor": job}}
            others = set(os.listdir("/proc"))
            call.sendall(json.dumps(submit).encode() + bytes(1))
            said, end = "there was no survey", time.monotonic() + 20
            while said == "there was no survey" and time.monotonic() < end:
                for name in set(filter(str.isdigit, os.listdir("/proc"))) - others:
                    try:
                        with open(f"/proc/{name}/comm") as file:
                            if file.read() != "bgrund\\n" or os.stat(f"/proc/{name}").st_uid != os.getuid():
                                continue
                        os.kill(int(name), signal.SIGSTOP)
                        stolen = ctypes.CDLL(None, use_errno=True).syscall(438, os.pidfd_open(int(name)), 1, 0)
                        if stolen < 0:
                            said = "its survey can't be reached: " + os.strerror(ctypes.get_errno())
                            continue
                        line = socket.socket(fileno=stolen)
                        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [lingering.fileno()]))]
                        try:
                            # What is read before keeps the reader until ours is closed.
                            line.sendall(b"\\n" * 60000)
                            line.sendmsg([b"\\n"], rights)
                            lingering.close()
                            said = "sent"
                        except PermissionError:
                            said = "refused"
                        break
                    except OSError:
                        pass
            print(said, flush=True)
            time.sleep(600)
            """
        let attack = Foundation.Process()
        attack.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
        attack.arguments = [
            "--reuid", "65534", "--regid", "65534", "--clear-groups", "/usr/bin/python3", "-c", script,
            machine.daemon.socket, machine.lair,
        ]
        let output = Foundation.Pipe()
        attack.standardOutput = output
        try attack.run()
        defer { kill(attack.processIdentifier, SIGKILL) }
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        if said == "there was no survey\n" { Issue.record("\(said)") }
        try machine.servesTheOther()
    }

    // B-31
    @Test(.root) func `who names as many places as there may be holds nobody up`() throws {
        let machine = try SharedMachine()
        try machine.flood(
            (1...60).map { job in
                let places = (1...8).map { #"{"path": "/\#(job)/\#($0)", "atLeast": "1"}"# }
                return SharedMachine.descriptor(
                    "attack\(job)",
                    #""shell": "exit 0", "requires": {"freeSpace": [\#(places.joined(separator: ", "))]}"#)
            })
        try machine.servesTheOther()
        #expect(try machine.daemon.status().jobs.count == 60)
        try machine.servesTheOther()
    }

    // B-48 B-49
    @Test(.root)
    func `who asks for everything without end, and reads it or not, keeps nobody from an answer`()
        throws
    {
        let machine = try SharedMachine()
        try machine.flood(
            (1...100).map { job in
                let places = (1...8).map { #""/\#(job)/\#($0)""# }
                return SharedMachine.descriptor(
                    "attack\(job)",
                    #""shell": "exit 0", "requires": {"mounted": [\#(places.joined(separator: ", "))]}"#)
            })
        let asking = try machine.interrogate()
        defer { kill(asking.processIdentifier, SIGKILL) }
        for _ in 0..<3 { try machine.servesTheOther() }
        #expect(asking.isRunning, "it goes on asking")
        #expect(try machine.daemon.status().jobs.count == 100)
    }

    // B-129
    @Test(.root) func `who asks for everything without end keeps no other program from taking over`() throws {
        let machine = try SharedMachine()
        try machine.flood(
            (1...100).map {
                SharedMachine.descriptor(
                    "attack\($0)", #""shell": "exit 0", "requires": {"mounted": "/\#($0)"}"#)
            })
        let asking = try machine.interrogate()
        defer { if asking.isRunning { asking.terminate() } }
        kill(machine.daemon.processIdentifier, SIGHUP)
        try machine.daemon.settles("the next program") { machine.daemon.log.contains("has taken over") }
        try machine.daemon.settles("they are hung up on") { !asking.isRunning }
        try machine.servesTheOther()
        #expect(try machine.daemon.status().jobs.count == 100)
    }

    // B-15 B-30
    @Test(.root) func `whose commands never answer keeps nobody's from being asked`() throws {
        let machine = try SharedMachine()
        for number in 1...20 {
            try machine.submit(
                "attack\(number)",
                #""shell": "exit 0", "requires": {"command": {"command": ["/bin/sleep", "10\#(number)"], "every": "1m"}}"#,
                by: machine.enemy)
        }
        try machine.submit(
            "asked",
            #""shell": "exit 0", "requires": {"command": {"command": ["/bin/true"], "every": "1m"}}"#,
            by: machine.other)
        #expect(try machine.other.bgrun("wait", "asked").status == 0)
        #expect(try machine.daemon.status().jobs.count == 20, "all attacks still wait")
        try machine.servesTheOther()
    }

    // B-15
    @Test(.root) func `whose runs never end keeps nobody from a run, or from ending one`() throws {
        let machine = try SharedMachine()
        for number in 1...6 {
            try machine.submit(
                "attack\(number)", #""shell": "trap '' TERM; while :; do sleep 1; done""#, by: machine.enemy)
        }
        try machine.daemon.status(becomes: "full") { $0.jobs.count { $0.state == .running } >= 3 }
        try machine.servesTheOther()
        try machine.submit("slow", #""shell": "exec sleep 600""#, by: machine.other)
        try machine.daemon.job("slow", becomes: "running") { $0.state == .running }
        _ = try machine.other.says("stop", "slow")
        try machine.servesTheOther()
    }

    // B-18 B-44
    @Test(.root) func `finds no key, no job, no output and no history of others`() throws {
        let machine = try SharedMachine()
        let keyring = "python3 -c 'import ctypes; print(ctypes.CDLL(None).syscall(250, 0, -3, 0))'"
        try machine.submit("secret", #""shell": "echo the secret; \#(keyring)""#, by: machine.other)
        #expect(try machine.other.bgrun("wait", "secret").status == 0)
        #expect(try machine.other.says("logs", "secret").contains("the secret"))
        for words in [
            ["logs", "secret"], ["logs", "--run", "1"], ["why", "secret"], ["cancel", "secret"],
            ["stop", "secret"],
            ["run", "secret"], ["wait", "secret"],
        ] {
            let answer = try machine.enemy.bgrun(words)
            #expect(answer.status != 0 && !answer.output.contains("the secret"), "\(words)")
        }
        #expect(try !machine.enemy.says("history").contains("secret"))
        let state = machine.daemon.scratch.path("state")
        let look = try Command.run([
            "setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "/bin/sh", "-c",
            "cat \(state)/output/1 \(state)/bgrun.sqlite; ls -d \(state)/jobs/2/secret; ls \(state) \(state)/jobs \(state)/jobs/2",
        ])
        #expect(look.output.isEmpty)
    }
}
