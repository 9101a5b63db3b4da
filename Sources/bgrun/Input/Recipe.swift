// Descriptors that bgrun new writes: a nightly backup with restic, borg or rsync, or any command, at a good moment.
import ArgumentParser
import BGRunJSON

/// What a person has said of a job that is to run each night.
struct Recipe {
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case restic, borg, rsync, command
    }

    let kind: Kind
    let identifier: String
    /// What is backed up: full paths.
    let paths: [String]
    /// Where the copies go.
    let repository: String
    /// A file with the repository's passphrase.
    let passwordFile: String?
    /// The program by its full path; of `command` with its arguments.
    let command: [String]
    /// Whether anybody tells here what a network costs: where nobody does, a job would wait for ever.
    let knowsMetered: Bool

    var descriptor: JSONObject {
        var object: JSONObject = [
            "identifier": .string(identifier), "title": .string(title), "notes": .string(notes),
        ]
        switch kind {
        case .restic:
            // A run that was ended may have left its lock behind; only locks whose process is gone are removed.
            object["shell"] = .string(
                "\(quoted(command)) unlock --quiet && exec \(quoted(command)) backup --exclude-caches -- \(quoted(paths))"
            )
            object["environment"] = environment("RESTIC_REPOSITORY", "RESTIC_PASSWORD_FILE", passwordFile)
        case .borg:
            // A lock whose process is gone borg takes away by itself.
            object["command"] = words(
                command + ["create", "--lock-wait", "600", "--exclude-caches", "::{hostname}-{now}"] + paths)
            object["environment"] = environment(
                "BORG_REPO", "BORG_PASSCOMMAND", passwordFile.map { "cat \(quoted([$0]))" })
            object["successExitCodes"] = [0, 1]
        case .rsync:
            let patience = isRemote ? ["--timeout=300"] : []
            object["command"] = words(
                command + ["--archive", "--partial-dir=.rsync-partial"] + patience + ["--"] + paths + [
                    repository
                ])
            // What vanished while it was copied is no failure.
            object["successExitCodes"] = [0, 24]
        case .command:
            object["command"] = words(command)
        }
        object["schedule"] = ["calendar": .string(Nightly.calendar)]
        object["fixedDelay"] = Nightly.delay
        object["latestBegin"] = "3d"
        object["requiresExternalPower"] = true
        if let requirements { object["requires"] = requirements }
        if isRemote, !knowsMetered { object["requiresNetwork"] = true }
        object["timeBudget"] = "2h"
        object["gracePeriod"] = "60s"
        object["retry"] = true
        if kind != .command {
            object["queue"] = "backup"
            object["keepAwake"] = "onExternalPower"
            object["beforeSleep"] = "stop"
        }
        return object
    }

    // MARK: - What it says of itself

    private var title: String {
        let names = paths.map { $0.split(separator: "/").last.map(String.init) ?? "/" }.joined(
            separator: ", ")
        return switch kind {
        case .restic, .borg, .rsync: "Back up \(names) with \(kind.rawValue)"
        case .command: "Run \(command[0].split(separator: "/").last ?? "it") each night"
        }
    }

    private var notes: String {
        let first =
            switch kind {
            case .restic: "Before the first run: restic init, with the same repository and password file. "
            case .borg: "Before the first run: borg init --encryption=repokey, with the same repository. "
            case .rsync, .command: ""
            }
        let check =
            switch kind {
            case .restic:
                " To see what is there: restic snapshots; to try it: restic restore latest --target DIRECTORY."
            case .borg: " To see what is there: borg list; to try it: borg extract --dry-run."
            case .rsync: " What is deleted here stays there."
            case .command: ""
            }
        return first
            + "Each night from 02:00 on, on external power; what was missed is made up for. A failure is tried again, and after three days without a run you are told."
            + check
    }

    // MARK: - What it needs

    /// Another machine, or a service: `sftp:nas:/x`, `nas:/x`, `ssh://nas/x`; of a local path the colon comes behind a slash.
    private var isRemote: Bool {
        guard let colon = repository.firstIndex(of: ":") else { return false }
        return !repository[..<colon].contains("/")
    }

    /// The disk that has to be there: where file managers and people mount what is plugged in.
    private var mountPoint: String? {
        let parts = repository.split(separator: "/")
        guard repository.hasPrefix("/"), let first = parts.first else { return nil }
        let count =
            switch first {
            case "mnt": 2
            case "media": 3
            case "run" where parts.count > 1 && parts[1] == "media": 4
            case _: 0
            }
        return count > 0 && parts.count >= count ? "/" + parts.prefix(count).joined(separator: "/") : nil
    }

    private var requirements: JSONValue? {
        if isRemote, knowsMetered { return ["network": ["unmetered": true]] }
        return mountPoint.map { ["mounted": .string($0)] }
    }

    private func environment(_ repositoryName: String, _ secretName: String, _ secret: String?) -> JSONValue {
        var variables = JSONObject([JSONObject.Member(key: repositoryName, value: .string(repository))])
        if let secret { variables[secretName] = .string(secret) }
        return .object(variables)
    }

    private func words(_ words: [String]) -> JSONValue { .array(words.map { .string($0) }) }

    /// For a shell: each word by itself.
    private func quoted(_ words: [String]) -> String {
        words.map(ShellWord.quoted).joined(separator: " ")
    }
}
