// What somebody has begun and watches, against the real daemon.
import BGRunClient
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Glibc
import Testing

@Suite struct `A continued task of an application` {
    private static func submission(_ task: String, _ more: String = "") -> String {
        #"call=SubmitTask:{"application":"org.photos","request":{"identifier":"\#(task)","kind":"continued"\#(more)}}"#
    }

    private static func progress(
        _ completed: String, _ total: Int64, _ more: String = "", host: String = "guest-1", run: Int = 1
    ) -> String {
        #"call=TaskProgressed!:{"host":"\#(host)","run":\#(run),"completedUnits":\#(completed),"totalUnits":\#(total)\#(more)}"#
    }

    private static let window = ["attach", "serve=org.photos.export.*,org.photos.crowd"]
    private static let export = submission("org.photos.export.1", #","title":"Export","subtitle":"begun""#)
    /// Is answered behind what was said before it.
    private static let answered = #"call=PendingTasks:{"application":"org.photos"}"#

    private func guest(_ machine: PhotosMachine, _ words: [String]) throws -> Guest {
        try Guest(
            of: machine.daemon, try ApplicationProgram.command(words), application: PhotosMachine.application)
    }

    @Test func `is shown with its progress, its words and its host`() throws {
        let machine = try PhotosMachine()
        let words =
            Self.window + [
                Self.export, "launch", "began",
                Self.progress("31", 100, #","title":"Export","subtitle":"31 of 100 photos""#), Self.answered,
                "hang",
            ]
        let window = try guest(machine, words)
        try window.says("PendingTasks {")
        #expect(try machine.person.says("status").contains("31 %  Export: 31 of 100 photos"))
        let one = try machine.person.says("status", "org.photos.export.1")
        #expect(one.contains("in guest-1") && one.contains("31 of 100 done"), "\(one)")
        let json = try machine.person.says("status", "org.photos.export.1", "--json")
        #expect(
            json.contains(#""completedUnits": 31"#) && json.contains(#""host": "guest-1""#), "\(json)")
        try window.end()
        try machine.hostsAreGone()
        #expect(try machine.outcomes(of: "export.1") == [.failed])
        #expect(try machine.daemon.history("org.photos.export.1").first?.title == "Export")
        #expect(try machine.daemon.status().jobs.isEmpty)
    }

    @Test func `is for the window that has asked for it, and is cancelled with it`() throws {
        let machine = try PhotosMachine()
        let other = try guest(machine, Self.window + ["hang"])
        try other.says("Serve {")
        let crowd = Self.submission("org.photos.crowd")
        let window = try guest(machine, Self.window + [Self.export, "launch", "began", crowd, "hang"])
        try window.says("TaskBegan {")
        try window.says("SubmitTask {\"identifier\": \"org.photos.crowd\"")
        #expect(try machine.pending() == ["org.photos.crowd"])
        #expect(
            try machine.task("export.1", becomes: "begun") { $0.run?.process != nil }.run?.host == .guest(2))
        try window.end()
        try machine.daemon.settles("nothing left") { try machine.daemon.status().jobs.isEmpty }
        #expect(try machine.pending().isEmpty)
        #expect(!other.lines.contains { $0.hasPrefix("launch") })
    }

    @Test func `that is to begin at once is refused with what is in the way`() throws {
        let machine = try PhotosMachine()
        let words =
            Self.window + [
                Self.submission("org.photos.crowd", #","strategy":"fail""#), Self.answered,
                Self.submission("org.photos.export.2", #","strategy":"fail""#), "launch", "began", "end=true",
            ]
        let window = try guest(machine, words)
        #expect(try window.ends() == 0)
        let refusal = try #require(window.lines.first { $0.hasPrefix("SubmitTask NotImmediate") })
        #expect(refusal.contains("pathExists"))
        #expect(
            window.lines.contains { $0 == "PendingTasks {\"requests\": []}" || $0 == "PendingTasks {}" },
            "\(window.lines)")
        #expect(try machine.outcome(of: "export.2") == .succeeded)
    }

    @Test func `is refused to who has not attached, and with a resource`() throws {
        let machine = try PhotosMachine()
        let words = [
            Self.export, "attach", Self.submission("org.photos.export.1", #","resources":["gpu"]"#),
            Self.submission("org.photos.other", ""),
        ]
        let window = try guest(machine, words)
        #expect(try window.ends() == 0)
        #expect(window.lines.count { $0.hasPrefix("SubmitTask Unavailable") } == 1, "\(window.lines)")
        #expect(window.lines.count { $0.hasPrefix("SubmitTask NotPermitted") } == 2, "\(window.lines)")
    }

    @Test func `is told to end where it makes no progress`() throws {
        let machine = try PhotosMachine(times: #""launchLimit": "2s", "linger": "1s", "progressLimit": "1s""#)
        let window = try guest(
            machine,
            Self.window + [
                Self.export, "launch", "began", Self.progress("1", 2), "expire", "end=false", "hang",
            ])
        try window.says("expire timeBudget")
        #expect(try machine.outcome(of: "export.1") == .expired)
        #expect(isAlive(Int(window.pid)))
    }

    @Test func `is not there any more when the daemon has started again`() throws {
        let machine = try PhotosMachine()
        let window = try guest(
            machine,
            Self.window + [Self.export, "launch", "began", Self.submission("org.photos.crowd"), "hang"])
        try window.says("SubmitTask {\"identifier\": \"org.photos.crowd\"")
        try machine.daemon.kill()
        try machine.daemon.start()
        try machine.daemon.settles("nothing left") { try machine.daemon.status().jobs.isEmpty }
        #expect(try machine.outcomes(of: "export.1") == [.interrupted])
    }
}

@Suite struct `An enemy that tells its progress` {
    private static func window(_ machine: PhotosMachine, _ words: [String]) throws -> Guest {
        let submission =
            #"call=SubmitTask:{"application":"org.photos","request":{"identifier":"org.photos.export.1","kind":"continued"}}"#
        return try Guest(
            of: machine.daemon,
            try ApplicationProgram.command(
                ["attach", "serve=org.photos.export.*", submission, "launch", "began"] + words),
            application: PhotosMachine.application)
    }

    @Test func `in 64 KiB of control characters is shown on a line`() throws {
        let machine = try PhotosMachine()
        let bad = String(repeating: #"\u001b[2J\n"#, count: 2900)
        let window = try Self.window(
            machine,
            [
                #"call=TaskProgressed!:{"host":"guest-1","run":1,"completedUnits":1,"totalUnits":4,"title":"\#(bad)","subtitle":"\#(bad)"}"#,
                #"call=PendingTasks:{"application":"org.photos"}"#, "hang",
            ])
        try window.says("PendingTasks {")
        for words in [["status"], ["status", "org.photos.export.1"], ["status", "--json"]] {
            let text = try machine.person.bgrun(words).output
            #expect(text.contains("25 %") || text.contains(#""totalUnits": 4"#), "\(text)")
            #expect(!text.contains("\u{1b}") && text.utf8.count < 8000)
        }
        let progress = try machine.task("export.1", becomes: "told of") { $0.run?.progress != nil }.run?
            .progress
        #expect((progress?.title?.utf8.count ?? 0) <= 200 && (progress?.subtitle?.utf8.count ?? 0) <= 200)
    }

    @Test(arguments: [
        #"{"host":"guest-1","run":1,"completedUnits":0.5,"totalUnits":1}"#,
        #"{"host":"guest-1","run":1,"completedUnits":NaN,"totalUnits":1}"#,
        #"{"host":"guest-1","run":1,"completedUnits":1e300,"totalUnits":1}"#,
        #"{"host":"guest-1","run":1,"completedUnits":9223372036854775808,"totalUnits":1}"#,
        #"{"host":"guest-1","run":1,"completedUnits":-9223372036854775808,"totalUnits":-9223372036854775808}"#,
        #"{"host":"guest-2","run":1,"completedUnits":1,"totalUnits":1}"#,
        #"{"host":"guest-1","run":2,"completedUnits":1,"totalUnits":1}"#,
        #"{"host":"guest-1","run":9223372036854775807,"completedUnits":1,"totalUnits":1}"#,
        #"{"host":"guest-1","run":1}"#,
    ])
    func `in senseless numbers, or of runs that are not its own, harms nobody`(call: String) throws {
        let machine = try PhotosMachine()
        let window = try Self.window(
            machine,
            [
                "call=TaskProgressed!:\(call)", "renew", #"call=PendingTasks:{"application":"org.photos"}"#,
                "end=true", "hang",
            ])
        try window.says("PendingTasks {")
        #expect(try machine.outcome(of: "export.1") == .succeeded)
        _ = try machine.person.says("status")
    }

    @Test func `after the end of its run says nothing`() throws {
        let machine = try PhotosMachine()
        let call = #"call=TaskProgressed!:{"host":"guest-1","run":1,"completedUnits":1,"totalUnits":1}"#
        let window = try Self.window(
            machine, ["end=true", call, call, #"call=PendingTasks:{"application":"org.photos"}"#, "hang"])
        try window.says("PendingTasks {")
        #expect(try machine.daemon.status().jobs.isEmpty)
        #expect(isAlive(Int(window.pid)))
    }

    @Test func `20000 times keeps nobody from an answer, saves nothing, and wakes few`() throws {
        let machine = try PhotosMachine()
        let flood =
            #"flood=TaskProgressed:20000:{"host":"guest-1","run":1,"completedUnits":"@N","totalUnits":20000}"#
        let go = machine.daemon.scratch.path("go")
        let window = try Self.window(machine, ["file=\(go)", flood, "hang"])
        try machine.task("export.1", becomes: "begun") { $0.run?.process != nil }
        var watch = try Connection(to: machine.daemon.socket)
        let deadline = Connection.deadline(in: .seconds(60))
        try watch.stream(StatusCall(once: false), until: deadline)
        _ = try watch.receive(StatusCall.self, until: deadline)
        let (stored, start) = (try Self.storage(of: machine), ContinuousClock.now)
        try machine.touch("go")
        var (answers, news) = (0, 0)
        while !window.lines.contains(where: { $0.hasPrefix("flooded") }) {
            _ = try machine.daemon.status()
            answers += 1
        }
        #expect(answers > 0)
        // A report that is stored is a page of the journal at least.
        #expect(try Self.storage(of: machine) - stored < 256 * 1024)
        // What was told up to now, and that it is over.
        let span = ContinuousClock.now - start
        try window.end()
        while try watch.receive(StatusCall.self, until: deadline).value.jobs.contains(where: { $0.run != nil }
        ) {
            news += 1
        }
        #expect(news <= Int(span / .milliseconds(500)) + 3, "\(news) in \(span)")
    }

    /// How many bytes the database has, with what was written to it last.
    private static func storage(of machine: PhotosMachine) throws -> Int64 {
        let directory = machine.daemon.scratch.path("state")
        return try FileManager.default.contentsOfDirectory(atPath: directory).reduce(0) { sum, name in
            var status = stat()
            return stat("\(directory)/\(name)", &status) == 0 ? sum + Int64(status.st_size) : sum
        }
    }
}
