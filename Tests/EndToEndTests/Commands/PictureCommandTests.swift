// What a real daemon has recorded, drawn by the commands for people.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import TestConditions
import Testing

@Suite struct `Pictures of what a daemon has recorded` {
    // B-121 B-122 B-123
    @Test func `are drawn for who may see it, on a terminal, as a page and as numbers`() throws {
        let daemon = Person.isRoot ? try DaemonFixture.system() : try DaemonFixture()
        let evenings = Evenings(job: try daemon.name("a"))
        try evenings.store(in: daemon.scratch.path("state"))
        try daemon.start()
        let person = Person(daemon: daemon)

        // The record: what the job asks for, whose oldest row is older than the window.
        let from = evenings.now.wall.advanced(by: .seconds(-3 * 86_400))
        let record = try daemon.call(ConditionHistoryCall(since: from))
        let seen = record.changes.compactMap { change -> String? in
            if case .requirement(let name, _, _) = change.what { name } else { nil }
        }
        #expect(record.from == from && Set(seen).isSuperset(of: ["externalPower", "network"]))
        #expect(record.changes.filter { $0.at < from }.count == 2, "\(record.changes)")
        #expect(record.holds.map(\.job.identifier) == [evenings.job])

        let rows = try person.says("timeline", "a").split(separator: "\n")
        #expect(rows.count { $0.contains("PPPP") } >= 6, "\(rows)")
        #expect(rows.contains { $0.contains("waited ") && $0.contains("no ") }, "\(rows)")
        #expect(try person.says("timeline").contains("the last 24 hours"))
        let json = try person.says("timeline", "a", "--days", "2", "--json")
        #expect(json.contains("\"identifier\": \"a\"") && json.contains("\"lacking\""))
        #expect(try person.bgrun("timeline", "--days", "0").status == 2)
        #expect(try person.bgrun("timeline", "nothing").status == 5)
        #expect(try person.says("forecast", "a").contains("00    06    12    18"))

        // The page takes the place of a link and leaves alone what that leads to.
        let page = daemon.scratch.path("page.html")
        let other = try daemon.scratch.file("other", "untouched")
        try FileManager.default.createSymbolicLink(atPath: page, withDestinationPath: other)
        #expect(try person.says("report", "--html", page).contains("wrote \(page)"))
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "untouched")
        let attributes = try FileManager.default.attributesOfItem(atPath: page)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(attributes[.type] as? FileAttributeType == .typeRegular)
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("Content-Security-Policy"))
        #expect(try person.says("report").contains("1 job, 0 runs"))
        try showsInBrowser(daemon)
        #expect(try person.bgrun("report", "--html", daemon.scratch.path).status == 2)
        #expect(try person.bgrun("report", "--html", "/nonexistent/page.html").status == 74)

        // A job that has left is known by its runs.
        try daemon.submit(["identifier": "over", "command": ["true"]])
        #expect(try daemon.wait("over").outcome == .succeeded)
        #expect(try person.says("timeline", "over", "--days", "1").contains("ran "))

        try read(try person.says("metrics"), on: daemon)
        try asRoot("what others see of pictures") { try seesNothingOfOthers(daemon) }
    }

    // B-128
    /// Without a file the page lies where only its owner comes, and the desktop is asked to show it.
    private func showsInBrowser(_ daemon: DaemonFixture) throws {
        let programs = try daemon.scratch.directory("programs")
        let shown = daemon.scratch.path("shown")
        let opener = try daemon.scratch.file(
            "programs/xdg-open", "#!/bin/sh\necho \"$1\" >'\(shown).new' && mv '\(shown).new' '\(shown)'\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: opener)
        let home = try daemon.scratch.directory("home")
        let opened = try Command.run(
            [
                "/usr/bin/timeout", "60", "/bin/sh", "-c",
                "\"$0\" report --open && until [ -e '\(shown)' ]; do :; done",
                Repository.program("bgrun"),
            ],
            environment: [
                "PATH": "\(programs):/usr/bin:/bin", "HOME": home, "TZ": "UTC", "BGRUN_SOCKET": daemon.socket,
            ])
        #expect(opened.status == 0, "\(opened.errors)")
        let page = "\(home)/.cache/bgrun/report.html"
        #expect(try String(contentsOfFile: shown, encoding: .utf8) == "\(page)\n")
        let directory = try FileManager.default.attributesOfItem(atPath: "\(home)/.cache/bgrun")
        #expect(directory[.posixPermissions] as? Int == 0o700)
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("Content-Security-Policy"))
    }

    /// Another implementation reads the metrics.
    private func read(_ metrics: String, on daemon: DaemonFixture) throws {
        let python = Repository.path(".venv/bin/python")
        try #require(FileManager.default.isExecutableFile(atPath: python), "run make deps: .venv is missing")
        let script = """
            import sys
            from prometheus_client.openmetrics.parser import text_string_to_metric_families as openmetrics
            from prometheus_client.parser import text_string_to_metric_families as plain
            text = sys.stdin.read()
            for parse in (openmetrics, plain):
                print(sorted(family.name for family in parse(text))[:2])
            """
        let parsed = try Command.run([python, "-c", script], input: metrics)
        #expect(parsed.status == 0, "\(parsed.errors)\n\(metrics)")
        #expect(parsed.output.contains("bgrun_broken_files") || parsed.output.contains("bgrun_condition"))
    }

    private func seesNothingOfOthers(_ daemon: DaemonFixture) throws {
        let nobody = Person(daemon: daemon, user: Person.nobody)
        let json = try nobody.says("timeline", "--json")
        #expect(json.contains("\"jobs\": []") && !json.contains("nonexistent"), "\(json)")
        #expect(try nobody.says("report").contains("0 jobs, 0 runs"))
        #expect(!(try nobody.says("metrics")).contains("identifier="))
    }
}
