// What a handler is given: one run of a task, to be completed.
package import BGRunJob
public import Foundation
internal import Synchronization

/// One run of a task, given to the handler that was registered for it.
///
/// A task is held by the library until ``setTaskCompleted(success:)``; nobody else needs to hold it. Everything may be
/// called from any thread. This is the abstract base; what a handler gets is a ``BGAppRefreshTask``,
/// ``BGProcessingTask``, ``BGHealthResearchTask`` or ``BGContinuedProcessingTask``, by the class of the request.
open class BGTask: NSObject, @unchecked Sendable {
    let work: TaskWork

    /// The run that it is.
    package var run: RunID { work.run }

    /// The identifier of the task, of the request that led to this run.
    public let identifier: String

    /// Tasks are made by the library.
    @available(*, unavailable, message: "tasks are given to handlers and not made")
    public override init() { preconditionFailure("a task without a run") }

    init(_ work: TaskWork) {
        self.work = work
        identifier = work.request.identifier.text
        super.init()
    }

    /// Called once, shortly before the task's time is up; nil by default.
    ///
    /// It is called because the time budget is used up, a requirement was lost, or for any other reason that
    /// ``expirationReason`` tells, possibly earlier than the full budget. From then on the task has its grace period
    /// (10 s unless the manifest says otherwise) to call ``setTaskCompleted(success:)``. A process that the daemon started
    /// is killed where it lets that pass; in one that somebody else started the run is recorded as expired.
    ///
    /// The handler is set to nil before it is called and when the task is complete, which breaks retain cycles. Where none
    /// is set when time is up, the task is complete and unsuccessful at once. What is set in a complete task is dropped.
    /// (All of it Apple's contract, but for the numbers.)
    ///
    /// It is called on a queue of the library's, so that a program whose main thread is blocked is warned too; on the main
    /// queue where the launch handler belongs to the main actor. (Ours; Apple does not say.)
    open var expirationHandler: (() -> Void)? {
        get { work.expirationHandler }
        set { work.expirationHandler = newValue }
    }

    /// Why the task was told to end; nil until then. **Of bgrun, not of Apple.**
    ///
    /// It is set before the expiration handler is called, and stays.
    public var expirationReason: ExpirationReason? {
        work.reason.map { ExpirationReason(rawValue: $0.description) }
    }

    /// Says that the work is over.
    ///
    /// To be called as soon as it is. The first call counts, also against an expiration at the same time; later ones do
    /// nothing. When it returns, the daemon has been told as far as the system can: what is submitted next comes after it,
    /// and the process may exit. It may block as ``BGTaskScheduler/submit(_:)`` does, but does not wait for an answer. Neither
    /// value submits anything anew. (Apple's contract; the order is ours.)
    ///
    /// - Parameter success: Recorded as the outcome: `succeeded` or `failed`, or that of the stop where the task was told to
    ///   end and did not succeed.
    open func setTaskCompleted(success: Bool) { work.complete(success: success) }

    /// The class and the task, for people.
    open override var description: String { "<\(type(of: self)): \(identifier)>" }

    /// It is told to end.
    package func expire(_ reason: StopReason) { work.expire(reason) { self.willExpire() } }

    /// What is done first when the task is told to end.
    func willExpire() {}

    /// A task of the class that the request's kind has in the library.
    package static func make(_ work: TaskWork) -> BGTask {
        switch work.request.kind {
        case .refresh: BGAppRefreshTask(work)
        case .processing: BGProcessingTask(work)
        case .healthResearch: BGHealthResearchTask(work)
        case .continued: BGContinuedProcessingTask(work)
        }
    }
}
