// How much is done at a stretch of what concerns many.
import BGRunCalendar

/// What an event brings about for thousands of jobs is done in portions, so that nobody waits for the whole of it.
///
/// It is counted, not timed: in gates and jobs that are looked at, a few microseconds each.
struct Portion {
    static let size = 128

    private(set) var left = size

    var isSpent: Bool { left <= 0 }

    /// Notes what something costs. The last thing may cost more than is left.
    mutating func spend(_ cost: Int) { left -= cost }
}

/// One for each stage of an event, so that none of them uses up another's.
///
/// What is left over is done when the scheduler is woken, which it asks for at once; a wake-up brings new ones. Of other
/// events many come in one turn of the loop, so they share theirs until some time has passed. That something was saved
/// brings none: it is heard at once, and each portion has something to save.
struct Portions {
    /// Events within this time share what there is.
    private static let span = Duration.milliseconds(2)

    var gates = Portion()
    var chores = Portion()
    var comingUp = Portion()
    var judgements = Portion()
    var trials = Portion()
    private var since: AwakeTime?

    mutating func renew(for event: Event, at now: Now) {
        if event.isAboutSaving { return }
        if event != .wokeUp, let since, now.awake < since.advanced(by: Self.span), since <= now.awake {
            return
        }
        self = Portions()
        since = now.awake
    }
}
