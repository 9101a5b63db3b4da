// Descriptors written into a jobs directory: all of them or none, and none over a file that is there.
import BGRunJSON
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
        directory = try Self.directory(of: daemon)
    }

    static func directory(of daemon: DaemonOptions) throws -> String {
        guard daemon.user else { return "/etc/bgrun/jobs.d" }
        func variable(_ name: String) -> String? {
            Machine.environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        guard let home = variable("XDG_CONFIG_HOME") ?? variable("HOME").map({ "\($0)/.config" }) else {
            throw Failure.usage("there is no HOME to install jobs in", advice: "set HOME")
        }
        return "\(home)/bgrun/jobs.d"
    }

    func has(_ name: String) -> Bool {
        (try? Directory(path: directory).status(of: Self.file(name))) != nil
    }

    /// Takes a job's file away; nothing happens where there is none.
    func remove(_ name: String) throws {
        do throws(SystemError) {
            try Directory(path: directory).removeIfPresent(Self.file(name))
        } catch {
            guard error.errno != ENOENT else { return }
            throw Failure(
                .output,
                Complaint(
                    "\(directory)/\(Self.file(name))".visible
                        + " can't be removed: \(SystemError.text(of: error.errno))"))
        }
    }

    /// Writes them all; where one can't be written, those before it are as they were.
    ///
    /// - Returns: Their paths.
    func write(_ jobs: [(name: String, object: JSONObject)], replacing: Bool) throws -> [String] {
        let place = try open()
        let taken = jobs.filter { (try? place.status(of: Self.file($0.name))) != nil }
        guard taken.isEmpty || replacing else {
            throw Failure(
                .refused,
                Complaint(
                    "nothing was installed: \(taken.map { "\(directory)/\(Self.file($0.name))".visible }.joined(separator: ", ")) \(taken.count == 1 ? "is" : "are") there already",
                    advice: "--force puts the new in the place of the old"))
        }
        var done: [(file: String, before: [UInt8]?)] = []
        for (name, object) in jobs {
            let file = Self.file(name)
            do throws(SystemError) {
                let before = replacing ? try? place.contents(of: file, limit: 1 << 20) : nil
                try place.replaceFile(
                    file, with: JSONValue.object(object).bytes(layout: .pretty) + [UInt8(ascii: "\n")],
                    mode: Self.mode)
                done.append((file, before))
            } catch {
                for (file, before) in done {
                    if let before {
                        try? place.replaceFile(file, with: before, mode: Self.mode)
                    } else {
                        try? place.removeIfPresent(file)
                    }
                }
                throw failure(error)
            }
        }
        return jobs.map { "\(directory)/\(Self.file($0.name))" }
    }

    private static let mode: UInt32 = 0o644

    private static func file(_ name: String) -> String { "\(name).json" }

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
