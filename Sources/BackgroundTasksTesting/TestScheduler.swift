// A scheduler for tests of handlers: no daemon, and a clock that the test moves.
internal import BGRunCalendar
internal import BGRunJob
public import BackgroundTasks
internal import Foundation

/// The scheduler of bgrund in the test's own process, with a clock, a plug and a network of its own.
///
/// Give the program ``scheduler`` in place of `BGTaskScheduler.shared`, or have ``install()`` put it there. Handlers are entered on
/// their queues as ever, and take the time that they take; all that waits for a date, for power or for the network waits for the
/// test to say so. The rules are those of the daemon: its limits, its time budgets, the spacing between two runs of a task.
///
/// ```swift
/// let tests = TestScheduler(permitting: "com.example.news.refresh")
/// let news = News(scheduler: tests.scheduler)
/// news.start()
/// await tests.advance(by: .seconds(15 * 60))
/// await tests.finished()
/// #expect(tests.runs.map(\.outcome) == ["succeeded"])
/// ```
public final class TestScheduler: Sendable {
    /// How a run has ended.
    public struct Run: Hashable, Sendable, CustomStringConvertible {
        /// Of the task.
        public let identifier: String
        /// As `bgrun history` names it: `succeeded`, `failed`, `expired`, `interrupted`, `cancelled`, `couldNotLaunch`.
        public let outcome: String
        /// Why it was told to end; nil where it was not.
        public let reason: BGTask.ExpirationReason?
        /// The task and how it ended, for people.
        public var description: String {
            "\(identifier): \(outcome)" + (reason.map { " (\($0))" } ?? "")
        }
    }

    /// What the program is given in place of `BGTaskScheduler.shared`.
    public let scheduler: BGTaskScheduler
    private let host: TestHost

    /// A scheduler that permits these tasks. The plug is in, and there is a network.
    ///
    /// - Parameters:
    ///   - tasks: Their identifiers, or `PREFIX.*` for continued tasks.
    ///   - spacing: From the end of a task's run to its next start, as `spacing` of a manifest has it; nil: 10 min.
    ///   - date: Where its clock begins.
    /// - Precondition: Each is an identifier of a task.
    public init(
        permitting tasks: String..., spacing: Duration? = nil,
        startingAt date: Date = Date(timeIntervalSince1970: 1_700_000_000)
    ) {
        let permitted = tasks.map { text in
            guard let pattern = TaskPattern(text) else {
                preconditionFailure("\(text) is no identifier of a task")
            }
            return ApplicationManifest.Task(pattern)
        }
        guard let name = JobIdentifier("test") else { preconditionFailure("a name that is none") }
        let manifest = ApplicationManifest(
            application: name, command: ["/test"], spacing: spacing, tasks: permitted)
        let wall = WallTime(microseconds: Int64(date.timeIntervalSince1970 * 1_000_000))
        host = TestHost(TestMachine(manifest, at: wall))
        scheduler = BGTaskScheduler(host)
    }

    /// Puts it in the place of `BGTaskScheduler.shared`, for the whole process, until ``uninstall()``. Tests that do so can't run
    /// beside each other.
    public func install() { BGTaskScheduler.use(scheduler) }

    /// `BGTaskScheduler.shared` is the process's own again.
    public func uninstall() { BGTaskScheduler.use(nil) }

    // MARK: - Time and the machine

    /// What its clock says.
    public var now: Date { Date(timeIntervalSince1970: Double(host.now.microseconds) / 1_000_000) }

    /// Lets time pass, and all come up that does meanwhile. It returns when the handlers of that have returned; one that
    /// blocks is waited for until it is entered, and for a second. What they have begun goes on.
    public func advance(by span: Duration) async { await host.advance(by: span) }

    /// The plug goes in or out. It counts after the usual while: 5 s in, 2 s out.
    public func setExternalPower(_ isIn: Bool) async { await host.plug(isIn) }

    /// The network comes or goes. It counts after the usual while.
    public func setNetwork(_ isOn: Bool) async { await host.connect(isOn) }

    // MARK: - Tasks

    /// Has a pending request begin now, as `bgrun simulate launch` does, and waits for its handler as ``advance(by:)`` does.
    public func launch(_ identifier: String) async {
        scheduler._simulateLaunchForTask(withIdentifier: identifier)
        await host.entered()
    }

    /// Has a running task told to end: at once, or when its handler has set what is called then, or has returned.
    public func expire(_ identifier: String, because reason: BGTask.ExpirationReason = .timeBudget) {
        guard let task = JobIdentifier(identifier), let stop = StopReason(reason.rawValue) else {
            return host.say("\(identifier) can't be told to end")
        }
        host.simulate(.stop(stop), task)
    }

    /// Waits until every task whose handler was entered is complete.
    public func finished() async { await host.finished() }

    /// The runs that have ended, in their order.
    public var runs: [Run] {
        host.ended.map { entry in
            let task = entry.job.identifier.text
            return Run(
                identifier: task.hasPrefix("test.") ? String(task.dropFirst("test.".count)) : task,
                outcome: entry.outcome.rawValue,
                reason: entry.stopReason.map { BGTask.ExpirationReason(rawValue: $0.description) })
        }
    }
}
