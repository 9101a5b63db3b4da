// What is known of an active run beside where it stands: how long it should take, and what it says of itself.
import BGRunCalendar
import BGRunJob

/// What a run has said, and what is usual for its job. Nothing of it outlives the run.
struct RunVoice: Hashable, Sendable {
    var span = UsualSpan(interval: nil)
    /// Its owner was told that it takes too long.
    var isOverrunTold = false
    /// How far it is; its words alone where it counts nothing.
    var progress: TaskProgress?
    /// When that was passed on last to those who watch.
    var progressTold: AwakeTime?
    var sign: RunWords.Sign?
    var deferral: RunWords.Deferral?
    /// It has said that it hangs.
    var saysItHangs = false

    /// Takes in what it says of how far it is; false where that is nothing new.
    mutating func take(_ words: RunWords) -> Bool {
        let before = self
        if let percent = words.percent {
            progress = TaskProgress(
                completedUnits: Int64(percent), totalUnits: 100, subtitle: progress?.subtitle)
        }
        if let text = words.text {
            var said = progress ?? TaskProgress(completedUnits: 0, totalUnits: 0)
            said.subtitle = text.isEmpty ? nil : text
            progress = said.subtitle == nil && said.totalUnits == 0 ? nil : said
        }
        sign = words.sign ?? sign
        deferral = words.deferral ?? deferral
        saysItHangs = saysItHangs || words.life == .hanging
        return self != before
    }
}
