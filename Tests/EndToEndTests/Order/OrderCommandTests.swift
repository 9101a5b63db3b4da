// Jobs that have to do with each other, with a real daemon.
import BGRunTestSupport
import Foundation
import Testing

@Suite struct `Jobs in an order` {
    private let daemon: DaemonFixture

    init() throws {
        daemon = try DaemonFixture(isPlugged: true)
        try daemon.start()
    }

    private func bgrun(_ arguments: String...) throws -> Command {
        try Command.run(
            [Repository.program("bgrun")] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "BGRUN_SOCKET": daemon.socket, "TZ": "UTC"],
            directory: daemon.scratch.path, input: "")
    }

    private func write(_ name: String, _ command: String, _ members: String) throws -> String {
        let file = daemon.scratch.path + "/\(name).json"
        try #"{"identifier": "\#(name)", "command": \#(command), \#(members)}"#
            .write(toFile: file, atomically: true, encoding: .utf8)
        return file
    }

    private func submit(_ name: String, _ command: String, _ members: String) throws {
        let said = try bgrun("submit", try write(name, command, members))
        #expect(said.status == 0, "\(said.errors)")
    }

    // B-74 B-76
    @Test func `wait for those that they never run beside, and for those before them`() throws {
        try submit("a", #"["sleep", "600"]"#, #""queue": "disk""#)
        try submit("b", #"["true"]"#, #""conflicts": "a""#)
        try submit("c", #"["true"]"#, #""queue": {"name": "disk", "limit": 3}"#)
        let file = try write("d", #"["/bin/true"]"#, #""queue": {"name": "disk", "limit": 2}, "after": "z""#)
        #expect(
            try bgrun("lint", file).errors == """
                \(file): note: after: there is no job z now; submit it too, or the job waits for ever
                \(file): note: queue: a gives the queue disk a limit of 1, and this one of 2; the smallest counts; give all its jobs one limit

                """)
        #expect(try bgrun("why", "b").output.contains("a runs, and it never runs beside it"))
        #expect(try bgrun("why", "c").output.contains("a is before it in the queue disk"))
        let forced = try bgrun("run", "b", "--force")
        #expect(forced.status == 5)
        #expect(
            forced.errors == """
                bgrun: the job can't start now:
                  a runs, and it never runs beside it
                --when-possible starts it as soon as it can

                """)
        #expect(try bgrun("cancel", "a").status == 0)
        for name in ["b", "c"] { #expect(try bgrun("wait", name).status == 0) }
    }

    // B-77 B-78
    @Test func `come after those that have succeeded, and never in a circle`() throws {
        try submit("b", #"["true"]"#, #""after": ["a"]"#)
        #expect(try bgrun("why", "b").output.contains("waits for a to succeed (there is no such job)"))
        try submit("a", #"["false"]"#, #""schedule": {"every": "1d"}"#)
        // It may have ended before anybody could wait for it.
        try daemon.settles("failed") { try bgrun("history", "a").output.contains("failed") }
        #expect(try bgrun("why", "b").output.contains("waits for a to succeed (its last run failed)"))
        let circle = try bgrun("submit", try write("a", #"["true"]"#, #""after": "b""#))
        #expect(circle.status == 2)
        #expect(
            circle.errors == """
                bgrun: the descriptor was refused:
                  after: they would wait for each other for ever: a after b after a; remove one of them

                """)
        try submit("a", #"["true"]"#, #""schedule": {"every": "2d"}"#)
        _ = try bgrun("run", "a")
        #expect(try bgrun("wait", "b").status == 0)
    }

    // B-78
    @Test func `are checked by lint for circles among its files`() throws {
        let files = [
            try write("x", #"["true"]"#, #""after": "y""#), try write("y", #"["true"]"#, #""after": "x""#),
        ]
        let said = try bgrun("lint", files[0], files[1])
        #expect(said.status == 2)
        #expect(
            said.errors.split(separator: "\n").last ?? ""
                == "\(files[1]): after: they would wait for each other for ever: y after x after y; remove one of them"
        )
    }
}
