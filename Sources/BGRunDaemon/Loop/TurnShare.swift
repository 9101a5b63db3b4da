// How much is taken in hand at a stretch.
import BGRunCalendar
import BGRunScheduler

/// The bound of one turn of the loop: so many events, so many saves, or so much time. What is left comes in the next one,
/// after everybody else was heard.
struct TurnShare {
    static let mostEvents = 64
    /// Each is a row in the store.
    static let mostSaves = 256
    static let longest = Duration.milliseconds(4)

    private let began: AwakeTime
    var events = 0

    init(at now: Now) { began = now.awake }

    func isSpent(at now: Now, _ effects: Effects) -> Bool {
        events >= Self.mostEvents || effects.saves.count >= Self.mostSaves || isOver(at: now)
    }

    func isOver(at now: Now) -> Bool { began.advanced(by: Self.longest) <= now.awake }
}
