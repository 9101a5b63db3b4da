// The process that shows a notice: it waits for what is chosen, and does it.
import BGRunDevice
import BGRunJob
import BGRunLinux

/// A notification, and what it offers.
struct NoticeErrand: Equatable {
    /// What one that reads it has to take.
    static let mostBytes = DesktopNotification.mostBytes + 512
    /// How long it waits for a choice. Its process takes some megabytes for so long.
    static let patience: UInt32 = 1800
    /// How long what was chosen may take.
    static let actionBudget: UInt32 = 30
    private static let longestOutput = 16 << 10

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
            offering: job == nil ? [] : words.dropFirst().compactMap { NoticeAction(key: String($0)) })
    }

    // MARK: - In the process

    /// Shows it and, where it offers something that the desktop can show, waits for the choice and does it.
    ///
    /// - Parameters:
    ///   - program: bgrun, which does what is chosen; nil where it is not there, so that nothing is offered.
    ///   - patience: How long the desktop may take for an answer, in seconds.
    func carryOut(
        with program: String?, at address: String = DesktopNotifier.sessionBus, patience: UInt32
    ) throws(BusFault) {
        func soon() -> Int64 { Self.instant(in: patience) }
        let desktop = try DesktopNotifier(at: address)
        guard let job, let program, !actions.isEmpty,
            try desktop.capabilities(until: soon()).contains("actions")
        else {
            try desktop.show(notification, until: soon())
            return
        }
        let offers = actions.map { DesktopAction(key: $0.rawValue, label: $0.label) }
        let number = try desktop.show(notification, offering: offers, until: soon())
        switch try desktop.answer(to: number, until: Self.instant(in: Self.patience)) {
        case .closed: break
        // Nobody would hear a choice any more, so it is not offered either.
        case nil: try desktop.show(notification, inPlaceOf: number, until: soon())
        case .chosen(let key):
            // A click on the notification itself is one more key.
            guard let action = actions.first(where: { $0.rawValue == key }) else { return }
            try desktop.show(Self.answer(action, for: job, program), until: soon())
        }
    }

    /// Does what was chosen, and says what came of it in bgrun's own words.
    private static func answer(
        _ action: NoticeAction, for job: JobIdentifier, _ program: String
    ) -> DesktopNotification {
        var environment = ["LC_ALL": "C.UTF-8", "TERM": "dumb"]
        for name in ["BGRUN_SOCKET", "HOME", "TZ", "XDG_RUNTIME_DIR"] {
            environment[name] = Machine.environment(name)
        }
        do throws(SystemError) {
            let child = try CapturedChild.run(
                program, action.arguments(for: job), environment: environment, limit: longestOutput,
                until: instant(in: actionBudget))
            let text = String(decoding: child.output, as: UTF8.self)
            guard child.exit?.status == .exited(0) else {
                return DesktopNotification(summary: "\(job): \(action.label): not done", body: text)
            }
            return DesktopNotification(summary: "\(job): \(action.label)", body: text)
        } catch {
            return DesktopNotification(summary: "\(job): \(action.label): not done", body: "\(error)")
        }
    }

    private static func instant(in seconds: UInt32) -> Int64 {
        Clock.read(.monotonic) + Int64(seconds) * 1_000_000
    }
}
