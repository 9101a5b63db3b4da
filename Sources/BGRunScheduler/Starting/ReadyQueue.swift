// Which of the queues a job waits in that only gates, limits and pace hold back.
import BGRunCalendar
import BGRunJob

/// One queue for each combination of needs, priority and lane: within one, whoever is due longest is first.
struct ReadyQueue: Hashable {
    /// Late jobs have a lane of their own, so that they can be held back without holding up who comes on time.
    enum Lane: Int, CaseIterable { case onTime, late }

    let needs: NeedTable.Place
    var lane = Lane.onTime
    let priority: Priority

    /// The lanes and priorities of one combination, by their index.
    static let all: [(lane: Lane, priority: Priority)] = Lane.allCases.flatMap { lane in
        [Priority.low, .default, .high].map { (lane, $0) }
    }

    /// Its place in ``all``.
    var index: Int {
        let place =
            switch priority {
            case .low: 0
            case .default: 1
            case .high: 2
            }
        return lane.rawValue * 3 + place
    }

    /// How pressing a job of this queue is: its lateness, weighted by its priority. A second is added, so that of
    /// jobs that come up at once the priority decides.
    func urgency(since due: WallTime, at now: Now) -> Int64 {
        let lateness = max(0, due.duration(to: now.wall).wholeMicroseconds / 1000)
        return lateness.addingSaturating(1000).multipliedSaturating(by: priority.weight)
    }
}

extension ReadyQueue {
    /// The same queue in the lane of late jobs.
    var late: ReadyQueue { ReadyQueue(needs: needs, lane: .late, priority: priority) }
}
