// A command in the foreground while an assertion is held for it: warnings go to it as SIGTERM, its end is ours.
import BGRunCalendar
import BGRunClient
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire
import Glibc

/// Runs a command, and hears of what it must end for.
final class HeldCommand {
    private enum Source: UInt64 {
        case child, signals, assertion
    }

    private let why: String
    private let child: ProcessDescriptor
    private let signals: SignalQueue
    private let queue: EventQueue
    private var assertion: AssertionStream?
    /// When it is told to end where no daemon does.
    private var warnAt: AwakeTime?

    /// - Parameter span: How long it may take where nobody else watches that.
    init(_ command: [[UInt8]], _ why: String, _ assertion: consuming AssertionStream?, for span: Duration)
        throws(SystemError)
    {
        self.why = why
        let span = assertion?.span ?? span
        let stream = assertion?.descriptor
        self.assertion = assertion
        warnAt = Connection.deadline(in: span - AssertionLimit.lead(of: span))
        let ours = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]
        let mask = ForegroundChild.Mask(but: ours)
        // From the terminal it has them too; they must not end us before it.
        signals = try SignalQueue(ours)
        child = try ForegroundChild.start(command, mask)
        queue = try EventQueue()
        try queue.add(child.descriptor.rawValue, for: .read, token: Source.child.rawValue)
        try queue.add(signals.descriptor.rawValue, for: .read, token: Source.signals.rawValue)
        if let stream { try queue.add(stream, for: .read, token: Source.assertion.rawValue) }
    }

    /// Waits for its end, and gives the exit code that stands for it: its own, or 128 and its signal, as in a shell.
    func waitForExit() throws(SystemError) -> Int32 {
        var ready: [EventQueue.Ready] = []
        hear()
        while true {
            try queue.wait(into: &ready, until: assertion == nil ? warnAt?.microseconds : nil)
            for source in ready.compactMap({ Source(rawValue: $0.token) }) {
                switch source {
                case .child:
                    guard let exit = try child.reap() else { continue }
                    switch exit.status {
                    case .exited(let code): return code
                    case .signalled(let number): return 128 + number
                    }
                case .signals: try passOn()
                case .assertion: hear()
                }
            }
            watchTime()
        }
    }

    /// What somebody has sent us is meant for the command; a terminal has sent it there itself.
    private func passOn() throws(SystemError) {
        while let signal = try signals.next() {
            if !signal.isFromKernel { try? child.send(signal: signal.number) }
        }
    }

    private func hear() {
        while let news = assertion?.news() {
            switch news {
            case .expiring(let expiring): warn(expiring.reason, left: expiring.left)
            case .over: letGo()
            case .lost(let error):
                letGo()
                let words = Failure(error).complaint?.text ?? "the daemon has gone"
                Terminal.writeError("bgrun: \(words); nothing is held any more for: \(why.visible)\n")
            }
        }
    }

    private func letGo() {
        if let stream = assertion?.descriptor { try? queue.remove(stream) }
        assertion = nil
    }

    // MARK: - Time

    /// Where no daemon watches the time, the limit holds all the same.
    private func watchTime() {
        guard assertion == nil, let warnAt, warnAt <= Connection.deadline(in: .zero) else { return }
        warn(.timeBudget, left: nil)
    }

    private func warn(_ reason: StopReason, left: Duration?) {
        // By the limit it is told once.
        if reason == .timeBudget {
            guard warnAt != nil else { return }
            warnAt = nil
        }
        let words = left.map { ", \(($0.wholeMicroseconds + 999_999) / 1_000_000) s left" } ?? ""
        Terminal.writeError("bgrun: \(why.visible): told to end (\(reason)\(words))\n")
        try? child.send(signal: SIGTERM)
    }
}
