// All assertions of the process: asking a daemon for them, and hearing when they must end.
internal import BGRunCalendar
internal import BGRunClient
internal import BGRunJob
internal import BGRunLinux
internal import BGRunWire
internal import Dispatch
internal import Foundation
internal import Synchronization

/// Keeps assertions by number. While there is one a thread waits for the daemon's word and for its limit; else there is none.
package final class HeldAssertions: Sendable {
    fileprivate struct State {
        var held: [UInt64: HeldAssertion] = [:]
        var last: UInt64 = 0
        /// What the thread waits at; nil where none runs.
        var rest: Rest?
    }

    /// Where the thread sleeps, and what wakes it.
    fileprivate final class Rest: @unchecked Sendable {
        let wake: Wake
        /// Descriptors are added under the lock, and waited for by the thread.
        let queue: EventQueue

        init() throws(SystemError) {
            wake = try Wake()
            queue = try EventQueue()
            try queue.add(wake.descriptor, for: .read, token: 0)
        }
    }

    private let settings: Settings
    private let log: Log
    private let state = Mutex(State())
    /// Where handlers are called that belong to no actor.
    private let executor = QueueExecutor(
        DispatchQueue(label: "org.bgrun.assertions", attributes: .concurrent))

    init(_ settings: Settings, _ log: Log) {
        self.settings = settings
        self.log = log
    }

    /// The process's own. It says nothing that the scheduler has said.
    static let ofProcess = HeldAssertions(.ofProcess, Host.ofProcess.log)

    // MARK: What holders do

    /// Holds an assertion, as far as there is a daemon; nil where one refuses, or the thread can't be had.
    func begin(_ name: String, _ limit: Duration?, _ warning: AssertionWarning?) -> UInt64? {
        if let limit, limit <= .zero {
            log.say("an assertion for \(limit) is none; give a limit above zero, or none")
            return nil
        }
        let term = AssertionTerm(limit ?? AssertionLimit.usual, from: Self.now)
        let assertion = HeldAssertion(term, warning)
        do throws(ClientError) {
            try ask(AssertCall(why: name, limit: limit.map(AssertionTerm.asked)), for: assertion)
        } catch {
            let complaint = Complaint(error)
            guard !error.isRefusal else {
                log.say("nothing may be held: \(complaint.line)")
                return nil
            }
            log.say("nothing is held while assertions last: \(complaint.line)")
        }
        do throws(SystemError) {
            return try add(assertion)
        } catch {
            log.say("an assertion's limit can't be kept: \(error); close descriptors")
            return nil
        }
    }

    /// Its connection is closed when this returns.
    func end(_ number: UInt64) {
        // What the handler holds is let go of outside the lock.
        let ended = state.withLock { state -> HeldAssertion? in
            guard let ended = state.held.removeValue(forKey: number) else { return nil }
            ended.stream = nil
            // The thread may have nothing to wait for any more.
            state.rest?.wake.poke()
            return ended
        }
        withExtendedLifetime(ended) {}
    }

    /// How long it is until its limit; zero where it is over.
    func left(_ number: UInt64) -> Duration {
        let now = Self.now
        return state.withLock { state in
            guard let assertion = state.held[number], now < assertion.term.end else { return .zero }
            return now.duration(to: assertion.term.end)
        }
    }

    private static var now: AwakeTime { Connection.deadline(in: .zero) }

    /// Gives the assertion its stream and its time.
    private func ask(_ call: AssertCall, for assertion: HeldAssertion) throws(ClientError) {
        let stream = try AssertionStream(
            call, at: settings.socket, connecting: settings.patience.connection,
            answering: settings.patience.answer)
        assertion.term.isGranted(for: stream.span, at: Self.now)
        assertion.stream = consume stream
    }

    private func add(_ assertion: HeldAssertion) throws(SystemError) -> UInt64 {
        try state.withLock { state throws(SystemError) in
            if let rest = state.rest {
                rest.wake.poke()
            } else {
                let rest = try Rest()
                state.rest = rest
                start(rest)
            }
            state.last += 1
            state.held[state.last] = assertion
            return state.last
        }
    }

    // MARK: The thread

    private func start(_ rest: Rest) {
        Thread.detachNewThread {
            OwnProcess.nameThread("BGAssertions")
            OwnProcess.blockSignals()
            self.wait(at: rest)
        }
    }

    /// Sleeps until the daemon speaks, a limit comes near, or the last assertion has ended.
    private func wait(at rest: Rest) {
        var ready: [EventQueue.Ready] = []
        while true {
            let look = state.withLock { $0.look(at: Self.now, rest.queue) }
            for line in look.lines { log.say(line) }
            for warning in look.warnings { warning.call(on: executor) }
            guard let next = look.next else { return }
            // A queue that can't be waited for still lets limits be kept, roughly.
            do throws(SystemError) {
                try rest.queue.wait(into: &ready, until: next.microseconds)
            } catch {
                Thread.sleep(forTimeInterval: 1)
            }
            rest.wake.clear()
        }
    }
}

extension HeldAssertions.State {
    fileprivate struct Look {
        var warnings: [AssertionWarning] = []
        var lines: [String] = []
        /// What is let go of outside the lock.
        var ended: [HeldAssertion] = []
        /// When to look again; nil: there is nothing left.
        var next: AwakeTime?
    }

    /// Hears what the daemon says of each, and looks at the clock.
    fileprivate mutating func look(at now: AwakeTime, _ queue: EventQueue) -> Look {
        var look = Look()
        for (number, assertion) in held.sorted(by: { $0.key < $1.key }) {
            let (isTold, news) = assertion.listen(at: now)
            let step = assertion.term.step(to: now, isHeld: assertion.isHeld)
            var (mustWarn, isOver) = (isTold, false)
            switch news {
            case .none: break
            case .over: isOver = true
            case .lost(let error):
                look.lines.append("nothing is held any more: \(Complaint(error).line)")
            }
            switch step {
            case .none: break
            case .warn: mustWarn = true
            case .end: isOver = true
            case .warnAndEnd: (mustWarn, isOver) = (true, true)
            }
            if mustWarn, let warning = assertion.takeWarning() { look.warnings.append(warning) }
            if isOver {
                assertion.stream = nil
                held[number] = nil
                look.ended.append(assertion)
                continue
            }
            watch(assertion, number, queue)
            look.next = min(look.next ?? assertion.term.end, assertion.term.next(isHeld: assertion.isHeld))
        }
        if look.next == nil { rest = nil }
        return look
    }

    private func watch(_ assertion: HeldAssertion, _ number: UInt64, _ queue: EventQueue) {
        guard !assertion.isWatched, let descriptor = assertion.stream?.descriptor else { return }
        // Without it the limit is kept all the same.
        assertion.isWatched = (try? queue.add(descriptor, for: .read, token: number)) != nil
    }
}

extension ClientError {
    /// A daemon has said no to the assertion, as against one that is not there or can't hold any.
    fileprivate var isRefusal: Bool {
        switch self {
        case .refused(.applications(.tooManyAssertions)), .refused(.applications(.ownerNotAllowed)),
            .refused(.applications(.notPermitted)), .refused(.service(.permissionDenied)):
            true
        case .refused, .noDaemon, .unreachable, .timedOut, .connectionLost, .senselessAnswer: false
        }
    }
}
