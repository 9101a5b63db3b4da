// The rules of the jobs directories, on real files.
import BGRunJob
import BGRunScheduler
import BGRunTestSupport
import Foundation
import TestConditions
import Testing

@testable import BGRunDaemon

@Suite struct `The jobs directories` {
    private let scratch: ScratchDirectory
    private let vendor: String
    private let admin: String

    init() throws {
        scratch = try ScratchDirectory()
        vendor = try scratch.directory("vendor")
        admin = try scratch.directory("admin")
    }

    private func directories(_ trust: FileTrust = .anyone) -> JobsDirectories {
        JobsDirectories(
            [vendor, admin], owner: .root, trust: trust, rules: DescriptorRules(policy: Policy()))
    }

    private func read(_ trust: FileTrust = .anyone) -> [String] {
        Self.lines(directories(trust).readAtOnce())
    }

    /// `name: program`, `name! reason` for a file that can't be read.
    private static func lines(_ event: Event) -> [String] {
        guard case .filesRead(let files, let unreadable) = event else { return ["no listing"] }
        return files.map { file in
            let arguments = file.descriptor.program.arguments ?? []
            return "\(file.job.identifier): \(arguments.joined(separator: " "))"
        }
            + unreadable.map { "\($0.job?.identifier.text ?? "?")! \($0.file.reason)" }
    }

    private func put(_ place: String, _ name: String, _ text: String? = nil, mode: Int = 0o644) throws {
        let text = text ?? #"{"identifier": "\#(name.dropLast(5))", "command": ["\#(place)"]}"#
        try scratch.file("\(place)/\(name)", text, mode: mode)
    }

    // B-19
    @Test func `let a later directory override an earlier one by file name`() throws {
        try put("vendor", "a.json")
        try put("vendor", "b.json")
        try put("admin", "b.json")
        #expect(read() == ["a: vendor", "b: admin"])
    }

    // B-19
    @Test func `mask a name by an empty file or a link to the null device`() throws {
        try put("vendor", "a.json")
        try put("vendor", "b.json")
        try put("vendor", "c.json")
        try put("admin", "a.json", "")
        symlink("/dev/null", admin + "/b.json")
        #expect(read() == ["c: vendor"])
    }

    @Test func `hold a broken file back and load the others`() throws {
        try put("vendor", "a.json", #"{"identifier": "a"}"#)
        try put("vendor", "b.json")
        try put("vendor", "c.json", #"{"identifier": "x", "command": ["true"]}"#)
        try put("vendor", "not an identifier.json")
        let lines = read()
        #expect(lines.first == "b: vendor")
        #expect(lines.contains { $0.hasPrefix("a! ") && $0.contains("nothing to run") })
        #expect(lines.contains("c! it describes x; name the file x.json"))
        #expect(lines.contains { $0.hasPrefix("?! ") && $0.contains("name it IDENTIFIER.json") })
        #expect(lines.count == 4)
    }

    @Test func `do not fall back to the vendor's job where the administrator's is broken`() throws {
        try put("vendor", "a.json")
        try put("admin", "a.json", "{")
        #expect(read().count == 1)
        #expect(read()[0].hasPrefix("a! "))
    }

    @Test func `ignore what editors leave`() throws {
        for name in [".a.json.swp", "a.json~", "#a.json#", "a.json.dpkg-new", "README", ".json", ".a.json"] {
            try put("vendor", name, "{")
        }
        #expect(read() == [])
    }

    @Test func `refuse links, directories and oversized files`() throws {
        try put("elsewhere", "a.json")
        symlink(scratch.path("elsewhere/a.json"), vendor + "/a.json")
        try scratch.directory("vendor/b.json")
        try put("vendor", "c.json", String(repeating: " ", count: 65_537))
        #expect(
            read() == [
                "a! it is a symbolic link; put the file itself there", "b! it is not a file; remove it",
                "c! it has more than 65536 bytes; shorten it",
            ])
    }

    // B-18
    @Test(.root) func `believe root's files only where root runs the daemon`() throws {
        try put("vendor", "a.json")
        try put("vendor", "b.json", mode: 0o646)
        try put("vendor", "c.json")
        try #require(chown(vendor + "/c.json", 1000, 0) == 0, "this test runs as root")
        #expect(
            read(.rootOnly) == [
                "a: vendor", "b! others may write it; take that right away (chmod go-w)",
                "c! it belongs to user 1000; root has to own it (chown root)",
            ])
    }

