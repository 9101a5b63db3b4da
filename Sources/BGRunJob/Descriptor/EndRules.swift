// What a job makes of how its runs end: which exit codes are good, and how often a failure is tried again.
import BGRunCalendar

/// How an occurrence whose run has failed is run again.
package struct Retry: Hashable, Sendable {
    /// The wait after the first failure.
    package var initial: Duration
    /// Each further failure makes the wait so many times as long.
    package var factor: Int
    /// No wait is longer.
    package var longest: Duration
    /// So many runs are made of one occurrence, the first included; the failure of the last is final.
    package var attempts: Int

    package init(
        initial: Duration = .seconds(30), factor: Int = 2, longest: Duration = .seconds(5 * 3600),
        attempts: Int = 10
    ) {
        self.initial = initial
        self.factor = factor
        self.longest = longest
        self.attempts = attempts
    }

    /// What `"retry": true` means.
    package static let usual = Retry()

    /// What `"retry": false` means: a failure is final, whatever the policy's `defaults` say.
    package static let never = Retry(attempts: 1)

    /// How a service is started again where it does not say: for as long as it takes.
    package static let ofService = Retry(
        initial: .seconds(10), factor: 2, longest: .seconds(900), attempts: .max)

    /// The shortest wait that one may ask for.
    package static let shortestOfService: Duration = .seconds(5)

    /// Whether it never gives up.
    package var isEndless: Bool { attempts == .max }

    /// The wait after so many failures in a row, at least one.
    package func wait(after failures: Int) -> Duration {
        var wait = initial
        // A service fails for as long as it takes, so the number says nothing of how long this goes on.
        var left = failures
        while left > 1, wait < longest, factor > 1 {
            wait = wait * factor
            left -= 1
        }
        return min(wait, longest)
    }
}

/// What few jobs say of the ends of their runs.
struct EndRules: Hashable, Sendable {
    var successExitCodes: [Int]?
    var deferExitCodes: [Int]?
    var retry: Retry?
    var disableAfterFailures: Int?
    var notify: NotifyRule?
    var onFailure: HookCommand?
    var onRecovery: HookCommand?
    var onSuccess: HookCommand?
}

extension JobDescriptor {
    /// The exit code that means "not now" where a job names none: `EX_TEMPFAIL` of sysexits.h.
    package static let usualDeferExitCode = 75

    /// Exit codes that are a success beside 0, as they were written.
    package var successExitCodes: [Int]? {
        get { ends.successExitCodes }
        set { ends.successExitCodes = newValue }
    }
    /// Exit codes that mean "not now", as they were written; without any, ``usualDeferExitCode`` does.
    package var deferExitCodes: [Int]? {
        get { ends.deferExitCodes }
        set { ends.deferExitCodes = newValue }
    }
    /// Whether a failure is tried again, and how.
    package var retry: Retry? {
        get { ends.retry }
        set { ends.retry = newValue }
    }
    /// How a failure is tried again in the end: a service is, where it does not say otherwise.
    package var retrying: Retry? {
        guard let retry else { return kind == .service ? .ofService : nil }
        return retry == .never ? nil : retry
    }
    /// After so many final failures in a row the job is disabled.
    package var disableAfterFailures: Int? {
        get { ends.disableAfterFailures }
        set { ends.disableAfterFailures = newValue }
    }

    /// Which ends its owner is told of; nil leaves it to the policy.
    package var notify: NotifyRule? {
        get { ends.notify }
        set { ends.notify = newValue }
    }

    /// What is called when an occurrence has ended so.
    package subscript(hook kind: HookKind) -> HookCommand? {
        get { ends[keyPath: Self.place(of: kind)] }
        set { ends[keyPath: Self.place(of: kind)] = newValue }
    }

    private static func place(of kind: HookKind) -> WritableKeyPath<EndRules, HookCommand?> {
        switch kind {
        case .onFailure: \.onFailure
        case .onRecovery: \.onRecovery
        case .onSuccess: \.onSuccess
        }
    }

    /// Whether a main process that left with this code has done its work.
    package func isSuccess(_ code: Int32) -> Bool {
        code == 0 || successExitCodes?.contains(Int(code)) ?? false
    }

    /// Whether a main process that left with this code asks to be run later.
    package func isDeferral(_ code: Int32) -> Bool {
        (deferExitCodes ?? [Self.usualDeferExitCode]).contains(Int(code))
    }
}
