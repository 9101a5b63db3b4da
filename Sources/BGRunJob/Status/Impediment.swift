// What a job asks for and its machine does not have, so that it can't start there.

/// One thing that keeps a job from ever starting on this machine as it is.
package struct Impediment: Hashable, Sendable {
    /// The key of the descriptor that asks for it.
    package var key: String
    /// A clause: "NetworkManager is not on the system bus".
    package var reason: String
    /// What a person can do, as a sentence without a full stop.
    package var remedy: String

    package init(key: String, reason: String, remedy: String) {
        self.key = key
        self.reason = reason
        self.remedy = remedy
    }

    /// The same without what it names, for who may not see the job's descriptor.
    package var outline: Impediment {
        Impediment(
            key: key, reason: "something that it asks for is not there", remedy: Self.asking)
    }

    /// Nobody knows here whether a requirement holds.
    ///
    /// - Parameter isAbsent: Who alone would tell of it is not there; else they are, and have told nothing for long.
    package init(_ requirement: Requirement, reason: String, isAbsent: Bool) {
        let isAsked = !isAbsent && requirement.kind.row.witness == .networkManager
        self.init(
            key: requirement.condition.kind.rawValue, reason: reason,
            remedy: isAsked ? requirement.remedy : requirement.remedyWhereUnknown)
    }

    /// Nothing holds a run here to a limit that it asks for.
    package init(_ hold: ResourceRules.Hold) {
        self.init(
            key: "resources.\(hold.rawValue)",
            reason: "nothing holds a run to \(hold.rawValue) here (bgrun doctor says why)",
            remedy: Self.removal(of: hold.rawValue))
    }

    /// Nothing of its owner's can be started, try after try.
    package init(shortage reason: String) {
        self.init(
            key: "owner", reason: "no run of its owner's can be started: \(reason)",
            remedy: "see to that; it is tried again and again")
    }

    /// Nobody sees here what makes the job due.
    package init(_ event: TriggerEvent, reason: String) {
        self.init(
            key: "schedule", reason: "it waits for \(event.words), which nobody sees here: \(reason)",
            remedy: event.remedyWhereUnseen)
    }

    /// Nobody sees here the changes that make the job due.
    package init(changesOf path: String, reason: String) {
        self.init(
            key: "schedule", reason: "it waits for \(path) to change, which nobody sees here: \(reason)",
            remedy: "let the job's owner read it, or give the job another \"schedule\"\(Self.edit)")
    }

    /// The key of those that lie with another job.
    package static let after = "after"

    /// Nothing more comes by itself of the job that it comes after.
    ///
    /// - Parameters:
    ///   - news: Of that job, as a clause.
    ///   - remedy: What brings it on.
    package init(after name: JobIdentifier, that news: String, remedy: String) {
        self.init(
            key: Self.after, reason: "it waits for \(name) to succeed, and \(news)",
            remedy: "\(remedy), or \(Self.removal(of: Self.after))")
    }

    /// A remedy, which may end with the command that changes a job, with the job's name in it.
    ///
    /// - Parameter job: Nil where its descriptor is at hand, and not yet handed over.
    package static func remedy(_ words: String, for job: JobIdentifier?) -> String {
        if words == asking { return job.map { "\(asking) \($0) names it" } ?? words }
        guard words.hasSuffix(edit) else { return words }
        return words.dropLast(edit.count) + (job.map { " (bgrun edit \($0))" } ?? "")
    }

    fileprivate static let edit = " (bgrun edit)"
    private static let asking = "sudo bgrun why"
    private static let editing = "out of the job\(edit)"

    fileprivate static func removal(of key: String) -> String { "take \"\(key)\" \(editing)" }

    /// The same of what an application has asked for: its keys are the manifest's, and the program's request.
    package var ofTask: Impediment {
        var impediment = self
        guard remedy.hasSuffix(Self.editing) else { return self }
        impediment.remedy =
            remedy.dropLast(Self.editing.count) + "out of its application's manifest, or of the request"
        return impediment
    }
}

/// What alone tells of some requirements, where a machine may not have it.
package enum Witness: Sendable {
    case networkManager, logind, udev, powerProfiles, pressureFigures, onlineCheck
    /// A lid, a battery that tells its level, a thermal zone.
    case hardware
    /// What the firmware says of power; another supply may yet say more.
    case supplies

    /// Whether nothing more is to be expected where it says nothing.
    package var isFinal: Bool { self != .supplies }

    /// What brings it about; nil where nothing does.
    fileprivate var remedy: String? {
        switch self {
        case .networkManager: "have NetworkManager run and manage the interface (nmcli device)"
        case .logind: "start systemd-logind"
        case .udev: "start systemd-udevd"
        case .powerProfiles: "install and start power-profiles-daemon or tuned-ppd"
        case .pressureFigures: "boot with psi=1 on the kernel's command line"
        case .hardware: nil
        case .supplies: "say in the policy's \"supplies\" what each of them is (bgrun doctor power)"
        case .onlineCheck: "describe an \"onlineCheck\" in the policy"
        }
    }
}

extension Requirement {
    /// What a person can do where nobody knows whether it holds, as a sentence without a full stop.
    package var remedyWhereUnknown: String {
        let removal = Impediment.removal(of: condition.kind.rawValue)
        if case .mounted = condition {
            return
                "require what is mounted there instead, \"device\": {\"ID_FS_UUID\": \"1234-ABCD\"} of a disk (lsblk -f shows it) or \"network\": {\"reachable\": \"nas.local:22\"} of a server"
        }
        return kind.row.witness?.remedy.map { "\($0), or \(removal)" } ?? removal
    }
}

extension TriggerEvent {
    /// A requirement with the same source as the event; nil where the daemon sees the event by itself.
    package var told: Requirement? { isOfSessions ? .locked(true) : requirement }

    /// What a person can do where nobody sees it, as a sentence without a full stop.
    package var remedyWhereUnseen: String {
        let other = "give the job another \"schedule\"\(Impediment.edit)"
        return told?.kind.row.witness?.remedy.map { "\($0), or \(other)" } ?? other
    }
}
