// Package managers that would be told to end in the middle of what they change.
import BGRunJob

/// What is doubtful about the loss of a requirement while packages or firmware are changed.
package struct TransactionDoubts {
    private let descriptor: JobDescriptor

    package init(_ descriptor: JobDescriptor) { self.descriptor = descriptor }

    private static let verbs: Set = [
        "install", "reinstall", "upgrade", "dist-upgrade", "full-upgrade", "safe-upgrade", "remove", "purge",
        "autoremove", "build-dep", "update", "distro-sync", "system-upgrade", "erase", "uninstall", "dup",
        "patch",
        "refresh", "downgrade", "activate",
    ]
    /// Programs, with their verbs that change nothing which must be finished, and those that are theirs alone.
    private static let programs: [String: (harmless: Set<String>, own: Set<String>)] = [
        "apt": (["update", "refresh"], []), "apt-get": (["update", "refresh"], []),
        "aptitude": (["update", "refresh"], []),
        "dnf": ([], []), "dnf5": ([], []), "yum": ([], []),
        "zypper": (["refresh"], ["in", "up", "rm", "inr"]),
        "flatpak": ([], ["repair"]), "snap": ([], ["revert"]), "fwupdmgr": (["refresh"], []),
        "apk": (["update"], ["add", "del", "fix"]), "rpm-ostree": ([], ["rebase"]),
    ]

    private static func changes(_ vector: [String]) -> Bool {
        let (name, words) = (StartedPrograms.name(vector), vector.dropFirst())
        if let (harmless, own) = programs[name] {
            let verb = words.first { verbs.contains($0) || own.contains($0) }
            return verb.map { !harmless.contains($0) } ?? false
        }
        switch name {
        case "dpkg", "rpm":
            return words.contains { word in
                ["--install", "--configure", "--remove", "--purge", "--unpack", "--upgrade", "--erase"]
                    .contains(word)
                    || word.hasPrefix("-") && !word.hasPrefix("--") && word.contains { "iUre".contains($0) }
                        && !word.contains { "qlLsSV".contains($0) }
            }
        case "nix-env":
            return words.contains { word in
                ["--install", "--upgrade", "--uninstall"].contains(word)
                    || ["-i", "-u", "-e"].contains { word.hasPrefix($0) }
            }
        case "emerge":
            let looks: Set = ["--pretend", "--search", "--sync", "--info", "--version"]
            return !words.isEmpty
                && !words.contains { word in
                    looks.contains(word)
                        || word.hasPrefix("-") && !word.hasPrefix("--")
                            && word.contains { "psV".contains($0) }
                }
        case "pacman", "yay", "paru":
            return words.contains { word in
                word.hasPrefix("-U") || word.hasPrefix("-R")
                    || word.hasPrefix("-S") && !word.contains { "sigl".contains($0) } && word != "-Sy"
            }
        case "unattended-upgrade", "unattended-upgrades", "mintupdate-cli": return true
        case _: return false
        }
    }

    /// A run that may be ended by what it loses.
    private var mayBeEnded: Bool {
        descriptor.kind != .service && descriptor.onRequirementLost != .finish
            && descriptor.requirements.leaves.contains { $0.kind.isLosable }
    }

    package var warnings: [WarningText] {
        guard mayBeEnded, let vector = StartedPrograms(descriptor.program).vectors.first(where: Self.changes)
        else { return [] }
        let loss = descriptor.onRequirementLost == .freeze ? "frozen" : "told to end"
        return [
            WarningText(
                "transaction", at: "onRequirementLost",
                "\(StartedPrograms.name(vector)) may be \(loss) in the middle of its work when a requirement is lost",
                advice: "write \"finish\" (--key onRequirementLost=finish)", basis: .machine)
        ]
    }

    /// The same job, which somebody wants now or not at all.
    package var warningsOfNowOrFail: [WarningText] {
        guard mayBeEnded, warnings.isEmpty else { return [] }
        return [
            WarningText(
                "repeated", at: "onRequirementLost",
                "a run that is told to end when a requirement is lost is repeated later, though the job is to run now or not at all",
                advice: "--key onRequirementLost=finish lets it finish", basis: .machine)
        ]
    }
}
