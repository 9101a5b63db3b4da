// The text of a file or of standard input, before anybody knows what it describes.
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

/// As much of a text as may be read.
struct InputFile {
    let bytes: [UInt8]

    /// Why it can't be used.
    struct Fault: Error {
        let mistakes: [DescriptorMistake]

        /// One line for each mistake.
        var lines: [String] { mistakes.map(\.text.visible) }
    }

    /// Part of a text that was read.
    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads a file, or standard input where `path` is `-`.
    ///
    /// - Parameter limit: How much is of use. One byte more than that is read, so that whoever reads the text sees that it is
    ///   too long.
    init(path: String, limit: Int = JobDescriptor.byteLimit) throws(Fault) {
        bytes = try Self.contents(path, limit: limit + 1)
    }

    /// The bytes as plain JSON: the daemon is sent what the author wrote.
    func object() throws(Fault) -> JSONObject {
        guard let value = try? JSONValue(parsing: bytes, limits: .descriptor),
            case .object(let object) = value
        else { throw Fault("this is no JSON object", advice: "write { … }") }
        return object
    }

    /// Whether it is meant to be a manifest: a descriptor has no such key.
    var isManifest: Bool { (try? object())?["application"] != nil }

    private static func contents(_ path: String, limit: Int) throws(Fault) -> [UInt8] {
        do throws(SystemError) {
            guard path == "-" else { return try File.prefix(of: path, limit: limit) }
            let input = FileDescriptor(owning: 0)
            let contents = try input.prefix(limit: limit)
            _ = input.release()
            return contents
        } catch {
            throw Fault("can't be read: \(SystemError.text(of: error.errno))", advice: "check its name")
        }
    }
}

extension InputFile.Fault {
    /// One that is about the file as a whole.
    init(_ reason: String, advice: String) {
        self.init(mistakes: [DescriptorMistake(keyPath: "", reason: reason, advice: advice)])
    }
}

extension File {
    /// At most `limit` bytes from the beginning of a file, which may be a pipe.
    fileprivate static func prefix(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
        try File.open(path, 0).prefix(limit: limit)
    }
}

extension FileDescriptor {
    fileprivate func prefix(limit: Int) throws(SystemError) -> [UInt8] {
        var contents: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while contents.count < limit, case .bytes(let count) = try read(into: &buffer) {
            contents += buffer[..<min(count, limit - contents.count)]
        }
        return contents
    }
}
