// Plays a small text against the scheduler and compares everything that comes out.
//
// A scenario is written like the daemon's decision log, so an excerpt of a log is a scenario (ScenarioFile has what a file
// of them says beside that):
//
//     +5s > power yes "AC is online"        an event, 5 s after the one before
//     < launch run=1 org.example.a@1000     an effect it is expected to have; all of them, in order
//     @ +10m budgetEnds org.example.a@1000  the next wake-up afterwards (only compared where written)
//     ? org.example.a@1000 externalPower    its blockers now
//     & org.example.a@1000 failing=2 (attempt 3 of 10)  what is wrong with it now; nothing behind it where nothing is
//     % org.example.a@1000                  its requirements now, one `|` line for each
//     $ org.example.a@1000 used=1m of=3h    its run now: time, and what it says of itself
//     ! +2h occurrenceDue org.example.a@1000  the alarm that wakes a sleeping machine (only compared where written)
//
// What stands before `>` moves the clocks: `+5s` all three, `asleep +1h` all but the awake one, `wall -1h` only
// the wall clock, and a log's own time stamp sets them all. Lines that start with `#` are for people.
//
// What history keeps of the machine (`< condition`, `< hold`) is compared in scenarios that write such a line. In
// those that do not speak of a `connection`, NetworkManager is not there, and says so at once when it is asked.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import BGRunTestSupport
import Testing

/// Fails unless `text` plays exactly as written.
func check(_ text: String, policy: Policy = Policy(), sourceLocation: SourceLocation = #_sourceLocation) {
    do {
        var scenario = Scenario(policy: policy)
        let played = try scenario.play(text)
        let written = Scenario.normalized(text)
        guard played != written else { return }
        Issue.record(
            "The scenario plays differently:\n\(LineDifference(written, played).text)\n\nAs played:\n\(played)",
            sourceLocation: sourceLocation)
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
    }
}

struct Scenario {
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    fileprivate var scheduler: Scheduler
    fileprivate var now: Now
    private var comparesHistory = false
    private var hasConnection = false
    /// Those that were launched or taken over. A report of any other would stop all tests.
    private var runs: Set<RunID> = []

    /// 10:00 on a day in November, an hour after boot, never asleep.
    init(policy: Policy) {
        scheduler = Scheduler(policy: policy)
        let hour: Int64 = 3_600_000_000
        now = Now(
            wall: WallTime(rfc3339: "2026-11-20T10:00:00Z") ?? WallTime(microseconds: 0),
            boot: BootTime(microseconds: hour), awake: AwakeTime(microseconds: hour))
    }

    /// Counts up with each change that is shown to people.
    var revision: UInt64 { scheduler.revision }

    /// What the run is told of itself.
    func account(of run: Int64) -> RunAccount? { scheduler.account(of: RunID(run), at: now) }

    /// What is shown of a job of user 1000.
    func status(of identifier: String) -> JobStatus? {
        JobIdentifier(identifier).flatMap {
            scheduler.status(of: JobID(owner: UserID(1000), identifier: $0), at: now)
        }
    }

