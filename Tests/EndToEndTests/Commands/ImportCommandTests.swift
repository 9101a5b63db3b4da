// bgrun import: the programs, from a crontab or a timer to descriptors that submit takes, or to files of a jobs directory.
import BGRunTestSupport
import Foundation
import Glibc
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
                && remarks.contains {
                    $0["line"] as? Int == 4 && $0["verdict"] as? String == "refused"
                        && $0["path"] as? String == "crontab -l"
                })

        // A zone that this machine does not have is nothing for the pure reader to know.
        let zone = try bgrun("import", "crontab", "-", input: "CRON_TZ=Europe/Nowhere\n0 0 * * * /bin/true\n")
        #expect(zone.status == 1 && zone.errors.contains("refused") && zone.output.isEmpty, "\(zone.errors)")
        #expect(try bgrun("import", "crontab", scratch.path("nothing")).status == 2)
        #expect(try bgrun("import", "systemd").status == 2)
        #expect(try bgrun("import", "systemd", "a.service").status == 2)
        #expect(try bgrun("import", "crontab", "--force").status == 2)
    }

    // B-130
    @Test func `is a file or what is piped, and a table in words`() throws {
        #expect(mkfifo(scratch.path("pipe"), 0o600) == 0)
        for path in [scratch.path("pipe"), "/dev/zero", scratch.path] {
            let refused = try bgrun("import", "crontab", path)
            #expect(refused.status == 2 && refused.output.isEmpty, "\(path): \(refused.errors)")
        }
        let latin = scratch.path("latin")
        try Data("0 0 * * * echo caf\u{E9}\n".unicodeScalars.map { UInt8($0.value) }).write(
            to: URL(fileURLWithPath: latin))
        let reasons = try [scratch.path("pipe"), latin].map { try bgrun("import", "crontab", $0).errors }
        #expect(
            reasons[0].contains("is no regular file; check its name; - reads a pipe")
                && reasons[1].contains(" is not UTF-8, as a descriptor is; iconv -f "), "\(reasons)")
        for path in ["-", "/dev/stdin", "/dev/fd/0"] {
            #expect(try bgrun("import", "crontab", path, input: "0 0 * * * a\n").status == 0)
        }
        let empty = try bgrun("import", "crontab", "-", input: "# nothing\n")
        #expect(empty.status == 0 && empty.errors == "bgrun: no entries\n", "\(empty.errors)")
        let binary = try bgrun("import", "crontab", "/bin/true")
        #expect(
            binary.errors.hasPrefix("/bin/true: refused: this is no crontab, since it has a zero byte")
                && binary.errors.split(separator: "\n").count == 2, "\(binary.errors)")
    }

    // B-131
    @Test func `is looked for where its manager has it, which is told of the other`() throws {
        try scratch.file("config/systemd/user/mine.timer", "[Timer]\nOnCalendar=daily\n")
        let mine = try bgrun("import", "systemd", "mine")
        #expect(
            mine.errors.contains("there is no file of mine.timer of the system's; say --user: you have one"),
            "\(mine.errors)")
        #expect(
            try bgrun("adopt", "mine", "--print").errors.contains("say --user: you have one"))
        let alone = try bgrun("import", "systemd", "mine", "--user")
        #expect(
            alone.errors.contains("there is no file of mine.service; put it beside the timer"),
            "\(alone.errors)")
        #expect(try bgrun("import", "systemd", scratch.path("none.timer")).status == 2)
        // What masks it is taken away where it lies.
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("config/systemd/user/off.timer"), withDestinationPath: "/dev/null")
        #expect(
            try bgrun("import", "systemd", "off", "--user").errors.contains(
                "off.timer; systemctl --user unmask off.timer"))
    }

    // B-131
    @Test func `has so many drop-ins, and so much in them, as any unit`() throws {
        try scratch.file("config/systemd/user/a.timer", "[Timer]\nOnCalendar=daily\n")
        try scratch.file("config/systemd/user/a.service", "[Service]\nExecStart=/bin/true\n")
        for number in 0..<100 { try scratch.file("config/systemd/user/a.timer.d/\(number).conf", "\n") }
        #expect(try bgrun("import", "systemd", "a", "--user").status == 0)
        try scratch.file("config/systemd/user/a.timer.d/100.conf", "\n")
        let many = try bgrun("import", "systemd", "a", "--user")
        #expect(
            many.status == 1 && many.errors.contains("a.timer has more than 100 drop-ins"), "\(many.errors)")
        try FileManager.default.removeItem(atPath: scratch.path("config/systemd/user/a.timer.d"))
        let long = String(repeating: "#\n", count: 100 << 10)
        for number in 0..<6 { try scratch.file("config/systemd/user/a.service.d/\(number).conf", long) }
        let big = try bgrun("import", "systemd", "a", "--user")
        #expect(big.status == 1 && big.errors.contains("or more than 1 MiB of text"), "\(big.errors)")
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
        #expect(
            whole.errors.contains(
                "no daemon answers; systemctl --user enable --now bgrund has it run the job"),
            "\(whole.errors)")
        let path = scratch.path("config/bgrun/jobs.d/local.systemd.a.json")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("\"calendar\": \"hourly\"") && text.hasSuffix("}\n"))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try bgrun("lint", "--strict", path).status == 0)

        let again = try bgrun("import", "systemd", c, a, "--install", "--user")
        #expect(again.status == 5 && installed() == ["local.systemd.a.json"])
        #expect(again.errors.contains("local.systemd.a.json is there already; --force"), "\(again.errors)")
        #expect(try bgrun("import", "systemd", c, a, "--install", "--user", "--force").status == 0)
        #expect(
            try bgrun("import", "systemd", b, c, "--install", "--user", "--force", "--partly").status == 1)
        #expect(installed() == ["local.systemd.a.json", "local.systemd.c.json"])

        // What was there is there again, with its mode, where another can't be written.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let other = scratch.path("config/bgrun/jobs.d/local.systemd.c.json")
        try FileManager.default.removeItem(atPath: other)
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        #expect(try bgrun("import", "systemd", a, c, "--install", "--user", "--force").status == 74)
        let restored = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(restored == 0o644)
        try FileManager.default.removeItem(atPath: other)

        // A link in a file's place is none of ours to follow.
        let target = try scratch.file("target", "untouched")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        #expect(try bgrun("import", "systemd", a, "--install", "--user").status == 5)
        #expect(try bgrun("import", "systemd", a, "--install", "--user", "--force").status == 0)
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "untouched")
    }
}
