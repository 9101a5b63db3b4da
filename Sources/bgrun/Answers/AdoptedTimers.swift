// What bgrun adopt has written down, so that bgrun release can undo it exactly.
import BGRunImport
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText
import Glibc

/// The records of adopted timers, a file for each, beside the jobs directory.
struct AdoptedTimers {
    private let directory: String
    /// Who alone may say what they hold.
    private let author: UInt32
    /// As it is called for these timers.
    private let systemctl: String

    /// Why nobody else can be chosen.
    static let owners = "timers are the system's, or with --user your own"

    private static let suffix = ".json"
    private static let longest = 64 << 10
    private static let most = 1000

    init(of daemon: DaemonOptions) throws {
        systemctl = daemon.user ? "systemctl --user" : "systemctl"
        author = daemon.user ? Machine.effectiveUser : 0
        let jobs = try InstalledJobs(readBy: daemon).directory
        directory = "\(jobs[..<(jobs.lastIndex(of: "/") ?? jobs.endIndex)])/adopted"
    }

    /// All of them, by the names of the timers; and what can't be read, of which each may stand for a timer that is off.
    func all() throws -> (timers: [AdoptedTimer], faults: [Unreadable]) {
        var (timers, faults): ([AdoptedTimer], [Unreadable]) = ([], [])
        for name in try names() {
            do throws(SystemError) {
                guard let timer = AdoptedTimer(json: try contents(of: name)),
                    timer.timer + Self.suffix == name
                else { throw SystemError(operation: "read", path: "\(directory)/\(name)", errno: EBADMSG) }
                timers.append(timer)
            } catch {
                let timer = String(name.dropLast(Self.suffix.count))
                let reason =
                    switch error.errno {
                    case EBADMSG: "bgrun adopt did not write it like this"
                    case EPERM: "others may have written it"
                    case let other: SystemError.text(of: other)
                    }
                let complaint = Complaint(
                    "\(directory.visible)/\(name.visible) can't be read: \(reason)",
                    advice:
                        "\(systemctl) unmask \(timer.visible); \(systemctl) enable --now \(timer.visible); remove its job from the jobs directory, then that file"
                )
                faults.append(Unreadable(timer: timer, complaint: complaint))
            }
        }
        return (timers, faults)
    }

    /// EPERM for what others may have written.
    private func contents(of name: String) throws(SystemError) -> [UInt8] {
        let file = try Directory(path: directory).open(name, O_RDONLY | O_NONBLOCK)
        let status = try file.status()
        guard status.kind == .regular, status.user == author, !status.othersMayWrite else {
            throw SystemError(operation: "read", path: "\(directory)/\(name)", errno: EPERM)
        }
        return try file.readToEnd(limit: Self.longest)
    }

    /// A record of which only the name says anything.
    struct Unreadable {
        let timer: String
        let complaint: Complaint
    }

    private func names() throws -> [String] {
        do throws(SystemError) {
            return try Directory(path: directory).names(limit: Self.most).filter {
                $0.hasSuffix(Self.suffix) && $0.first != "."
            }
        } catch {
            if error.errno == ENOENT { return [] }
            throw failure("the adopted timers can't be read", error)
        }
    }

    /// Whether there is a record of a timer, be it readable or not.
    func has(_ timer: String) -> Bool {
        (try? File.status(of: "\(directory)/\(timer)\(Self.suffix)")) != nil
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

extension AdoptedTimer {
    /// For programs, in one shape wherever it is told of.
    func report(in jobs: InstalledJobs) -> JSONValue {
        [
            "timer": .string(timer), "job": .string(job.text), "path": .string(jobs.path(of: job)),
            "switchedOff": .string(switchedOff.rawValue),
        ]
    }
}
