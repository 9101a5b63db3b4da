// Keeps what a run writes: the first half and the last half of a limit, in one file.
import BGRunLinux
import Glibc

/// The reading end of a run's output and the file it is kept in.
final class RunOutput {
    /// What one turn of the loop reads at most, so that a run that writes without end holds up no other.
    private static let turn = 65_536
    /// A pipe holds at most this much without special rights; what is in it when the run ends is read.
    private static let largestPipe = 1 << 20

    private let pipe: FileDescriptor
    /// Nil where none could be made: then everything is lost.
    private let file: FileDescriptor?
    private var layout: OutputFile
    /// Empty until the run writes: its start does not wait for these pages, and a silent run needs none.
    private var buffer: [UInt8] = []

    /// - Parameters:
    ///   - pipe: nonblocking.
    ///   - file: holds the header of `layout`, and nothing else.
    init(from pipe: consuming FileDescriptor, to file: consuming FileDescriptor?, _ layout: OutputFile) {
        self.pipe = pipe
        self.file = file
        self.layout = layout
    }

    var rawValue: Int32 { pipe.rawValue }

    /// What is kept takes so much of the disk.
    var keptBytes: Int64 { file == nil ? 0 : OutputFile.blocks(layout.size) }

    enum Progress {
        case more, nothing, ended
    }

    /// Reads once, and keeps what came.
    func read() throws(SystemError) -> Progress {
        if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: RunOutput.turn) }
        switch try pipe.read(into: &buffer) {
        case .wouldBlock: return .nothing
        case .endOfFile: return .ended
        case .bytes(let count):
            keep(buffer[..<count])
            return .more
        }
    }

    /// Reads what is still in the pipe. A process outside the run may hold the other end and go on writing,
    /// so it reads no more than a pipe holds.
    func drain() -> Progress {
        var progress = Progress.nothing
        for _ in 0..<(RunOutput.largestPipe / RunOutput.turn) {
            guard let turn = try? read(), turn == .more else { break }
            progress = turn
        }
        return progress
    }

    /// The data first, then the header that counts it: a reader never sees a count without its bytes.
    private func keep(_ bytes: ArraySlice<UInt8>) {
        guard file != nil else { return }
        do throws(SystemError) {
            var rest = bytes
            var position = layout.written
            while !rest.isEmpty {
                let (offset, room) = layout.place(of: position)
                let part = rest.prefix(Int(clamping: room))
                try file?.write(all: part, at: offset)
                position += Int64(part.count)
                rest = rest.dropFirst(part.count)
            }
            layout.written = position
        } catch {
            // A full disk must not stop the run, which would wait for its output to be read.
            layout.lost += Int64(bytes.count)
        }
        // The header's place exists since the file was made; where even this fails, the count is late.
        try? file?.write(all: layout.header, at: 0)
    }

    /// Reads a piece of a file of this kind, from a position in the stream of output.
    static func read(
        _ file: borrowing FileDescriptor, from position: Int64, limit: Int
    ) throws(SystemError) -> OutputChunk {
        var header = [UInt8](repeating: 0, count: OutputFile.headerSize)
        guard try file.read(into: &header, at: 0) == header.count, let layout = OutputFile(header: header)
        else { throw SystemError(operation: "pread", errno: EBADMSG) }
        let asked = min(max(position, 0), layout.written)
        let start = asked < layout.head ? asked : max(asked, layout.tailStart)
        var chunk: [UInt8] = []
        var next = start
        while next < layout.written, chunk.count < limit, next < layout.head || next >= layout.tailStart {
            let (offset, room) = layout.place(of: next)
            let wanted = min(room, layout.written - next, Int64(limit - chunk.count))
            var part = [UInt8](repeating: 0, count: Int(clamping: wanted))
            let count = try file.read(into: &part, at: offset)
            if count == 0 { break }
            chunk.append(contentsOf: part[..<count])
            next += Int64(count)
        }
        return OutputChunk(omitted: start - asked, bytes: chunk, next: next, lost: layout.lost)
    }
}
