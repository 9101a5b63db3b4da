// What bgrun adopt has written down, so that bgrun release can undo it exactly.
import BGRunImport
import BGRunJSON
import BGRunLinux
import BGRunText
import Glibc

/// The records of adopted timers, a file for each, beside the jobs directory.
struct AdoptedTimers {
    private let directory: String

    private static let suffix = ".json"
    private static let longest = 64 << 10
    private static let most = 1000

    init(of daemon: DaemonOptions) throws {
        let jobs = try InstalledJobs.directory(of: daemon)
        directory = "\(jobs[..<(jobs.lastIndex(of: "/") ?? jobs.endIndex)])/adopted"
    }

    /// All of them, by the names of the timers. What can't be read is a failure: it may stand for a timer that is off.
    func all() throws -> [AdoptedTimer] {
        do throws(SystemError) {
            let place = try Directory(path: directory)
            var timers: [AdoptedTimer] = []
            for name in try place.names(limit: Self.most)
            where name.hasSuffix(Self.suffix) && name.first != "." {
                let bytes = try place.contents(of: name, limit: Self.longest)
                guard let timer = AdoptedTimer(json: bytes) else {
                    throw SystemError(
                        operation: "read", path: "\(directory)/\(name)", errno: EBADMSG)
                }
                timers.append(timer)
            }
            return timers
        } catch {
            if error.errno == ENOENT { return [] }
            throw failure("the adopted timers can't be read", error)
        }
    }

    /// Keeps others from changing anything meanwhile.
    ///
    /// - Returns: To be kept open for as long.
    func lock() throws -> FileDescriptor {
        do throws(SystemError) {
            try File.makeDirectories(directory, mode: 0o755)
            let file = try Directory(path: directory).open(".lock", O_RDWR | O_CREAT, mode: 0o600)
            if try file.lockExclusively() { return file }
        } catch {
            throw failure("nothing is changed", error)
        }
        throw Failure(
            .refused,
            Complaint(
                "another bgrun adopt or bgrun release is at work", advice: "call this again when it is done"))
    }

    func write(_ timer: AdoptedTimer) throws {
        do throws(SystemError) {
            try Directory(path: directory).replaceFile(
                timer.timer + Self.suffix, with: timer.json.bytes(layout: .pretty) + [UInt8(ascii: "\n")],
                mode: 0o644)
        } catch {
            throw failure("nothing was adopted", error)
        }
    }

    func remove(_ timer: AdoptedTimer) throws {
        do throws(SystemError) {
            try Directory(path: directory).removeIfPresent(timer.timer + Self.suffix)
        } catch {
            throw failure("the record of \(timer.timer.visible) is still there", error)
        }
    }

    private func failure(_ what: String, _ error: SystemError) -> Failure {
        Failure(
            .output,
            Complaint(
                "\(what): \((error.path ?? directory).visible): \(SystemError.text(of: error.errno))",
                advice: "see that \(directory.visible) is a directory of yours"))
    }
}
