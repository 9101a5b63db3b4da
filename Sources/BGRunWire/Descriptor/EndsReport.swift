// What a descriptor says of the ends of its runs, as `status` shows it.
import BGRunCalendar
import BGRunJob

/// The keys of a descriptor about exit codes and failures.
package struct EndsReport: WireObject, Hashable {
    package var successExitCodes: [Int]
    package var deferExitCodes: [Int]
    package var retry: Retry?
    package var disableAfterFailures: Int?
    package var notify: NotifyRule?
    package var onFailure: [String]?
    package var onRecovery: [String]?
    package var onSuccess: [String]?

    package static let wire = WireTable<EndsReport>(
        .usual("successExitCodes", .list(.integer), else: [], \.successExitCodes, "beside 0"),
        .usual(
            "deferExitCodes", .list(.integer), else: [JobDescriptor.usualDeferExitCode], \.deferExitCodes,
            "\"not now\""),
        .key("retry", .optional(.object), \.retry, "null where a failure is final"),
        .key("disableAfterFailures", .optional(.integer), \.disableAfterFailures),
        .key("notify", .optional(.choice), \.notify, "null where the policy decides"),
        .key("onFailure", .optional(.list(.string)), \.onFailure, "a program and its arguments"),
        .key("onRecovery", .optional(.list(.string)), \.onRecovery),
        .key("onSuccess", .optional(.list(.string)), \.onSuccess),
        make: EndsReport.init)
}

extension EndsReport {
    init(_ descriptor: JobDescriptor) {
        self.init(
            successExitCodes: descriptor.successExitCodes ?? [],
            deferExitCodes: descriptor.deferExitCodes ?? [JobDescriptor.usualDeferExitCode],
            retry: descriptor.retry == .never ? nil : descriptor.retry,
            disableAfterFailures: descriptor.disableAfterFailures,
            notify: descriptor.notify, onFailure: descriptor[hook: .onFailure]?.arguments,
            onRecovery: descriptor[hook: .onRecovery]?.arguments,
            onSuccess: descriptor[hook: .onSuccess]?.arguments)
    }
}

extension Retry: WireObject {
    package static let wire = WireTable<Retry>(
        named: "Retry", about: "How an occurrence whose run has failed is run again.",
        .key("initial", .durationText, \.initial, "the wait after the first failure"),
        .key("factor", .integer, \.factor, "each further failure makes it so many times as long"),
        .key("max", .durationText, \.longest, "no wait is longer"),
        .key("attempts", .integer, \.attempts, "so many runs are made, the first included"),
        make: Retry.init(initial:factor:longest:attempts:))
}
