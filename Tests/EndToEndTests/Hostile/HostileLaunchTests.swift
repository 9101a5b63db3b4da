// A user as an enemy of launches: theirs do not come to an end, others' do.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Glibc
import TestConditions
import Testing

@Suite struct `An enemy of launches` {
    /// A process of the enemy's, ended with its whole group.
    private final class Process {
        private let process = Foundation.Process()
        let words = Foundation.Pipe()

        init(of person: Person, _ script: String) throws {
            process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
            let user = person.user ?? "0"
            process.arguments = [
                "--reuid", user, "--regid", user, "--clear-groups", "/usr/bin/python3", "-c", script,
            ]
            process.standardOutput = words
            try process.run()
        }

        /// Waits for its next words.
        func line() -> String { String(decoding: words.fileHandleForReading.availableData, as: UTF8.self) }

        deinit {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    // B-1
    @Test(.root) func `who stops their processes on their way keeps nobody from a run`() throws {
        let machine = try SharedMachine()
        // Whatever of theirs is about to become a program is stopped, as soon as it is theirs.
        let stopper = try Process(
            of: machine.enemy,
            """
            import os, signal
            own = os.getpid()
            print("begun", flush=True)
            while True:
                for name in os.listdir("/proc"):
                    if not name.isdigit() or int(name) == own:
                        continue
                    try:
                        if open(f"/proc/{name}/comm").read() == "bgrun-exec\\n":
                            os.kill(int(name), signal.SIGSTOP)
                            print("stopped", flush=True)
                    except OSError:
                        pass
            """)
        #expect(stopper.line().contains("begun"))
        // A long way: many directories in which the program is looked for.
        let way = (1...9000).map { "/x\($0)" }.joined(separator: ":")
        var isHeld = false
        for number in 1...30 where !isHeld {
            try machine.submit(
                "attack\(number)",
                #""command": ["nothing-of-that-name"], "environment": {"PATH": "\#(way)"}"#, by: machine.enemy
            )
            try machine.servesTheOther()
            isHeld = try machine.daemon.job("attack\(number)")?.state == .running
        }
        #expect(isHeld, "none of them was stopped")
        try machine.servesTheOther()
        withExtendedLifetime(stopper) {}
    }

    // B-47
    @Test(.root) func `who has as many processes as there may be keeps nobody else from a run`() throws {
        // Below the daemon nobody has more; root is not counted.
        let machine = try SharedMachine(starter: ["/usr/bin/prlimit", "--nproc=40"])
        let crowd = try Process(
            of: machine.enemy,
            """
            import ctypes, os, signal
            for _ in range(60):
                if os.fork() == 0:
                    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
                    signal.pause()
            print("crowded", flush=True)
            signal.pause()
            """)
        #expect(crowd.line().contains("crowded"))
        try machine.submit("attack", #""command": ["true"]"#, by: machine.enemy)
        try machine.daemon.job("attack", becomes: "short of processes") {
            $0.blockers.contains { $0.requirement == "shortage" }
        }
        try machine.servesTheOther()
        #expect(try machine.daemon.blockers("attack") == ["shortage"], "the attack still stands")
        withExtendedLifetime(crowd) {}
    }

    // B-27
    @Test(.root, arguments: ["bus", "logind", "network", nil])
    func `is not a bus that hangs, a service on it, or what comes by it`(hung: String?) throws {
        let bus = try PrivateBus("start-bus", "start-logind", "start-network")
        let machine = try SharedMachine(bus: bus)
        try machine.submit(
            "asks", #""shell": "exit 0", "requires": {"network": {"unmetered": true}, "locked": true}"#,
            by: machine.other)
        try machine.servesTheOther()
        if let hung {
            try bus.play("pause \(hung)")
        } else {
            let said = try sendDescriptors(to: machine, by: bus)
            #expect(said.hasPrefix("org.freedesktop.DBus.Error.NotSupported"), "\(said)")
        }
        try machine.servesTheOther()
        try machine.submit(
            "asks-too", #""shell": "exit 0", "requires": {"idle": "1h", "lid": "closed"}"#, by: machine.other)
        try machine.servesTheOther()
        if let hung { try bus.play("resume \(hung)") }
        try machine.servesTheOther()
    }

    /// Sends descriptors with a signal to the daemon, as anybody may: they would be its own to close.
    private func sendDescriptors(to machine: SharedMachine, by bus: PrivateBus) throws -> String {
        try bus.admitEveryone()
        let stranger = try Process(
            of: machine.enemy,
            """
            import dbus.bus, dbus.lowlevel
            bus = dbus.bus.BusConnection("\(bus.address)")
            process = bus.get_object("org.freedesktop.DBus", "/").GetConnectionUnixProcessID
            for name in bus.list_names():
                if name[0] == ":" and process(name) == \(machine.daemon.processIdentifier):
                    signal = dbus.lowlevel.SignalMessage("/x", "x.y", "z")
                    signal.set_destination(name)
                    signal.append(dbus.types.UnixFd(0), signature="h")
                    try:
                        # Nobody answers a signal, but the bus where it does not pass it on.
                        bus.send_message_with_reply_and_block(signal, 2)
                    except dbus.DBusException as error:
                        print(error.get_dbus_name(), flush=True)
            """)
        return stranger.line()
    }

    // B-17
    @Test(.muteMount) func `whose launches hang when the daemon is killed keeps nobody from its next start`()
        throws
    {
        let machine = try SharedMachine()
        let mute = try MuteMount(at: machine.lair + "/mute")
        for number in 1...3 {
            try machine.submit("attack\(number)", #""command": ["true"]"#, in: mute.path, by: machine.enemy)
            try machine.daemon.job("attack\(number)", becomes: "begun") { $0.state == .running }
            try machine.daemon.kill()
            try machine.daemon.start()
            try machine.servesTheOther()
        }
        withExtendedLifetime(mute) {}
    }
}
