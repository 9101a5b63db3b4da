// Keeps what a run writes: the first half and the last half of a limit, in one file.
import BGRunLinux
import Glibc

/// The file in which a run's output is kept.
final class RunOutput {
    /// Nil where none could be made: then everything is lost. And once nothing more comes.
    private var file: FileDescriptor?
    private let isKept: Bool
    private var layout: OutputFile

    /// - Parameter file: holds the header of `layout`, and nothing else.
    init(to file: consuming FileDescriptor?, _ layout: OutputFile) {
        isKept = file != nil
        self.file = file
        self.layout = layout
    }

    /// What is kept takes so much of the disk.
    var keptBytes: Int64 { isKept ? OutputFile.blocks(layout.size) : 0 }

    func close() { file = nil }

    /// The data first, then the header that counts it: a reader never sees a count without its bytes.
    func keep(_ bytes: ArraySlice<UInt8>) {
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

    /// The layout of a file of this kind.
    private static func layout(of file: borrowing FileDescriptor) throws(SystemError) -> OutputFile {
        var header = [UInt8](repeating: 0, count: OutputFile.headerSize)
        guard try file.read(into: &header, at: 0) == header.count, let layout = OutputFile(header: header)
        else { throw SystemError(operation: "pread", errno: EBADMSG) }
        return layout
    }

    /// Reads the last piece of a file of this kind.
    static func readEnd(_ file: borrowing FileDescriptor, limit: Int) throws(SystemError) -> OutputChunk {
        try read(file, from: layout(of: file).written - Int64(limit), limit: limit)
    }

    /// Reads a piece of a file of this kind, from a position in the stream of output.
    static func read(
        _ file: borrowing FileDescriptor, from position: Int64, limit: Int
    ) throws(SystemError) -> OutputChunk {
        let layout = try layout(of: file)
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
