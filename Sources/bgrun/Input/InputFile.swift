// The text of a file or of standard input, before anybody knows what it describes.
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire
import Glibc

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
            return try NamedFile(path).file.prefix(limit: limit)
        } catch {
            if error.errno == EINVAL {
                throw Fault("this is no regular file", advice: "check its name; - reads a pipe")
            }
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

/// What somebody has named to be read, opened.
struct NamedFile: ~Copyable {
    let file: FileDescriptor
    let status: FileStatus
    /// It is a descriptor that this process was given, whatever that is for.
    let isGiven: Bool

    /// Opens a regular file, or takes a descriptor: `-`, `/dev/stdin`, or `/dev/fd/63`, as a shell writes `<(…)`.
    ///
    /// - Throws: EINVAL for what is no regular file: a named pipe would hold us up until somebody writes to it.
    init(_ path: String) throws(SystemError) {
        let number = Self.descriptor(path)
        let opened =
            if let number { try FileDescriptor.copy(number) } else {
                try File.open(path, O_RDONLY | O_NONBLOCK)
            }
        let status = try opened.status()
        guard number != nil || status.kind == .regular else {
            let errno = status.kind == .directory ? EISDIR : EINVAL
            throw SystemError(operation: "read", path: path, errno: errno)
        }
        (self.status, isGiven) = (status, number != nil)
        file = opened
    }

    /// Which descriptor a path means; nil of a file.
    static func descriptor(_ path: String) -> Int32? {
        if ["-", "/dev/stdin"].contains(path) { return 0 }
        for directory in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(directory) {
            return Int32(path.dropFirst(directory.count)).flatMap { $0 >= 0 ? $0 : nil }
        }
        return nil
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
