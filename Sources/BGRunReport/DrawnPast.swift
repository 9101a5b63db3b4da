// What the page's script draws: numbers in seconds from the window's begin, and texts that are told once.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunText

/// A report as JSON. Short keys and bare numbers, since a year of 200 jobs is to be a few megabytes.
struct DrawnPast {
    /// Of all jobs together, and of all lanes: a condition that flaps while hundreds of jobs wait for it is told coarsely.
    private static let mostWaits = 60_000
    private static let mostSpans = 40_000

    private let content: ReportContent
    private var texts: [String] = []
    private var places: [String: Int64] = [:]

    init(_ content: ReportContent) { self.content = content }

    /// `texts` has every text that lanes refer to by its place. A wait is `[from, seconds, text…]`, with the text of an absence
    /// below zero; a run `[due, started, seconds, outcome, number, text]`.
    mutating func json() -> JSONValue {
        let machine = content.machine
        let lanes = machine.lanes.map { json($0) }
        let jobs = content.jobs.map { json($0) }
        return [
            "origin": .integer(seconds(machine.from)), "length": .integer(at(machine.to)),
            "begin": .integer(at(machine.begin)),
            "gaps": .array(
                machine.gaps.map {
                    [.integer(at($0.from)), .integer(at($0.to) - at($0.from)), .integer($0.absence.number)]
                }),
            "lanes": .array(lanes), "jobs": .array(jobs),
            "texts": .array(texts.map { .string($0) }),
        ]
    }

    private mutating func json(_ lane: MachineTimeline.Lane) -> JSONValue {
        let chances = content.chances[lane.text]?.percents ?? []
        return [
            "name": .string(lane.words.visible.withoutArticle), "key": .string(lane.text.visible),
            "spans": .array(
                lane.coarse(to: Self.mostSpans / max(content.machine.lanes.count, 1)).compactMap { stretch in
                    stretch.verdict.map {
                        [
                            .integer(at(stretch.from)), .integer(at(stretch.to) - at(stretch.from)),
                            .integer($0.number),
                        ]
                    }
                }),
            "ahead": .array(chances.map { .integer(Int64($0 ?? -1)) }),
        ]
    }

    private mutating func json(_ job: ReportContent.Job) -> JSONValue {
        let timeline = job.timeline
        var members: [JSONObject.Member] = []
        func add(_ key: String, _ value: JSONValue) {
            members.append(JSONObject.Member(key: key, value: value))
        }
        add("id", .string(timeline.job.identifier.text))
        add("title", .string((timeline.title ?? timeline.job.identifier.text).visible))
        if let owner = job.owner { add("owner", .string(owner.visible)) }
        add("state", .string(job.state?.rawValue ?? "gone"))
        add("now", .string(job.phrase.visible))
        // One that goes on with an occurrence is not late.
        let first = timeline.runs.firstRuns
        add("runs", .array(timeline.runs.map { json($0, isFirst: first.contains($0.run)) }))
        add("waits", .array(waits(of: timeline).map { json($0) }))
        add(
            "skips",
            .array(
                timeline.skips.map {
                    [
                        .integer(at($0.skipped)), .integer(place(of: $0.reason.words)),
                        .integer($0.reason == .cancelled ? 1 : 0),
                    ]
                }))
        if let active = timeline.activeRun {
            add("active", [.integer(at(active.started)), .integer(active.run.rawValue)])
        }
        if let frozen = job.frozenSince { add("frozen", .integer(at(frozen))) }
        if !job.troubles.isEmpty { add("trouble", .string(job.troubles.joined(separator: "; ").visible)) }
        if let forecast = job.forecast, let likely = forecast.likely {
            add(
                "likely",
                [
                    .integer(at(max(likely, content.machine.to))), .string(forecast.confidence.rawValue),
                    .string(forecast.note.visible),
                ])
        }
        add(
            "logs",
            .object(
                JSONObject(
                    distinct: job.logs.map {
                        JSONObject.Member(key: "\($0.run)", value: .string($0.text.visibleLines))
                    })))
        return .object(JSONObject(distinct: members))
    }

    private mutating func json(_ run: HistoryEntry, isFirst: Bool) -> JSONValue {
        let text = run.endCauses.joined(separator: "; ")
        return [
            .integer(at(isFirst ? run.due : run.started)), .integer(at(run.started)),
            .integer(max(0, at(run.ended) - at(run.started))),
            .integer(run.outcome.number), .integer(run.run.rawValue), .integer(place(of: text)),
            run.duration.map { .integer($0.wholeMicroseconds / 1_000_000) } ?? .null,
        ]
    }

    private mutating func json(_ wait: JobTimeline.Stretch) -> JSONValue {
        var values: [JSONValue] = [.integer(at(wait.from)), .integer(at(wait.to) - at(wait.from))]
        if let absence = wait.absence {
            values.append(.integer(-1 - absence.number))
        } else {
            values += wait.lacks.map { .integer(place(of: "\($0.name)\n\($0.phrase)")) }
        }
        return .array(values)
    }

    private func waits(of timeline: JobTimeline) -> [JobTimeline.Stretch] {
        timeline.coarseWaits(to: Self.mostWaits / max(content.jobs.count, 1))
    }

    /// Where a text stands among all.
    private mutating func place(of text: String) -> Int64 {
        if let place = places[text] { return place }
        let place = Int64(texts.count)
        places[text] = place
        texts.append(text.visibleLines)
        return place
    }

    private func seconds(_ instant: WallTime) -> Int64 {
        instant.microseconds.quotientAndRemainderFloored(by: 1_000_000).quotient
    }

    private func at(_ instant: WallTime) -> Int64 {
        seconds(instant).subtractingSaturating(seconds(content.machine.from))
    }
}

extension JobTimeline.Absence {
    fileprivate var number: Int64 {
        switch self {
        case .asleep: 0
        case .stopped: 1
        case .unknown: 2
        }
    }
}

extension Verdict {
    fileprivate var number: Int64 {
        switch self {
        case .no: 0
        case .yes: 1
        case .unknown: 2
        }
    }
}

extension Outcome {
    /// As the page's script counts them.
    fileprivate var number: Int64 {
        switch self {
        case .succeeded: 0
        case .failed: 1
        case .expired: 2
        case .interrupted: 3
        case .deferred: 4
        case .cancelled: 5
        case .couldNotLaunch: 6
        }
    }
}
