// A bus that is not there, one that goes and comes back, and programs that only ask whether it works.

import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import Testing

@testable import BGRunDevice

private let noLogind = LogindFact.unavailable("logind is not on the system bus")

@Suite struct `Without logind` {
    @Test func `and without libsystemd, all that is asked has an answer in plain words`() throws {
        let machine = try PrivateBus.withLogind()
        let follower = try Follower(machine.address, library: "libbgrun-none.so.0")
        let reason =
            "libbgrun-none.so.0: cannot open shared object file: No such file or directory"
        follower.logind.observesSleep = true
        follower.logind.readPresence()
        follower.logind.suspend()
        #expect(
            follower.logind.takeFacts() == [
                .unavailable(reason), .presence(.unknown(reason)), .suspendAnswered(refusal: reason),
            ])
        #expect(follower.bus.deadline == nil, "a library that is missing is not waited for")
    }

    @Test func `and without a bus, nothing is tried without an occasion`() throws {
        let scratch = try ScratchDirectory()
        let follower = try Follower("unix:path=\(scratch.path("bus"))")
        follower.logind.observesSessions = true
        let reason = "the system bus can't be reached: No such file or directory"
        #expect(follower.logind.takeFacts() == [.unavailable(reason)])
        #expect(!follower.bus.isOpen)
        #expect(follower.bus.deadline == nil)
    }

    @Test func `on the bus, it is waited for and heard of when it comes`() throws {
        let machine = try PrivateBus("start-bus")
        let follower = try Follower(machine.address)
        follower.logind.observesSleep = true
        #expect(try follower.facts(upTo: noLogind) == [noLogind])
        follower.logind.readPresence()
        #expect(
            follower.logind.takeFacts() == [.presence(.unknown("logind is not on the system bus"))])
        #expect(follower.bus.deadline == nil)
        try machine.play("start-logind")
        try follower.observeSleep()
    }
}

@Suite struct `A loss` {
    @Test func `of logind ends the sleep it announced, and all is taken anew when it is back`() throws {
        let machine = try PrivateBus.withLogind()
        let follower = try Follower(machine.address)
        try follower.observeSleep()
        try machine.play("sleep 1")
        _ = try follower.facts(upTo: .sleepAnnounced)
        try machine.play("stop-logind")
        let gone = LogindFact.unavailable("logind has left the system bus")
        #expect(try follower.facts(upTo: gone) == [.sleepOver, gone])
        try machine.play("start-logind")
        try follower.observeSleep()
        try machine.inhibitors(become: "bgrun:delay:sleep")
    }

    @Test func `of the bus is made good by itself`() throws {
        let machine = try PrivateBus.withLogind()
        let follower = try Follower(machine.address)
        try follower.observeSleep()
        try machine.play("stop-bus")
        try follower.work { !follower.bus.isOpen }
        let gone = LogindFact.unavailable("the system bus has gone: Connection reset by peer")
        #expect(follower.logind.takeFacts() == [gone])
        let wait = try #require(follower.bus.deadline) - Clock.read(.monotonic)
        #expect(wait <= 1_000_000)
        try machine.play("start-bus")
        try machine.play("start-logind")
        try follower.observeSleep()
        try machine.inhibitors(become: "bgrun:delay:sleep")
        #expect(follower.bus.deadline == nil)
    }

    @Test func `of a bus that does not come back is tried for when something is asked too`() throws {
        let machine = try PrivateBus.withLogind()
        let follower = try Follower(machine.address)
        try follower.observeSleep()
        try machine.play("stop-bus")
        try follower.work { !follower.bus.isOpen }
        #expect(follower.logind.takeFacts().count == 1)
        follower.logind.readPresence()
        let facts = follower.logind.takeFacts()
        #expect(facts.last == .presence(.unknown("the system bus can't be reached: Connection refused")))
        follower.logind.observesSleep = false
        #expect(follower.bus.deadline == nil, "what nobody asks for is not tried")
    }
}

