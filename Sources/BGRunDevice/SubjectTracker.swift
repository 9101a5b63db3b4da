// What all trackers of one subject have in common: their verbs, and a value on its way out.

import BGRunJob

/// Follows one subject from ``observe()`` to ``ignore()``, and publishes whole values of it.
package protocol SubjectTracker: AnyObject {
    /// Begins to follow. The first value comes at once, or as soon as the bus has answered.
    func observe()
    func ignore()
    /// Has the present value told, also where it is the same again.
    func look()
    /// To be called when the queue that the tracker was made with has something to say.
    func process()
    /// What there is to tell, once.
    func takeObservation() -> Observation?
}

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
