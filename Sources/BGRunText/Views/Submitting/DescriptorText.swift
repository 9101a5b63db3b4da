// What a job's descriptor says about time, in rows for people.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The rows of a descriptor's schedule and of the keys around it. What is left at its default has none.
struct DescriptorText {
    private let descriptor: DescriptorReport
    private let clock: LocalClock

    init(_ descriptor: DescriptorReport, clock: LocalClock) {
        self.descriptor = descriptor
        self.clock = clock
    }

    /// Each named for the key of the descriptor that it tells.
    var rows: [(name: String, text: String)] {
        let timing = descriptor.timing
        var rows = descriptor.schedule.map { (name: "schedule", text: $0.words) }
        func add(_ name: String, _ text: String?) {
            if let text { rows.append((name: name, text: text)) }
        }
        add("missed", timing.missed == .once ? nil : timing.missed.rawValue)
        add("max lateness", timing.maxLateness?.text)
        add("random delay", timing.randomDelay.map { "up to \($0.text)" })
        add("spacing", timing.spacing.map { "\($0.text) from start to start" })
        add("fixed delay", timing.fixedDelay.map { "up to \($0.text)" })
        add("accuracy", timing.accuracy.map { "up to \($0.text) later" })
        add("until", timing.until.map(clock.date))
        add("max runs", timing.maxRuns.map(String.init))
        add("allowed hours", timing.allowedHours.isEmpty ? nil : timing.allowedHours.joined(separator: ", "))
        let hoursEnd = timing.onAllowedHoursEnd
        add("at their end", timing.allowedHours.isEmpty || hoursEnd == .finish ? nil : hoursEnd.rawValue)
        add("latest begin", latestBegin)
        add("watchdog", timing.watchdog.map { "\($0.text) without a sign of life" })
        add("priority", timing.priority == .default ? nil : timing.priority.rawValue)
        add("keeps awake", timing.keepAwake.words)
        add("wakes system", timing.wakeSystem.words)
        add("before sleep", timing.beforeSleep == .freeze ? nil : timing.beforeSleep.rawValue)
        let order = descriptor.order
        add("tags", order.tags.isEmpty ? nil : order.tags.map(\.text).joined(separator: ", "))
        add("after", order.after.isEmpty ? nil : order.after.map(\.text).joined(separator: ", "))
        add("conflict group", order.conflictGroup?.text)
        add("conflicts", order.conflicts.isEmpty ? nil : order.conflicts.map(\.words).joined(separator: ", "))
        add("exclusive", order.isExclusive ? "no other job beside it" : nil)
        add("queue", order.queue.map { $0.limit == 1 ? "\($0.name)" : "\($0.name), \($0.limit) at a time" })
        addEnds(add)
        rows += launchRows
        return rows
    }

    /// What a run may use and inherits.
    private var launchRows: [(name: String, text: String)] {
        let launch = descriptor.launch
        var rows: [(name: String, text: String)] = []
        func add(_ name: String, _ text: String?) {
            if let text { rows.append((name: name, text: text)) }
        }
        add("user", launch.user?.visible)
        add("group", launch.group?.visible)
        add("session environment", launch.takesSession ? nil : "not passed on")
        add("environment file", launch.environmentFile?.visible)
        add("credentials", launch.credentials.isEmpty ? nil : launch.credentials.joined(separator: ", "))
        add("standard output", launch.standardOutput?.words)
        add("standard error", launch.standardError?.words)
        add("umask", launch.umask)
        add("resources", launch.resources.words)
        add("stop signal", launch.stopSignal == .TERM ? nil : launch.stopSignal.rawValue)
        return rows
    }

