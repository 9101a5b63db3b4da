// bgrun import and bgrun adopt as root: whose word is taken, whose rights jobs get, and who may read what is written.
import BGRunTestSupport
import Foundation
import TestConditions
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
    @Test(.root) func `has root's rights only where nobody else has written it, or root says so`() throws {
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
        let column = try shell("bgrun import crontab tab --user-column")
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
    @Test(.root, arguments: ["a.timer", "a.service", "a.service.d/b.conf"])
    func `is no unit that others say something of`(part: String) throws {
        try scratch.file("units/a.timer", "[Timer]\nOnCalendar=daily\n")
        try scratch.file("units/a.service", "[Service]\nExecStart=/bin/true\n")
        try scratch.file("units/a.service.d/b.conf", "[Service]\nNice=3\n")
        #expect(try shell("bgrun import systemd units/a.timer").status == 0)
        try give("units/\(part)", to: Self.nobody)
        let refused = try shell("bgrun import systemd units/a.timer")
        #expect(refused.status == 1 && refused.output.isEmpty)
        #expect(
            refused.errors.contains(
                "units/\(part) would say what root runs, and it is nobody's; copy the unit"),
            "\(refused.errors)")
    }

    // B-132
    @Test(.root) func `is no property list of others`() throws {
        try scratch.file("a.plist", "<plist><dict/></plist>")
        try give("a.plist", to: Self.nobody)
        let refused = try shell("bgrun import launchd a.plist")
        #expect(
            refused.status == 2 && refused.errors.contains("copy it to a file of root's"), "\(refused.errors)"
        )
    }

    // B-130, B-131
    @Test(.root, arguments: ["theirs/link", "theirs/second", "theirs/deep/tab", "open/tab", "way/tab"])
    func `is no file of root's to which others have laid the way`(path: String) throws {
        try scratch.file("theirs/deep/tab", "0 0 * * * /bin/true\n")
        try scratch.file("open/tab", "0 0 * * * /bin/true\n")
        // A link of root's that leads through a directory of theirs, and one of theirs in place of a directory.
        let made = try shell(
            "ln -s ../tab theirs/link; ln tab theirs/second; chown nobody theirs; chmod 0777 open; ln -s theirs/deep way"
        )
        #expect(made.status == 0, "\(made.errors)")
        for file in [path, scratch.path(path)] {
            let refused = try shell("bgrun import crontab \(file)")
            #expect(refused.status == 2 && refused.output.isEmpty, "\(file)")
            #expect(
                refused.errors.contains("would say what root runs, and the directory")
                    || refused.errors.contains(
                        "would say what root runs, and others may write to the directory"),
                "\(refused.errors)")
            // Nor does it show somebody what only root may read.
            let shown = try shell("bgrun import crontab \(file) --owner daemon")
            #expect(shown.status == 2 && shown.output.isEmpty, "\(file): \(shown.output)")
        }
        #expect(try shell("ln -s tab own; bgrun import crontab own").status == 0)
    }

    // B-131
    @Test(.root) func `is no unit to which a link of somebody else leads`() throws {
        try scratch.file("root/a.timer", "[Timer]\nOnCalendar=daily\n")
        try scratch.file("root/a.service", "[Service]\nExecStart=/bin/true\n")
        let refused = try shell(
            "mkdir units; ln -s ../root/a.timer ../root/a.service units; chown nobody units; bgrun import systemd units/a.timer"
        )
        #expect(refused.status == 1 && refused.output.isEmpty, "\(refused.output)")
        #expect(refused.errors.contains("units is nobody's; copy the unit"), "\(refused.errors)")
        let zero = try shell(
            "printf '\\0[Timer]\\nOnCalendar=daily\\n' >root/a.timer; bgrun import systemd root/a.timer")
        #expect(zero.status == 1 && zero.errors.contains("a zero byte"), "\(zero.errors)")
    }

    // B-130
    @Test(arguments: [
        "import systemd units/a.timer", "import launchd a.plist", "import crontab tab --user-column",
        "adopt a.timer --print", "release a.timer",
    ])
    func `takes no owner where it says itself whose it is`(words: String) throws {
        let refused = try shell("bgrun \(words) --owner 65534")
        #expect(refused.status == 2 && refused.output.isEmpty)
        #expect(refused.errors.contains("leave out --owner"), "\(refused.errors)")
    }

    // B-130
    @Test(.root) func `shows its new owner nobody else's file`() throws {
        try give("tab", to: Self.nobody)
        #expect(try shell("bgrun import crontab tab --owner nobody").status == 0)
        let refused = try shell("bgrun import crontab tab --owner daemon")
        #expect(refused.status == 2 && refused.output.isEmpty)
        #expect(refused.errors.contains("would be shown to user 1, and it is nobody's"), "\(refused.errors)")
    }

    // B-130
    @Test(.root) func `may come by a socket, which is as much somebody's as a pipe`() throws {
        try scratch.file(
            "pair.py",
            """
            import os, socket, subprocess, sys
            os.seteuid(int(sys.argv[2]))
            ours, theirs = socket.socketpair()
            os.seteuid(0)
            ours.sendall(b"0 0 * * * /bin/true\\n")
            ours.shutdown(socket.SHUT_WR)
            sys.exit(subprocess.run([sys.argv[1], "import", "crontab", "-"], stdin=theirs).returncode)
            """)
        let program = Repository.program("bgrun")
        #expect(try shell("python3 pair.py '\(program)' 0").status == 0)
        let refused = try shell("python3 pair.py '\(program)' \(Self.nobody)")
        #expect(refused.status == 2 && refused.errors.contains("it is nobody's"), "\(refused.errors)")
    }

    // B-132
    @Test(.mountNameSpace) func `is installed for its owner, and takes nobody else's place`() throws {
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
    @Test(
        .root, arguments: ["import systemd mine.timer", "adopt mine.timer --print", "adopt", "release --all"])
    func `is not what lies in somebody else's home`(command: String) throws {
        let before = try shell("bgrun \(command) --user")
        #expect(!before.errors.contains("--user means root's own daemon"), "\(before.errors)")
        // What it leads to is root's while it is looked at.
        let link = scratch.path("link")
        symlink("/usr/share", link)
        lchown(link, 65534, 65534)
        let linked = try shell("XDG_DATA_HOME=\(link) bgrun \(command) --user")
        try give("home", to: Self.nobody)
        let refused = try shell("bgrun \(command) --user")
        #expect(
            refused.status == 2
                && refused.errors.contains(
                    "--user means root's own daemon here, and HOME (\(scratch.path("home"))) is nobody's; leave out sudo"
                ) && linked.status == 2
                && linked.errors.contains(
                    "and XDG_DATA_HOME (\(link)) is not root's alone: the link \(link) is nobody's; leave out sudo"
                ),
            "\(refused.errors)\(linked.errors)")
    }
}
