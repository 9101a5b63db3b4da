// What lives have in them, by the names under which they count it: what is never played proves nothing.

extension Life {
    /// Everything that some hundred lives have to have in them.
    package static let everything = applications + order + hooks + voices + submissions + hours + byHand

    private static let applications = [
        "deaf hosts", "guests", "held back by the application", "hosts adopted", "hosts condemned",
        "hosts refused", "hosts started", "hosts: freeze", "hosts: kill", "hosts: terminate", "hosts: thaw",
        "shutdowns", "streams lost", "task runs couldNotLaunch", "task runs expired", "task runs failed",
        "task runs interrupted", "task runs succeeded", "tasks begun", "tasks completed",
        "tasks overstayed in guests", "tasks stand still: loss", "tasks stand still: sleep",
        "tasks taken back", "tasks warned", "tasks withdrawn", "words out of turn",
    ]
    private static let order = [
        "exclusive runs", "held back by order", "let go first", "successes noted", "starts after others",
    ]
    private static let hooks = ["calls: onFailure", "calls: onRecovery", "calls: onSuccess"]
    private static let voices = ["asks for time", "hangs", "puts its occurrence off"]
    private static let submissions = [
        "submitted: kept", "started now", "several submitted", "submissions refused",
    ]
    private static let byHand = ["starts what is over", "waits to start: force", "waits to start: now"]
    private static let hours = ["services", "ended with its hours", "stands still: hours"]
}
