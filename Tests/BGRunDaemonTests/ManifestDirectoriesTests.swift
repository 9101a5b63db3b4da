// The rules of the directories of applications, on real files: those of jobs, and one of their own.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import BGRunTestSupport
import Foundation
import TestConditions
import Testing

@testable import BGRunDaemon

@Suite struct `The directories of applications` {
    private let scratch: ScratchDirectory
    private let vendor: String
    private let admin: String

    init() throws {
        scratch = try ScratchDirectory()
        vendor = try scratch.directory("vendor")
        admin = try scratch.directory("admin")
    }

    private func directories(_ trust: FileTrust = .anyone) -> ManifestDirectories {
        var policy = Policy()
        policy.maxTimeBudget = .seconds(3600)
        return ManifestDirectories(
            [vendor, admin], owner: .root, trust: trust, rules: DescriptorRules(policy: policy))
    }

    private func read(_ trust: FileTrust = .anyone) -> [String] {
        Self.lines(directories(trust).readAtOnce())
    }

    /// `name: program`, `name! reason` for a file that can't be read.
    private static func lines(_ event: Event?) -> [String] {
        guard case .manifestsRead(let files, let unreadable)? = event else { return ["no listing"] }
        return files.map { "\($0.manifest.application): \($0.manifest.command[0])" }
            + unreadable.map { "\($0.job?.identifier.text ?? "?")! \($0.file.reason)" }
    }

    private func put(_ place: String, _ name: String, tasks: String = #""t": {}"#) throws {
        try put(
            place, name,
            text: #"{"application": "\#(name.dropLast(5))", "command": ["\#(place)"], "tasks": {\#(tasks)}}"#)
    }

    private func put(_ place: String, _ name: String, text: String, mode: Int = 0o644) throws {
        try scratch.file("\(place)/\(name)", text, mode: mode)
    }

    // B-19
    @Test func `let a later directory override or mask an earlier one by file name`() throws {
        for name in ["a.json", "b.json", "c.json", "d.json"] { try put("vendor", name) }
        try put("admin", "b.json")
        try put("admin", "c.json", text: "")
        symlink("/dev/null", admin + "/d.json")
        #expect(read() == ["a: vendor", "b: admin"])
    }

    @Test func `hold a broken file back and load the others`() throws {
        try put("vendor", "a.json", text: #"{"application": "a", "command": ["x"]}"#)
        try put("vendor", "b.json", tasks: #""t": {"timeBudget": "2h"}"#)
        try put("vendor", "c.json", text: #"{"application": "x", "command": ["x"], "tasks": {"t": {}}}"#)
        try put("vendor", "d.json")
        try put("vendor", "not an application.json", text: "{")
        try put("vendor", "e.json", text: #"{"identifier": "e", "command": ["x"]}"#)
        let lines = read()
        #expect(lines.first == "d: vendor" && lines.count == 6)
        #expect(lines.contains { $0.hasPrefix("a! tasks: the key is missing; ") })
        #expect(lines.contains { $0.hasPrefix("b! tasks.t.timeBudget: 2h is above the policy's limit; ") })
        #expect(lines.contains("c! it describes x; name the file x.json"))
        #expect(lines.contains { $0.hasPrefix("e! identifier: unknown key; ") })
        #expect(
            lines.contains(
                "?! its name is no application's; name it APPLICATION.json, such as com.example.photos.json"))
    }

    // B-18
    @Test(.root) func `believe root's files only where root runs the daemon`() throws {
        try put("vendor", "a.json")
        try put("vendor", "b.json", text: "{}", mode: 0o646)
        #expect(
            read(.rootOnly) == ["a: vendor", "b! others may write it; take that right away (chmod go-w)"])
    }

    @Test func `use the first of two files whose tasks could be one job, by name`() throws {
        try put("admin", "com.example.json", tasks: #""photos.*": {}, "sync": {}"#)
        try put("vendor", "com.example.mail.json", tasks: #""sync": {}"#)
        try put("vendor", "com.example.photos.json", tasks: #""index": {}"#)
        #expect(
            read() == [
                "com.example: admin", "com.example.mail: vendor",
                """
                com.example.photos! its tasks could be the job com.example.photos.index, as those of com.example in \
                \(admin)/com.example.json could; rename them in one of the two
                """,
            ])
        try FileManager.default.removeItem(atPath: admin + "/com.example.json")
        #expect(read() == ["com.example.mail: vendor", "com.example.photos: vendor"])
    }

    @Test func `compare thousands of files in no time`() throws {
        for number in 0..<3000 { try put("vendor", "com.example.a\(number).json") }
        #expect(read().count == 3000)
    }

    @Test(.root)
    func `keep the applications of a directory that can't be read for a while, also over a restart`()
        throws
    {
        try put("vendor", "a.json")
        let before = directories(.rootOnly)
        #expect(Self.lines(before.readAtOnce()) == ["a: vendor"])
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: vendor)
        let restarted = directories(.rootOnly)
        restarted.remember(try #require(JobIdentifier("a")))
        for directories in [before, restarted] {
            #expect(Self.lines(directories.readAtOnce()).contains { $0.hasPrefix("a! others may write it") })
        }
    }

    @Test func `wait for a file that is being written, while jobs are read`() throws {
        try put("vendor", "a.json", text: "{")
        try put("vendor", "b.json")
        #expect(directories().read() == nil)
        let jobs = JobsDirectories(
            [admin], owner: .root, trust: .anyone, rules: DescriptorRules(policy: Policy()))
        let source = try DirectoriesSource([directories(), jobs])
        #expect(source.read() == [.filesRead([], unreadable: [])])
        #expect(source.attendAt != nil)
        #expect(source.readAtOnce().count == 2)
    }

    @Test func `tell decisions without anybody's commands`() throws {
        try put("vendor", "a.json")
        let event = directories().readAtOnce()
        #expect(event.notation.contains(#""command":["vendor"]"#))
        let decision = Decision(now: Now.read(), event: event, effects: Effects())
        #expect(decision.masked.event.notation.contains(#""command":["true"]"#))
    }
}
