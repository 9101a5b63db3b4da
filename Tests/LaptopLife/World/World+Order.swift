// How jobs stand to others: what the dice write of it, and what must be true of it.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension World {
    private static let labels = ["red", "blue"].compactMap { Label($0) }

    func anyTag() -> Label { pick(Self.labels) }

    /// Few of all jobs have to do with others, but those often.
    func addOrder(to descriptor: inout JobDescriptor) {
        guard Int.random(in: 0..<2, using: &dice) == 0 else { return }
        var order = OrderRules(tags: Self.labels.filter { _ in Bool.random(using: &dice) })
        order.conflictGroup = pick([nil, nil, pick(Self.labels)])
        order.conflicts = pick([
            [], [.group(pick(Self.labels))], [.group(pick(Self.labels))],
            [.job(identifier(prefix: pick(["f", "s"])))],
        ])
        order.conflicts.removeAll { $0 == .job(descriptor.identifier) }
        order.isExclusive = Int.random(in: 0..<16, using: &dice) == 0
        order.queue = pick([
            nil, nil, nil, JobQueue(pick(Self.labels)), JobQueue(pick(Self.labels), limit: 2),
        ])
        order.after = pick([[], [], [], [], [], [identifier(prefix: pick(["f", "s"]))]])
        order.after.removeAll { $0 == descriptor.identifier }
        descriptor.order = order
    }

    /// The jobs with an active run, in a fixed order, by what people were told of them.
    var running: [JobRecord] {
        memory.told.values.filter { $0.activeRun != nil }.sorted { $0.id < $1.id }
    }

    /// No two jobs run at once that conflict. What runs keeps the rules under which it began.
    func expectOrder() throws {
        let running = running
        for (place, one) in running.enumerated() {
            for other in running[..<place] where other.id.owner == one.id.owner {
                guard excludes(one, other) || excludes(other, one) else { continue }
                throw Broken("\(one.id) and \(other.id) run at once and are in conflict")
            }
        }
        if running.contains(where: { $0.descriptor.order.isExclusive }) {
            counts["exclusive runs", default: 0] += 1
        }
        try expectReasons()
        try expectNoCircle()
    }

    /// No jobs wait for each other in a circle. Whose file would close one stays as it was and does not start, and nobody else
    /// is kept from that so.
    private func expectNoCircle() throws {
        let broken = Set(memory.told.values.filter(isBroken).map(\.id))
        // A circle has a job that waits.
        for record in memory.told.values
        where !(record.successor?.descriptor ?? record.descriptor).order.after.isEmpty {
            let cycle = OrderCycle.find(through: [record.id.identifier]) { identifier in
                let id = JobID(owner: record.id.owner, identifier: identifier)
                guard let other = memory.told[id], !broken.contains(id) else { return [] }
                return (other.successor?.descriptor ?? other.descriptor).order.after
            }
            if let cycle { throw Broken("\(record.id.owner) has a circle: \(OrderCycle.text(of: cycle))") }
        }
        if let id = broken.first(where: { !closesCircle($0) }) {
            throw Broken("\(id) can't be used, and its file closes no circle")
        }
    }

    private func isBroken(_ record: JobRecord) -> Bool {
        // Of one that has a run this is shown once that has ended.
        record.activeRun == nil ? scheduler.state(of: record.id) == .invalid : closesCircle(record.id)
    }

    /// Whether the job's file would have it wait for itself, with those of others and what was submitted.
    private func closesCircle(_ id: JobID) -> Bool {
        guard files[id] != nil else { return false }
        let cycle = OrderCycle.find(through: [id.identifier]) { identifier in
            let id = JobID(owner: id.owner, identifier: identifier)
            return (files[id] ?? memory.told[id]?.descriptor)?.order.after ?? []
        }
        return cycle != nil
    }

    /// Takes note of who has succeeded, and holds the scheduler to it: whoever comes after it knows, and nobody else starts.
    func expectSuccession(in answer: Effects) throws {
        if memory.isDoubtful { return }
        var ended: Set<JobID> = []
        var succeeded: [JobID] = []
        for case .append(.run(let entry)) in answer.saves {
            ended.insert(entry.job)
            if entry.outcome == .succeeded { succeeded.append(entry.job) }
        }
        if succeeded.isEmpty { return }
        for record in memory.told.values where !ended.contains(record.id) {
            for id in succeeded where id.owner == record.id.owner {
                guard record.descriptor.order.after.contains(id.identifier) else { continue }
                counts["successes noted", default: 0] += 1
                guard !record.progress.successes.contains(id.identifier), record.accepted < now.wall else {
                    continue
                }
                throw Broken("\(record.id) does not know that \(id) has succeeded")
            }
        }
    }

    /// Whoever starts unasked has what it comes after.
    func expectAwaited(of record: JobRecord) throws {
        for identifier in record.descriptor.order.after
        where !record.progress.successes.before.contains(identifier) {
            throw Broken("\(record.id) starts before \(identifier) has succeeded")
        }
        if !record.descriptor.order.after.isEmpty { counts["starts after others", default: 0] += 1 }
    }

    private func excludes(_ one: JobRecord, _ other: JobRecord) -> Bool {
        one.descriptor.order.isExclusive && other.descriptor.kind != .service
            || one.descriptor.order.conflicts.contains { conflict in
                switch conflict {
                case .job(let identifier): other.id.identifier == identifier
                case .group(let group): other.descriptor.order.conflictGroup == group
                }
            }
    }

    /// Whether any job has a say in which others run beside it. Records are large, so all are looked at once a turn.
    private var isOrderMinded: Bool {
        let turn = counts["turns", default: 0]
        if order.turn != turn {
            let isMinded = memory.told.values.contains { record in
                let order = record.descriptor.order
                return order.isExclusive || order.queue != nil || !order.conflicts.isEmpty
            }
            order = (turn, isMinded)
        }
        return order.isMinded
    }

    /// Whether others keep the job from starting now, or one that waits for them may have its turn before it.
    func isHeldByOrder(_ record: JobRecord) -> Bool {
        if !record.descriptor.order.after.allSatisfy({ record.progress.successes.contains($0) }) {
            return true
        }
        guard isOrderMinded else { return false }
        let others = memory.told.values.filter { $0.id.owner == record.id.owner && $0.id != record.id }
        let active = others.filter { $0.activeRun != nil }
        let areRivals = { (one: JobRecord, other: JobRecord) in
            self.excludes(one, other) || self.excludes(other, one)
        }
        if active.contains(where: { areRivals($0, record) }) { return true }
        if let queue = record.descriptor.order.queue {
            let limits = others.compactMap { $0.descriptor.order.queue }.filter { $0.name == queue.name }
            let limit = (limits + [queue]).map(\.limit).min() ?? 1
            if active.count(where: { $0.descriptor.order.queue?.name == queue.name }) >= limit { return true }
        }
        return others.contains { other in
            other.occurrence.dueSince != nil && other.activeRun == nil && areRivals(other, record)
                && active.contains { areRivals($0, other) }
        }
    }

    /// A queue's limit holds whenever one of it starts; it may have been lowered since others did.
    func expectRoomInQueue(for record: JobRecord) throws {
        guard let queue = record.descriptor.order.queue else { return }
        let members = memory.told.values.filter {
            $0.id.owner == record.id.owner && $0.descriptor.order.queue?.name == queue.name
        }
        let limit = (members.compactMap { $0.descriptor.order.queue?.limit } + [queue.limit]).min() ?? 1
        let active = members.filter { $0.activeRun != nil && $0.id != record.id }
        guard active.count >= limit else { return }
        throw Broken(
            "\(record.id) starts in the queue \(queue.name) beside \(active.map(\.id).sorted()), at most \(limit)"
        )
    }

    /// Who is held back by others is so by jobs that are there, and of which it is true.
    private func expectReasons() throws {
        for record in memory.told.values where record.activeRun == nil {
            for blocker in scheduler.blockers(of: record.id, at: now) {
                let (named, areRunning): ([JobIdentifier], Bool)
                switch blocker {
                case .conflict(let rivals, let run): (named, areRunning) = (rivals, run)
                case .queue(_, let ahead): (named, areRunning) = (ahead, true)
                case _: continue
                }
                counts[areRunning ? "held back by order" : "let go first", default: 0] += 1
                for identifier in named {
                    let other = memory.told[JobID(owner: record.id.owner, identifier: identifier)]
                    guard let other, (other.activeRun != nil) == areRunning else {
                        throw Broken(
                            "\(record.id) waits for \(identifier), which \(areRunning ? "does not run" : "runs")"
                        )
                    }
                }
            }
        }
    }
}
