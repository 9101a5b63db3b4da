// Reads what a tree writes, once, and hands it to everyone who keeps it.
import BGRunJob
import BGRunLinux
import Glibc

/// The reading end of a tree's output, and the runs whose output it is: the run itself, or those that are active in a host.
/// Without one it is dropped.
final class TreeOutput {
    /// What one turn of the loop reads at most, so that a tree that writes without end holds up no other.
    private static let turn = 65_536
    /// A pipe holds at most this much without special rights; what is in it when the tree ends is read.
    private static let largestPipe = 1 << 20

    /// Nil once it has ended.
    private var pipe: FileDescriptor?
    private var keepers: [(run: RunID, output: RunOutput)] = []
    /// Empty until something is written: a start does not wait for these pages, and a silent tree needs none.
    private var buffer: [UInt8] = []
    /// There where somebody wants to hear it, as of an errand.
    private var last: LastLine?

    /// - Parameter pipe: nonblocking.
    init(from pipe: consuming FileDescriptor, keepsLastLine: Bool = false) {
        self.pipe = consume pipe
        last = keepsLastLine ? LastLine() : nil
    }

    /// The last line of what was read; nil where none was, or nobody wants to hear it.
    var lastLine: String? { last?.text }

    var rawValue: Int32? { pipe?.rawValue }

    // MARK: - Who keeps it

    /// In the order in which they began.
    var runs: [RunID] { keepers.map(\.run) }

    func begin(_ run: RunID, _ output: RunOutput) { keepers.append((run, output)) }

    func end(_ run: RunID) { keepers.removeAll { $0.run == run } }

    /// What is kept of the run takes so much of the disk; nil where it is none of these.
    func keptBytes(of run: RunID) -> Int64? { keepers.first { $0.run == run }?.output.keptBytes }

    // MARK: - Reading

    enum Progress {
        case more, nothing, ended
    }

    /// Reads once, and has what came kept.
    func read() throws(SystemError) -> Progress {
        if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: Self.turn) }
        guard let result = try pipe?.read(into: &buffer) else { return .ended }
        switch result {
        case .wouldBlock: return .nothing
        case .endOfFile: return .ended
        case .bytes(let count):
            last?.add(buffer[..<count])
            for keeper in keepers { keeper.output.keep(buffer[..<count]) }
            return .more
        }
    }

    /// Reads what is still in the pipe. A process outside the tree may hold the other end and go on writing,
    /// so it reads no more than a pipe holds.
    func drain() -> Progress {
        var progress = Progress.nothing
        for _ in 0..<(Self.largestPipe / Self.turn) {
            guard let turn = try? read(), turn == .more else { break }
            progress = turn
        }
        return progress
    }

    /// The pipe has ended: nothing more comes to anybody.
    func close() {
        pipe = nil
        buffer = []
        for keeper in keepers { keeper.output.close() }
    }
}
