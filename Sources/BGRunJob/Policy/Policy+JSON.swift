// The reader of the policy: as strict as the one of descriptors, and driven by a table like it.
import BGRunCalendar
import BGRunJSON

extension Policy {
    /// Reads the text of a policy file; a key that is left out keeps its default.
    ///
    /// - Parameter userNamed: The number of the user with this name, nil where there is none. Asked for every
    ///   owner that is written as a name.
    package init(
        json bytes: [UInt8], userNamed: @escaping @Sendable (String) -> UserID?
    ) throws(DescriptorError) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes, limits: .descriptor)
        } catch {
            throw .text(error)
        }
        self.init()
        var errors: [FieldError] = []
        Self.keys(userNamed: userNamed).read(JSONField(value), into: &self, errors: &errors)
        if rest.longest < rest.initial, errors.isEmpty {
            errors.append(
                FieldError(
                    at: JSONKeyPath([.key("rest"), .key("longest")]),
                    reason: "\(rest.longest.text) is shorter than the initial rest",
                    advice: "write at least \"\(rest.initial.text)\""))
        }
        errors += defaults.mistakes(under: self)
        guard errors.isEmpty else { throw .fields(errors) }
    }

    /// The whole policy, defaults included. Reading it gives the same policy again.
    package var json: JSONValue { .object(Self.keys(userNamed: { _ in nil }).print(self)) }

    /// A schema (draft 2020-12) for editors and other programs. What it can't say, such as that there is a user of a name,
    /// only the reader refuses.
    package static var jsonSchema: JSONValue {
        .object(
            JSONObject([
                JSONObject.Member(
                    key: "$schema", value: "https://json-schema.org/draft/2020-12/schema"),
                JSONObject.Member(key: "$id", value: "urn:bgrun:policy"),
                JSONObject.Member(key: "title", value: "The settings of a daemon of bgrun"),
            ]).with(keys(userNamed: { _ in nil }).schema(defaults: Policy())))
    }

    private static func keys(userNamed: @escaping @Sendable (String) -> UserID?) -> KeyTable<Policy> {
        KeyTable<Policy>([
            .init("settle", .settings(Settle(), settleKeys), \.settle, "How long a gain has to hold."),
            .init(
                "lossSettle", .settings(LossSettle(), lossSettleKeys), \.lossSettle,
                "How long a loss has to last."),
            .init("rest", .settings(Rest(), restKeys), \.rest, "The rest after a run that did not finish."),
            .init(
                "spacing", .duration(.zero ... .seconds(86_400)), \.spacing,
                "How far starts by events, files and submissions lie from the start before."),
            .init("maxRuns", .whole(1...1000), \.maxRuns, "Runs that may be active at once."),
            .init(
                "pendingPerOwner", .whole(0...1_000_000), \.pendingPerOwner,
                "Jobs that one user other than root may have."),
            .init(
                "descriptorsPerOwner", .size(1024...1 << 40), \.descriptorsPerOwner,
                "Bytes that the descriptors and manifests of one user other than root may have together."),
            .init("maxTimeBudget", .budget(), \.maxTimeBudget, "The longest time budget a job may ask for."),
            .init(
                "powerPoll", .flag, \.powerPoll, "Whether supplies are read every minute while it matters."),
            .init(
                "supplies", .settings(Supplies(), suppliesKeys), \.supplies, "Supplies that are overruled."),
            .init(
                "freezeLimit", .duration(.seconds(1) ... .seconds(7 * 86_400)), \.freezeLimit,
                "How long a run stands still at most for a lost requirement."),
            .init(
                "warnAfter", .duration(.seconds(3600) ... .seconds(365 * 86_400)), \.warnAfter,
                "How long a job may be due without a run before it is warned of."),
            .init(
                "showEnded", .duration(.zero ... .seconds(30 * 86_400)), \.showEnded,
                "How long status shows jobs that are over; 0s for not at all."),
            .init(
                "notify", .choice, \.notify,
                "Which ends of runs a job's owner is told of where the job does not say so itself."),
            .init(
                "notifications", .flag, \.notifications,
                "Whether warnings are also shown on the desktops of those they concern."),
            .init(
                "decisions", .flag, \.decisions,
                "Whether each decision goes to the journal too, in the notation of scenarios."),
            .init("outputLimit", .size(4096...1 << 30), \.outputLimit, "Bytes of output kept of each run."),
            .init(
                "outputPerOwner", .size(4096...1 << 50), \.outputPerOwner,
                "Bytes that the output of all of a user's ended runs may take."),
            .init("historyLimit", .whole(0...10_000_000), \.historyLimit, "Ended runs kept in history."),
            .init(
                "applications", .settings(Applications(), applicationsKeys), \.applications,
                "What holds for applications and their tasks."),
            .init(
                "assertions", .settings(Assertions(), assertionsKeys), \.assertions,
                "What holds for programs that are finishing something."),
            .init(
                "allowOwners", .list(of: .owner(userNamed)), \.allowOwners,
                "Where given, only these users and root may have jobs.", example: #"["anna", 1001]"#),
            .init(
                "denyOwners", .list(of: .owner(userNamed)), \.denyOwners, "These users may have no jobs.",
                example: #"["guest"]"#),
            .init(
                "awakeOwners", .list(of: .owner(userNamed)), \.awakeOwners,
                "Users whose jobs may keep the machine awake, and wake it, though they have no session at it.",
                example: #"["backup"]"#),
            .init(
                "administrators", .list(of: .account), \.administrators,
                "Groups whose members see the state of root's jobs; an empty list for none.",
                example: #"["adm"]"#),
            .init(
                "defaults", .defaults, \.defaults,
                "Keys of descriptors that hold where a descriptor does not say.",
                example: #"{"timeBudget": "2h"}"#),
            .init(
                "onlineCheck", .onlineCheck, \.onlineCheck,
                "The connectivity check of the requirement online: a page, and what stands on it.",
                example: #"{"url": "http://detectportal.firefox.com/success.txt", "answer": "success"}"#),
        ])
    }

    private static let settleTimes: ClosedRange<Duration> = .zero ... .seconds(3600)

    private static let settleKeys = KeyTable<Settle>([
        .init("externalPower", .duration(settleTimes), \.externalPower, "For external power."),
        .init("network", .duration(settleTimes), \.network, "For the network."),
        .init("others", .duration(settleTimes), \.others, "For all other requirements."),
        .init("wake", .duration(settleTimes), \.wake, "After waking from sleep, for all."),
    ])

    private static let lossSettleKeys = KeyTable<LossSettle>([
        .init("externalPower", .duration(settleTimes), \.externalPower, "For external power."),
        .init(
            "contradictedPower", .duration(settleTimes), \.contradictedPower,
            "For external power that only a discharging battery speaks against."),
        .init("network", .duration(settleTimes), \.network, "For the network."),
        .init("others", .duration(settleTimes), \.others, "For all other requirements."),
        .init("wake", .duration(settleTimes), \.wake, "After waking from sleep, for all."),
    ])

    /// A rest is never nothing: a job that fits no budget would start again and again.
    private static let restTimes: ClosedRange<Duration> = .seconds(1) ... .seconds(30 * 86_400)

    private static let restKeys = KeyTable<Rest>([
        .init("initial", .duration(restTimes), \.initial, "The first rest."),
        .init("longest", .duration(restTimes), \.longest, "What the rest doubles up to."),
    ])

    /// Meanwhile a process is there that does nothing.
    private static let hostTimes: ClosedRange<Duration> = .zero ... .seconds(3600)

    private static let assertionsKeys = KeyTable<Assertions>([
        .init(
            "limit", .duration(.seconds(1)...AssertionLimit.most), \.limit,
            "How long an assertion is held at most, whatever its program asks for."),
        .init("perOwner", .whole(0...1000), \.perOwner, "Assertions that the programs of one user may hold."),
    ])

    private static let applicationsKeys = KeyTable<Applications>([
        .init("limit", .whole(0...10_000), \.limit, "Applications that one user other than root may permit."),
        .init(
            "pendingRefresh", .whole(1...1000), \.pendingRefresh,
            "Refresh requests of one application that may be pending."),
        .init(
            "pendingProcessing", .whole(1...1000), \.pendingProcessing,
            "The same of processing and health research requests."),
        .init("pendingContinued", .whole(1...1000), \.pendingContinued, "The same of continued requests."),
        .init(
            "spacing", .duration(.zero ... .seconds(86_400)), \.spacing,
            "The least time from the end of a task's run to its next start."),
        .init(
            "launchLimit", .duration(.seconds(1)...hostTimes.upperBound), \.launchLimit,
            "How long a run waits for its handler to be entered."),
        .init(
            "progressLimit", .duration(.seconds(1) ... .seconds(86_400)), \.progressLimit,
            "How long a continued task may work without progress."),
        .init("linger", .duration(hostTimes), \.linger, "How long a started host is kept without a task."),
    ])

    private static let suppliesKeys = KeyTable<Supplies>([
        .init(
            "ignore", .list(of: .supply), \.ignore, "Names in /sys/class/power_supply that never count.",
            example: #"["BAT1"]"#),
        .init(
            "trust", .list(of: .supply), \.trust, "Names that are believed whatever a battery says.",
            example: #"["AC"]"#),
    ])
}

extension ValueRule {
    /// An object of settings, each of which keeps its default where it is left out.
    fileprivate static func settings(_ defaults: Value, _ keys: KeyTable<Value>) -> ValueRule
    where Value: Sendable {
        ValueRule(
            schema: keys.schema(defaults: defaults),
            collecting: { field, errors in
                let count = errors.count
                var settings = defaults
                keys.read(field, into: &settings, errors: &errors)
                return errors.count == count ? settings : nil
            }, print: { .object(keys.print($0)) })
    }
}

extension ValueRule<String> {
    /// The name of a supply: one entry of a directory.
    fileprivate static var supply: ValueRule {
        ValueRule(
            schema: ["type": "string", "pattern": "^[^/\\u0000]+$"],
            read: { field throws(FieldError) in
                let name = try field.string()
                if name.isEmpty || name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") }) {
                    throw field.refusal(
                        "\(QuotedText(name)) is no name of a supply",
                        advice: "write a name that stands in /sys/class/power_supply, such as \"AC\"")
                }
                return name
            }, print: { .string($0) })
    }
}

extension ValueRule<UserID> {
    /// A user by number or name.
    fileprivate static func owner(_ userNamed: @escaping @Sendable (String) -> UserID?) -> ValueRule {
        // The number above is (uid_t)-1, which stands for no user.
        let numbers = 0...Int(UInt32.max - 1)
        return ValueRule(
            schema: ["anyOf": [["type": "string"], .object(ValueRule<Int>.whole(numbers).schema)]],
            read: { field throws(FieldError) in
                switch field.value {
                case .string(let name):
                    if let user = userNamed(name) { return user }
                    throw field.refusal(
                        "there is no user \(QuotedText(name))", advice: "write a user's name or number")
                case .integer: return UserID(UInt32(try field.integer(in: numbers)))
                case .null, .bool, .number, .array, .object: throw field.mismatch("a user's name or number")
                }
            }, print: { .integer(Int64($0.rawValue)) })
    }
}
