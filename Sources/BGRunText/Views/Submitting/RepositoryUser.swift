// Jobs that would work in one repository of backups at the same time, of which each locks out the other.
import BGRunJob

/// A job, as far as it matters for the repository that it works in.
package struct RepositoryUser: Sendable {
    private let identifier: JobIdentifier
    /// Where restic or borg keeps what they store; nil where the words name none.
    package let repository: String?
    private let order: OrderRules

    /// - Parameter environment: What is known of its variables.
    package init(
        _ identifier: JobIdentifier, _ program: JobDescriptor.Program, _ order: OrderRules,
        environment: [JobDescriptor.Variable] = []
    ) {
        self.identifier = identifier
        self.order = order
        let place = StartedPrograms(program).vectors.lazy.compactMap { Self.repository($0, environment) }
            .first
        repository = place.map { $0.last == "/" ? String($0.dropLast()) : $0 }
    }

    package init(_ descriptor: JobDescriptor) {
        self.init(
            descriptor.identifier, descriptor.program, descriptor.order, environment: descriptor.environment)
    }

    /// The first of the others that may run beside it in the same place.
    package func warnings(beside others: [RepositoryUser]) -> [WarningText] {
        guard let repository,
            let other = others.first(where: {
                $0.repository == repository && $0.identifier != identifier && !isKept(apart: $0)
            })
        else { return [] }
        return [
            WarningText(
                "sharedRepository", at: "queue",
                "\(other.identifier) works in the same repository, \(repository), and may find it locked",
                advice: "give both a \"queue\", such as \"backup\"", basis: .machine)
        ]
    }

    /// Whether the two never run at the same time.
    private func isKept(apart other: RepositoryUser) -> Bool {
        let (mine, others) = (order, other.order)
        if mine.isExclusive || others.isExclusive { return true }
        if let queue = mine.queue, let second = others.queue, queue.name == second.name,
            min(queue.limit, second.limit) == 1
        {
            return true
        }
        return mine.rules(out: other.identifier, others) || others.rules(out: identifier, mine)
    }

    // MARK: - The words of a command

    private static func repository(
        _ words: [String], _ environment: [JobDescriptor.Variable]
    ) -> String? {
        func variable(_ name: String) -> String? { environment.last { $0.name == name }?.value }
        switch StartedPrograms.name(words) {
        // Ours, which starts one of them.
        case "backup":
            guard words.count > 1, ["restic", "borg"].contains(StartedPrograms.name([words[1]])) else {
                return nil
            }
            return value(of: ["--repository"], words)
        case "restic", "rustic": return value(of: ["-r", "--repo"], words) ?? variable("RESTIC_REPOSITORY")
        case "borg":
            let places = words.dropFirst().compactMap(place)
            return value(of: ["-r", "--repo"], words) ?? places.first { !$0.isEmpty } ?? variable("BORG_REPO")
        case _: return nil
        }
    }

    private static func value(of names: [String], _ words: [String]) -> String? {
        for (place, word) in words.enumerated() {
            if names.contains(word) { return words.dropFirst(place + 1).first }
            if let name = names.first(where: { word.hasPrefix("\($0)=") }) {
                return String(word.dropFirst(name.count + 1))
            }
        }
        return nil
    }

    /// `/srv/borg` of `/srv/borg::name`; nil of what is no archive.
    private static func place(_ word: String) -> String? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count > 2, let end = parts.firstIndex(where: \.isEmpty) else { return nil }
        return parts[..<end].joined(separator: ":")
    }
}

extension OrderRules {
    /// Whether it says itself that it does not run beside another, or comes after it.
    fileprivate func rules(out identifier: JobIdentifier, _ other: OrderRules) -> Bool {
        after.contains(identifier)
            || conflicts.contains { conflict in
                switch conflict {
                case .job(let rival): rival == identifier
                case .group(let group): group == other.conflictGroup
                }
            }
    }
}
