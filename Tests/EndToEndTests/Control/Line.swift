// A client of the daemon's socket that says and hears bytes as they are.
import BGRunLinux
import Foundation
import Glibc

/// One connection, with a deadline for whatever is to come.
final class Line {
    private static let patience: Int64 = 10_000_000

    let socket: UnixSocket
    private var buffer: [UInt8] = []
    /// Messages that came and were not asked for yet.
    private var heard: [Message] = []
    private var begun: [UInt8] = []

    /// What came between two NULs.
    struct Message {
        let bytes: [UInt8]

        /// Whether another one answers the same call.
        var continues: Bool { bytes.suffix(17).elementsEqual(#""continues":true}"#.utf8) }

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    init(to path: String) throws { socket = try UnixSocket(connectingTo: path) }

    func say(_ text: String) throws { try socket.send(all: Array(text.utf8)) }

    /// Whether something has come, or the daemon has hung up.
    var isReadable: Bool {
        var entry = pollfd(fd: socket.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    /// What comes in time; empty where the daemon hung up.
    func hear(_ size: Int = 65_536) throws -> String {
        let end = Clock.read(.monotonic) + 10_000_000
        guard try Readiness.wait(for: socket.descriptor.rawValue, to: .read, until: end) else {
            return "nothing in time"
        }
        var buffer = [UInt8](repeating: 0, count: size)
        do {
            guard case .bytes(let count) = try socket.receive(into: &buffer) else { return "" }
            return String(decoding: buffer[..<count], as: UTF8.self)
        } catch {
            return ""
        }
    }

    /// The next message; nil where none comes in time, or the daemon hangs up.
    func message() throws -> Message? {
        while heard.isEmpty {
            let end = Clock.read(.monotonic) + Self.patience
            guard try Readiness.wait(for: socket.descriptor.rawValue, to: .read, until: end) else {
                return nil
            }
            if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: 1 << 20) }
            guard case .bytes(let count) = try socket.receive(into: &buffer), count > 0 else { return nil }
            take(count)
        }
        return heard.removeFirst()
    }

    private func take(_ count: Int) {
        var start = 0
        while let length = lengthOfMessage(in: buffer[start..<count]) {
            heard.append(Message(bytes: begun + buffer[start..<start + length]))
            begun = []
            start += length + 1
            if start == count { return }
        }
        begun += buffer[start..<count]
    }

    /// Up to the first NUL. Tests read megabytes, and a debug build is slow at looking at each byte.
    private func lengthOfMessage(in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, let end = memchr(start, 0, bytes.count) else { return nil }
            return UnsafeRawPointer(end) - start
        }
    }

    /// The messages that answer so many calls; fewer where no more come in time.
    func answers(to calls: Int) throws -> [Message] {
        var messages: [Message] = []
        var left = calls
        while left > 0, let message = try message() {
            messages.append(message)
            if !message.continues { left -= 1 }
        }
        return messages
    }
}
