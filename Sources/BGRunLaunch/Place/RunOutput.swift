// Keeps what a run writes: the first half and the last half of a limit, in one file.
import BGRunLinux
import Glibc

/// The file in which a run's output is kept.
final class RunOutput {
    /// Nil where none could be made: then everything is lost. And once nothing more comes.
    private var file: FileDescriptor?
    private let isKept: Bool
    private var layout: OutputFile
    /// Of the last mark; nil before the first.
    private var origin: OutputOrigin?

    /// - Parameter file: holds the header of `layout`, and nothing else.
    init(to file: consuming FileDescriptor?, _ layout: OutputFile) {
        isKept = file != nil
        self.file = file
        self.layout = layout
    }

    /// What is kept takes so much of the disk.
    var keptBytes: Int64 { isKept ? layout.blocks : 0 }

    func close() { file = nil }

    /// The data first, then a mark where it needs one, then the header that counts both: a reader never sees a count without
    /// what it counts.
    func keep(_ bytes: ArraySlice<UInt8>, from origin: OutputOrigin) {
        guard file != nil else { return }
        let begin = layout.written
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
            try mark(origin, at: begin)
        } catch {
            // A full disk must not stop the run, which would wait for its output to be read.
            layout.lost += Int64(bytes.count) - (layout.written - begin)
        }
        // The header's place exists since the file was made; where even this fails, the count is late.
        try? file?.write(all: layout.header, at: 0)
    }

    private func mark(_ origin: OutputOrigin, at position: Int64) throws(SystemError) {
        if self.origin?.covers(origin) ?? false { return }
        let mark = OutputMark(position: position, origin)
        try file?.write(all: mark.bytes, at: layout.place(ofMark: layout.marks))
        layout.marks += 1
        self.origin = origin
    }

    /// What a file of this kind takes of the disk.
    static func blocks(of file: borrowing FileDescriptor) throws(SystemError) -> Int64 {
        try layout(of: file).blocks
    }

    /// Goes on keeping in a file of this kind.
    convenience init(goingOnIn file: consuming FileDescriptor) throws(SystemError) {
        let layout = try Self.layout(of: file)
        self.init(to: file, layout)
    }

    /// The layout of a file of this kind.
    private static func layout(of file: borrowing FileDescriptor) throws(SystemError) -> OutputFile {
        var header = [UInt8](repeating: 0, count: OutputFile.headerSize)
        let count = try file.read(into: &header, at: 0)
        guard let layout = OutputFile(header: Array(header.prefix(count))) else { throw unreadable }
        return layout
    }

    private static let unreadable = SystemError(operation: "pread", errno: EBADMSG)

    private static func mark(
        _ number: Int64, of file: borrowing FileDescriptor, _ layout: OutputFile
    ) throws(SystemError) -> OutputMark {
        var bytes = [UInt8](repeating: 0, count: OutputMark.size)
        let count = try file.read(into: &bytes, at: layout.place(ofMark: number))
        guard count == bytes.count, let mark = OutputMark(bytes) else { throw unreadable }
        return mark
    }

    /// Reads the last piece of a file of this kind.
    static func readEnd(_ file: borrowing FileDescriptor, limit: Int) throws(SystemError) -> OutputChunk {
        let layout = try layout(of: file)
        return try read(file, layout, from: layout.written - Int64(limit), limit: limit)
    }

    /// Reads a piece of a file of this kind, from a position in the stream of output, with where it came from.
    static func read(
        _ file: borrowing FileDescriptor, from position: Int64, limit: Int
    ) throws(SystemError) -> OutputChunk {
        let layout = try layout(of: file)
        let chunk = try read(file, layout, from: position, limit: limit)
        let marks = OutputMarks(layout)
        do throws(SystemError) {
            return chunk.split(
                try marks.stretches(from: chunk.start, to: chunk.next) { number throws(SystemError) in
                    try mark(number, of: file, layout)
                })
        } catch {
            // Marks that can't be read keep nobody from the text.
            return chunk
        }
    }

    private static func read(
        _ file: borrowing FileDescriptor, _ layout: OutputFile, from position: Int64, limit: Int
    ) throws(SystemError) -> OutputChunk {
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
