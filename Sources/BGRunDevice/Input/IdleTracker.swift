// Since when nobody has used the machine: by logind's word, or where there is none, by the input itself.

import BGRunCalendar
import BGRunJob
import BGRunLinux

/// Publishes since when nobody has used the machine.
///
/// A desktop's use is told by logind. What is typed at a terminal, and without logind any use, is told by nobody: it is
/// read at a look, and from then on the next use is waited for, once. So somebody at work wakes us once a look, and a
/// machine that nobody uses never.
package final class IdleTracker: SubjectTracker {
    private let logind: Logind
    private let queue: EventQueue
    private let seat: SeatInput
    private let terminals: TerminalInput
    /// What logind said last; nil until it has answered.
    private var word: LogindIdle?
    /// A use that was waited for and came, in microseconds of the monotonic clock.
    private var lastUse: Int64 = 0
    private var isWatching = false
    private var publication = Publication()

    /// - Parameters:
    ///   - logind: Hands its word to ``hear(_:)``.
    ///   - queue: Has something to say when ``process()`` is to be called.
    ///   - root: Stands for `/`.
    package init(_ logind: Logind, in queue: EventQueue, root: String = "") {
        self.logind = logind
        self.queue = queue
        seat = SeatInput(root: root)
        terminals = TerminalInput(root: root)
    }

    package func observe() {
        publication.ask()
        logind.observesIdle = true
    }

    package func ignore() {
        logind.observesIdle = false
        unwatch()
        seat.closeAll()
        word = nil
        publication.forget()
    }

    /// Looks now. What is found is told, also when it is the same again.
    package func look() {
        guard logind.observesIdle else { return }
        publication.ask()
        logind.readIdle()
    }

    package func hear(_ word: LogindIdle) {
        guard logind.observesIdle else { return }
        self.word = word
        judge()
    }

    /// Takes the use that was waited for, if it has come.
    package func process() {
        guard isWatching else { return }
        let now = Clock.read(.monotonic)
        let use = terminals.takeNews() ? now : seat.takeNews(until: now)
        guard let use else { return }
        unwatch()
        lastUse = max(lastUse, use)
        guard case .idle(.idle(let since))? = publication.told else { return }
        publication.publish(.idle(.idle(since: max(since, AwakeTime(microseconds: lastUse)))))
    }

    package func takeObservation() -> Observation? { publication.take() }

    // MARK: - Judgement

    private func judge() {
        unwatch()
        if case .unknown? = word {} else { seat.closeAll() }
        switch word {
        case nil: return
        case .active?: publication.publish(.idle(.active))
        case .idle(let since, let names)?:
            publishIdle(since: since)
            watch(names, isSeatToo: false)
        case .unknown(let reason)?: judgeAlone(because: reason)
        // A film that is shown, or a desktop used from afar, is known to logind alone.
        case .silent(let reason)?: publication.publish(.unknown(reason))
        }
    }

    private func judgeAlone(because reason: String) {
        let now = Clock.read(.monotonic)
        let use = seat.look(at: now)
        if let fault = seat.fault {
            return publication.publish(
                .unknown(
                    "\(reason), and without it input devices can't be read: \(SystemError.text(of: fault.errno))"
                ))
        }
        // First the watch, then the look, so that no key falls in between.
        watch(terminals.names, isSeatToo: true)
        publishIdle(since: max(use ?? 0, terminals.lastUse(at: now) ?? 0))
    }

    private func publishIdle(since instant: Int64) {
        lastUse = max(lastUse, instant)
        publication.publish(.idle(.idle(since: AwakeTime(microseconds: lastUse))))
    }

    // MARK: - The next use

    private func watch(_ names: [String], isSeatToo: Bool) {
        isWatching = true
        terminals.watch(names, in: queue)
        if isSeatToo { seat.watch(in: queue) }
    }

    private func unwatch() {
        isWatching = false
        terminals.unwatch()
        seat.unwatch()
    }
}
