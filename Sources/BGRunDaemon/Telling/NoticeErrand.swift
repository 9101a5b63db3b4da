// The process that shows a notice: it waits for what is chosen, and does it.
import BGRunDevice
import BGRunJob
import BGRunLinux

/// A notification, and what it offers.
struct NoticeErrand: Equatable {
    /// What one that reads it has to take: the notification, and a line with the longest identifier and all actions.
    static let mostBytes = DesktopNotification.mostBytes + 512
    /// How long it waits for a choice. Its process has 1.6 MB of its own for so long.
    static let choiceTime: UInt32 = 1800
    /// How long what was chosen may take.
    private static let actionTime: UInt32 = 30
    private static let longestOutput = 64 << 10

    /// How long its process lives at most, where the desktop takes so long for each of its answers: to what it can do, to each
    /// notice, and to what comes in its place.
    static func longest(reply: UInt32) -> UInt32 { choiceTime + 7 * (actionTime + reply) }

    let job: JobIdentifier?
    let actions: [NoticeAction]
    let notification: DesktopNotification

    init(
        _ notification: DesktopNotification, of job: JobIdentifier? = nil,
        offering actions: [NoticeAction] = []
    ) {
        self.job = job
        self.actions = actions
        self.notification = notification
    }

    /// As it is handed to the process: a line with the job and the actions, then the notification.
    var bytes: [UInt8] {
        let words = [job?.text ?? ""] + actions.map(\.rawValue)
        return Array("\(words.joined(separator: " "))\n".utf8) + notification.bytes
    }

    init(bytes: [UInt8]) {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let words = String(decoding: line, as: UTF8.self).split(
            separator: " ", omittingEmptySubsequences: false)
        let job = words.first.flatMap { JobIdentifier(String($0)) }
        self.init(
            DesktopNotification(bytes: Array(bytes.dropFirst(line.count + 1))), of: job,
            offering: job == nil ? [] : words.dropFirst().compactMap { NoticeAction(rawValue: String($0)) })
    }

    // MARK: - In the process

    /// Shows it and, where it offers something that the desktop can show, waits for the choice and does it.
    ///
    /// - Parameters:
    ///   - program: bgrun, which does what is chosen; nil where it is not there, so that nothing is offered.
    ///   - reply: How long the desktop may take for each of its answers, in seconds.
    ///   - choice: How long the reader may take, in seconds.
    func carryOut(
        with program: String?, at address: String = DesktopNotifier.sessionBus, reply: UInt32,
        choice: UInt32 = choiceTime
    ) throws(BusFault) {
        func soon() -> Int64 { Self.instant(in: reply) }
        let desktop = try DesktopNotifier(at: address)
        guard let job, let program, !actions.isEmpty,
            try desktop.capabilities(until: soon()).contains("actions")
        else {
            try desktop.show(notification, until: soon())
            return
        }
        let end = Self.instant(in: choice)
        var (shown, offered) = (notification, actions)
        while true {
            let offers = offered.map { DesktopAction(key: $0.rawValue, label: $0.label) }
            let number = try desktop.show(shown, offering: offers, until: soon())
            if offered.isEmpty { return }
            switch try desktop.answer(to: number, until: end) {
            case .closed: return
            // Nobody would hear a choice any more, so it is not offered either.
            case nil:
                try desktop.show(shown, inPlaceOf: number, until: soon())
                return
            case .chosen(let key):
                // A click on the notification itself is one more key.
                guard let action = offered.first(where: { $0.rawValue == key }) else { return }
                shown = Self.result(of: action, for: job, by: program)
                offered = action.onlyTells ? offered.filter { $0 != action } : []
            }
        }
    }

    /// Does what was chosen, and says what came of it in bgrun's own words.
    private static func result(
        of action: NoticeAction, for job: JobIdentifier, by program: String
    ) -> DesktopNotification {
        var environment = ["LC_ALL": "C.UTF-8", "TERM": "dumb"]
        for name in ["BGRUN_SOCKET", "HOME", "TZ", "XDG_RUNTIME_DIR"] {
            environment[name] = Machine.environment(name)
        }
        do throws(SystemError) {
            let child = try CapturedChild.run(
                program, action.arguments(for: job), environment: environment, limit: longestOutput,
                until: instant(in: actionTime))
            var text = String(decoding: child.output, as: UTF8.self)
            // What went wrong stands at the end.
            if action == .output { text = String(text.suffix(DesktopNotification.longestBody - 1)) }
            switch child.end {
            case .exited(.exited(0)):
                return DesktopNotification(summary: "\(job): \(action.label)", body: text)
            case .exited, .tooLong:
                return DesktopNotification(summary: "\(job): \(action.label) failed", body: text)
            }
        } catch {
            return DesktopNotification(summary: "\(job): \(action.label) failed", body: "\(error)")
        }
    }

    private static func instant(in seconds: UInt32) -> Int64 {
        Clock.read(.monotonic) + Int64(seconds) * 1_000_000
    }
}
