// How long the text is that a descriptor or a manifest was read from, for what an owner's jobs may take together.

import BGRunJSON

/// The bytes of a text; 0 for what was never read from one.
///
/// Two contents are the same whatever the length of their texts, so it makes no difference in a comparison.
package struct TextSize: Hashable, Sendable {
    /// Few bytes beside the others of a job, as a text has few.
    private let count: UInt32

    package var bytes: Int { Int(count) }

    package init(_ bytes: Int = 0) { count = UInt32(clamping: bytes) }

    /// Of the text that the value would be.
    init(of json: JSONValue) { self.init(json.bytes().count) }

    /// That it is more than one text may have; nil where it is not.
    ///
    /// - Parameter text: What is written in it, with its article.
    func excess(of text: String, advice: String = "shorten it") -> FieldError? {
        guard bytes > JobDescriptor.byteLimit else { return nil }
        return FieldError(
            at: .root, reason: "\(text) has \(bytes) bytes, \(JobDescriptor.byteLimit) at most",
            advice: advice)
    }

    package static func == (one: TextSize, other: TextSize) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}
