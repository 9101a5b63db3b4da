// The records on this machine, in the place of HealthKit's queries, and what is known of those that were sent.
import BackgroundTasks

enum Kind: String, CaseIterable, Codable {
    /// One value each, as a pulse.
    case samples
    /// A series each, as an electrocardiogram.
    case electrocardiograms
}

/// The records of a kind, one a line, in the order in which they came. New ones are added at the end at any time.
struct RecordFiles {
    let folder: URL

    func records(of kind: Kind, after cursor: Int, limit: Int) throws -> [String] {
        let text = try String(contentsOf: folder.appending(path: "\(kind.rawValue).jsonl"), encoding: .utf8)
        // What is being written has no end of line yet.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return lines.dropFirst(cursor).prefix(limit).map(String.init)
    }
}

/// Records that go to the server together. The key is the same however often the batch is sent, so the server takes it once.
struct Batch: Codable, Equatable {
    let kind: Kind
    let first: Int
    let count: Int

    var key: String { "\(kind.rawValue)-\(first)-\(count)" }
}

/// What was done, written so that a cut at any point loses nothing and sends nothing anew that has arrived.
///
/// 1. The batch is written down before it is sent. After a cut the very same batch is sent again, with its key: records that
///    have come since go with the next one.
/// 2. That it has arrived is the cursor, which moves in the same write in which the batch is crossed out.
struct Ledger: Codable {
    private var cursors: [Kind.RawValue: Int] = [:]
    /// What was about to be sent.
    private(set) var open: Batch?

    func cursor(of kind: Kind) -> Int { cursors[kind.rawValue, default: 0] }

    mutating func begin(_ batch: Batch) { open = batch }

    mutating func finish(_ batch: Batch) {
        cursors[batch.kind.rawValue] = batch.first + batch.count
        open = nil
    }
}

/// Where the ledger is kept.
struct LedgerFile {
    let folder: URL
    private var file: URL { folder.appending(path: "ledger.json") }

    func read() throws -> Ledger {
        guard FileManager.default.fileExists(atPath: file.path) else { return Ledger() }
        return try JSONDecoder().decode(Ledger.self, from: Data(contentsOf: file))
    }

    /// Returns when it is on the disk: else power that fails could bring an older ledger back, without the batch that was sent.
    func write(_ ledger: Ledger) throws {
        let new = folder.appending(path: "ledger.json.new")
        try JSONEncoder().encode(ledger).write(to: new)
        try sync(new)
        guard rename(new.path, file.path) == 0 else { throw POSIXError.last }
        try sync(folder)
    }

    private func sync(_ place: URL) throws {
        let descriptor = open(place.path, O_RDONLY | O_CLOEXEC)
        guard 0 <= descriptor else { throw POSIXError.last }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw POSIXError.last }
    }
}

extension POSIXError {
    fileprivate static var last: POSIXError { POSIXError(Code(rawValue: errno) ?? .EIO) }
}
