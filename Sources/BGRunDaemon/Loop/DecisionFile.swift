// The last decisions on disk: a small file in the runtime directory that never grows beyond its bound.
import BGRunLinux
import Glibc

/// Lines are appended to the newer half. When that is full it takes the older one's place, and a new one is begun.
///
/// It is for reports: nothing is synced, and a disk that is full costs lines, no job.
final class DecisionFile {
    static let newer = "decisions.log"
    static let older = "decisions.1.log"
    /// Two halves have the last 2,000 lines at most, and never more than a megabyte.
    private static let mostLines = 1000
    private static let mostBytes = 512 << 10

    private let directory: Directory
    private var file: FileDescriptor?
    private var lines = 0
    private var bytes = 0

    /// Goes on with what an earlier daemon has written, since what led to its end may be wanted.
    init(in path: String) throws(SystemError) {
        directory = try Directory(path: path)
        if let text = try? directory.contents(of: Self.newer, limit: Self.mostBytes),
            let open = try? directory.open(Self.newer, O_WRONLY | O_APPEND | O_NONBLOCK)
        {
            let status = try open.status()
            if status.kind == .regular, status.user == Machine.effectiveUser, status.permissions == 0o600 {
                lines = text.count { $0 == UInt8(ascii: "\n") }
                bytes = text.count
                file = consume open
                return
            }
        }
        try begin()
    }

    /// Appends whole lines, each with its end.
    func append(_ text: [UInt8], lines count: Int) {
        if file == nil || lines + count > Self.mostLines || bytes + text.count > Self.mostBytes {
            try? begin()
        }
        guard let result = try? file?.write(text[...]), case .bytes(let written) = result else { return }
        lines += count
        bytes += written
    }

    private func begin() throws(SystemError) {
        file = nil
        (lines, bytes) = (0, 0)
        do throws(SystemError) {
            try directory.rename(Self.newer, to: Self.older)
        } catch {
            if error.errno != ENOENT { try directory.removeIfPresent(Self.newer) }
        }
        // O_EXCL: what lies there is not followed and not written to.
        file = try directory.create(Self.newer, mode: 0o600)
    }
}
