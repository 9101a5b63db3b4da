// Sentences for people: in systemd's journal with their fields, or on standard error.
import BGRunDevice
import BGRunJob
import BGRunLinux
import Glibc

/// Says one sentence an event. What can't be said is lost: nothing waits for a reader's sake.
///
/// Under systemd sentences go to the journal's own socket (systemd's "native protocol"), one datagram each, so that each
/// has its priority and fields: `journalctl BGRUN_JOB=org.example.backup`. Without that socket they go to standard error
/// behind a priority in angle brackets (sd-daemon(3)), and on a terminal behind the program's name.
struct Journal: Sendable {
    /// As syslog(3) numbers them.
    enum Level: Int {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
    }

    private enum Place { case journal, prefixed, plain }

    /// In bytes of text; a datagram of it fits any socket's buffer.
    private static let longest = 2000

    private let place: Place
    private let socket: String

    /// - Parameters:
    ///   - isJournald: Whether standard error leads to the journal.
    ///   - socket: Where the journal listens.
    init(
        isJournald: Bool = Machine.environment("JOURNAL_STREAM") != nil,
        socket: String = "/run/systemd/journal/socket"
    ) {
        self.socket = socket
        if !isJournald {
            place = .plain
        } else {
            place = (try? File.statusOfLink(at: socket).kind) == .socket ? .journal : .prefixed
        }
    }

    /// - Parameters:
    ///   - text: One sentence. What stands in it of a user's is shown on one line, without control characters.
    ///   - job: The job it is about, and its run.
    func say(_ level: Level, _ text: String, about job: JobID? = nil, _ run: RunID? = nil) {
        let line = PlainText.line(text, limit: Self.longest)
        switch place {
        case .plain: write(["bgrund: \(line)"])
        case .prefixed: write(["<\(level.rawValue)>\(line)"])
        case .journal:
            if !send(level, line, job, run) { write(["<\(level.rawValue)>\(line)"]) }
        }
    }

    /// A field a line. No value has a line feed: names and numbers can't, and the text has lost its own.
    ///
    /// Each sentence connects anew: there are few, and a journal that was restarted is found again.
    ///
    /// - Returns: Whether there is a journal. One that has no room loses the sentence: standard error leads to the same place,
    ///   and would wait.
    private func send(_ level: Level, _ line: String, _ job: JobID?, _ run: RunID?) -> Bool {
        var fields = "PRIORITY=\(level.rawValue)\nSYSLOG_IDENTIFIER=bgrund\nMESSAGE=\(line)\n"
        if let job { fields += "BGRUN_JOB=\(job.identifier)\nBGRUN_OWNER=\(job.owner)\n" }
        if let run { fields += "BGRUN_RUN=\(run)\n" }
        do throws(SystemError) {
            try ServiceNotification.offer(fields, to: socket)
            return true
        } catch {
            return error.errno == EAGAIN
        }
    }

    /// All lines in one piece, to standard error.
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
