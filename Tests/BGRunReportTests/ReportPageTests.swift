// The page of a report: what it may load, whose texts it holds, and what its data says.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunText
import Testing

@testable import BGRunReport

private let start = WallTime(microseconds: 1_774_742_400_000_000)
private let evil = "</script><b>\u{202E}&\"'\u{1B}[31m"

private func hour(_ number: Int64) -> WallTime { start.advanced(by: .seconds(number * 3600)) }

private func sample() throws -> ReportContent {
    let id = JobID(owner: UserID(1000), identifier: try #require(JobIdentifier("org.a.backup")))
    let run = HistoryEntry(
        run: RunID(12), job: id, title: evil, due: hour(2), started: hour(8), ended: hour(9),
        outcome: .failed,
        exit: .code(3), failure: evil)
    let timeline = JobTimeline(
        job: id, title: evil, from: start, to: hour(24),
        waits: [
            .init(from: hour(2), to: hour(5), absence: .asleep),
            .init(from: hour(5), to: hour(8), lacks: [.init(name: "externalPower", words: "external power")]),
        ], runs: [run], skips: [Skip(due: hour(20), skipped: hour(21), reason: .maxLateness)])
    return ReportContent(
        host: evil, version: "1.0",
        machine: MachineTimeline(
            from: start, to: hour(24), begin: hour(1), gaps: [.init(from: hour(2), to: hour(5), .asleep)],
            lanes: [
                .init(
                    text: "network", words: "a network",
                    stretches: [
                        .init(from: hour(1), to: hour(6), .yes), .init(from: hour(6), to: hour(24), .no),
                    ])
            ]),
        jobs: [
            ReportContent.Job(
                timeline, state: .due, phrase: evil, troubles: ["failed 09:00: exit 3", evil],
                logs: [(run: RunID(12), text: "one\n\(evil)")])
        ], headlines: [evil])
}

// B-122
@Suite struct `A report's page` {
    private let clock = LocalClock(now: start.advanced(by: .seconds(86_400))) { _ in 0 }

    private func page() throws -> String {
        ReportPage(try sample(), clock: clock, nonce: "n0nce").html
    }

    /// What stands between the data's tags.
    private func data(of page: String) throws -> JSONValue {
        let begin = try #require(page.firstRange(of: "id=\"data\">"))
        let rest = page[begin.upperBound...]
        let end = try #require(rest.firstRange(of: "</script>"))
        return try JSONValue(parsing: String(rest[..<end.lowerBound]), limits: .descriptor)
    }

    @Test func `holds no text of others that a browser could take for its own`() throws {
        let page = try page()
        // Its own three, and the data's.
        #expect(page.matches(of: /<\/script>/).count == 2)
        #expect(!page.contains("<b>\u{202E}") && !page.contains("\u{202E}") && !page.contains("\u{1B}"))
        #expect(page.contains("bgrun on &lt;/script&gt;&lt;b&gt;&amp;&quot;&#39;[31m"))
    }

    @Test func `allows its one script and its one style, and no connection`() throws {
        let page = try page()
        #expect(
            page.contains(
                "content=\"default-src 'none'; script-src 'nonce-n0nce'; style-src 'nonce-n0nce'; base-uri 'none'; form-action 'none'\""
            ))
        #expect(page.matches(of: /<script(?![^>]*type="application\/json")/).count == 1)
        #expect(page.matches(of: /\son[a-z]+="/).isEmpty)
        #expect(page.matches(of: /(?:src|href)="(?!#)/).isEmpty)
        #expect(!page.contains("innerHTML") && !page.contains("eval("))
    }

    @Test func `has what jobs went through in seconds from its begin`() throws {
        let data = try data(of: try page())
        let job = try #require(data["jobs"]?[0])
        #expect(data["origin"] == 1_774_742_400 && data["length"] == 86_400 && data["begin"] == 3600)
        #expect(data["gaps"] == [[7200, 10800, 0]])
        #expect(data["lanes"]?[0]?["spans"] == [[3600, 18000, 1], [21600, 64800, 0]])
        #expect(
            job["id"] == "org.a.backup" && job["state"] == "due"
                && job["trouble"] == .string("failed 09:00: exit 3; </script><b>&\"'[31m"))
        #expect(job["title"] == .string("</script><b>&\"'[31m"))
        #expect(job["waits"]?[0] == [7200, 10800, -1])
        #expect(job["runs"]?[0]?[2] == 3600)
        #expect(job["logs"]?["12"] == .string("one\n</script><b>&\"'[31m"))
    }

    @Test func `ends in a summary for a bug report`() throws {
        #expect(
            ReportSummary(try sample(), clock: clock).text == """
                bgrun 1.0 on </script><b>&"'[31m
                2026-03-29 00:00 to 2026-03-30 00:00; the record begins 2026-03-29 01:00
                1 job, 1 run: 1 failed; 1 skipped

                in trouble:
                - org.a.backup: failed 09:00: exit 3; </script><b>&"'[31m

                waiting now:
                - org.a.backup: </script><b>&"'[31m

                latest starts:
                - org.a.backup 2026-03-29 08:00: 6 h late, asleep

                the machine:
                - network: 22 % of the time that was seen
                - asleep: 13 %

                faults:
                - </script><b>&"'[31m

                """)
    }

    @Test func `tells coarsely of a condition that flaps`() throws {
        var content = try sample()
        let job = content.jobs[0].timeline
        let flaps = (0..<20_000).map { number in
            let from = start.advanced(by: .seconds(Int64(number) * 4))
            let lack = JobTimeline.Lack(name: number % 10 == 0 ? "network" : "idle", words: "x")
            return JobTimeline.Stretch(
                from: from, to: from.advanced(by: .seconds(number % 10 == 0 ? 1 : 4)), lacks: [lack])
        }
        content.jobs[0].timeline.waits = flaps
        let coarse = content.jobs[0].timeline.coarseWaits(to: 1000)
        #expect(coarse.count <= 1001 && coarse.allSatisfy { $0.lacks.first?.name == "idle" })
        #expect(coarse.first?.from == start && coarse.last?.to == flaps.last?.to)
        #expect(job.coarseWaits(to: 1000) == job.waits)
    }

    @Test func `is whole without any job`() throws {
        var content = try sample()
        content.jobs = []
        content.machine.lanes = []
        let page = ReportPage(content, clock: clock, nonce: "n").html
        #expect(try data(of: page)["jobs"] == [])
        #expect(page.contains("<b>0</b> <span>jobs</span>"))
    }
}

extension JSONValue {
    fileprivate subscript(key: String) -> JSONValue? {
        if case .object(let object) = self { object[key] } else { nil }
    }

    fileprivate subscript(place: Int) -> JSONValue? {
        if case .array(let elements) = self, elements.indices.contains(place) { elements[place] } else { nil }
    }
}
