// Commands that mean several jobs by a tag, with a real daemon.
import BGRunTestSupport
import Foundation
import Testing

@Suite struct `Commands with a tag` {
    // B-73
    @Test func `mean the jobs that have it`() throws {
        let daemon = try DaemonFixture(isPlugged: true)
        try daemon.start()
        func bgrun(_ arguments: String...) throws -> Command {
            try Command.run(
                [Repository.program("bgrun")] + arguments,
                environment: ["PATH": "/usr/bin:/bin", "BGRUN_SOCKET": daemon.socket, "TZ": "UTC"],
                directory: daemon.scratch.path, input: "")
        }
        func submit(_ name: String, _ tags: String) throws {
            let file = daemon.scratch.path + "/\(name).json"
            try
                #"{"identifier": "\#(name)", "command": ["true"], "earliestBeginDate": "+1h", "tags": \#(tags)}"#
                .write(toFile: file, atomically: true, encoding: .utf8)
            let said = try bgrun("submit", file)
            #expect(said.status == 0, "\(said.errors)")
        }
        func names(_ command: Command) -> [String] {
            command.output.split(separator: "\n").dropFirst(3).map {
                String($0.dropFirst(3).prefix { $0 != " " })
            }
        }
        try submit("a", #"["media", "night"]"#)
        try submit("b", #""night""#)
        try submit("c", #""media""#)
        #expect(names(try bgrun("status", "--tag", "media")) == ["a", "c"])
        #expect(try bgrun("status", "a").output.contains("tags         media, night"))
        #expect(
            try bgrun("pause", "--tag", "night").output
                == "all jobs with the tag night that you may change are paused; bgrun unpause --tag night ends it\n"
        )
        #expect(try bgrun("status", "b").output.contains("paused"))
        let unknown = try bgrun("pause", "--tag", "day")
        #expect(unknown.status == 5)
        #expect(
            unknown.errors
                == "bgrun: no job has the tag day; bgrun status with a job's identifier shows its tags\n")
        #expect(try bgrun("pause", "--tag", "a", "b").status == 2)
        #expect(
            try bgrun("stop", "--tag", "media").output == "no job with the tag media has a run\n"
                && bgrun("stop", "--tag", "day").errors == unknown.errors)
        #expect(
            try bgrun("run", "--tag", "media", "--when-possible").output == "a is due\nc is due\n")
        #expect(try bgrun("cancel", "--tag", "night").output == "a was cancelled\nb was cancelled\n")
        #expect(names(try bgrun("status", "--tag", "night")).isEmpty)
    }
}
