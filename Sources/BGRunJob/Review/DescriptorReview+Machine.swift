// What is doubtful on the machine that the descriptor is read on, whatever its text says.
import BGRunJSON

extension DescriptorReview {
    /// What a machine lacks, as whoever has looked at it says.
    package struct Lacks {
        /// Why nobody knows whether a condition holds; nil where somebody does.
        let knowledge: (Requirement) -> String?
        /// Why nothing wakes the machine; nil where something does.
        let alarmClock: () -> String?
        /// Why changes of a path are not seen; nil where they are.
        let watch: (PathTrigger) -> String?
        /// What to do about a condition that nobody can know, where more is known here than of every machine.
        let remedy: (Requirement) -> String?

        package init(
            knowledge: @escaping (Requirement) -> String?, alarmClock: @escaping () -> String?,
            watch: @escaping (PathTrigger) -> String?,
            remedy: @escaping (Requirement) -> String? = { _ in nil }
        ) {
            self.remedy = remedy
            self.knowledge = knowledge
            self.alarmClock = alarmClock
            self.watch = watch
        }
    }

    /// What it lacks of what the job asks for, each thing asked once and only where it matters.
    package func warnings(onMachineThat lacks: Lacks) -> [DescriptorWarning] {
        var warnings: [DescriptorWarning] = []
        for (place, schedule) in descriptor.schedules.enumerated() {
            guard let matter = matter(of: schedule, lacks) else { continue }
            warnings.append(
                DescriptorWarning(at: descriptor.keyPath(ofSchedule: place, schedule.key), matter))
        }
        if descriptor.wakeSystem != .never, hasInstants, let reason = lacks.alarmClock() {
            warnings.append(warning("wakeSystem", .noAlarmClock(reason)))
        }
        let trees =
            [("requires", descriptor.requirements)]
            + (descriptor.preference.map { [("prefers", $0.requirements)] } ?? [])
        for (key, requirements) in trees {
            // One cause is told once, wherever it matters.
            var told: Set<String> = []
            let tree = RequirementTree(requirements, at: JSONKeyPath([.key(key)]))
            warnings += tree.lacks(lacks.knowledge).filter { told.insert($0.reason).inserted }.map {
                let remedy = lacks.remedy($0.requirement) ?? $0.requirement.remedyWhereUnknown
                return DescriptorWarning(at: $0.place, .unknownHere($0.reason, remedy: remedy))
            }
        }
        return warnings
    }

    /// Why what makes the job due is not seen here.
    private func matter(of schedule: Schedule, _ lacks: Lacks) -> DescriptorWarning.Matter? {
        switch schedule {
        case .path(let trigger): lacks.watch(trigger).map { .unwatchable($0) }
        case .event(let event, _):
            event.told.flatMap(lacks.knowledge).map { .unknownHere($0, remedy: event.remedyWhereUnseen) }
        case .cron, .calendar, .every: nil
        }
    }
}

extension RequirementTree {
    /// Where something must hold that can't be known. Of alternatives one that can be known is enough.
    fileprivate func lacks(
        _ knowledge: (Requirement) -> String?
    ) -> [(place: JSONKeyPath, requirement: Requirement, reason: String)] {
        switch self {
        case .leaf(let requirement, let place):
            return knowledge(requirement).map { [(place, requirement, $0)] } ?? []
        case .all(let trees): return trees.flatMap { $0.lacks(knowledge) }
        case .any(let trees, _, _):
            let found = trees.map { $0.lacks(knowledge) }
            return found.contains(where: \.isEmpty) ? [] : found.flatMap(\.self)
        }
    }
}
