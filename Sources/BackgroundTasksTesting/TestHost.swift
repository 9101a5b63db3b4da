// The process of an application in a test: what is registered is entered, and what is completed is told to the machine.
internal import BGRunCalendar
internal import BGRunClient
internal import BGRunJob
internal import BGRunScheduler
internal import BGRunWire
internal import BackgroundTasks
internal import Dispatch
internal import Foundation
internal import Synchronization

/// Stands where the connection to a daemon stands in a program.
///
/// The rule of the lock: nobody's code is called under it.
final class TestHost: TaskHost {
    private struct Known {
        var machine: TestMachine
        var registrations: [TaskPattern: Registration] = [:]
        /// Handed over, and not complete.
        var tasks: [RunID: BGTask] = [:]
        /// Of these the handlers that are not entered yet.
        var unbegun: Set<RunID> = []
        /// Those whose handlers have not returned.
        var inside: Set<RunID> = []
        /// Told to end before their handlers had set what is called then: who tests an expiration right after a launch is not to
        /// depend on which of the two is faster.
        var unheard: [RunID: StopReason] = [:]
        /// Of these the handlers that block: they were waited for, and are not again.
        var blocked: Set<RunID> = []
        var waiting: [Waiting] = []
        var waits = 0

        var counts: Counts {
            Counts(active: tasks.count, unbegun: unbegun.count, inside: inside.subtracting(blocked).count)
        }
    }

    private struct Waiting {
        let isOver: @Sendable (_ known: Counts) -> Bool
        let goOn: CheckedContinuation<Void, Never>
        let number: Int
    }

    /// Tasks that are not complete, those of them whose handlers are not entered, and handlers that have not returned.
    private struct Counts {
        let active, unbegun, inside: Int
    }

    /// The longest wait for handlers that are entered and block.
    private static let patience = DispatchTimeInterval.seconds(1)

    private let state: Mutex<Known>
    private let handlers = DispatchQueue(label: "org.bgrun.testing.tasks", attributes: .concurrent)
    private let expirations = DispatchQueue(label: "org.bgrun.testing.expirations", attributes: .concurrent)

    init(_ machine: sending TestMachine) { state = Mutex(Known(machine: machine)) }

    var savesPower: Bool? { nil }

    func say(_ line: String) { FileHandle.standardError.write(Data("BackgroundTasks: \(line)\n".utf8)) }

    func remedy(for task: JobIdentifier, after error: ClientError) -> String? {
        "name the task where the test scheduler is made"
    }

    // MARK: - The program's side

    func register(
        _ name: String, _ queue: DispatchQueue?, _ handler: @escaping @isolated(any) (BGTask) -> Void
    ) -> Bool {
        guard let pattern = TaskPattern(name) else {
            say("\(name) can't be permitted: it is no identifier of a task")
            return false
        }
        let isPermitted = change { known in
            guard TaskPatterns(known.machine.manifest.tasks.map(\.pattern)).cover(pattern) else {
                return false
            }
            precondition(known.registrations[pattern] == nil, "a handler for \(name) is registered already")
            known.registrations[pattern] = Registration(queue ?? handlers, handler)
            known.machine.serve(known.registrations.keys.sorted())
            return true
        }
        if !isPermitted { say("\(name) is not permitted by the test scheduler") }
        return isPermitted
    }

    func submit(_ request: TaskRequest) throws(ClientError) {
        try expectYes(change { $0.machine.submit(request) })
    }

    func cancel(_ task: JobIdentifier) throws(ClientError) {
        try expectYes(change { $0.machine.cancel(task) })
    }

    func cancelAll() throws(ClientError) { try expectYes(change { $0.machine.cancel(nil) }) }

    func pending() throws(ClientError) -> [TaskRequest] { state.withLock { $0.machine.pendingTasks } }

    func simulate(_ simulation: Simulation, _ task: JobIdentifier) {
        if case .refused(let refusal)? = change({ $0.machine.simulate(simulation, task) }) {
            say(.refused(.scheduler(SchedulerError(refusal))), simulating: task)
        }
    }

    private func expectYes(_ reply: Reply?) throws(ClientError) {
        if case .refused(let refusal)? = reply { throw .refused(.applications(ApplicationsError(refusal))) }
    }

    // MARK: - The test's side

    var now: WallTime { state.withLock { $0.machine.now.wall } }
    var ended: [HistoryEntry] { state.withLock { $0.machine.ended } }