@Suite struct `A bus that is not there` {
    @Test func `is found as soon as it comes, wherever its directory has to be made first`() throws {
        let scratch = try ScratchDirectory()
        let follower = try Follower("unix:path=\(scratch.path)/run/dbus/bus", patience: shortPatience)
        follower.logind.observesSleep = true
        #expect(follower.bus.deadline == nil)
        try scratch.directory("run/dbus")
        try follower.work { (try? follower.isReady) == false }
        #expect(follower.bus.deadline == nil)
        let machine = try PrivateBus.withLogind()
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("run/dbus/bus"), withDestinationPath: machine.socket)
        _ = try follower.facts(upTo: .lockTaken(.sleepDelay))
    }

    @Test func `is found when it is started, however it left`() throws {
        let machine = try PrivateBus("start-bus", "stop-bus")
        let follower = try Follower(machine.address, patience: shortPatience)
        follower.logind.observesSleep = true
        let refused = LogindFact.unavailable("the system bus can't be reached: Connection refused")
        #expect(follower.logind.takeFacts() == [refused])
        // Nobody listens at the socket that is left: a few tries, then it is waited for alone.
        try follower.work { follower.bus.deadline == nil }
        #expect(try !follower.isReady)
        try machine.play("start-bus")
        try machine.play("start-logind")
        _ = try follower.facts(upTo: .lockTaken(.sleepDelay))
        #expect(follower.bus.deadline == nil)
    }

    @Test(
        arguments: [
            ("unix:path=/run/dbus/system_bus_socket", ["/run/dbus/system_bus_socket"]),
            ("unix:guid=12,path=/a%20b%2fc;unix:path=/d", ["/a b/c", "/d"]),
            ("unix:abstract=/a;tcp:host=localhost,port=1;unix:path=relative;unix:;;,=", []),
            ("unix:path=/a%;unix:path=/a%4;unix:path=/%zz;unix:path=/a%00b", []),
        ])
    func `is looked for at the paths of its address`(_ address: String, _ paths: [String]) {
        #expect(BusAddress.socketPaths(of: address) == paths)
    }
}

@Suite struct `A bus that does not answer` {
    private let scratch: ScratchDirectory
    private let follower: MachineFollower
    private let unknown = Observation.unknown("the system bus does not answer")

    init() throws {
        scratch = try ScratchDirectory()
        follower = try MachineFollower("unix:path=\(scratch.path("bus"))", patience: shortPatience)
    }

    // B-29
    @Test func `on connections it takes is not waited for, and what it would tell is unknown`() throws {
        let silent = try UnixListener(path: scratch.path("bus"), permissions: 0o600)
        follower.lid.observe()
        try follower.expect(unknown, of: .lid)
        // Answers are still waited for.
        #expect(follower.bus.isOpen)
        #expect(follower.bus.deadline != nil)
        withExtendedLifetime(silent) {}
    }

    // B-29
    @Test func `because too many wait for it is tried again, less and less often`() throws {
        let crowd = try Crowd(at: scratch.path("bus"))
        follower.lid.observe()
        try follower.expect(unknown, of: .lid)
        #expect(!follower.bus.isOpen)
        for _ in 0..<3 {
            let deadline = try #require(follower.bus.deadline)
            #expect(deadline <= Clock.read(.monotonic) + 1_000_000)
            while follower.bus.deadline == deadline {
                _ = try follower.bus.turn(until: deadline + 30_000_000)
            }
        }
        crowd.leave()
        // It is reached, whoever it is.
        let end = Clock.read(.monotonic) + 30_000_000
        while !follower.bus.isOpen, try follower.bus.turn(until: end) {}
        #expect(follower.bus.isOpen)
    }
}

/// A socket with as many connections as it can hold, of which nobody takes one.
private final class Crowd {
    private let listener: Int32
    private var members: [Int32] = []

    init(at path: String) throws {
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        try #require(Self.with(path) { bind(listener, $0, $1) } == 0)
        try #require(listen(listener, 1) == 0)
        while true {
            let member = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            members.append(member)
            if Self.with(path, { connect(member, $0, $1) }) != 0 { break }
        }
    }

    /// All are let in and sent away.
    func leave() {
        while true {
            let guest = accept(listener, nil, nil)
            if guest < 0 { return }
            close(guest)
        }
    }

    deinit { for number in members + [listener] { close(number) } }

    private static func with(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
        }
    }
}

@Suite struct `A check of logind` {
    @Test func `finds no fault where it answers`() throws {
        let machine = try PrivateBus.withLogind()
        let bus = try SystemBus(address: machine.address)
        #expect(try LogindCheck.look(on: bus) == LogindSight(sleepDelay: .seconds(5)))
        #expect(!bus.isOpen)
    }

    @Test func `says in one line why it does not answer and what does not work`() throws {
        let machine = try PrivateBus("start-bus")
        let fault = try LogindCheck.look(on: try SystemBus(address: machine.address)).lack
        #expect(
            fault == """
                logind is not on the system bus. Without logind, runs are not frozen or stopped before sleep, \
                keepAwake holds nothing, a machine that was woken does not go back to sleep, and login and unlock \
                start nothing.
                """)
    }

    @Test func `gives up on a bus that accepts and says nothing`() throws {
        let scratch = try ScratchDirectory()
        let silent = try UnixListener(path: scratch.path("bus"), permissions: 0o600)
        let bus = try SystemBus(address: "unix:path=\(scratch.path("bus"))")
        let fault = try LogindCheck.look(seconds: 1, on: bus).lack
        #expect(fault?.hasPrefix("logind has not answered within 1 s.") == true)
        withExtendedLifetime(silent) {}
    }
}
