// Why a text is no descriptor: every mistake in it, each with its place and what to write instead.
import BGRunJSON

/// Text that was refused as a descriptor, or as a policy, which is read by the same rules.
package enum DescriptorError: Error, Sendable, Equatable {
    /// It is no JSON; the reader of JSON stops at its first mistake.
    case text(JSONError)
    /// It is JSON and breaks rules of its own. Never empty; in the order of the text, missing keys last;
    /// reading stops when there are many.
    case fields([FieldError])
}

extension DescriptorError: CustomStringConvertible {
    /// One line for each mistake.
    package var description: String {
        switch self {
        case .text(let error): error.description
        case .fields(let errors):
            errors.map(\.description).joined(separator: "\n")
                + (errors.isFull ? "\nthere may be more mistakes behind these" : "")
        }
    }
}
