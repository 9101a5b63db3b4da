// The program that backups run, /usr/libexec/bgrun/backup: asked to open a repository, or to make it.
import BGRunJob
import BGRunLinux
import BGRunText

/// Calls it as a run of the job would, but for what it does.
struct BackupProgram {
    enum Answer {
        case done
        case noRepository(Complaint)
        case wrongPassphrase(Complaint)
        /// A repository of another program is there.
        case takenBy(Recipe.Kind, Complaint)
        /// A directory with something else is there.
        case notEmpty(Complaint)
        /// Its time was over before it was done.
        case cutOff(Complaint)
        /// Somebody has ended us, and it ended first.
        case interrupted
        case other(Complaint)
    }

    let path: String

    /// What it takes at most is in the program, half a minute for a question; this is for one that hangs.
    private static let patience: Int64 = 180_000_000

    /// It is installed beside this program, in `PREFIX/libexec/bgrun`, or lies in the sources that this one was built in.
    init() throws {
        var directory = (Machine.programPath ?? "")[...]
        while let slash = directory.lastIndex(of: "/") {
            directory = directory[..<slash]
            for place in ["libexec/bgrun/backup", "packaging/libexec/backup"]
            where (try? File.status(of: "\(directory)/\(place)"))?.kind == .regular {
                path = "\(directory)/\(place)"
                return
            }
        }
        throw Failure(
            .refused, Complaint("bgrun's program for backups is not installed", advice: "install bgrun anew"))
    }

    /// What a job has as its command.
    func command(
        _ tool: String, _ place: BackupPlace, passwordFile: String?, keeping kept: KeptSnapshots?,
        leavingOut left: LeftOut, _ paths: [String]
    ) -> [String] {
        var words = [path, tool, "--repository", place.text]
        if let passwordFile { words += ["--password-file", passwordFile] }
        words += (kept?.options ?? []) + left.patterns.flatMap { ["--exclude", $0] }
        // Else /proc and /sys would be copied.
        if paths.contains("/") { words.append("--one-file-system") }
        return words + ["--"] + paths
    }

    func check(_ command: [String]) throws -> Answer { try ask("--check", command) }

    func make(_ command: [String]) throws -> Answer { try ask("--init", command) }

    /// Without a terminal, as a job is, so that nothing asks there: Ctrl-C reaches it through us.
    private func ask(_ mode: String, _ command: [String]) throws -> Answer {
        let answer: CapturedChild.Answer
        do throws(SystemError) {
            answer = try CapturedChild.run(
                path, [mode] + command.dropFirst(), environment: Self.environment, limit: 16 << 10,
                until: Clock.read(.monotonic) &+ Self.patience, passingOn: Terminal.interruptions)
        } catch {
            throw Failure(
                .unsuccessful, Complaint("\(path.visible) can't be run: \(SystemError.text(of: error.errno))")
            )
        }
        unsafe Terminal.interruption = answer.interruption
        if answer.interruption != nil { return .interrupted }
        guard case .exited(.exited(let code)) = answer.end else {
            return .cutOff(Complaint("\(path.visible) did not end"))
        }
        let lines = String(decoding: answer.output, as: UTF8.self).split(separator: "\n")
        let said = lines.last { $0.hasPrefix("backup: ") }?.dropFirst("backup: ".count) ?? lines.last
        let complaint = Complaint(String(said ?? "it says nothing").visible)
        return switch code {
        case 0: .done
        case 10: .noRepository(complaint)
        case 12: .wrongPassphrase(complaint)
        case 13: .takenBy(.restic, complaint)
        case 14: .takenBy(.borg, complaint)
        case 15: .notEmpty(complaint)
        case 16: .cutOff(complaint)
        case _: .other(complaint)
        }
    }

    /// Of ours, what a run has too.
    private static var environment: [String: String] {
        let names = ["HOME", "USER", "LOGNAME", "SHELL", "LANG"]
        let known = names.compactMap { name in Machine.environment(name).map { (name, $0) } }
        return ["PATH": UserID(Machine.effectiveUser).searchPath].merging(known) { $1 }
    }
}
