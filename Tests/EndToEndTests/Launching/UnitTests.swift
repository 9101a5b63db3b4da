// A service of systemd as what a job runs: the process that stands for it, beside a mock of the service manager.
import BGRunTestSupport
import Foundation
import Glibc
import Testing

// B-134
@Suite struct `The process of a run that is a service of systemd` {
    private let bus: PrivateBus
    private let scratch: ScratchDirectory

    init() throws {
        bus = try PrivateBus("start-bus", "start\tsystemd")
        scratch = try ScratchDirectory()
    }

    private func start(_ words: String..., at address: String? = nil) throws -> ChildProcess {
        let address = address ?? bus.address
        return try ChildProcess(
            Repository.program("bgrund"), ["--unit"] + words,
            environment: [
                "DBUS_SYSTEM_BUS_ADDRESS": address, "DBUS_SESSION_BUS_ADDRESS": address,
                "BGRUN_STATE_DIRECTORY": scratch.path,
            ],
            output: scratch.path("output"))
    }

    /// Looks again and again until it is so.
    private func sees(_ words: String, _ isSo: () throws -> Bool) throws {
        let deadline = Date(timeIntervalSinceNow: 30)
        while try !isSo() {
            try #require(Date() < deadline, "never seen: \(words)")
            beat()
        }
    }

    /// What it wrote, without its first line.
    private var last: String {
        String((try? scratch.text("output"))?.split(separator: "\n").last ?? "")
    }

    /// A service that was started, and runs.
    private func running(
        _ unit: String = "a.service", grace: String = "9000", stopping: String? = nil
    ) throws -> ChildProcess {
        try bus.play("unit\tadd\t\(unit)\tloaded")
        if let stopping { try bus.play("unit\tstopping\t\(unit)\t\(stopping)") }
        let run = try start(unit, "system", "once", grace)
        try bus.play("unit\tawait\tstart\t\(unit)")
        try bus.play("unit\tmove\t\(unit)\tactive\trunning")
        try bus.play("unit\tdone\t\(unit)\tdone")
        return run
    }

    @Test func `starts it, lasts until it has ended, and ends as it does`() throws {
        var run = try running()
        // What it does meanwhile is no end.
        try bus.play("unit\tmove\ta.service\treloading\treload")
        try bus.play("unit\tend\ta.service\tinactive\tsuccess\t1\t0")
        #expect(run.wait(seconds: 30) == 0)
        #expect(last == "a.service has ended well, after 1.23 s of processor time")
        #expect(try scratch.text("output").hasPrefix("a.service was started; its output is in the journal"))
        for (unit, code, status, result, exit, words) in [
            ("b", 1, 3, "exit-code", 3, "has failed: exit code 3"),
            ("c", 2, 9, "signal", 137, "has failed: signal 9"),
            ("d", 2, 9, "oom-kill", 137, "has failed: out of memory"),
            ("e", 1, 0, "timeout", 1, "has failed: it took longer than the unit allows"),
        ] as [(String, Int, Int, String, Int32, String)] {
            run = try running("\(unit).service")
            try bus.play("unit\tend\t\(unit).service\tfailed\t\(result)\t\(code)\t\(status)")
            #expect(run.wait(seconds: 30) == exit, "\(words)")
            #expect(last.hasPrefix("\(unit).service \(words)"), "\(last)")
        }
    }

    @Test func `stops it when it is told to end, and waits for that`() throws {
        let run = try running()
        #expect(kill(run.pid, SIGTERM) == 0)
        try bus.play("unit\tawait\tstop\ta.service")
        try bus.play("unit\tmove\ta.service\tdeactivating\tstop-sigterm")
        // A second word changes nothing.
        #expect(kill(run.pid, SIGTERM) == 0)
        try bus.play("unit\tend\ta.service\tinactive\tsuccess\t1\t0")
        try bus.play("unit\tdone\ta.service\tdone")
        #expect(run.wait(seconds: 30) == 0)
        #expect(last.hasPrefix("a.service was stopped"), "\(last)")
        #expect(try bus.ask("unit\tcalls") == "Subscribe, start a.service, stop a.service")
    }

