// One mistake in a descriptor, as a client is told of it.
import BGRunJSON
import BGRunJob

/// Where a descriptor breaks a rule, what is wrong, and what to write instead.
package struct DescriptorMistake: WireObject, Hashable {
    /// `schedule.every`; empty for the descriptor as a whole.
    package var keyPath: String
    package var reason: String
    package var advice: String

    package init(keyPath: String, reason: String, advice: String) {
        self.keyPath = keyPath
        self.reason = reason
        self.advice = advice
    }

    /// All mistakes of a descriptor that was refused, in their order; never none.
    package static func all(of error: DescriptorError) -> [DescriptorMistake] {
        switch error {
        case .fields(let errors):
            errors.map {
                DescriptorMistake(keyPath: $0.keyPath.description, reason: $0.reason, advice: $0.advice)
            }
        case .text(let error): [DescriptorMistake(error)]
        }
    }

    /// Text that is no JSON. Its message ends with what to do, where there is more to say than the rest
    /// tells.
    private init(_ error: JSONError) {
        let words = error.kind.description
        // Searched as bytes: splitting by a text would link the whole regular expression engine.
        let end = words.utf8.indices.last { words.utf8[$0...].starts(with: "; ".utf8) }
        self.init(
            keyPath: error.keyPath.description,
            reason: "line \(error.line), column \(error.column): "
                + (end.map { String(words[..<$0]) } ?? words),
            advice: end.map { String(words[$0...].dropFirst(2)) } ?? "write it as JSON")
    }

    package static let wire = WireTable<DescriptorMistake>(
        named: "Mistake", about: "A mistake in a descriptor or a manifest.",
        .key("keyPath", .string, \.keyPath, "where; empty for the descriptor as a whole"),
        .key("reason", .string, \.reason, "what is wrong"),
        .key("advice", .string, \.advice, "what to write instead"),
        make: DescriptorMistake.init)

    /// `timeBudget: found a number; write a duration such as "15m"`.
    package var text: String { "\(keyPath.isEmpty ? "" : "\(keyPath): ")\(reason); \(advice)" }
}

extension DescriptorMistake {
    /// What keeps an edited descriptor from taking the place of the one that was shown.
    init(_ fault: EditFault) {
        switch fault {
        case .changed:
            self.init(
                keyPath: "", reason: "the job has changed since its descriptor was shown",
                advice: "edit what it is now")
        case .nothingHidden(let keyPath):
            self.init(
                keyPath: keyPath,
                reason: "\"\(JobDescriptor.hiddenMark)\" stands for a hidden value, and none is hidden here",
                advice: "write a value")
        case .tooLong:
            self.init(
                keyPath: "", reason: "with the hidden values this is longer than 64 KiB", advice: "shorten it"
            )
        }
    }
}
