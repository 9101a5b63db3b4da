// What all trackers of one subject have in common.

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
