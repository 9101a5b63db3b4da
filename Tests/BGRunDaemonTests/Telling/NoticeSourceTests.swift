// What a job's owner is told unasked: its words, and the way to the owner's desktop.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLaunch
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import Testing

@testable import BGRunDaemon

private func notice(
    of owner: UserID = ErrandBench.person, title: String? = "Backup", _ reason: Notice.Reason? = nil,
    _ blockers: [Blocker] = [.unmet(.externalPower, reason: "AC is offline", since: nil)]
) throws -> Notice {
    let identifier = try #require(JobIdentifier("org.example.backup"))
    let due = try #require(WallTime(rfc3339: "2026-03-01T02:30:00Z"))
    return Notice(
        job: JobID(owner: owner, identifier: identifier), title: title, reason: reason ?? .overdue(due: due),
        blockers: blockers)
}

// B-34
@Suite struct `A notice` {
    @Test func `says of which job, since when, and what keeps it`() throws {
        let text = NoticeText(
            try notice(
                of: UserID(1000), nil,
                [
                    .unmet(.externalPower, reason: "AC is offline", since: nil),
                    .unmet(.network, reason: "no route to the internet", since: nil),
                ]), in: nil)
        #expect(
            text.line
                == "job org.example.backup of user 1000 was due 2026-03-01 02:30 UTC and waits: "
                + "needs \(Requirement.externalPower.words): AC is offline; "
                + "needs \(Requirement.network.words): no route to the internet")
        #expect(text.notification.summary == "Backup is overdue")
        #expect(
            text.notification.body == """
                org.example.backup was due 2026-03-01 02:30 UTC.
                needs \(Requirement.externalPower.words): AC is offline
                needs \(Requirement.network.words): no route to the internet
                """)
    }

    @Test func `goes by the clocks of the machine's zone, and by the identifier without a title`() throws {
        let since = try #require(WallTime(rfc3339: "2026-07-01T22:30:00Z"))
        let zone = try ZoneFiles().zone(named: "Europe/Berlin")
        let text = NoticeText(try notice(title: nil, .notRun(since: since)), in: zone)
        #expect(text.notification.summary == "org.example.backup has not run for long")
        #expect(text.notification.body.hasPrefix("org.example.backup has not run since 2026-07-02 00:30.\n"))
    }

    // B-89
    @Test func `tells of failures, of giving up and of success after them`() throws {
        let failing = Failing(
            count: 6, since: try #require(WallTime(rfc3339: "2026-03-01T02:30:00Z")), exit: .code(3))
        let first = NoticeText(
            try notice(
                .failed(Failing(since: failing.since, reason: "no such program"), isDisabled: false), []),
            in: nil)
        #expect(first.notification.summary == "Backup failed" && first.line == nil)
        #expect(
            first.notification.body == """
                org.example.backup failed 2026-03-01 02:30 UTC: could not be launched: no such program.
                bgrun logs org.example.backup shows what it has written.
                """)
        let last = NoticeText(try notice(.failed(failing, isDisabled: true), []), in: nil)
        #expect(last.notification.summary == "Backup is given up")
        #expect(
            last.line
                == "job org.example.backup of user \(ErrandBench.person) failed 6 times since 2026-03-01 02:30 UTC: exit 3 and is disabled"
        )
        #expect(last.notification.body.hasSuffix("bgrun enable org.example.backup ends that."))
        let back = NoticeText(try notice(.recovered(after: failing), []), in: nil)
        #expect(back.notification.summary == "Backup works again")
        #expect(back.notification.body == "org.example.backup succeeded after 6 failures in a row.")
    }

    // B-127
    @Test func `offers what helps against what it tells`() throws {
        let failing = Failing(count: 1, since: WallTime(microseconds: 0), exit: .code(3))
        func keys(_ reason: Notice.Reason?) throws -> [String] {
            NoticeText(try notice(reason, []), in: nil).actions.map(\.rawValue)
        }
        #expect(try keys(nil) == ["run", "snooze", "why"])
        #expect(try keys(.failed(failing, isDisabled: false)) == ["again", "output"])
        #expect(try keys(.failed(failing, isDisabled: true)) == ["enable", "output"])
        #expect(try keys(.succeeded).isEmpty && keys(.recovered(after: failing)).isEmpty)
        #expect(
            try keys(.overruns(Overrun(.usual, of: .seconds(60), work: .seconds(600)))) == ["stop", "output"])
        var last = try notice(.failed(failing, isDisabled: false), [])
        last.isLast = true
        #expect(NoticeText(last, in: nil).actions == [.output])
        let job = try #require(JobIdentifier("org.example.backup"))
        let errand = NoticeErrand(
            DesktopNotification(summary: "a b", body: "c\nd"), of: job, offering: [.run, .why])
        #expect(NoticeErrand(bytes: errand.bytes) == errand)
        #expect(NoticeErrand(bytes: []).actions.isEmpty)
        #expect(NoticeErrand(bytes: Array("a run fly\nx".utf8)).actions == [.run])
        #expect(errand.bytes.count <= NoticeErrand.mostBytes)
    }

    @Test func `forges no line of the journal`() throws {
        let text = NoticeText(
            try notice(nil, [.unmet(.network, reason: "a\n<0>b\u{1b}[2J", since: nil)]), in: nil)
        #expect(text.line?.utf8.contains { $0 < 0x20 } == false)
    }

    @Test func `comes to its owner's desktop`() throws {
        let bench = try ErrandBench()
        let desktop = try PrivateBus("start-bus", "start-desktop")
        try desktop.admitEveryone()
        // The bus is where the user's own login has it.
        let session = try bench.scratch.directory("user/\(ErrandBench.person)")
        let socket = try #require(desktop.address.split(separator: "=").last)
        try FileManager.default.createSymbolicLink(
            atPath: session + "/bus", withDestinationPath: String(socket))
        chown(session, ErrandBench.person.rawValue, ErrandBench.person.rawValue)
        let source = NoticeSource(
            bench.launcher, journal: Journal(), daemonUser: .root, socket: "/nonexistent")
        source.tell(try notice())
        #expect(try bench.events().isEmpty)
        let shown = try #require(try desktop.ask("notified"))
        let calls = try #require(try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? [[Any]])
        #expect(calls.count == 1)
        #expect(calls.first?[3] as? String == "Backup is overdue")
        #expect((calls.first?[4] as? String)?.hasSuffix("AC is offline") == true)
    }

    @Test func `makes room with those of its owner's that are on their way, and with nobody else's`() throws {
        // As another user the tests have one owner, and are done with.
        let owners = geteuid() == 0 ? [UserID(65534), UserID(1)] : [ErrandBench.person]
        let bench = try ErrandBench()
        // Buses that take what is said and never answer.
        let deaf = try owners.map { owner in
            let session = try bench.scratch.directory("user/\(owner)")
            let listener = try Deaf(at: session + "/bus")
            chown(session, owner.rawValue, owner.rawValue)
            chown(session + "/bus", owner.rawValue, owner.rawValue)
            return listener
        }
        let source = NoticeSource(
            bench.launcher, journal: Journal(), daemonUser: .root, socket: "/nonexistent", mostAtOnce: 2)
        var ended: [LaunchEvent] = []
        let end = Clock.read(.monotonic) + 30_000_000
        // The other owner's is the oldest. Each is begun before the next one is told.
        for owner in [owners[owners.count - 1], owners[0]] {
            source.tell(try notice(of: owner))
            while bench.launcher.hasWaiting,
                try Readiness.wait(for: bench.launcher.rawDescriptor, to: .read, until: end)
            { ended += try bench.launcher.events() }
        }
        source.tell(try notice(of: owners[0]))
        while ended.isEmpty, try Readiness.wait(for: bench.launcher.rawDescriptor, to: .read, until: end) {
            ended += try bench.launcher.events()
        }
        #expect(ended.count == 1)
        guard case .errandEnded(let errand, .signal(SIGKILL), _)? = ended.first else {
            Issue.record("\(ended)")
            return
        }
        #expect(errand.owner == owners[0])
        #expect(deaf.count == owners.count)
    }

    /// A listener that can stand in an array.
    private final class Deaf {
        private let listener: UnixListener
        init(at path: String) throws { listener = try UnixListener(path: path, permissions: 0o666) }
    }

    // B-137
    @Test(.root) func `of root's jobs comes in outline to administrators who are logged in`() throws {
        let bench = try ErrandBench()
        let desktop = try PrivateBus("start-bus", "start-desktop")
        try desktop.admitEveryone()
        let session = try bench.scratch.directory("user/\(ErrandBench.person)")
        let socket = try #require(desktop.address.split(separator: "=").last)
        try FileManager.default.createSymbolicLink(
            atPath: session + "/bus", withDestinationPath: String(socket))
        chown(session, ErrandBench.person.rawValue, ErrandBench.person.rawValue)
        // Two who are logged in: a service manager of theirs runs, of which the kernel knows the groups.
        let machine = try bench.scratch.directory("machine")
        var managers: [Process] = []
        defer { for manager in managers { manager.terminate() } }
        for (user, group) in [("\(ErrandBench.person)", "27"), ("1234", "100")] {
            let manager = Process()
            manager.executableURL = URL(filePath: "/usr/bin/setpriv")
            manager.arguments = [
                "--reuid", user, "--regid", user, "--groups", group, "sh", "-c", "echo up; exec sleep 600",
            ]
            let pipe = Foundation.Pipe()
            manager.standardOutput = pipe
            try manager.run()
            managers.append(manager)
            _ = pipe.fileHandleForReading.availableData
            let place = "machine/sys/fs/cgroup/user.slice/user-\(user).slice/user@\(user).service/init.scope"
            _ = try bench.scratch.directory(place)
            try bench.scratch.file("\(place)/cgroup.procs", "\(manager.processIdentifier)\n")
            _ = try bench.scratch.directory("machine/run/user/\(user)")
        }
        #expect(Administrators(groups: [], root: machine).loggedIn().isEmpty)
        let administrators = Administrators(groups: [27], root: machine)
        #expect(administrators.loggedIn() == [ErrandBench.person])
        let source = NoticeSource(
            bench.launcher, journal: Journal(), daemonUser: .root, socket: "/nonexistent",
            administrators: administrators)
        source.tell(try notice(of: .root))
        #expect(try bench.events().isEmpty)
        let shown = try #require(try desktop.ask("notified"))
        #expect(shown.contains("Backup is overdue") && !shown.contains("AC is offline"), "\(shown)")
    }

    @Test func `of root's jobs, or where no desktop is, is in the journal only`() throws {
        let bench = try ErrandBench()
        let source = NoticeSource(
            bench.launcher, journal: Journal(), daemonUser: .root, socket: "/nonexistent")
        source.tell(try notice(of: .root))
        #expect(try bench.launcher.events().isEmpty)
        source.tell(try notice())
        #expect(try bench.events().isEmpty)
    }
}
