// A call of a job's command, as history lists it.
import BGRunJob

extension HookReport: WireObject {
    package static let wire = WireTable<HookReport>(
        named: "HookReport", about: "A program of a job's that was called when the run had ended.",
        .keys(Keys.wire, \.keys), make: HookReport.init)

    private struct Keys: Sendable {
        var hook: HookKind
        var result: String
        var reason: String?

        static let wire = WireTable<Keys>(
            .key("hook", .choice, \.hook),
            .key(
                "result", .string, \.result,
                "exit 0, signal 9 and the like, timeBudget, couldNotStart or dropped"),
            .key(
                "reason", .optional(.string), \.reason,
                "why it could not be started, or the last line that it wrote"),
            make: Keys.init)
    }

    private var keys: Keys { Keys(hook: kind, result: result.text, reason: result.reason) }

    private init(_ keys: Keys) throws(FieldFault) {
        guard let report = HookReport(keys.hook, keys.result, reason: keys.reason) else {
            throw FieldFault("result")
        }
        self = report
    }
}
