// Descriptors in an editor, and what a shell offers while a line is typed, with a real daemon.
import BGRunTestSupport
import Foundation
import Testing

@Suite struct `bgrun edit` {
    private let daemon: DaemonFixture

    init() throws {
        daemon = try DaemonFixture()
        try daemon.start()
    }

    private func bgrun(_ arguments: String..., editor: String = "false", temporary: String? = nil) throws
        -> Command
    {
        try Command.run(
            [Repository.program("bgrun")] + arguments,
            environment: [
                "PATH": "/usr/bin:/bin", "BGRUN_SOCKET": daemon.socket, "TZ": "UTC", "EDITOR": editor,
                "TMPDIR": temporary ?? daemon.scratch.path,
            ])
    }

    private func edits() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: daemon.scratch.path)
            .filter { $0.hasPrefix("bgrun-edit.") }
    }

    // B-117
    @Test
    func `replaces a job that was submitted, keeps what is hidden, and keeps the old where the new is wrong`()
        throws
    {
        let out = daemon.scratch.path("out")
        let script = "echo $TOKEN >>\(out)"
        #expect(
            try bgrun(
                "submit", "--identifier", "org.example.a", "--cron", "0 0 1 1 *", "--budget", "2h", "--env",
                "TOKEN=secret",
                "--", "sh", "-c", script
            ).status == 0)
        #expect(try bgrun("edit", "a", editor: "true").output == "nothing was changed\n")
        #expect(try bgrun("edit", "a").errors.contains("the editor has failed, so nothing was changed"))
        let longer = try bgrun("edit", "a", editor: "sed -i 's/\"2h\"/\"4h\"/'")
        #expect(longer.output == "org.example.a was replaced\n", "\(longer.errors)")
        #expect(try daemon.job("org.example.a")?.generation == 2)
        #expect(try bgrun("run", "a").status == 0)
        _ = try daemon.job("org.example.a", becomes: "scheduled") { $0.run == nil && $0.lastRun != nil }
        #expect(daemon.lines("out") == ["secret"])
        #expect(try edits().isEmpty)
        let wrong = try bgrun("edit", "a", editor: "sed -i s/timeBudget/timeBudgt/")
        #expect(
            wrong.status == 2 && wrong.output.isEmpty && wrong.errors.contains("timeBudgt: ")
                && wrong.errors.contains("the job stays what it was; "))
        let kept = try #require(
            wrong.errors.split(separator: " ").last.map { $0.trimmingCharacters(in: .newlines) })
        #expect(try String(contentsOfFile: kept, encoding: .utf8).contains("timeBudgt"))
        #expect(try edits().count == 1)
        let renamed = try bgrun("edit", "a", editor: "sed -i s/org.example.a/org.example.b/")
        #expect(renamed.errors.contains("identifier: this is org.example.b, and org.example.a is edited"))
        let unknown = try bgrun("edit", "a", editor: "sed -i s/TOKEN/OTHER/")
        #expect(
            unknown.errors.contains(
                "environment.OTHER: \"…\" stands for a hidden value, and none is hidden here"))
        // Whoever has laid a link may have it lead elsewhere in the next moment.
        let link = daemon.scratch.path("link")
        symlink("/tmp", link)
        let isOthers = lchown(link, 65534, 65534) == 0
        let led = try bgrun("edit", "a", editor: "true", temporary: link)
        #expect(led.errors.contains("others may replace what is in \(link)") == isOthers, "\(led.errors)")
        // Somebody else is faster.
        let other =
            "\(Repository.program("bgrun")) submit --identifier org.example.a --in 5h -- true && sed -i s/4h/5h/"
        let late = try bgrun("edit", "a", editor: other)
        #expect(late.errors.contains("the job has changed since its descriptor was shown"), "\(late.errors)")
        #expect(try daemon.job("org.example.a")?.descriptor.timeBudget == .seconds(10_800))
    }

    // B-117
    @Test func `replaces the file that brings a job, with its mode`() throws {
        let file = try daemon.scratch.file(
            "jobs/org.example.f.json",
            "{\n    \"identifier\": \"org.example.f\",\n    \"command\": [\"/bin/true\"],\n    \"timeBudget\": \"1h\",\n    \"schedule\": {\"every\": \"6h\"}\n}\n"
        )
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
        try daemon.job("org.example.f", becomes: "there") { _ in true }
        let said = try bgrun("edit", "f", "--json", editor: "sed -i s/1h/2h/")
        #expect(said.status == 0, "\(said.errors)")
        #expect(said.output.contains("\"changed\": true") && said.output.contains("org.example.f.json"))
        try daemon.job("org.example.f", becomes: "longer") { $0.descriptor.timeBudget == .seconds(7200) }
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.hasPrefix("{\n    \"identifier\"") && text.contains("\"timeBudget\": \"2h\""))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o640)
        #expect(try edits().isEmpty)
    }
}

@Suite struct `A shell` {
    // B-117
    @Test func `offers the names of jobs, runs, reasons, conditions and zones that there are`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let person = Person(daemon: daemon)
        for name in ["org.example.backup", "org.example.mail"] {
            _ = try person.says(
                "submit", "--identifier", name, "--in", "3h", "--key", "tags=media", "--", "/bin/true")
        }
        let script = """
            source <(bgrun --generate-completion-script bash)
            offer() {
                COMP_LINE="$*" COMP_POINT=${#COMP_LINE}; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
                _bgrun bgrun "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                printf '%s: %s\\n' "$*" "${COMPREPLY[*]}"
            }
            offer bgrun status org.example.m
            offer bgrun stop org.example.mail org.example.b
            offer bgrun cancel --tag me
            offer bgrun simulate stop --reason system
            offer bgrun simulate condition lid
            offer bgrun next --zone Europe/Berl
            offer bgrun rm net org.example.b
            offer bgrun help hist
            BGRUN_SOCKET=/nowhere offer bgrun why org
            """
        let said = try Command.run(
            ["bash", "-c", script],
            environment: [
                "PATH": "\(Repository.products.path(percentEncoded: false)):/usr/bin:/bin",
                "BGRUN_SOCKET": daemon.socket,
            ])
        #expect(
            said.output.split(separator: "\n") == [
                "bgrun status org.example.m: org.example.mail",
                "bgrun stop org.example.mail org.example.b: org.example.backup",
                "bgrun cancel --tag me: media",
                "bgrun simulate stop --reason system: systemSleep",
                "bgrun simulate condition lid: lid=on lid=off",
                "bgrun next --zone Europe/Berl: Europe/Berlin",
                "bgrun rm net org.example.b: org.example.backup", "bgrun help hist: history",
                "bgrun why org: ",
            ], "\(said.errors)")
    }
}
