// bgrun import and bgrun adopt as root: whose word is taken, whose rights jobs get, and who may read what is written.
import BGRunTestSupport
import Foundation
import Testing

@Suite struct `A schedule that root imports` {
    private let scratch: ScratchDirectory
    private static let nobody = 65534

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.file("tab", "0 0 * * * /bin/true\n")
        try scratch.file("home/.config/systemd/user/mine.timer", "[Timer]\nOnCalendar=daily\n")
        try scratch.file("home/.config/systemd/user/mine.service", "[Service]\nExecStart=/bin/true\n")
        try FileManager.default.copyItem(atPath: "/etc/passwd", toPath: scratch.directory("etc") + "/passwd")
    }

    /// A line for the shell, in which `bgrun` is the program.
    private func shell(_ line: String) throws -> Command {
        try Command.run(
            [
                "/bin/sh", "-c",
                "bgrun() { '\(Repository.program("bgrun"))' \"$@\"; }; cd '\(scratch.path)'; \(line)",
            ],
            environment: [
                "PATH": "/usr/bin:/bin", "TZ": "UTC", "BGRUN_SOCKET": scratch.path("none"),
                "HOME": scratch.path("home"),
            ])
    }

    /// The same where /etc is a directory of the test's.
    private func shellOfSystem(_ line: String) throws -> Command {
        try Command.run(
            [
                "unshare", "--mount", "/bin/sh", "-c",
                "mount --bind '\(scratch.path("etc"))' /etc; bgrun() { '\(Repository.program("bgrun"))' \"$@\"; }; cd '\(scratch.path)'; \(line)",
            ],
            environment: [
                "PATH": "\(scratch.path("bin")):/usr/bin:/bin", "TZ": "UTC",
                "BGRUN_SOCKET": scratch.path("none"), "HOME": scratch.path("home"),
            ])
    }

    private func give(_ name: String, to user: Int) throws {
        try FileManager.default.setAttributes([.ownerAccountID: user], ofItemAtPath: scratch.path(name))
    }

    // B-130
    @Test func `has root's rights only where nobody else has written it, or root says so`() throws {
        guard Person.isRoot else { return }
        #expect(try shell("bgrun import crontab tab").status == 0)
        try give("tab", to: Self.nobody)
        let advice = "it is nobody's; say --owner NAME, or --owner root to run it with root's rights"
        for line in [
            "bgrun import crontab tab", "bgrun import crontab - <tab", "bgrun import anacrontab tab",
        ] {
            let refused = try shell(line)
            #expect(refused.status == 2 && refused.output.isEmpty, "\(line)")
            #expect(refused.errors.contains(advice), "\(line): \(refused.errors)")
        }
        let theirs = try shell("bgrun import crontab tab --owner nobody")
        #expect(theirs.status == 0 && theirs.output.contains("\"user\": \"nobody\""), "\(theirs.errors)")
        #expect(theirs.output.contains("\"local.cron.nobody.true\""))
        let roots = try shell("bgrun import crontab tab --owner root")
        #expect(roots.status == 0 && !roots.output.contains("\"user\""), "\(roots.errors)")
        #expect(roots.output.contains("\"local.cron.true\""))
        let column = try shell("bgrun import crontab tab --user-column --owner root")
        #expect(
            column.status == 2 && column.errors.contains("copy it to a file of root's"), "\(column.errors)")

        try give("tab", to: 0)
        #expect(
            try shell("chmod 0666 tab; bgrun import crontab tab").errors.contains("others may write to it"))
        // What is piped is as much somebody's.
        let pipe = "'\(Repository.program("bgrun"))' import crontab -"
        let piped = try shell(
            "mkfifo pipe; chown \(Self.nobody) pipe; chmod 0666 pipe; cat tab >pipe & \(pipe) <pipe")
        #expect(piped.status == 2 && piped.errors.contains("it is nobody's"), "\(piped.errors)")
    }

    // B-131, B-132
    @Test(arguments: ["a.timer", "a.service", "a.service.d/b.conf"])
    func `is no unit that others say something of`(part: String) throws {
        guard Person.isRoot else { return }
        try scratch.file("units/a.timer", "[Timer]\nOnCalendar=daily\n")
        try scratch.file("units/a.service", "[Service]\nExecStart=/bin/true\n")
        try scratch.file("units/a.service.d/b.conf", "[Service]\nNice=3\n")
        #expect(try shell("bgrun import systemd units/a.timer").status == 0)
        try give("units/\(part)", to: Self.nobody)
        let refused = try shell("bgrun import systemd units/a.timer --owner root")
        #expect(refused.status == 1 && refused.output.isEmpty)
        #expect(
            refused.errors.contains(
                "units/\(part) would say what root runs, and it is nobody's; copy the unit"),
            "\(refused.errors)")
    }

    // B-132
    @Test func `is no property list of others`() throws {
        guard Person.isRoot else { return }
        try scratch.file("a.plist", "<plist><dict/></plist>")
        try give("a.plist", to: Self.nobody)
        let refused = try shell("bgrun import launchd a.plist --owner root")
        #expect(
            refused.status == 2 && refused.errors.contains("copy it to a file of root's"), "\(refused.errors)"
        )
    }

    // B-132
    @Test func `is installed for its owner, and takes nobody else's place`() throws {
        guard Person.isRoot, try Command.run(["unshare", "--mount", "true"]).status == 0 else { return }
        try scratch.file("bin/crontab", "#!/bin/sh\necho '0 0 * * * /bin/true'\n", mode: 0o755)
        let theirs = try shellOfSystem("bgrun import crontab --owner nobody --install")
        #expect(theirs.status == 0, "\(theirs.errors)")
        #expect(
            theirs.errors.contains("take the entries out of nobody's crontab, or both run them"),
            "\(theirs.errors)")
        #expect(
            theirs.errors.contains("no daemon answers; systemctl enable --now bgrund"), "\(theirs.errors)")
        let path = scratch.path("etc/bgrun/jobs.d/local.cron.nobody.true.json")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try scratch.file("etc/bgrun/jobs.d/local.cron.true.json", #"{"user": "nobody"}"#)
        let refused = try shellOfSystem("bgrun import crontab --install --force")
        #expect(
            refused.status == 5
                && refused.errors.contains(
                    "local.cron.true.json is of another user's job; move what is there away first"),
            "\(refused.errors)")
        try scratch.file("etc/bgrun/jobs.d/local.cron.true.json", #"{"user": "root"}"#)
        let own = try shellOfSystem("bgrun import crontab --install --force")
        #expect(own.status == 0 && own.errors.contains("out of your crontab"), "\(own.errors)")
    }

    // B-132, B-135
    @Test(arguments: ["import systemd mine.timer", "adopt mine.timer --print", "adopt", "release --all"])
    func `is not what lies in somebody else's home`(command: String) throws {
        guard Person.isRoot else { return }
        let before = try shell("bgrun \(command) --user")
        #expect(!before.errors.contains("--user means root's own daemon"), "\(before.errors)")
        try give("home", to: Self.nobody)
        let refused = try shell("bgrun \(command) --user")
        #expect(
            refused.status == 2
                && refused.errors.contains(
                    "--user means root's own daemon here, and HOME (\(scratch.path("home"))) is nobody's; leave out sudo"
                ), "\(refused.errors)")
    }
}
