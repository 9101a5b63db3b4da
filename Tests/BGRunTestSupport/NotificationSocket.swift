// The service manager's end of sd_notify(3).
import Foundation
import Glibc

/// A datagram socket that a daemon reports to.
final class NotificationSocket {
    let path: String
    private let number: Int32

    init(at path: String) throws {
        self.path = path
        number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { room in
            for (index, byte) in path.utf8.enumerated() where index < room.count - 1 { room[index] = byte }
        }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            throw DaemonFixture.Fault(description: "bind \(path) failed: errno \(errno)")
        }
        // The daemon may run as somebody else.
        chmod(path, 0o666)
    }

    deinit { close(number) }

    /// Whether a message with the line comes in time; false at once where the process ends before.
    func wait(for line: String, orEndOf process: ChildProcess, seconds: Double) throws -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let left = deadline.timeIntervalSinceNow
            if left <= 0 { return false }
            var entries = [
                pollfd(fd: number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: process.watched, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&entries, 2, Int32(left * 1000) + 1) > 0 else { continue }
            guard entries[0].revents != 0 else { return false }
            let count = recv(number, &buffer, buffer.count, 0)
            let text = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
            if text.split(separator: "\n").contains(Substring(line)) { return true }
        }
    }
}
