// What is written in each turn, and what has to be there after it: the same for the writer and for who checks.
import BGRunCalendar
import BGRunJob
import BGRunStore
import BGRunTestSupport

/// A made-up life of a store. Each turn's changes follow from the seed and the number of the turn.
struct Model {
    private static let start = WallTime(microseconds: 1_774_744_200_000_000)
    static let now = Now(
        wall: start, boot: BootTime(microseconds: 900_000_000), awake: AwakeTime(microseconds: 800_000_000))
    /// Tells which turn was the last.
    private static let counter = "org.example.turn"

    private let seed: UInt64
    /// The last turn that was played.
    private(set) var turn: Int64 = 0
    private(set) var jobs: [String: JobRecord] = [:]
    /// No two requests were accepted at the same instant.
    private var requests: Int64 = 0

    init(seed: UInt64) { self.seed = seed }

    /// Plays one turn.
    mutating func next() -> [Change] {
        turn += 1
        var random = SeededGenerator(seed: seed &+ UInt64(turn) &* 1_000_003)
        var changes: [Change] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let name = "org.example.job\(Int.random(in: 0..<40, using: &random))"
            if Int.random(in: 0..<3, using: &random) == 0 {
                guard let job = jobs.removeValue(forKey: name) else { continue }
                changes.append(.forget(job.id))
            } else {
                changes.append(save(name, length: Int.random(in: 0..<3000, using: &random)))
            }
        }
        changes.append(save(Self.counter, length: 0))
        if let job = jobs[Self.counter]?.id {
            let entry = HistoryEntry(
                run: RunID(turn), job: job, due: Self.start, started: Self.start, ended: Self.start,
                outcome: .succeeded, exit: .code(0))
            changes.append(.append(.run(entry)))
        }
        return changes
    }

    private mutating func save(_ name: String, length: Int) -> Change {
        guard let identifier = JobIdentifier(name) else { preconditionFailure("\(name) is an identifier") }
        requests += 1
        let descriptor = JobDescriptor(
            identifier: identifier, title: "turn \(turn)",
            program: .command(["/bin/true", String(repeating: "x", count: length)]))
        let record = JobRecord(
            id: JobID(owner: UserID(1000), identifier: identifier), descriptor: descriptor,
            origin: .submission,
            accepted: Self.start.advanced(by: .seconds(requests)), anchor: Self.start,
            occurrence: JobRecord.Occurrence(number: turn, plan: Plan(at: Self.start)))
        jobs[name] = record
        return .save(record)
    }

    /// What is wrong with what an opening has found; nil where nothing is.
    ///
    /// - Parameter told: The last turn that was told to be on disk. The one after it may be there too.
    static func fault(in opening: Opening, seed: UInt64, told: Int64) -> String? {
        let found = Dictionary(
            opening.recovered.jobs.map { ($0.id.identifier.text, $0) }, uniquingKeysWith: { $1 })
        let turn = found[counter]?.occurrence.number ?? 0
        guard turn == told || turn == told + 1 else { return "turn \(told) was told, \(turn) is there" }
        var model = Model(seed: seed)
        while model.turn < turn { _ = model.next() }
        if found != model.jobs { return "after turn \(turn) other jobs are there than were written" }
        if !opening.setAside.isEmpty { return "rows were set aside: \(opening.setAside)" }
        if told > 0, !opening.losses.isEmpty { return "a loss is told: \(opening.losses.map(\.text))" }
        return nil
    }
}

extension Store {
    static func open(soak directory: String) throws(StoreFailure) -> (Store, Opening) {
        try Store.open(directory: directory, bootID: "soak", now: Model.now, historyLimit: 200)
    }
}
