// Whose program is calling: known by its executable or by its word, and no host but the one that it has become.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Glibc
import TestConditions
import Testing

@Suite struct `A program that calls as an application` {
    private static let index = "serve=org.photos.index"
    private static let request = #""request":{"identifier":"org.photos.index","kind":"processing"}"#

    /// A machine on which org.viewer has a program of its own: a copy of Python's.
    private struct Viewer {
        let machine: PhotosMachine
        let program: String

        init() throws {
            let machine = try PhotosMachine()
            self.machine = machine
            program = machine.daemon.scratch.path("viewer")
            try install()
            try machine.put(
                machine.manifest("org.viewer", command: [program, "nothing"]), for: "org.viewer")
            try machine.daemon.settles("org.viewer") { try machine.report(of: "org.viewer") != nil }
        }

        /// As a rebuild does: another file of the same name.
        func install() throws {
            let copied = try Command.run([
                "/usr/bin/install", "--mode=755", "/usr/bin/python3", program + ".new",
            ])
            try #require(copied.status == 0 && rename(program + ".new", program) == 0, "\(copied.errors)")
        }

        func run(_ words: String...) throws -> Guest {
            try Guest(
                of: machine.daemon, try ApplicationProgram.command(words, python: program), application: nil)
        }
    }

    @Test func `is known by its executable, also when that is replaced while it runs`() throws {
        let viewer = try Viewer()
        let go = viewer.machine.daemon.scratch.path("go")
        let guest = try viewer.run(
            "attach", "serve=org.viewer.index", "file=\(go)", "submit=org.viewer.crowd", "hang")
        try guest.says("attached guest-1")
        try viewer.install()
        try viewer.machine.touch("go")
        try guest.says("SubmitTask {")
        #expect(try viewer.machine.report(of: "org.viewer")?.pending.map(\.text) == ["org.viewer.crowd"])
    }

    @Test func `with the command of two is refused, naming both, and its own word decides`() throws {
        let viewer = try Viewer()
        let machine = viewer.machine
        try machine.put(
            machine.manifest("org.editor", command: [viewer.program]), for: "org.editor")
        try machine.daemon.settles("org.editor") { try machine.report(of: "org.editor") != nil }
        let refused = try viewer.run("attach", "submit=org.editor.index")
        let words = try refused.says("SubmitTask NotAnApplication")
        #expect(words.contains("org.editor") && words.contains("org.viewer"))
        let named = try Guest(
            of: machine.daemon,
            try ApplicationProgram.command(["submit=org.editor.crowd"], python: viewer.program),
            application: "org.editor")
        try named.says("SubmitTask {")
    }

    @Test func `of none, or for tasks that its manifest lacks, is told what is missing`() throws {
        let viewer = try Viewer()
        let machine = viewer.machine
        try machine.put(machine.manifest("org.viewer", command: ["/bin/true"]), for: "org.viewer")
        try machine.daemon.settles("another command") {
            let guest = try viewer.run("call=ListApplications", "attach")
            return try guest.ends() == 0 && guest.lines.contains { $0.hasPrefix("refused") }
        }
        let none = try viewer.run("attach", "submit=org.photos.index")
        try none.says("refused NotAnApplication")
        try none.says("SubmitTask NotAnApplication")
        let unknown = try machine.guest("attach", "submit=org.photos.index", application: "org.unknown")
        #expect(try unknown.says("refused").contains("no manifest permits org.unknown"))
        #expect(try unknown.says("SubmitTask NotPermitted").contains("no manifest permits org.unknown"))
        let other = try machine.guest("submit=org.viewer.index", "submit=org.photos.nothing")
        #expect(
            try other.says("SubmitTask").contains(
                "the manifest of org.photos does not permit org.viewer.index"))
        try other.says("org.photos.nothing")
        #expect(try machine.daemon.status().jobs.isEmpty)
    }

    @Test func `of another protocol is told which there is`() throws {
        let machine = try PhotosMachine()
        let guest = try machine.guest(
            #"call=Attach:{"version":2,"application":"org.photos"}"#,
            #"call=Attach:{"version":0,"application":"org.photos"}"#)
        #expect(try guest.ends() == 0)
        #expect(guest.lines.count { $0.contains(#"VersionNotSupported {"supported": [1]}"#) } == 2)
    }

    @Test func `for a run that is not its own, or twice, or never begun, changes nothing`() throws {
        let machine = try PhotosMachine()
        let guest = try machine.guest(
            "attach", Self.index, "run=77", "began", "end=true", "launch", "end=true", "began", "began",
            "run=78", "end=true", "file=@/go", "run=1", "end=true", "end=false", "end=true", "began", "loop")
        try guest.says("Serve")
        try machine.submit("index")
        try machine.daemon.settles("begun twice") { guest.lines.count { $0.contains("Withdrawn") } == 2 }
        #expect(
            try machine.daemon.job("org.photos.index")?.state == .running, "it was completed before it began")
        try machine.touch("go")
        #expect(try machine.outcome(of: "index") == .succeeded)
        try machine.daemon.settles("begun once more") { guest.lines.count { $0.contains("Withdrawn") } == 3 }
        try machine.submit("index")
        #expect(try machine.outcome(of: "index") == .succeeded)
        #expect(try machine.outcomes(of: "index") == [.succeeded, .succeeded])
    }

    @Test(.root) func `for another's host is refused, whoever it is`() throws {
        let machine = try PhotosMachine(daemon: try .system())
        chmod(machine.daemon.scratch.path, 0o755)
        let guest = try machine.guest(
            "attach", Self.index, "launch", "began", "file=@/go", "end=true", "loop")
        try guest.says("Serve")
        try machine.submit("index")
        try guest.says("TaskBegan")
        let words = [
            "host=guest-1", "run=1", "serve=org.photos.index", "began", "end=false",
            #"call=TaskEnded:{"host":"guest-1","run":1,"success":false}"#,
            #"call=TaskProgressed:{"host":"guest-1","run":1,"completedUnits":1,"totalUnits":2}"#,
        ]
        for user in [nil, Person.nobody] {
            let stranger = try Guest(
                of: machine.daemon, try ApplicationProgram.command(words), application: "org.photos",
                user: user)
            #expect(try stranger.ends() == 0)
            #expect(stranger.lines.count { $0.contains("NotYourHost") } == 4, "\(stranger.lines)")
        }
        // A host of its own does not help either.
        let other = try machine.guest("attach", "host=guest-1", "run=1", "serve=", "end=false", "began")
        #expect(try other.ends() == 0)
        #expect(other.lines.count { $0.contains("NotYourHost") } == 2, "\(other.lines)")
        try machine.touch("go")
        #expect(try machine.outcome(of: "index") == .succeeded)
    }

    @Test(.root) func `of another user's sees nothing of the application`() throws {
        let machine = try PhotosMachine(daemon: try .system())
        chmod(machine.daemon.scratch.path, 0o755)
        try machine.submit("crowd")
        let guest = try machine.guest("attach", Self.index, "loop")
        try guest.says("Serve")
        let stranger = try machine.guest(
            #"call=PendingTasks:{"application":"org.photos"}"#,
            #"call=CancelAllTasks:{"application":"org.photos"}"#, #"call=ListApplications"#,
            #"call=ListApplications:{"owner":0}"#, user: Person.nobody)
        #expect(try stranger.ends() == 0)
        let said = stranger.lines.joined(separator: "\n")
        #expect(!said.contains("crowd\"]") && !said.contains("guest-1"), "\(said)")
        #expect(said.contains("OwnerNotAllowed"))
        #expect(try machine.pending() == ["org.photos.crowd"])
    }
}
