// A value on its way out of a tracker: each change is told once.

import BGRunJob

/// Keeps what was told and what is to be told. Only the newest value is: what was in between nobody has seen.
struct Publication {
    private(set) var told: Observation?
    private var news: Observation?

    /// Tells the value, unless it is what was told last.
    mutating func publish(_ observation: Observation) {
        guard observation != told else { return }
        told = observation
        news = observation
    }

    /// Whatever is published next is told, also when it is the same again.
    mutating func ask() { told = nil }

    /// Nobody listens any more.
    mutating func forget() {
        told = nil
        news = nil
    }

    mutating func take() -> Observation? {
        defer { news = nil }
        return news
    }
}
