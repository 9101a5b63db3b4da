// A pipe in the file system, through which a started program tells a test something.
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc

/// Both its ends are held, so that opening it never waits; every user may write to it.
final class NamedPipe {
    let path: String
    private let file: FileDescriptor

    init(at path: String) throws {
        self.path = path
        guard mkfifo(path, 0o600) == 0, chmod(path, 0o666) == 0 else {
            throw SystemError(operation: "mkfifo", path: path, errno: errno)
        }
        file = try File.open(path, O_RDWR | O_NONBLOCK)
    }

    /// The words of the line that comes next, as numbers.
    func numbers() throws -> [Int32] {
        let deadline = Clock.read(.monotonic) + 30_000_000
        var text: [UInt8] = []
        while text.last != UInt8(ascii: "\n") {
            guard try Readiness.wait(for: file.rawValue, to: .read, until: deadline) else {
                throw SystemError(operation: "read", path: path, errno: ETIMEDOUT)
            }
            var byte: [UInt8] = [0]
            if try file.read(into: &byte) == .bytes(1) { text += byte }
        }
        return String(decoding: text.dropLast(), as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
    }

    /// Whether something has come that is not read yet.
    func hasLine() throws -> Bool { try Readiness.wait(for: file.rawValue, to: .read, until: 0) }

    func write(_ line: String) throws { try file.write(all: Array("\(line)\n".utf8)) }
}
