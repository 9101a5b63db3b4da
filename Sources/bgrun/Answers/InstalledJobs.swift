// Descriptors written into a jobs directory: all of them or none, and none over a file that is there.
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText
import Glibc

/// Writes descriptors as files of a jobs directory.
struct InstalledJobs {
    /// The directory, as its daemon reads it.
    let directory: String

    /// The administrator's, or one's own with `--user`.
    init(_ daemon: DaemonOptions) throws {
        guard daemon.user || Machine.effectiveUser == 0 else {
            throw Failure(
                .refused,
                Complaint(
                    "only root installs jobs of the system",
                    advice:
                        "--user installs them for your own daemon; or leave out --install, and hand the output to bgrun submit --if-exists fail -"
                ))
        }
        try self.init(readBy: daemon)
    }

    /// Those that anybody may look at.
    init(readBy daemon: DaemonOptions) throws {
        directory = try Self.directory(of: daemon)
    }

    private static func directory(of daemon: DaemonOptions) throws -> String {
        guard daemon.user else { return "/etc/bgrun/jobs.d" }
        func variable(_ name: String) -> String? {
            Machine.environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        guard let home = variable("XDG_CONFIG_HOME") ?? variable("HOME").map({ "\($0)/.config" }) else {
            throw Failure.usage("there is no HOME to install jobs in", advice: "set HOME")
        }
        return "\(home)/bgrun/jobs.d"
    }

    func path(of name: JobIdentifier) -> String { "\(directory)/\(Self.file(name))" }

    func has(_ name: JobIdentifier) -> Bool {
        (try? Directory(path: directory).status(of: Self.file(name))) != nil
    }

    /// Takes a job's file away; nothing happens where there is none.
    func remove(_ name: JobIdentifier) throws {
        do throws(SystemError) {
            try Directory(path: directory).removeIfPresent(Self.file(name))
        } catch {
            guard error.errno != ENOENT else { return }
            throw Failure(
                .output,
                Complaint(
                    "\(path(of: name).visible) can't be removed: \(SystemError.text(of: error.errno))"))
        }
    }

    /// Writes them all; where one can't be written, those before it are as they were.
    ///
    /// - Returns: Their paths.
    func write(_ jobs: [ImportedJob], replacing: Bool) throws -> [String] {
        let place = try open()
        try refuseTaken(jobs, place, replacing: replacing)
        var done: [(file: String, before: (bytes: [UInt8], mode: UInt32)?)] = []
        for job in jobs {
            let file = Self.file(job.name)
            do throws(SystemError) {
                let before = replacing ? Self.before(file, in: place) : nil
                try place.replaceFile(
                    file, with: JSONValue.object(job.object).bytes(layout: .pretty) + [UInt8(ascii: "\n")],
                    mode: Self.mode)
                done.append((file, before))
            } catch {
                for (file, before) in done {
                    if let before {
                        try? place.replaceFile(file, with: before.bytes, mode: before.mode)
                    } else {
                        try? place.removeIfPresent(file)
                    }
                }
                throw failure(error)
            }
        }
        return jobs.map { path(of: $0.name) }
    }

    /// No file that is there is replaced unasked, and none of another user's job at all: two users may have jobs of one name.
    private func refuseTaken(_ jobs: [ImportedJob], _ place: borrowing Directory, replacing: Bool) throws {
        let taken = jobs.filter { (try? place.status(of: Self.file($0.name))) != nil }
        func refuse(_ jobs: [ImportedJob], _ one: String, _ several: String, _ advice: String) -> Failure {
            let paths = jobs.map { path(of: $0.name).visible }.joined(separator: ", ")
            return Failure(
                .refused,
                Complaint(
                    "nothing was installed: \(paths) \(jobs.count == 1 ? one : several)", advice: advice))
        }
        let others = taken.filter { job in
            guard let before = Self.before(Self.file(job.name), in: place),
                case .object(let object)? = try? JSONValue(parsing: before.bytes, limits: .descriptor)
            else { return false }
            return owner(of: object) != owner(of: job.object)
        }
        guard others.isEmpty else {
            throw refuse(
                others, "is of another user's job", "are of other users' jobs",
                "move what is there away first")
        }
        guard taken.isEmpty || replacing else {
            throw refuse(
                taken, "is there already", "are there already", "--force puts the new in the place of the old"
            )
        }
    }

    /// Whose job a descriptor here is; nil for the directory's own user.
    private func owner(of object: JSONObject) -> String? {
        guard case .string(let name)? = object["user"] else { return nil }
        // Whose account is gone is somebody all the same.
        let user = (try? UserAccount.with(name: name))?.user
        return user == Machine.effectiveUser ? nil : name
    }

    private static func before(_ file: String, in place: borrowing Directory)
        -> (bytes: [UInt8], mode: UInt32)?
    {
        guard let status = try? place.status(of: file), status.kind == .regular,
            let bytes = try? place.contents(of: file, limit: 1 << 20)
        else { return nil }
        return (bytes, status.permissions)
    }

    /// What was nobody else's to read where it comes from, such as a crontab, is not here either.
    private static let mode: UInt32 = 0o600

    private static func file(_ name: JobIdentifier) -> String { "\(name).json" }

    private func open() throws -> Directory {
        do throws(SystemError) {
            try File.makeDirectories(directory, mode: 0o755)
            return try Directory(path: directory)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: SystemError) -> Failure {
        Failure(
            .output,
            Complaint(
                "nothing was installed in \(directory.visible): \(SystemError.text(of: error.errno))",
                advice: "see that it is a directory of yours, and has room"))
    }
}