    // B-18
    @Test(.root) func `believe no directory that others may write`() throws {
        try put("vendor", "a.json")
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: vendor)
        #expect(read(.rootOnly) == ["?! others may write it; take that right away (chmod go-w)"])
    }

    @Test(.root) func `keep the jobs of a directory that can't be read for a while`() throws {
        try put("vendor", "a.json")
        let directories = directories(.rootOnly)
        #expect(Self.lines(directories.readAtOnce()) == ["a: vendor"])
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: vendor)
        let lines = Self.lines(directories.readAtOnce())
        #expect(lines.contains { $0.hasPrefix("a! others may write it") })
    }

    @Test func `wait for a file that is being written`() throws {
        try put("vendor", "a.json")
        try put("admin", "a.json", "")
        let directories = directories()
        #expect(directories.read() == nil)
        let old = Date(timeIntervalSinceNow: -10)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: admin + "/a.json")
        #expect(directories.read() == .filesRead([], unreadable: []))
    }

    @Test func `lose patience with a file that is never finished`() throws {
        try put("vendor", "a.json", "{")
        let directories = directories()
        for _ in 0..<5 { #expect(directories.read() == nil) }
        guard case .filesRead(let files, let unreadable)? = directories.read() else {
            Issue.record("a file that is never finished holds all others up")
            return
        }
        #expect(files.isEmpty)
        #expect(unreadable.count == 1)
    }

    // B-105
    @Test func `bring the jobs of a template, and let a file of one's own count in place of one of them`()
        throws
    {
        let template = #"{"identifier": "b@", "instances": ["x", "y", "z"], "command": ["%i"]}"#
        try put("vendor", "b@.json", template)
        try put("admin", "b@y.json")
        try put("admin", "b@z.json", "")
        #expect(read() == ["b@x: x", "b@y: admin"])
        try put("admin", "b@.json", "")
        #expect(read() == ["b@y: admin"])
    }

    // B-105
    @Test func `keep the jobs of a template that breaks, and take away what leaves its list`() throws {
        func template(_ list: String) -> String {
            #"{"identifier": "b@", "instances": \#(list), "command": ["%i"]}"#
        }
        try put("vendor", "b@.json", template(#"["x", "y"]"#))
        let directories = directories()
        #expect(Self.lines(directories.readAtOnce()) == ["b@x: x", "b@y: y"])
        try put("vendor", "b@.json", template("[]"))
        let broken = Self.lines(directories.readAtOnce())
        #expect(broken.count == 2)
        for (line, name) in zip(broken, ["b@x", "b@y"]) {
            #expect(line.hasPrefix("\(name)! instances: the template stands for no job"), "\(broken)")
        }
        // One that an earlier daemon has read, and that breaks before this one has.
        let later = self.directories()
        later.remember(
            JobID(owner: .root, identifier: try #require(JobIdentifier("b@x"))), from: vendor + "/b@.json",
            dropIns: [])
        #expect(Self.lines(later.readAtOnce()).count == 1)
        #expect(read().first?.hasPrefix("?! instances: ") == true)
        try put("vendor", "b@.json", template(#"["y", "w"]"#))
        #expect(Self.lines(directories.readAtOnce()) == ["b@y: y", "b@w: w"])
    }

    // B-106
    @Test func `change a file by the drop-ins beside it, in the order of their names`() throws {
        try put("vendor", "a.json")
        try put("vendor", "a.d/20.json", #"{"command": ["20"]}"#)
        try put("admin", "a.d/10.json", #"{"command": ["10"]}"#)
        #expect(read() == ["a: 20"])
        try put("admin", "a.d/30.json", #"{"command": ["30"]}"#)
        try put("admin", "a.d/README", "{")
        try put("admin", "nobody.d/10.json", "{")
        #expect(read() == ["a: 30"])
        // By file name a later directory overrides, and masks.
        try put("admin", "a.d/20.json", #"{"title": "20"}"#)
        symlink("/dev/null", admin + "/a.d/30.json.new")
        #expect(rename(admin + "/a.d/30.json.new", admin + "/a.d/30.json") == 0)
        #expect(read() == ["a: 10"])
        try put("admin", "a.json", "")
        #expect(read() == [])
    }

    // B-106
    @Test(.root) func `hold a job back where a drop-in can't be used`() throws {
        try put("vendor", "a.json")
        try put("vendor", "b.json")
        try put("admin", "a.d/10.json", #"{"comand": ["x"]}"#)
        #expect(read() == ["b: vendor", "a! comand: unknown key; did you mean \"command\"?"])
        try put("admin", "a.d/10.json", #"{"title": "x"}"#, mode: 0o646)
        #expect(
            read(.rootOnly) == ["b: vendor", "a! others may write it; take that right away (chmod go-w)"])
        try put("admin", "a.d/10.json", #"{"title": "x"}"#)
        #expect(read(.rootOnly) == ["a: vendor", "b: vendor"])
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: admin + "/a.d")
        #expect(
            read(.rootOnly) == ["b: vendor", "a! others may write it; take that right away (chmod go-w)"])
        try FileManager.default.removeItem(atPath: admin + "/a.d")
        try put("admin", "a.d", "")
        #expect(read() == ["b: vendor", "a! it is not a directory; remove it"])
    }

    // B-106
    @Test(.root) func `hold a job back while the directory of its drop-ins can't be read`() throws {
        try put("vendor", "a.json")
        try put("admin", "a.d/10.json", #"{"command": ["10"]}"#)
        let directories = directories(.rootOnly)
        #expect(Self.lines(directories.readAtOnce()) == ["a: 10"])
        #expect(directories.places == [vendor, admin, admin + "/a.d"])
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: admin)
        let lines = Self.lines(directories.readAtOnce())
        #expect(lines.first?.hasPrefix("?! others may write it") == true)
        #expect(lines.last?.hasPrefix("a! others may write it") == true, "\(lines)")
        // What an earlier daemon has read of them is as good.
        let later = self.directories(.rootOnly)
        later.remember(
            JobID(owner: .root, identifier: try #require(JobIdentifier("a"))), from: vendor + "/a.json",
            dropIns: [admin + "/a.d/10.json"])
        #expect(Self.lines(later.readAtOnce()).last?.hasPrefix("a! others may write it") == true)
    }

    // B-106
    @Test func `read so many drop-ins and no more`() throws {
        try put("vendor", "a.json")
        for place in 0...100 { try put("admin", "a.d/\(place).json", "{}") }
        #expect(read() == ["a! it holds more than 100 files; remove some"])
    }

    // B-106
    @Test func `wait for a drop-in that is being written`() throws {
        try put("vendor", "a.json")
        try put("admin", "a.d/10.json", #"{"command": ["#)
        let directories = directories()
        #expect(directories.read() == nil)
        try put("admin", "a.d/10.json", "")
        #expect(directories.read() == nil)
        try put("admin", "a.d/10.json", #"{"command": ["10"]}"#)
        #expect(directories.read().map(Self.lines) == ["a: 10"])
    }

    @Test func `may be missing`() {
        let nowhere = JobsDirectories(
            ["/nonexistent/jobs.d"], owner: .root, trust: .rootOnly, rules: DescriptorRules(policy: Policy()))
        #expect(nowhere.readAtOnce() == .filesRead([], unreadable: []))
    }
}