    private func addEnds(_ add: (String, String?) -> Void) {
        let ends = descriptor.ends
        add("success exits", Self.list([0] + ends.successExitCodes.filter { $0 != 0 }, unless: [0]))
        add("defer exits", Self.list(ends.deferExitCodes, unless: [JobDescriptor.usualDeferExitCode]))
        add(
            "retry",
            ends.retry.map {
                "\($0.attempts) attempts, \($0.initial.text) after the first failure, \($0.longest.text) at most"
            })
        add(
            "disabled after",
            ends.disableAfterFailures.map { $0 == 1 ? "1 failure" : "\($0) failures in a row" })
        add("notify", ends.notify?.rawValue)
        add("on failure", ends.onFailure.map(Self.command))
        add("on recovery", ends.onRecovery.map(Self.command))
        add("on success", ends.onSuccess.map(Self.command))
    }

    private static func command(_ arguments: [String]) -> String {
        arguments.joined(separator: " ").visible
    }

    private static func list(_ codes: [Int], unless usual: [Int]) -> String? {
        if codes == usual { return nil }
        return codes.isEmpty ? "none" : codes.map(String.init).joined(separator: ", ")
    }

    /// `3d after it is due`, or a date.
    private var latestBegin: String? {
        switch descriptor.timing.latestBegin {
        case nil: nil
        case .after(let span): "\(span.text) after it is due"
        case .date(let date): clock.date(date)
        }
    }
}

extension ScheduleReport {
    /// `cron 30 2 * * 1-5, Europe/Berlin`.
    fileprivate var words: String {
        switch form {
        case .cron(let expression): "cron \(expression)" + beside
        case .calendar(let expression): "calendar \(expression)" + beside
        case .every(let interval, .grid): "every \(interval.text)" + beside
        case .every(let interval, let origin): "every \(interval.text) from \(origin.text)" + beside
        case .event(let event, let asleep, let delay):
            "event \(event.rawValue)" + (asleep.map { " after \($0.text) of sleep" } ?? "") + after(delay)
        case .device(let properties, let delay): "device \(properties)" + after(delay)
        case .mount(let target, let delay): "mount \(target)" + after(delay)
        case .path(let path, let settle, let isRecursive):
            "path \(path)\(isRecursive ? " and all below" : ""), quiet for \(settle.text)"
        }
    }

    private func after(_ delay: Duration) -> String { delay == .zero ? "" : ", \(delay.text) after it" }

    private var beside: String {
        (timeZone.map { ", \($0)" } ?? "")
            + (except.isEmpty ? "" : ", not on \(except.joined(separator: ", "))")
    }
}

extension JobConflict {
    fileprivate var words: String {
        switch self {
        case .job(let identifier): identifier.text
        case .group(let name): "group \(name)"
        }
    }
}

extension PowerCondition {
    /// Nil for never, the default.
    fileprivate var words: String? {
        switch self {
        case .never: nil
        case .onExternalPower: "on external power"
        case .always: "always"
        }
    }
}

extension KeepAwake {
    fileprivate var words: String? {
        when.words.map { withLidClosed ? "\($0), with the lid closed too" : $0 }
    }
}

extension OutputTarget {
    /// `/home/me/backup.log, up to 10M, 3 older`.
    fileprivate var words: String {
        path.visible + (maxSize.map { ", up to \(SizeText.text(of: $0)), \(keep) older" } ?? "")
    }
}

extension ResourceRules {
    /// `nice 5, memoryMax 500M`, by the names of the keys; nil where nothing is said.
    fileprivate var words: String? {
        let sizes = [("memoryMax", memoryMax), ("swapMax", swapMax)]
        let words =
            [
                nice.map { "nice \($0)" }, ioClass.map { "ioClass \($0.rawValue)" },
                cpuWeight.map { "cpuWeight \($0)" }, ioWeight.map { "ioWeight \($0)" },
            ] + sizes.map { name, size in size.map { "\(name) \(SizeText.text(of: $0))" } }
            + [tasksMax.map { "tasksMax \($0)" }]
        let said = words.compactMap(\.self)
        return said.isEmpty ? nil : said.joined(separator: ", ")
    }
}
