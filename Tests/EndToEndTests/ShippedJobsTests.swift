// The descriptors in jobs.d: valid, and right about the real tools they call.
import BGRunTestSupport
import Foundation
import TestConditions
import Testing

/// One descriptor of jobs.d with its program taken out, to be run here without a daemon.
private struct ShippedJob {
    static let directory = "jobs.d"
    static let names = [
        "org.bgrun.file-index", "org.bgrun.firmware-metadata", "org.bgrun.manual-index",
        "org.bgrun.package-lists", "org.bgrun.trim-filesystems",
    ]

    let name: String
    let keys: [String: Any]

    init(_ name: String) throws {
        self.name = name
        let data = try Data(contentsOf: URL(filePath: Self.path(name)))
        keys = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    static func path(_ name: String) -> String { Repository.path("\(directory)/\(name).json") }

    /// What the daemon would execute.
    var arguments: [String] {
        get throws {
            if let command = keys["command"] as? [String] { return command }
            return ["/bin/sh", "-c", try #require(keys["shell"] as? String)]
        }
    }

    /// What bgrund gives root's jobs.
    static let searchPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

    /// Runs the job with `front` before root's PATH, or in place of it.
    func run(front: String, only: Bool = false) throws -> Command {
        try Command.run(
            try arguments,
            environment: ["PATH": only ? front : front + ":" + Self.searchPath, "HOME": "/root"])
    }
}

@Suite struct `The jobs that are shipped` {
    @Test func `are all named in this test`() throws {
        let files = try Repository.files(below: ShippedJob.directory, suffix: ".json")
        #expect(files == ShippedJob.names.map { "\(ShippedJob.directory)/\($0).json" })
    }

    @Test(arguments: ShippedJob.names)
    func `pass lint without a word`(_ name: String) throws {
        let lint = try Command.run([Repository.program("bgrun"), "lint", "--strict", ShippedJob.path(name)])
        #expect(lint.status == 0, "\(lint.output)\(lint.errors)")
    }

    @Test(arguments: ShippedJob.names)
    func `carry their file's name and a title, and are on`(_ name: String) throws {
        let job = try ShippedJob(name)
        #expect(job.keys["identifier"] as? String == name)
        #expect((job.keys["title"] as? String)?.isEmpty == false && job.keys["enabled"] == nil)
    }

    @Test(arguments: ShippedJob.names)
    func `have nothing to do where their tool is not installed`(_ name: String) throws {
        let scratch = try ScratchDirectory()
        let run = try ShippedJob(name).run(front: scratch.path, only: true)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.hasSuffix("is not installed: nothing to do\n"), "\(run.output)")
    }
}

@Suite struct `The examples` {
    @Test func `are valid`() throws {
        let files = try Repository.descriptors(below: "Examples")
        #expect(files.count >= 4)
        let lint = try Command.run(
            [Repository.program("bgrun"), "lint"] + files.map(Repository.path))
        #expect(lint.status == 0, "\(lint.output)\(lint.errors)")
    }
}

/// Each test puts a stand-in before the real tool that adds the option for doing nothing, and passes the rest on:
/// what is proved is that the tool understands the very words of the descriptor.
@Suite struct `A shipped job with its real tool` {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func standIn(_ name: String, _ lines: String) throws {
        try scratch.file("bin/\(name)", "#!/bin/sh\n\(lines)\n", mode: 0o755)
    }

    private func run(_ name: String) throws -> Command {
        try ShippedJob(name).run(front: scratch.path("bin"))
    }

    @Test func `asks apt-get for the lists and leaves its time stamp`() throws {
        try standIn("apt-get", "exec /usr/bin/apt-get --print-uris \"$@\" -q=0")
        try standIn("touch", "echo touched \"$@\"")
        try standIn("lslocks", "exit 0")
        let run = try run("org.bgrun.package-lists")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("InRelease"))
        let hasStamps = FileManager.default.fileExists(atPath: "/var/lib/apt/periodic")
        #expect(run.output.contains("touched /var/lib/apt/periodic/update-stamp") == hasStamps)
    }

    @Test func `puts the package lists off while another program refreshes them`() throws {
        try standIn("lslocks", "echo /var/lib/apt/lists/lock")
        try standIn("apt-get", "echo must not be called; exit 1")
        let run = try run("org.bgrun.package-lists")
        #expect(run.status == 75)
        #expect(run.output == "another program is refreshing the lists: not now\n")
    }

    @Test func `leaves no time stamp when apt-get fails`() throws {
        try standIn("lslocks", "exit 0")
        try standIn("apt-get", "exit 100")
        try standIn("touch", "echo touched")
        let run = try run("org.bgrun.package-lists")
        #expect(run.status == 100)
        #expect(run.output.isEmpty)
    }

