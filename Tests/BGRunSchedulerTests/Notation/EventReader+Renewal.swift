// Reads the runs that go on under the daemon's next program.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension EventReader {
    /// Behind `goesOn`.
    func continued(_ words: inout Words) throws -> ContinuedRun {
        var values: [String: String] = [:]
        while let word = words.optional() {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            if let name = parts.first { values[name] = parts.count == 2 ? parts[1] : "" }
            if let kind = Requirement.Kind(rawValue: word) { values["lost"] = kind.rawValue }
        }
        func instant(_ name: String) -> Int64? {
            values[name].flatMap(Double.init).map { Int64($0 * 1_000_000) }
        }
        func span(_ name: String) -> Duration? { values[name].flatMap { Duration(text: $0[...]) } }
        guard let number = values["run"].flatMap({ Int64($0) }) else { throw words.fault("run=NUMBER") }
        let started = Now(
            wall: values["started"].flatMap { WallTime(rfc3339: $0[...]) } ?? now.wall,
            boot: instant("boot").map { BootTime(microseconds: $0) } ?? now.boot,
            awake: instant("awake").map { AwakeTime(microseconds: $0) } ?? now.awake)
        var run = Run(
            id: RunID(number), due: values["due"].flatMap { WallTime(rfc3339: $0[...]) } ?? now.wall,
            started: started, timeBudget: span("budget") ?? .seconds(10_800),
            gracePeriod: span("grace") ?? .seconds(10), isForced: values["forced"] != nil,
            isInHours: values["outOfHours"] == nil, isSimulated: values["simulated"] != nil,
            silenceLimit: span("silence"))
        run.frozenFor = span("frozenFor") ?? .zero
        run.progressed = instant("progressed").map { AwakeTime(microseconds: $0) } ?? started.awake
        var stillness: ContinuedRun.Stillness?
        if let cause = values["still"] {
            let since = instant("since").map { AwakeTime(microseconds: $0) } ?? now.awake
            let until = instant("until").map { AwakeTime(microseconds: $0) } ?? now.awake
            let kind = values["lost"].flatMap { Requirement.Kind(rawValue: $0) }
            let reason: FreezeReason =
                switch (FreezeCause(rawValue: cause), kind) {
                case (.requirementLost?, let kind?): .requirementLost(kind, until: until)
                case (.allowedHours?, _): .allowedHours
                case (_, _): throw words.fault("what it stands still for")
                }
            stillness = ContinuedRun.Stillness(since: since, reason: reason)
        }
        var continued = ContinuedRun(
            run, process: values["process"].flatMap { Int32($0) } ?? 1, stillness: stillness)
        if let rest = values["deferred"] {
            continued.deferral = Duration(text: rest[...]).map { .by($0) } ?? .usual
        }
        return continued
    }
}
