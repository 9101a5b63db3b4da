// The blockers that are no requirements, as the cause of a wait.

enum HoldWords {
    /// In the fixed order of blockers.
    static let all: [(name: String, words: String)] = [
        ("earliestBeginDate", "its begin date"), ("trigger", "what it waits for"),
        ("ended", "the end of its schedule"), ("paused", "paused by hand"), ("disabled", "disabled"),
        ("invalid", "it could not be used"), ("resting", "rest after a run that did not finish"),
        ("allowedHours", "its allowed hours"), ("settling", "what was back and did not count yet"),
        ("limit", "the limit of runs"), ("catchUp", "catching up step by step"),
        ("storage", "its start could not be recorded"), ("sleep", "the machine was about to sleep"),
        ("shutdown", "the daemon was shutting down"),
    ]
}