    /// The real apt-get with lists, sources and a time stamp of its own.
    private func refreshLists(from sources: String) throws -> Command {
        for directory in ["lists/partial", "cache/archives/partial", "etc/apt.conf.d", "etc/preferences.d"] {
            try scratch.directory("apt/\(directory)")
        }
        let list = try scratch.file("apt/etc/sources.list", sources + "\n")
        let options = [
            "Dir::Etc=\(scratch.path("apt/etc"))", "Dir::Etc::SourceList=\(list)",
            "Dir::Etc::SourceParts=/dev/null", "Dir::State::Lists=\(scratch.path("apt/lists"))",
            "Dir::Cache=\(scratch.path("apt/cache"))", "APT::Sandbox::User=", "Acquire::Retries=0",
            "APT::Update::Post-Invoke-Success=true",
        ]
        try standIn(
            "apt-get", "exec /usr/bin/apt-get \(options.map { "-o \($0)" }.joined(separator: " ")) \"$@\"")
        try standIn("lslocks", "exit 0")
        try standIn("touch", "echo touched \"$@\"")
        return try run("org.bgrun.package-lists")
    }

    @Test func `fetches lists from a source that is there`() throws {
        try scratch.file("repository/Packages", "")
        let run = try refreshLists(from: "deb [trusted=yes] file:\(scratch.path("repository")) ./")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
    }

    @Test(arguments: [
        // Nobody listens at the port of discard; names below "invalid" have no address.
        "deb [trusted=yes] http://127.0.0.1:9/debian stable main",
        "deb [trusted=yes] http://mirror.invalid/debian stable main",
        "deb [trusted=yes] file:REPOSITORY ./\ndeb [trusted=yes] http://127.0.0.1:9/debian stable main",
    ])
    func `puts the package lists off where a server can't be reached`(_ sources: String) throws {
        try scratch.file("repository/Packages", "")
        let place = scratch.path("repository")
        let run = try refreshLists(from: sources.replacingOccurrences(of: "REPOSITORY", with: place))
        #expect(run.status == 75, "\(run.output)\(run.errors)")
        #expect(run.output.contains("E: Failed to fetch"))
        #expect(run.output.hasSuffix("a server can not be reached: not now\n"))
        #expect(!run.output.contains("touched"))
    }

    @Test func `fails where a server answers that it has no such lists`() throws {
        let server = Foundation.Process()
        server.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        server.arguments = [
            "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", scratch.path, "0",
        ]
        let output = Foundation.Pipe()
        server.standardOutput = output
        server.standardError = FileHandle.nullDevice
        try server.run()
        defer { server.terminate() }
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let port = try #require(said.firstMatch(of: /port (\d+)/)?.output.1)
        let run = try refreshLists(from: "deb [trusted=yes] http://127.0.0.1:\(port)/none ./")
        #expect(run.status == 100, "\(run.output)\(run.errors)")
        #expect(run.output.contains("404"))
    }

    @Test(arguments: [
        "dep http://127.0.0.1:9/debian stable main", "deb file:/nonexistent ./",
        "deb file:/nonexistent ./\ndeb [trusted=yes] http://127.0.0.1:9/debian stable main",
    ])
    func `fails where the sources are to blame, which does not pass by itself`(_ sources: String) throws {
        let run = try refreshLists(from: sources)
        #expect(run.status == 100, "\(run.output)\(run.errors)")
        #expect(run.output.contains("E: ") && !run.output.contains("touched"))
    }

    @Test func `trims the mounted filesystems`() throws {
        try standIn("fstrim", "exec /sbin/fstrim --dry-run \"$@\"")
        let run = try run("org.bgrun.trim-filesystems")
        // A container has no disk of its own: fstrim then says for each that it may not, and exits 32 or 64.
        #expect([0, 32, 64].contains(run.status), "\(run.errors)")
        #expect(!run.errors.contains("unrecognized") && !run.errors.contains("Usage"))
    }

    @Test(.root) func `builds the file index`() throws {
        try scratch.file("tree/found", "")
        try standIn(
            "updatedb",
            "exec /usr/bin/updatedb --prunepaths '' --database-root \(scratch.path("tree"))"
                + " --output \(scratch.path("index")) \"$@\"")
        let run = try run("org.bgrun.file-index")
        #expect(run.status == 0, "\(run.errors)")
        let found = try Command.run(["locate", "--database", scratch.path("index"), "found"])
        #expect(found.output == scratch.path("tree/found") + "\n")
    }

    @Test func `asks fwupdmgr for its metadata`() throws {
        try standIn("fwupdmgr", "exec /usr/bin/fwupdmgr \"$@\" --help")
        let run = try run("org.bgrun.firmware-metadata")
        #expect(run.status == 0, "\(run.errors)")
        #expect(!(run.output + run.errors).contains("Failed to parse"))
    }

    @Test(arguments: [(0, 0), (1, 1), (2, 0), (3, 3), (101, 0)])
    func `takes fwupdmgr's "nothing to do" as success`(_ told: Int, _ expected: Int) throws {
        try standIn("fwupdmgr", "exit \(told)")
        #expect(try run("org.bgrun.firmware-metadata").status == Int32(expected))
    }

    @Test(.root) func `indexes the manual pages as the user man`() throws {
        try standIn(
            "mandb", "id -un; exec /usr/bin/mandb --user-db \"$@\" \(try scratch.directory("man/man1"))/..")
        let run = try run("org.bgrun.manual-index")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("man\n"))
    }
}
