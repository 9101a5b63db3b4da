// Lines for the service manager's journal, or for the terminal.
import BGRunLinux
import Glibc

/// Standard error, line by line. What can't be written there is lost: nothing waits for a reader's sake.
struct Journal: Sendable {
    /// As syslog(3) numbers them; journald takes the number from the front of a line (sd-daemon(3)).
    enum Level: Int {
        case error = 3
        case warning = 4
        case notice = 5
    }

    private let isJournald = Machine.environment("JOURNAL_STREAM") != nil

    func say(_ level: Level, _ text: String) {
        write(text.split(separator: "\n").map { isJournald ? "<\(level.rawValue)>\($0)" : "bgrund: \($0)" })
    }

    /// All lines in one piece.
    func write(_ lines: [String]) {
        var bytes: [UInt8] = []
        for line in lines {
            bytes += line.utf8
            bytes.append(UInt8(ascii: "\n"))
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                return
            }
        }
    }
}