    func plug(_ isIn: Bool) async {
        change { $0.machine.plug(isIn) }
        await entered()
    }

    func connect(_ isOn: Bool) async {
        change { $0.machine.connect(isOn) }
        await entered()
    }

    func advance(by span: Duration) async {
        var left = span
        hear(state.withLock { Array($0.unheard.keys) })
        repeat {
            left -= change { $0.machine.step(within: left) }
            // What has come up is entered before time goes on.
            await entered()
        } while left > .zero
    }

    /// Tells those to end that were not to be told yet: the handler has returned, or time goes on.
    private func hear(_ runs: [RunID]) {
        let warned = state.withLock { known in
            runs.compactMap { run in
                known.unheard.removeValue(forKey: run).flatMap { reason in
                    known.tasks[run].map { ($0, reason) }
                }
            }
        }
        for (task, reason) in warned { task.expire(reason) }
    }

    /// Waits until the handlers of all that was handed over have returned, so that what they do at once is done. One that blocks is
    /// waited for until it is entered, and for a second.
    func entered() async {
        await wait { $0.unbegun == 0 }
        await wait(atMost: Self.patience) { $0.inside == 0 }
    }

    /// Waits until all tasks are complete.
    func finished() async { await wait { $0.active == 0 } }

    private func wait(
        atMost longest: DispatchTimeInterval? = nil, _ isOver: @escaping @Sendable (Counts) -> Bool
    ) async {
        await withCheckedContinuation { continuation in
            let number = state.withLock { known -> Int? in
                guard !isOver(known.counts) else { return nil }
                known.waits += 1
                known.waiting.append(Waiting(isOver: isOver, goOn: continuation, number: known.waits))
                return known.waits
            }
            guard let number else { return continuation.resume() }
            guard let longest else { return }
            handlers.asyncAfter(deadline: .now() + longest) { self.give(up: number) }
        }
    }

    private func give(up number: Int) {
        let late = state.withLock { known -> Waiting? in
            guard let place = known.waiting.firstIndex(where: { $0.number == number }) else { return nil }
            known.blocked = known.inside
            return known.waiting.remove(at: place)
        }
        late?.goOn.resume()
    }

    // MARK: - Between the two

    /// Changes what is known, and does what comes of it.
    @discardableResult
    private func change<Value: Sendable>(_ change: (inout Known) -> Value) -> Value {
        let (value, begun, warned, freed) = state.withLock { known in
            let value = change(&known)
            var begun: [(BGTask, Registration)] = []
            var warned: [(BGTask, StopReason)] = []
            for word in known.machine.takeWords() {
                switch word {
                case .warn(let run, let reason):
                    guard let task = known.tasks[run] else { continue }
                    if known.inside.contains(run), task.expirationHandler == nil {
                        known.unheard[run] = reason
                    } else {
                        warned.append((task, reason))
                    }
                case .handOver(let order):
                    guard
                        let registration = known.registrations.first(where: {
                            $0.key.matches(order.request.identifier)
                        })?.value
                    else { continue }
                    let queue = registration.isOfMainActor ? DispatchQueue.main : expirations
                    let work = TaskWork(order.run, order.request, expiringOn: queue) { run, success in
                        self.change { known in
                            known.machine.end(run, success: success)
                            known.tasks[run] = nil
                            known.unbegun.remove(run)
                            known.unheard[run] = nil
                        }
                    }
                    let task = BGTask.make(work)
                    known.tasks[order.run] = task
                    known.unbegun.insert(order.run)
                    known.inside.insert(order.run)
                    begun.append((task, registration))
                }
            }
            let counts = known.counts
            let freed = known.waiting.filter { $0.isOver(counts) }
            known.waiting.removeAll { $0.isOver(counts) }
            return (value, begun, warned, freed)
        }
        for (task, registration) in begun { enter(task, registration) }
        for (task, reason) in warned { task.expire(reason) }
        for waiting in freed { waiting.goOn.resume() }
        return value
    }

    private func enter(_ task: BGTask, _ registration: Registration) {
        let run = task.run
        registration.enter(
            task,
            if: {
                self.change { known in
                    defer { known.unbegun.remove(run) }
                    guard known.machine.begin(run) else {
                        known.tasks[run] = nil
                        known.inside.remove(run)
                        return false
                    }
                    return true
                }
            },
            left: {
                self.change { _ = $0.inside.remove(run) }
                self.hear([run])
            })
    }
}
