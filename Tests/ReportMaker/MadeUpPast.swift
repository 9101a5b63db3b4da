// A past that nobody had: a laptop's days, and jobs that waited for its power.
import BGRunCalendar
import BGRunJob
import BGRunReport
import BGRunText

/// Days of a laptop that is plugged in in the evenings, and jobs with texts that try to break out of the page.
struct MadeUpPast {
    private static let day: Int64 = 86_400
    private static let evil =
        "</script><script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\">"

    let now = WallTime(microseconds: 1_795_690_800_000_000)
    let jobs: Int
    let days: Int

    init(jobs: Int, days: Int) {
        self.jobs = jobs
        self.days = days
    }

    var clock: LocalClock { LocalClock(now: now) { _ in 0 } }

    private var from: WallTime { now.advanced(by: .seconds(-Self.day * Int64(days))) }

    private func at(_ day: Int, hour: Double) -> WallTime {
        let midnight = from.microseconds / 1_000_000 / Self.day * Self.day + Int64(day) * Self.day
        return WallTime(microseconds: (midnight + Int64(hour * 3600)) * 1_000_000)
    }

    /// From 0 to 1, the same each time.
    private func chance(_ salt: Int) -> Double {
        let mixed = Fingerprint.of(Array("\(salt)".utf8))
        return Double(mixed % 10_000) / 10_000
    }

    var content: ReportContent {
        ReportContent(
            host: days < 100 ? "laptop" : "laptop \(Self.evil)", version: "0.1.0", machine: machine,
            chances: ["externalPower": chances], jobs: (0..<jobs).map(job),
            headlines: days < 100 ? [] : ["The disk is nearly full: \(Self.evil)"])
    }

    private var chances: HourChances {
        HourChances(
            words: "external power", percents: (0..<168).map { $0 % 24 < 8 ? 90 : $0 % 24 < 18 ? 15 : 70 })
    }

    // MARK: The machine

    private var machine: MachineTimeline {
        let begin = days > 300 ? from.advanced(by: .seconds(40 * Self.day)) : from
        let gaps = (0...days).flatMap { day in
            [
                MachineTimeline.Gap(
                    from: at(day, hour: 0.5), to: at(day, hour: 6.9), day % 9 == 4 ? .stopped : .asleep)
            ].filter { day % 3 != 1 && $0.from >= begin && $0.to < now }
        }
        return MachineTimeline(
            from: from, to: now, begin: begin, gaps: gaps,
            lanes: [
                lane("externalPower", "external power", on: (18.3, 32)),
                lane("network", "a network", on: (9.5, 33)),
                lane("idle 10m", "an idle machine for 10m", on: (22, 31)),
            ])
    }

    private func lane(_ text: String, _ words: String, on: (Double, Double)) -> MachineTimeline.Lane {
        var stretches: [MachineTimeline.Stretch] = []
        for day in 0..<days {
            let edge = chance(day + text.utf8.count) * 1.5
            let (rise, fall) = (at(day, hour: on.0 + edge), at(day, hour: on.1 + edge / 2))
            let before = stretches.last?.to ?? from
            if before < rise { stretches.append(.init(from: before, to: min(rise, now), .no)) }
            if rise < now {
                stretches.append(.init(from: rise, to: min(fall, now), day % 13 == 5 ? .unknown : .yes))
            }
        }
        return MachineTimeline.Lane(text: text, words: words, stretches: stretches)
    }

    // MARK: Jobs

    private func job(_ number: Int) -> ReportContent.Job {
        let names = [
            "Nightly backup", "Photo index", "Mail archive", "Package lists", "Scrub", "Model training",
            "Sync",
        ]
        let identifier = JobIdentifier("org.example.job-\(number)")
        guard let identifier else { preconditionFailure("a made-up name is bad") }
        let id = JobID(owner: UserID(1000), identifier: identifier)
        let title =
            number % 40 == 7 ? "Job \(number) \(Self.evil)" : "\(names[number % names.count]) \(number)"
        var (runs, waits, skips): ([HistoryEntry], [JobTimeline.Stretch], [Skip]) = ([], [], [])
        for day in 0..<days {
            let due = at(day, hour: Double(number * 5 % 24))
            guard due >= from, due < now.advanced(by: .seconds(-8 * 3600)) else { continue }
            let luck = chance(number * 1000 + day)
            if luck < 0.02 {
                skips.append(Skip(due: due, skipped: due.advanced(by: .seconds(600)), reason: .maxLateness))
                continue
            }
            let late = luck < 0.5 ? 0 : Int64(luck * luck * 7 * 3600)
            let started = due.advanced(by: .seconds(late))
            if late > 0 { waits += [wait(number, from: due, to: started)] }
            runs.append(run(number * 1000 + day, id, due: due, started: started, luck))
        }
        return status(
            number,
            JobTimeline(
                job: id, title: title, from: from, to: now, waits: waits, runs: runs, skips: skips,
                activeRun: number % 30 == 3
                    ? JobRecord.ActiveRun(run: RunID(999_000), started: now.advanced(by: .seconds(-3000)))
                    : nil))
    }

    private func wait(_ number: Int, from: WallTime, to: WallTime) -> JobTimeline.Stretch {
        let lacks: [JobTimeline.Lack] = [
            .init(name: "externalPower", words: "external power"), .init(name: "network", words: "a network"),
            .init(name: "idle", words: "an idle machine for 10m"),
            .init(name: "paused", words: "paused by hand"),
            .init(name: "command", words: Self.evil),
        ]
        return JobTimeline.Stretch(from: from, to: to, lacks: [lacks[number % lacks.count]])
    }

    private func run(
        _ number: Int, _ id: JobID, due: WallTime, started: WallTime, _ luck: Double
    ) -> HistoryEntry {
        let outcome: Outcome = luck > 0.98 ? .failed : luck > 0.95 ? .interrupted : .succeeded
        return HistoryEntry(
            run: RunID(Int64(number)), job: id, due: due, started: started,
            ended: started.advanced(by: .seconds(300 + Int64(luck * 5000))),
            duration: .seconds(300 + Int64(luck * 4000)), outcome: outcome,
            stopReason: outcome == .interrupted ? .requirementLost(.externalPower) : nil,
            exit: outcome == .failed ? .code(3) : nil, failure: outcome == .failed ? Self.evil : nil)
    }

    private func status(_ number: Int, _ timeline: JobTimeline) -> ReportContent.Job {
        let isFailing = number % 25 == 4
        let forecast = Forecast(
            job: timeline.job, likely: now.advanced(by: .seconds(Int64(number % 20) * 3600 + 1800)),
            confidence: number % 3 == 0 ? .good : .low, note: "all it needs held then on 9 of 12 days")
        return ReportContent.Job(
            timeline, state: timeline.activeRun == nil ? (number % 8 == 1 ? .due : .scheduled) : .running,
            phrase: number % 8 == 1
                ? "needs external power: AC is offline" : "starts tomorrow 02:00 (in 12 h)",
            troubles: isFailing ? ["failed 3 times since yesterday 13:00: exit 3", Self.evil] : [],
            frozenSince: number % 30 == 3 ? now.advanced(by: .seconds(-1200)) : nil, forecast: forecast,
            logs: timeline.runs.last.map { [(run: $0.run, text: "line 1\n\(Self.evil)\nlast line\n")] } ?? [])
    }
}
