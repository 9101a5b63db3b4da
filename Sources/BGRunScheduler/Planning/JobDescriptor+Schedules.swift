// What a job's schedules are, taken together.
import BGRunCalendar
import BGRunJob

extension Schedule {
    /// Whether it has instants of its own.
    var hasPoints: Bool {
        switch self {
        case .every(let every): every.from != .completion
        case .cron, .calendar: true
        case .event, .path: false
        }
    }
}

extension JobDescriptor {
    /// The date before which nothing of it comes up, where it names one.
    var authoredBegin: WallTime? {
        guard case .date(let date) = earliestBegin else { return nil }
        return date
    }

    /// Whether something other than time makes it due.
    var hasTrigger: Bool {
        schedules.contains {
            switch $0 {
            case .event, .path: true
            case .every, .cron, .calendar: false
            }
        }
    }

    /// The requirements whose gain makes it due, as far as they are not observed whoever asks for them.
    package var awaitedRequirements: Requirements {
        Requirements(
            schedules.compactMap { schedule in
                guard case .event(let event, _) = schedule, let requirement = event.requirement,
                    requirement != .externalPower, requirement != .network
                else { return nil }
                if case .not(let opposite) = requirement { return .not([opposite]) }
                return .requirement(requirement)
            })
    }

    /// Whether one of its schedules names its local times.
    var namesItsTimes: Bool { schedules.contains(where: \.namesItsTimes) }

    /// The shortest interval of a grid, where it has one.
    var shortestGrid: Duration? {
        schedules.compactMap { schedule in
            guard case .every(let every) = schedule, every.from == .grid else { return nil }
            return every.interval
        }.min()
    }

    /// Whether one of its schedules is an interval that its acceptance begins: on a grid, or from completion.
    var hasInterval: Bool {
        schedules.contains {
            if case .every(let every) = $0 { !every.namesItsDate } else { false }
        }
    }
}