    static func normalized(_ text: String) -> String { lines(of: text).joined(separator: "\n") }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmed }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }

    /// The scenario as the scheduler really plays it.
    mutating func play(_ text: String) throws -> String {
        let lines = Self.lines(of: text)
        comparesHistory = lines.contains { $0.hasPrefix("< condition ") || $0.hasPrefix("< hold ") }
        hasConnection = text.contains("connection")
        var played: [String] = []
        var index = 0
        while index < lines.count {
            let line = lines[index]
            index += 1
            if line.hasPrefix("<") { continue }
            if line.hasPrefix("@") {
                played.append("@ \(scheduler.nextWakeup(at: now)?.notation(at: now) ?? "never")")
            } else if line.hasPrefix("!") {
                played.append("! \(scheduler.nextAlarm(at: now)?.notation(at: now) ?? "never")")
            } else if line.hasPrefix("$") {
                played.append(try run(line))
            } else if line.hasPrefix("?") {
                played.append(try blockers(line))
            } else if line.hasPrefix("&") {
                played.append(try troubles(line))
            } else if line.hasPrefix("%") {
                // What it was told before is written anew.
                while index < lines.count, lines[index].hasPrefix("|") { index += 1 }
                played += try requirements(line)
            } else {
                var members: [String] = []
                while index < lines.count, lines[index].hasPrefix("|") {
                    members.append(lines[index])
                    index += 1
                }
                played.append(line)
                played += members
                played += try perform(line, members).map { "< \($0)" }
            }
        }
        return played.joined(separator: "\n")
    }

    private mutating func perform(_ line: String, _ members: [String]) throws -> [String] {
        guard let mark = line.range(of: "> ") ?? line.range(of: ">") else {
            throw Fault(description: "no event in the line: \(line)")
        }
        try move(line[..<mark.lowerBound].trimmed)
        let event = try EventReader(now: now).event(line[mark.upperBound...].trimmed, members)
        if case .recovered(let recovery) = event { runs.formUnion(recovery.jobsGoingOn.map(\.run)) }
        if let run = event.run, !runs.contains(run) {
            throw Fault(description: "run \(run) was not launched: \(line)")
        }
        let effects = answer(scheduler.handle(event, at: now))
        for effect in effects { runs.formUnion(effect.runs) }
        return effects.flatMap { compared($0).notation }
    }

    /// The effects, with the answer to them where NetworkManager is asked for.
    private mutating func answer(_ effects: Effects) -> [Effects] {
        guard !hasConnection, effects.wishes.contains(.observe(.subject(.connection))) else {
            return [effects]
        }
        let answer = Event.observed(.connection, .absent("NetworkManager is not on the system bus"))
        return [effects, scheduler.handle(answer, at: now)]
    }

    private func compared(_ effects: Effects) -> Effects {
        var compared = effects
        compared.saves.removeAll { save in
            switch save {
            case .note: !comparesHistory
            default: false
            }
        }
        compared.wishes.removeAll { wish in
            switch wish {
            case .observe(.subject(.connection)), .ignore(.subject(.connection)): !hasConnection
            default: false
            }
        }
        return compared
    }

    private mutating func move(_ words: String) throws {
        let parts = words.split(separator: " ").map(String.init)
        if let wall = parts.first.flatMap({ WallTime(rfc3339: $0) }), parts.count == 3 {
            now = Now(
                wall: wall, boot: BootTime(microseconds: try Self.microseconds(parts[1], "boot=")),
                awake: AwakeTime(microseconds: try Self.microseconds(parts[2], "awake=")))
            return
        }
        guard let last = parts.last else { return }
        let span = try Self.span(last)
        now.wall = now.wall.advanced(by: span)
        if parts.first == "wall" { return }
        now.boot = now.boot.advanced(by: span)
        if parts.first == "asleep" { return }
        now.awake = now.awake.advanced(by: span)
    }

    private static func span(_ text: String) throws -> Duration {
        guard let span = Duration(text: text.dropFirst()) else {
            throw Fault(description: "no duration: \(text)")
        }
        return text.hasPrefix("-") ? .zero - span : span
    }

    private static func microseconds(_ word: String, _ prefix: String) throws -> Int64 {
        guard word.hasPrefix(prefix), let seconds = Double(word.dropFirst(prefix.count)) else {
            throw Fault(description: "no clock reading: \(word)")
        }
        return Int64((seconds * 1_000_000).rounded())
    }

    private func blockers(_ line: String) throws -> String {
        let words = line.split(separator: " ").map(String.init)
        let name = words.count > 1 ? words[1] : ""
        return (["?", name] + (try blockers(of: name).map(\.name))).joined(separator: " ")
    }

    private func troubles(_ line: String) throws -> String {
        let words = line.split(separator: " ").map(String.init)
        let name = words.count > 1 ? words[1] : ""
        guard let status = scheduler.status(of: try EventReader(now: now).job(name), at: now) else {
            throw Fault(description: "there is no job: \(line)")
        }
        let health = status.health
        let troubles = health.troubles.map { trouble in
            switch trouble {
            case .failing:
                "failing=\(health.failing?.count ?? 0)"
                    + (health.attempt.map { " (attempt \($0) of \(health.attempts ?? 0))" } ?? "")
            case .cannotStart: "cannotStart=\(health.impediments.map(\.key).joined(separator: ","))"
            case .invalid, .overdue, .notRun, .overrun, .hook, .unfinished: trouble.rawValue
            }
        }
        return (["&", name] + troubles).joined(separator: " ")
    }

    func blockers(of name: String) throws -> [Blocker] {
        scheduler.blockers(of: try EventReader(now: now).job(name), at: now)
    }
}

extension Scenario {
    /// How far a job's run is, and what is known of it beside that.
    private func run(_ line: String) throws -> String {
        let words = line.split(separator: " ").map(String.init)
        let id = try EventReader(now: now).job(words.count > 1 ? words[1] : "")
        guard let run = scheduler.status(of: id, at: now)?.run else { return "$ \(id)" }
        var said = ["$ \(id) used=\(run.used.text) of=\(run.timeBudget.text)"]
        if let usual = run.usual { said.append("usual=\(usual.text)") }
        if let percent = run.progress?.percent { said.append("\(percent)%") }
        if let text = run.progress?.subtitle { said.append("\"\(text)\"") }
        if let sign = run.sign { said.append(sign.rawValue) }
        if let overrun = run.overrun { said.append("overruns=\(overrun.measure.rawValue)") }
        return said.joined(separator: " ")
    }

    /// Each requirement with its state, as `why` shows it.
    private func requirements(_ line: String) throws -> [String] {
        let words = line.split(separator: " ").map(String.init)
        let id = try EventReader(now: now).job(words.count > 1 ? words[1] : "")
        let states = scheduler.status(of: id, at: now)?.requirements ?? []
        return ["% \(id)"]
            + states.map { status in
                var words = ["| \(status.requirement.text) \(status.state.rawValue): \(status.reason)"]
                if let alternative = status.alternative { words.append("(\(alternative))") }
                if status.isPreferred { words.append("(preferred)") }
                if status.isSimulated { words.append("(simulated)") }
                return words.joined(separator: " ")
            }
    }
}

extension StringProtocol {
    var trimmed: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

extension Event {
    /// The run that it reports of.
    fileprivate var run: RunID? {
        switch self {
        case .launched(let run, _), .launchFailed(let run, _), .mainExited(let run, _),
            .exited(let run, _, _):
            run
        case _: nil
        }
    }
}

extension Effects {
    /// The runs that begin with it, or are taken over.
    fileprivate var runs: [RunID] {
        promises.compactMap { if case .launch(let order) = $0 { order.run } else { nil } }
            + stops.compactMap { if case .adopt(let run, _, _) = $0 { run } else { nil } }
    }
}
