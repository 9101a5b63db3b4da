// How much is taken in hand at a stretch.
import BGRunCalendar
import BGRunScheduler

/// The bound of what a turn of the loop takes in: so many events, so many saves, or so much time. What is left comes in the
/// next one, after everybody else was heard. What goes out has a bound of its own: how long the store waits for its disk
/// says nothing of how much there is to answer.
struct TurnShare {
    static let mostEvents = 64
    /// Each is a row in the store.
    static let mostSaves = 128
    static let longest = Duration.milliseconds(4)

    /// Without a bound, while nobody is heard.
    static let everything = TurnShare(began: nil)

    private let began: AwakeTime?
    var events = 0

    init(at now: Now) { self.init(began: now.awake) }

    private init(began: AwakeTime?) { self.began = began }

    func isSpent(at now: Now, _ effects: Effects) -> Bool {
        guard began != nil else { return false }
        return events >= Self.mostEvents || effects.saves.count >= Self.mostSaves || isOver(at: now)
    }

    func isOver(at now: Now) -> Bool {
        guard let began else { return false }
        return began.advanced(by: Self.longest) <= now.awake
    }
}
