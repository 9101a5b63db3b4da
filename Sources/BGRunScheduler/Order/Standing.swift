// How a job stands to the others of its owner, as far as that keeps one of them from running beside it.
import BGRunJob

/// What jobs that wait have in common where the same active runs hold them back.
struct Standing: Hashable {
    /// Nil where nobody's conflicts name the job: then it need not be told from others.
    let name: JobIdentifier?
    let group: Label?
    let conflicts: [JobConflict]
    let isExclusive: Bool
    let queue: Label?
    /// A service is beside all slots, and so it is beside whoever wants to be alone in them: it may run for ever.
    let isService: Bool

    /// That of most jobs.
    static let free = Standing(OrderRules(), as: nil)

    init(_ order: OrderRules, as name: JobIdentifier?, _ kind: JobDescriptor.Kind = .processing) {
        self.name = name
        isService = kind == .service
        group = order.conflictGroup
        conflicts = order.conflicts
        isExclusive = order.isExclusive
        queue = order.queue?.name
    }

    /// Whether the two never run at once, whoever of them says so.
    func excludes(_ other: Standing) -> Bool {
        isExclusive && !other.isService || other.isExclusive && !isService || names(other)
            || other.names(self)
    }

    private func names(_ other: Standing) -> Bool {
        conflicts.contains { conflict in
            switch conflict {
            case .job(let identifier): other.name == identifier
            case .group(let group): other.group == group
            }
        }
    }
}
