// bgrun import: the programs, from a crontab or a timer to descriptors that submit takes, or to files of a jobs directory.
import BGRunTestSupport
import Foundation
import Testing

@Suite struct `A foreign schedule that is imported` {
    private let scratch: ScratchDirectory
    private let environment: [String: String]

    init() throws {
        scratch = try ScratchDirectory()
        environment = [
            "PATH": "\(scratch.path("bin")):/usr/bin:/bin", "TZ": "UTC", "BGRUN_SOCKET": scratch.path("none"),
            "HOME": scratch.path("home"), "XDG_CONFIG_HOME": scratch.path("config"),
        ]
    }

    private func bgrun(_ arguments: String..., input: String = "") throws -> Command {
        try Command.run([Repository.program("bgrun")] + arguments, environment: environment, input: input)
    }

    private func installed() -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: scratch.path("config/bgrun/jobs.d"))) ?? [])
            .sorted()
    }

    // B-130
    @Test func `is what crontab -l prints, and goes to submit through a pipe`() throws {
        try scratch.file(
            "bin/crontab",
            "#!/bin/sh\necho \"# $*\"\necho '30 2 * * * /bin/true'\necho '0 4 * * 6 /bin/echo'\necho '61 * * * * x'\n",
            mode: 0o755)
        let read = try bgrun("import", "crontab")
        #expect(read.status == 1, "\(read.errors)")
        #expect(read.errors.contains("crontab -l:4: refused: 61 * * * * x: minute field"), "\(read.errors)")
        #expect(read.errors.contains("bgrun: 2 jobs, 1 refused; "))
        let taken = try bgrun("submit", "--print", "-", input: read.output)
        #expect(taken.status == 0 && taken.output == read.output, "\(taken.errors)\(taken.output)")

        #expect(read.errors.contains("; 2 things are the same, 2 changed, 0 not kept\n"), "\(read.errors)")
        let one = try bgrun("import", "crontab", "-", input: "0 0 * * * /bin/true\n")
        #expect(
            one.errors.hasSuffix("bgrun: 1 job, 0 refused; 1 thing is the same, 2 changed, 0 not kept\n"),
            "\(one.errors)")

        let json = try bgrun("import", "crontab", "--json")
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        let remarks = try #require(report["remarks"] as? [[String: Any]])
        #expect(
            (report["jobs"] as? [Any])?.count == 2
                && remarks.contains { $0["line"] as? Int == 4 && $0["verdict"] as? String == "refused" })

        // A zone that this machine does not have is nothing for the pure reader to know.
        let zone = try bgrun("import", "crontab", "-", input: "CRON_TZ=Europe/Nowhere\n0 0 * * * /bin/true\n")
        #expect(zone.status == 1 && zone.errors.contains("refused") && zone.output.isEmpty, "\(zone.errors)")
        #expect(try bgrun("import", "crontab", scratch.path("nothing")).status == 2)
        #expect(try bgrun("import", "systemd").status == 2)
        #expect(try bgrun("import", "systemd", "a.service").status == 2)
        #expect(try bgrun("import", "crontab", "--force").status == 2)
    }

    // B-131
    @Test func `is found where systemd's generators write, last where they say so`() throws {
        var environment = environment
        environment["XDG_RUNTIME_DIR"] = scratch.path("run")
        func calendar() throws -> String {
            let read = try Command.run(
                [Repository.program("bgrun"), "import", "systemd", "g.timer", "--user"],
                environment: environment)
            return read.output
        }
        try scratch.file("run/systemd/generator.late/g.service", "[Service]\nExecStart=/bin/true\n")
        for (directory, word) in [
            ("run/systemd/generator.late", "yearly"), ("home/.local/share/systemd/user", "monthly"),
            ("run/systemd/generator", "weekly"), ("config/systemd/user", "daily"),
            ("run/systemd/generator.early", "hourly"),
        ] {
            try scratch.file("\(directory)/g.timer", "[Timer]\nOnCalendar=\(word)\n")
            #expect(try calendar().contains("\"\(word)\""), "\(directory)")
        }
    }

    // B-131, B-132
    @Test func `is installed whole or not at all, and over nothing that is there`() throws {
        for (file, text) in [
            ("a.timer", "[Timer]\nOnCalendar=daily\n"), ("a.service", "[Service]\nExecStart=/bin/true\n"),
            ("b.timer", "[Timer]\nOnCalendar=never\n"), ("b.service", "[Service]\nExecStart=/bin/true\n"),
            ("c.timer", "[Timer]\nOnCalendar=weekly\n"), ("c.service", "[Service]\nExecStart=/bin/true\n"),
        ] { try scratch.file(file, text) }
        try scratch.file("a.timer.d/local.conf", "[Timer]\nOnCalendar=\nOnCalendar=hourly\n")
        let (a, b, c) = (scratch.path("a.timer"), scratch.path("b.timer"), scratch.path("c.timer"))

        let half = try bgrun("import", "systemd", a, b, "--install", "--user")
        #expect(half.status == 1 && installed().isEmpty)
        #expect(
            half.errors.contains(
                "nothing was installed, since 1 entry was refused; --partly installs the rest"),
            "\(half.errors)")

        let whole = try bgrun("import", "systemd", a, "--install", "--user")
        #expect(whole.status == 0, "\(whole.errors)")
        #expect(installed() == ["local.systemd.a.json"])
        #expect(
            whole.errors.contains("systemctl --user disable --now a.timer, or both run it"), "\(whole.errors)"
        )
        let path = scratch.path("config/bgrun/jobs.d/local.systemd.a.json")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("\"calendar\": \"hourly\"") && text.hasSuffix("}\n"))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o644)
        #expect(try bgrun("lint", "--strict", path).status == 0)

        let again = try bgrun("import", "systemd", c, a, "--install", "--user")
        #expect(again.status == 5 && installed() == ["local.systemd.a.json"])
        #expect(again.errors.contains("local.systemd.a.json is there already; --force"), "\(again.errors)")
        #expect(try bgrun("import", "systemd", c, a, "--install", "--user", "--force").status == 0)
        #expect(
            try bgrun("import", "systemd", b, c, "--install", "--user", "--force", "--partly").status == 1)
        #expect(installed() == ["local.systemd.a.json", "local.systemd.c.json"])

        // A link in a file's place is none of ours to follow.
        let target = try scratch.file("target", "untouched")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        #expect(try bgrun("import", "systemd", a, "--install", "--user").status == 5)
        #expect(try bgrun("import", "systemd", a, "--install", "--user", "--force").status == 0)
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "untouched")
    }
}
