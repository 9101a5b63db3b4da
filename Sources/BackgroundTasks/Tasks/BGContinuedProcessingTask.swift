// A run of what its user has begun, with progress that is shown.
internal import BGRunJob
public import Foundation
internal import Synchronization

/// A run that was asked for by a ``BGContinuedProcessingTaskRequest``.
///
/// It has to report ``progress``: without any for 5 min it is told to end (policy `applications.progressLimit`). Otherwise it may
/// go on for 30 days, or as long as the manifest's `timeBudget` says. A new title alone (``updateTitle(_:subtitle:)``) is no
/// progress. It is handed to the process that has submitted the request, and to no other. `bgrun status` shows how far it is.
open class BGContinuedProcessingTask: BGTask, ProgressReporting, @unchecked Sendable {
    private struct Titles {
        var title: String
        var subtitle: String
    }

    private let titles: Mutex<Titles>

    /// How far the work is; 0 of 0 units at first.
    ///
    /// Set its `totalUnitCount` and count up `completedUnitCount`, or add children. The library looks at it once a second
    /// and tells the daemon where it changed. When the task is told to end it is cancelled first (`isCancelled`,
    /// `cancellationHandler`), then the expiration handler is called. (Apple's contract; Apple observes it, which Foundation
    /// on Linux can't.)
    public let progress = Progress(totalUnitCount: 0)

    override init(_ work: TaskWork) {
        titles = Mutex(Titles(title: work.request.title ?? "", subtitle: work.request.subtitle ?? ""))
        super.init(work)
    }

    /// What is worked on, for people: that of the request until ``updateTitle(_:subtitle:)``.
    public var title: String { titles.withLock { $0.title } }

    /// How far it is, in words: that of the request until ``updateTitle(_:subtitle:)``.
    public var subtitle: String { titles.withLock { $0.subtitle } }

    /// Shows other words from now on. The daemon is told within a second, and shows 200 bytes of each at most.
    open func updateTitle(_ title: String, subtitle: String) {
        titles.withLock { $0 = Titles(title: title, subtitle: subtitle) }
    }

    override func willExpire() { progress.cancel() }

    /// How far it is now. What children have done shows in the fraction alone, so that is told where the units differ.
    var report: TaskProgress {
        let (completed, total, fraction) = (
            progress.completedUnitCount, progress.totalUnitCount, progress.fractionCompleted
        )
        let words = titles.withLock { $0 }
        let isByUnits =
            total <= 0 || !fraction.isFinite || abs(fraction * Double(total) - Double(completed)) < 0.001
        return TaskProgress(
            completedUnits: isByUnits ? completed : Int64(min(max(fraction, 0), 1) * Self.parts),
            totalUnits: isByUnits ? total : Int64(Self.parts),
            title: words.title, subtitle: words.subtitle)
    }

    private static let parts = 10_000.0
}
