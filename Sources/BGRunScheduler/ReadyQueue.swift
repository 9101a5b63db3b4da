// Which of the queues a job waits in that only gates, limits and pace hold back.
import BGRunCalendar
import BGRunJob

/// One queue for each set of requirements, priority and lane: within one, whoever is due longest is first.
struct ReadyQueue: Hashable {
    /// Late jobs have a lane of their own, so that they can be held back without holding up who comes on time.
    enum Lane: Int, CaseIterable { case onTime, late }

    var lane = Lane.onTime
    let requirements: Requirements
    let priority: Priority

    static let all: [ReadyQueue] = Lane.allCases.flatMap { lane in
        (0..<1 << Requirement.allCases.count).flatMap { requirements in
            Priority.allCases.map { priority in
                ReadyQueue(
                    lane: lane, requirements: Requirements(rawValue: UInt8(requirements)), priority: priority)
            }
        }
    }

    /// Its place in ``all``.
    var index: Int {
        let place =
            switch priority {
            case .low: 0
            case .default: 1
            case .high: 2
            }
        let row = lane.rawValue << Requirement.allCases.count | Int(requirements.rawValue)
        return row * Priority.allCases.count + place
    }

    /// How pressing a job of this queue is: its lateness, weighted by its priority. A second is added, so that of
    /// jobs that come up at once the priority decides.
    func urgency(since due: WallTime, at now: Now) -> Int64 {
        let lateness = max(0, due.duration(to: now.wall).wholeMicroseconds / 1000)
        return lateness.addingSaturating(1000).multipliedSaturating(by: priority.weight)
    }
}

extension ReadyQueue {
    init(_ job: Job) {
        self.init(requirements: job.descriptor.requirements, priority: job.descriptor.priority)
    }

    /// The same queue in the lane of late jobs.
    var late: ReadyQueue { ReadyQueue(lane: .late, requirements: requirements, priority: priority) }
}
