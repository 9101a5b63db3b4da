// Reads what a tree writes, once, and hands it to everyone who keeps it.
import BGRunJob
import BGRunLinux
import Glibc

/// The reading ends of a tree's output, and the runs whose output it is: the run itself, or those that are active in a host.
/// Without one it is dropped.
final class TreeOutput {
    /// What one turn of the loop reads at most, so that a tree that writes without end holds up no other.
    private static let turn = 65_536
    /// A pipe holds at most this much without special rights; what is in it when the tree ends is read.
    private static let largestPipe = 1 << 20

    /// Each nil once it has ended.
    private var output: FileDescriptor?
    private var errors: FileDescriptor?
    private var keepers: [(run: RunID, output: RunOutput)] = []
    /// Empty until something is written: a start does not wait for these pages, and a silent tree needs none.
    private var buffer: [UInt8] = []
    /// There where somebody wants to hear it, as of an errand.
    private var last: LastLine?
    /// There while somebody may want what was written before anybody kept it, as of a host that ends before it begins a task.
    private var early: EarlyOutput?

    /// - Parameters:
    ///   - output: nonblocking; nil where it has ended.
    ///   - errors: the same.
    init(from output: consuming FileDescriptor?, _ errors: consuming FileDescriptor?) {
        self.output = consume output
        self.errors = consume errors
    }

    func keepLastLine() { last = LastLine() }

    /// The last line of what was read; nil where none was, or nobody wants to hear it.
    var lastLine: String? { last?.text }

    func rawValue(of stream: OutputStream) -> Int32? {
        switch stream {
        case .standardOutput: output?.rawValue
        case .standardError: errors?.rawValue
        }
    }

    func keepEarly() { early = EarlyOutput() }

    /// The end of what was written before anybody kept it, once.
    func takeEarly() -> EarlyOutput? {
        var written = early.take()
        written?.cut()
        return written?.pieces.isEmpty == false ? written : nil
    }

    // MARK: - Who keeps it

    /// In the order in which they began.
    var runs: [RunID] { keepers.map(\.run) }

    func begin(_ run: RunID, _ output: RunOutput) {
        early = nil
        keepers.append((run, output))
    }

    func end(_ run: RunID) { keepers.removeAll { $0.run == run } }

    /// What is kept of the run takes so much of the disk; nil where it is none of these.
    func keptBytes(of run: RunID) -> Int64? { keepers.first { $0.run == run }?.output.keptBytes }

    // MARK: - Reading

    enum Progress {
        case more, nothing, ended
    }

    /// Reads once, and has what came kept.
    func read(_ stream: OutputStream) throws(SystemError) -> Progress {
        if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: Self.turn) }
        let result =
            switch stream {
            case .standardOutput: try output?.read(into: &buffer)
            case .standardError: try errors?.read(into: &buffer)
            }
        switch result {
        case nil: return .ended
        case .wouldBlock: return .nothing
        case .endOfFile: return .ended
        case .bytes(let count):
            last?.add(buffer[..<count])
            if keepers.isEmpty, early == nil { return .more }
            let origin = OutputOrigin.now(stream)
            early?.add(buffer[..<count], from: origin)
            for keeper in keepers { keeper.output.keep(buffer[..<count], from: origin) }
            return .more
        }
    }

    /// Reads what is still in the pipes. A process outside the tree may hold the other end and go on writing,
    /// so it reads no more than a pipe holds.
    ///
    /// - Returns: Whether there was anything.
    func drain() -> Bool {
        var isMore = false
        for stream in OutputStream.allCases {
            for _ in 0..<(Self.largestPipe / Self.turn) {
                guard let turn = try? read(stream), turn == .more else { break }
                isMore = true
            }
        }
        return isMore
    }

    /// The pipe has ended; once both have, nothing more comes to anybody.
    func close(_ stream: OutputStream) {
        switch stream {
        case .standardOutput: output = nil
        case .standardError: errors = nil
        }
        guard output == nil, errors == nil else { return }
        buffer = []
        for keeper in keepers { keeper.output.close() }
    }
}

/// The end of what a host wrote before a task of it had begun: a crash says there why.
struct EarlyOutput {
    /// So much of it is kept.
    private static let mostBytes = 16_384
    /// Who writes a byte at a time has no more pieces than this.
    private static let mostPieces = 64

    private(set) var pieces: [(origin: OutputOrigin, bytes: [UInt8])] = []
    private var count = 0

    mutating func add(_ more: ArraySlice<UInt8>, from origin: OutputOrigin) {
        let more = more.suffix(Self.mostBytes)
        if let last = pieces.last, last.origin.covers(origin) {
            pieces[pieces.count - 1].bytes += more
        } else {
            pieces.append((origin, Array(more)))
        }
        count += more.count
        // Seldom, so that each byte is moved once.
        if count > 2 * Self.mostBytes { cut() }
        if pieces.count > Self.mostPieces { count -= pieces.removeFirst().bytes.count }
    }

    /// The oldest go.
    mutating func cut() {
        while let first = pieces.first, count > Self.mostBytes {
            let excess = count - Self.mostBytes
            if first.bytes.count <= excess {
                pieces.removeFirst()
            } else {
                pieces[0].bytes.removeFirst(excess)
            }
            count -= min(excess, first.bytes.count)
        }
    }
}
