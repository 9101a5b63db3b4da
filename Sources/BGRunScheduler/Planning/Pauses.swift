// Pauses by hand, of all jobs of a scope.
import BGRunCalendar
import BGRunJob

/// What is paused beside single jobs.
struct Pauses {
    private var scopes: [PauseScope: Pause] = [:]

    init(_ scopes: [PauseScope: Pause] = [:]) { self.scopes = scopes }

    subscript(scope: PauseScope) -> Pause? {
        get { scopes[scope] }
        set { scopes[scope] = newValue }
    }

    /// In a fixed order.
    var all: [(scope: PauseScope, pause: Pause)] {
        scopes.isEmpty ? [] : scopes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The pause that holds a job, if any: the one that lasts longest.
    func pause(of job: Job) -> Pause? {
        if scopes.isEmpty { return job.switches.pause }
        let candidates = [job.switches.pause, scopes[.owner(job.id.owner)], scopes[.everybody]]
        return candidates.compactMap { $0 }.max { left, right in
            guard let leftEnd = left.end else { return false }
            return right.end.map { leftEnd.end < $0.end } ?? true
        }
    }

    var firstEnd: BootTime? { scopes.values.compactMap(\.end?.end).min() }
}
