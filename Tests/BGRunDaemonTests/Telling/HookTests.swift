// What a job's command is told when an occurrence has ended, and the way to it.
import BGRunCalendar
import BGRunJob
import BGRunLaunch
import BGRunLinux
import BGRunScheduler
import BGRunTestSupport
import Foundation
import Glibc
import Testing

@testable import BGRunDaemon

private func call(
    _ kind: HookKind = .onFailure, _ command: [String] = ["true"], of owner: UserID = ErrandBench.person,
    environment: [JobDescriptor.Variable] = [], failing: Failing? = nil, isDisabled: Bool = false,
    outcome: Outcome = .failed, exit: BGRunJob.ExitStatus? = .code(3), failure: String? = nil
) throws -> HookCall {
    let job = JobID(owner: owner, identifier: try #require(JobIdentifier("org.example.backup")))
    let due = try #require(WallTime(rfc3339: "2026-03-01T02:30:00Z"))
    return HookCall(
        kind, HookCommand(arguments: command), environment: environment,
        after: HistoryEntry(
            run: RunID(7), job: job, title: "Nightly backup", due: due,
            started: due.advanced(by: .seconds(60)),
            ended: due.advanced(by: .seconds(360)), duration: .seconds(300), outcome: outcome, exit: exit,
            failure: failure),
        failing: failing, isDisabled: isDisabled)
}

// B-104
@Suite struct `What a hook is told` {
    private let since = WallTime(rfc3339: "2026-02-27T02:36:00Z")

    @Test func `is readable as it is, and ends with what the run has written`() throws {
        let failing = Failing(count: 3, since: try #require(since), exit: .code(3))
        let message = HookMessage(
            try call(failing: failing), output: Array("one\ntwo\u{1b}[2J\n\n".utf8), machine: "laptop",
            in: nil)
        #expect(
            String(decoding: message.bytes, as: UTF8.self) == """
                Nightly backup failed 3 times since 2026-02-27 02:36 UTC: exit 3

                job:     org.example.backup
                machine: laptop
                run:     7
                outcome: failed
                exit:    exit 3
                due:     2026-03-01 02:30 UTC
                started: 2026-03-01 02:31 UTC
                ended:   2026-03-01 02:36 UTC
                took:    5 min

                The last it has written:

                one
                two [2J

                """)
    }

    @Test func `is in its environment for programs`() throws {
        let failing = Failing(count: 3, since: try #require(since), exit: .code(3))
        let secrets = [
            JobDescriptor.Variable(name: "MAILTO", value: "me@example.org"),
            JobDescriptor.Variable(name: "BGRUN_RUN", value: "forged"),
        ]
        let told = HookMessage(
            try call(environment: secrets, failing: failing, isDisabled: true), output: [], machine: nil,
            in: nil
        ).environment
        #expect(
            told == [
                "MAILTO": "me@example.org", "BGRUN_HOOK": "onFailure",
                "BGRUN_IDENTIFIER": "org.example.backup", "BGRUN_TITLE": "Nightly backup",
                "BGRUN_SUMMARY":
                    "Nightly backup failed 3 times since 2026-02-27 02:36 UTC: exit 3, and is disabled",
                "BGRUN_RUN_NUMBER": "7", "BGRUN_OUTCOME": "failed", "BGRUN_EXIT_CODE": "3",
                "BGRUN_DUE": "2026-03-01T02:30:00Z", "BGRUN_STARTED": "2026-03-01T02:31:00Z",
                "BGRUN_ENDED": "2026-03-01T02:36:00Z", "BGRUN_FAILURES": "3",
                "BGRUN_FAILING_SINCE": "2026-02-27T02:36:00Z", "BGRUN_DISABLED": "1",
            ])
    }

    @Test func `says by which failures a success was preceded, and why a launch failed`() throws {
        let failing = Failing(count: 2, since: try #require(since), exit: .code(3))
        let recovery = try call(.onRecovery, failing: failing, outcome: .succeeded, exit: .code(0))
        #expect(
            HookMessage(recovery, output: [], machine: nil, in: nil).environment["BGRUN_SUMMARY"]
                == "Nightly backup succeeded after 2 failures in a row")
        let launch = HookMessage(
            try call(outcome: .couldNotLaunch, exit: nil, failure: "no such\nfile"), output: [], machine: nil,
            in: nil)
        #expect(launch.environment["BGRUN_REASON"] == "no such file")
        #expect(String(decoding: launch.bytes, as: UTF8.self).hasSuffix("\n\nIt has written nothing.\n"))
    }

    @Test func `has the last of much output, by whole lines`() throws {
        let much = (1...9000).map { "line \($0)\n" }.joined()
        let text = String(
            decoding: HookMessage(
                try call(), output: Array(much.utf8.suffix(16 << 10)), machine: nil, in: nil
            ).bytes,
            as: UTF8.self)
        let lines = text.split(separator: "\n")
        #expect(lines.last == "line 9000" && lines.contains("line 8951") && !lines.contains("line 8950"))
    }
}

// B-104
@Suite struct `A hook's call` {
    @Test func `gives the command its owner's rights, and tells how it has ended`() throws {
        let bench = try ErrandBench()
        let place = try bench.scratch.directory("told")
        chmod(place, 0o777)
        let source = HookSource(bench.launcher)
        let shell = """
            cat > \(place)/text; id -u > \(place)/user; echo $MAILTO > \(place)/to;
            echo busy; printf 'no\\033 network' >&2; exit 4
            """
        #expect(
            try source.call(
                call(
                    .onFailure, ["/bin/sh", "-c", shell],
                    environment: [JobDescriptor.Variable(name: "MAILTO", value: "me")])
            ).isEmpty)
        let told = try bench.events(source.ended, source.failed)
        let id = HookID(run: RunID(7), kind: .onFailure)
        #expect(told == [.hookEnded(id, .exited(.code(4), saying: "no  network"), owner: ErrandBench.person)])
        #expect(try String(contentsOfFile: "\(place)/user", encoding: .utf8) == "\(ErrandBench.person)\n")
        #expect(try String(contentsOfFile: "\(place)/to", encoding: .utf8) == "me\n")
        #expect(
            try String(contentsOfFile: "\(place)/text", encoding: .utf8).hasPrefix("Nightly backup failed\n"))
    }

    @Test func `is ended with all that it has started`() throws {
        let bench = try ErrandBench()
        let source = HookSource(bench.launcher)
        _ = source.call(try call(.onFailure, ["/bin/sh", "-c", "sleep 1000 & sleep 1000"]))
        source.end(HookID(run: RunID(7), kind: .onFailure))
        #expect(try bench.events(source.ended, source.failed).count == 1)
    }

    @Test func `that can't be started says why`() throws {
        let bench = try ErrandBench()
        let source = HookSource(bench.launcher)
        var told = source.call(try call(.onFailure, ["/no/such/program"]))
        if told.isEmpty { told = try bench.events(source.ended, source.failed) }
        guard case .hookEnded(_, .couldNotStart(let reason), _)? = told.first else {
            Issue.record("\(told)")
            return
        }
        #expect(reason.contains("/no/such/program"))
    }
}
