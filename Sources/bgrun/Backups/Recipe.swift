// Descriptors that bgrun new writes: a nightly backup with restic, borg or rsync, or any command, at a good moment.
import ArgumentParser
import BGRunJob
import BGRunJSON
import BGRunLinux
import BGRunText

/// What a person has said of a job that is to run each night.
struct Recipe {
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case restic, borg, rsync, command
    }

    let kind: Kind
    var identifier: String
    /// Whose job it is.
    var user = ""
    /// What is started: of a backup the words for the program that makes it.
    let command: [String]
    /// What is backed up: full paths.
    var paths: [String] = []
    /// What is not.
    var leftOut: [String] = []
    /// Where the copies go.
    var place = BackupPlace(kind: .command, text: "")
    var passwordFile: String?
    /// Where a command is started; a backup needs no place.
    var workingDirectory: String?
    /// Whether NetworkManager is present; without it "unmetered" is never satisfied.
    var knowsMetered = true

    var descriptor: JSONObject {
        var object: JSONObject = [
            "identifier": .string(identifier), "title": .string(title), "notes": .string(notes),
            "command": .array(command.map { .string($0) }),
        ]
        if let workingDirectory { object["workingDirectory"] = .string(workingDirectory) }
        object["schedule"] = ["calendar": .string(Nightly.calendar)]
        object["fixedDelay"] = Nightly.delay
        object["latestBegin"] = "3d"
        object["requiresExternalPower"] = true
        // Who answers there has a network.
        if place.isRemote, !knowsMetered, place.address == nil { object["requiresNetwork"] = true }
        if let requirements { object["requires"] = .object(requirements) }
        object["timeBudget"] = "2h"
        object["gracePeriod"] = "60s"
        object["retry"] = true
        if kind != .command {
            // Some files could not be read, and are named in what it wrote.
            object["successExitCodes"] = [3]
            // restic removes its lock when it gets this one, and not when it gets SIGTERM.
            object["stopSignal"] = "INT"
            object["queue"] = "backup"
            object["keepAwake"] = "onExternalPower"
            object["beforeSleep"] = "stop"
        }
        return object
    }

    private var requirements: JSONObject? {
        var network = JSONObject()
        if place.isRemote, knowsMetered { network["unmetered"] = true }
        if let address = place.address { network["reachable"] = .string(address) }
        var requirements = JSONObject()
        if !network.members.isEmpty { requirements["network"] = .object(network) }
        if let disk = place.disk { requirements["mounted"] = .string(disk) }
        return requirements.members.isEmpty ? nil : requirements
    }

    // MARK: - What it says of itself

    private var title: String {
        guard kind != .command else {
            return "Run \(command[0].split(separator: "/").last ?? "it") each night"
        }
        let names = paths.map { $0.split(separator: "/").last.map(String.init) ?? "/" }
        // A title is one line of a table.
        let shown = names.count > 3 ? names.prefix(2) + ["\(names.count - 2) more"] : names[...]
        let title = "Back up \(shown.joined(separator: ", ")) with \(kind.rawValue) to \(place.shortName)"
        return title.utf8.count > 120 ? "Back up with \(kind.rawValue)" : title
    }

    /// What it does when, and what it waits for.
    var summary: String {
        let what =
            switch kind {
            case .restic, .borg, .rsync:
                "\(kind.rawValue) backs up \(paths.joined(separator: ", ")) to \(place.text)"
            case .command: command.map(ShellWord.typed).joined(separator: " ")
            }
        return "Each night from 02:00 on, \(conditions): \(what)\(absence)."
    }

    /// What it does not back up, for the end of a sentence.
    var absence: String { leftOut.isEmpty ? "" : ", and leaves out \(leftOut.joined(separator: ", "))" }

    /// What it waits for beside its hour, for a sentence.
    var conditions: String {
        var words = ["on external power"]
        if place.isRemote, knowsMetered { words.append("with an unmetered network") }
        if place.isRemote, !knowsMetered {
            words.append("with any network (only NetworkManager, which is not there, tells a metered one)")
        }
        if let address = place.address { words.append("once \(address) answers") }
        if let disk = place.disk { words.append("while \(disk) is mounted") }
        return words.joined(separator: ", ")
    }

    private var notes: String {
        let when =
            "Each night from 02:00 on, \(conditions); what was missed is made up for. A failure is tried again, and after three days without a run you are told."
        guard kind != .command else { return when }
        let place = kind == .borg ? ", in an empty directory" : ""
        // Each command on a line of its own, to be copied.
        return """
            \(when) Exit code 3: a backup without some files, which \(Reach.typed.added(to: "bgrun logs \(identifier)")) names.\
            \(kind == .rsync ? " What is deleted here stays there." : "")
            To see what is there: \(shell(look))
            To restore\(place): \(shell(restore))
            """
    }

    /// What the program calls what it stores, beside what others store in the same place.
    private var tag: String { "\(identifier)-\(user)" }

    private var look: [String] {
        switch kind {
        case .restic: opening + ["snapshots", "--tag", tag]
        case .borg: opening + ["list", "--glob-archives", "\(tag)-*", place.text]
        case .rsync, .command: opening + ["--list-only", copies]
        }
    }

    private var restore: [String] {
        switch kind {
        case .restic:
            opening + ["restore", "latest", "--tag", tag]
                + (Machine.hostName.map { ["--host", $0] } ?? []) + ["--target", "DIRECTORY"]
        case .borg: opening + ["extract", "\(place.text)::ARCHIVE"]
        case .rsync, .command: opening + ["--archive", copies, "DIRECTORY"]
        }
    }

    private var copies: String { place.text.hasSuffix("/") ? place.text : "\(place.text)/" }

    /// How a person calls the program.
    private var opening: [String] {
        switch kind {
        case .restic: ["restic", "-r", place.text] + (passwordFile.map { ["--password-file", $0] } ?? [])
        case .borg: ["borg"]
        case .rsync, .command: ["rsync"]
        }
    }

    private func shell(_ words: [String]) -> String {
        let secret =
            kind == .borg
            ? passwordFile.map { "BORG_PASSCOMMAND=\(ShellWord.typed("cat \(ShellWord.typed($0))")) " } : nil
        return (secret ?? "") + words.map(ShellWord.typed).joined(separator: " ")
    }
}
