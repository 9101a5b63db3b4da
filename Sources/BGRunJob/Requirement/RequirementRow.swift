// One row of the table of requirements: all that any room asks of a kind.
import BGRunJSON

/// What a kind of requirement is, and what is said of each of its requirements.
///
/// ``Requirement/Kind/row`` has the table. A row is made when it is first asked for.
package final class RequirementRow: Sendable {
    /// When a value that nothing tells of is looked at before a start: what is cheap comes first.
    package enum Stage: Int, Sendable { case value, program, internet, host }

    /// Which of the policy's settle times are its own.
    package enum Settle: Sendable {
        /// What the supplies say. A loss takes longer where only a discharging battery speaks for it.
        case externalPower
        /// What the batteries hold, which is read with the supplies.
        case battery
        case network
        /// A time already, or read at this very moment: a gain counts at once.
        case atOnce
        case others
    }

    /// For a heading: "external power".
    package let title: String
    /// Nil where events tell of its changes; else it is looked at before a start.
    package let stage: Stage?
    package let settle: Settle
    /// Whether each user has their own answer.
    package let isOwned: Bool
    /// Whether it rests on the power supplies, which are read again before a start and now and then.
    package let isPower: Bool
    /// Whether a run can lose it.
    package let isLosable: Bool
    /// Whether its key stands inside that of ``Requirement/network``.
    package let isInsideNetwork: Bool
    /// What alone tells of it; nil where the kernel does, or somebody always.
    package let witness: Witness?
    /// How its value is simulated.
    package let simulated: SimulatedConditions.Form
    /// Whether what is simulated as on is what the requirement wants.
    package let wantsSimulated: @Sendable (Requirement) -> Bool
    /// What has to be known to judge it, for this owner.
    package let subjects: @Sendable (Requirement, UserID) -> [Subject]
    /// What the JSON Schema says of its key, and what somebody may write there.
    let description: String
    let example: String
    /// How what stands at its key is read, printed and described.
    let rule: @Sendable () -> ValueRule<[Requirement]>
    /// What is needed, as the object of "needs": "a battery of at least 60 %".
    let words: @Sendable (Requirement) -> String
    /// What is needed where its opposite is.
    let opposite: @Sendable (Requirement) -> String
    /// What a person can do or wait for, as a sentence without a full stop.
    let remedy: @Sendable (Requirement) -> String
    /// What was written to it, for its ``Requirement/text``.
    let operand: @Sendable (Requirement) -> String

    /// - Parameters:
    ///   - value: What was written to a requirement of the kind; nil for one of another.
    ///   - isLosable: What a run brings about itself, and what nobody tells of, is asked for before a start only.
    ///   - wants: Whether the state of that name is wanted, of what has a state of two; else it always is.
    init<Value>(
        _ title: String, _ value: @escaping @Sendable (Requirement) -> Value?,
        key: Key<Value>, _ description: String, example: String = "true",
        inside isInsideNetwork: Bool = false, on subjects: @escaping @Sendable (Value, UserID) -> [Subject],
        lookedAt stage: Stage? = nil, settle: Settle, isOwned: Bool = false, isPower: Bool = false,
        isLosable: Bool? = nil, witness: Witness? = nil,
        simulated: SimulatedConditions.Form = .verdict,
        wants: @escaping @Sendable (Value) -> Bool = { _ in true },
        words: @escaping @Sendable (Value) -> String, opposite: @escaping @Sendable (Value) -> String,
        remedy: @escaping @Sendable (Value) -> String, operand: @escaping @Sendable (Value) -> String
    ) {
        @Sendable func read(_ requirement: Requirement) -> Value {
            guard let value = value(requirement) else {
                preconditionFailure("the row \(title) was asked about a requirement of another kind")
            }
            return value
        }
        self.title = title
        self.stage = stage
        self.settle = settle
        self.isOwned = isOwned
        self.isPower = isPower
        self.isLosable = isLosable ?? (stage == nil)
        self.isInsideNetwork = isInsideNetwork
        self.witness = witness
        self.simulated = simulated
        self.description =
            description
            + (stage != nil
                ? " Looked at before a start only." : self.isLosable ? "" : " Counts before a start only.")
        self.example = example
        wantsSimulated = { wants(read($0)) }
        self.subjects = { subjects(read($0), $1) }
        rule = { key.rule(value) }
        self.words = { words(read($0)) }
        self.opposite = { opposite(read($0)) }
        self.remedy = { remedy(read($0)) }
        self.operand = { operand(read($0)) }
    }

    /// The row of a kind with one requirement, to which nothing is written but `true`.
    convenience init(
        _ title: String, _ requirement: Requirement, key: Key<Bool>? = nil, _ description: String,
        example: String = "true", inside isInsideNetwork: Bool = false, on subjects: [Subject],
        lookedAt stage: Stage? = nil,
        settle: Settle, isPower: Bool = false, witness: Witness? = nil, words: String,
        opposite: String, remedy: String
    ) {
        let name = requirement.kind.rawValue
        let written = isInsideNetwork ? "{\"network\": {\"\(name)\": true}}" : "{\"\(name)\": true}"
        self.init(
            title, { $0 == requirement ? true : nil },
            key: key ?? .one(.demanded(opposite: "\"not\": \(written)")) { _ in requirement }, description,
            example: example, inside: isInsideNetwork, on: { _, _ in subjects }, lookedAt: stage,
            settle: settle,
            isPower: isPower, witness: witness,
            words: { _ in words },
            opposite: { _ in opposite }, remedy: { _ in remedy }, operand: { _ in "" })
    }
}

extension RequirementRow {
    /// How the requirements of a kind are written at their key, with what `value` finds in each.
    struct Key<Value>: Sendable {
        fileprivate let rule:
            @Sendable (_ value: @escaping @Sendable (Requirement) -> Value?) -> ValueRule<[Requirement]>

        /// One value, which makes one requirement.
        static func one(
            _ rule: @escaping @autoclosure @Sendable () -> ValueRule<Value>,
            _ make: @escaping @Sendable (Value) -> Requirement
        ) -> Self {
            Self { value in rule().map({ [make($0)] }, back: { $0.lazy.compactMap(value).first }) }
        }

        /// What the rule reads makes all of them.
        static func together(
            _ rule: @escaping @autoclosure @Sendable () -> ValueRule<[Requirement]>
        ) -> Self {
            Self { _ in rule() }
        }
    }
}

extension RequirementRow.Key where Value: Hashable & SendableMetatype {
    /// One value or a list of such, of which each makes a requirement.
    ///
    /// - Parameter wanted: What one is, as the object of "write".
    static func several(
        _ rule: @escaping @autoclosure @Sendable () -> ValueRule<Value>, _ wanted: String,
        _ make: @escaping @Sendable (Value) -> Requirement
    ) -> Self {
        Self { value in
            ValueRule<[Value]>.oneOrMore(rule(), wanted).map({ $0.map(make) }, back: { $0.compactMap(value) })
        }
    }
}

extension ValueRule {
    /// The rule of what is made of such a value, and of which `back` finds it again.
    fileprivate func map<Other>(
        _ make: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value?
    ) -> ValueRule<Other> {
        ValueRule<Other>(
            expects: expects, schema: schema,
            collecting: { field, errors in read(field, &errors).map(make) },
            print: { back($0).map(print) ?? .null })
    }
}