    /// All of it, or what `KillMode=` names; with the most time to stop that a run has too.
    @Test(arguments: [
        ("control-group\t90000000\t1", ["all"]), ("mixed\t1000000\t1", ["all"]),
        ("process\t90000000\t1", ["main", "control"]),
    ]) func `has it killed as systemd would, where it does not end in its grace period`(
        stopping: String, parts: [String]
    ) throws {
        let run = try running(grace: "100", stopping: stopping)
        #expect(kill(run.pid, SIGTERM) == 0)
        try bus.play("unit\tawait\tkill\ta.service\t\(parts[parts.endIndex - 1])\t9")
        try bus.play("unit\tend\ta.service\tfailed\tsignal\t2\t9")
        try bus.play("unit\tdone\ta.service\tdone")
        #expect(run.wait(seconds: 30) == 137)
        #expect(
            try scratch.text("output").contains("a.service has not ended in its grace period, and is killed"))
        let kills = parts.map { "kill a.service \($0) 9" }
        #expect(
            try bus.ask("unit\tcalls")
                == (["Subscribe", "start a.service", "stop a.service"] + kills).joined(separator: ", "))
    }

    @Test(arguments: [
        ("process\t900000000\t1", "its TimeoutStopSec= is longer"),
        ("control-group\t18446744073709551615\t1", "its TimeoutStopSec= is longer"),
        ("none\t1000000\t1", "its unit says that nothing kills it"),
        ("control-group\t1000000\t0", "its unit says that nothing kills it"),
    ]) func `leaves it to systemd where its stop takes longer than a run may, or nothing kills it`(
        stopping: String, reason: String
    ) throws {
        let run = try running(grace: "100", stopping: stopping)
        #expect(run.end(SIGTERM, seconds: 30) == 143)
        #expect(last.hasPrefix("a.service goes on stopping") && last.contains(reason), "\(last)")
        #expect(try bus.ask("unit\tcalls") == "Subscribe, start a.service, stop a.service")
    }

    @Test func `goes on with what a run before has started, and no crash has ended`() throws {
        let run = try running()
        try sees("the mark of the run") { access(scratch.path(".unit"), F_OK) == 0 }
        #expect(run.end(SIGKILL, seconds: 30) == 137)
        let next = try start("a.service", "system", "once", "9000")
        try sees("its word") { last == "a.service runs since a run before: this one goes on with it" }
        #expect(kill(next.pid, SIGTERM) == 0)
        try bus.play("unit\tawait\tstop\ta.service")
        try bus.play("unit\tend\ta.service\tfailed\tsignal\t2\t15")
        try bus.play("unit\tdone\ta.service\tdone")
        // It has not finished what it was to do.
        #expect(next.wait(seconds: 30) == 143)
        #expect(last.hasPrefix("a.service was stopped"), "\(last)")
        // Another life of it is another's.
        try bus.play("unit\tmove\ta.service\tactive\trunning")
        let other = try start("a.service", "system", "once", "9000")
        try sees("its word") { last == "a.service runs already: this run lasts as long, and leaves it alone" }
        #expect(other.end(SIGTERM, seconds: 30) == 143)
    }

    @Test func `leaves another life of it alone, which somebody has started after the stop`() throws {
        let run = try running(grace: "60000")
        #expect(kill(run.pid, SIGTERM) == 0)
        try bus.play("unit\tawait\tstop\ta.service")
        try bus.play("unit\tend\ta.service\tinactive\tsuccess\t2\t15")
        try bus.play("unit\tinvoke\ta.service\t99")
        try bus.play("unit\tmove\ta.service\tactive\trunning")
        try bus.play("unit\tdone\ta.service\tdone")
        #expect(run.wait(seconds: 30) == 143)
    }

    @Test func `has failed where its start has, whatever it did before`() throws {
        try bus.play("unit\tadd\tf.service\tloaded")
        let run = try start("f.service", "system", "once", "9000")
        try bus.play("unit\tawait\tstart\tf.service")
        try bus.play("unit\tdone\tf.service\tunsupported")
        #expect(run.wait(seconds: 30) == 1)
        #expect(last == "f.service has not started: systemd says \"unsupported\"", "\(last)")
    }

    @Test func `leaves alone what runs already, and lasts as long`() throws {
        try bus.play("unit\tadd\ta.service\tloaded")
        try bus.play("unit\tmove\ta.service\tactive\trunning")
        let told = try start("a.service", "system", "once", "9000")
        let other = try start("a.service", "system", "once", "9000")
        try sees("two lines") { try scratch.text("output").split(separator: "\n").count >= 2 }
        #expect(told.end(SIGTERM, seconds: 30) == 143)
        #expect(last == "a.service goes on, since this run has not started it")
        try bus.play("unit\tend\ta.service\tinactive\tsuccess\t1\t0")
        #expect(other.wait(seconds: 30) == 0)
        #expect(try bus.ask("unit\tcalls") == "Subscribe, Subscribe")
    }

    @Test func `lasts for as long as it counts as up where its job is a service`() throws {
        try bus.play("unit\tadd\ta.service\tloaded")
        let run = try start("a.service", "system", "lasting", "9000")
        try bus.play("unit\tawait\tstart\ta.service")
        try bus.play("unit\tmove\ta.service\tactive\texited")
        try bus.play("unit\tdone\ta.service\tdone")
        // The same as a job that ends would be over, and would start nothing now.
        #expect(try start("a.service", "system", "once", "9000").wait(seconds: 30) == 0)
        #expect(last == "a.service counts as up (RemainAfterExit=), so there is nothing to start")
        #expect(kill(run.pid, SIGTERM) == 0)
        try bus.play("unit\tawait\tstop\ta.service")
        try bus.play("unit\tend\ta.service\tinactive\tsuccess\t1\t0")
        try bus.play("unit\tdone\ta.service\tdone")
        #expect(run.wait(seconds: 30) == 0)
    }

    @Test func `tells why nothing was started`() throws {
        #expect(try start("none.service", "system", "once", "9000").wait(seconds: 30) == 1)
        #expect(last.hasPrefix("none.service can't be started: there is no such unit"), "\(last)")
        try bus.play("unit\tadd\tb.service\tmasked")
        #expect(try start("b.service", "system", "once", "9000").wait(seconds: 30) == 1)
        #expect(last.contains("it is masked"))
        for (result, words) in [
            ("dependency", "a unit that it requires could not be started"),
            ("canceled", "its start was cancelled"), ("assert", "what it asserts does not hold"),
        ] {
            try bus.play("unit\tadd\t\(result).service\tloaded")
            let run = try start("\(result).service", "system", "once", "9000")
            try bus.play("unit\tawait\tstart\t\(result).service")
            try bus.play("unit\tdone\t\(result).service\t\(result)")
            #expect(run.wait(seconds: 30) == 1)
            #expect(last.contains(words), "\(last)")
        }
        try bus.play("unit\tadd\tc.service\tloaded")
        let skipped = try start("c.service", "system", "once", "9000")
        try bus.play("unit\tawait\tstart\tc.service")
        try bus.play("unit\tcondition\tc.service\t0")
        try bus.play("unit\tdone\tc.service\tdone")
        #expect(skipped.wait(seconds: 30) == 0)
        #expect(last == "c.service was skipped, since a condition that it names does not hold")
    }

    @Test func `is put off where systemd can't be asked, and has failed where it says no`() throws {
        #expect(
            try start("a.service", "system", "once", "9000", at: "unix:path=/nonexistent").wait(seconds: 30)
                == 75)
        #expect(last.contains("can't be reached"), "\(last)")
        try bus.play("unit\tadd\ta.service\tloaded")
        try bus.play("unit\trefuse\tstart\torg.freedesktop.DBus.Error.AccessDenied")
        #expect(try start("a.service", "system", "once", "9000").wait(seconds: 30) == 1)
        #expect(last.contains("it is not allowed"), "\(last)")
    }

    @Test(arguments: [
        ["a.service", "system", "once"], ["a.service", "once", "9000"], ["a.service", "all", "once", "9000"],
        ["a.timer", "system", "once", "1"], ["a.service", "system", "twice", "1"],
        ["a.service", "system", "once", "-1"],
        ["a.service", "system", "once", "99999999"], ["../a.service", "system", "once", "1"],
        ["@.service", "system", "once", "1"],
    ]) func `takes no other words`(words: [String]) throws {
        let run = try Command.run([Repository.program("bgrund"), "--unit"] + words)
        #expect(run.status == 2, "\(run.errors)")
    }
}
