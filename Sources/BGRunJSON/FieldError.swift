// Why a value that is fine as JSON is not fine where it stands.

/// A refusal of one field of a descriptor, a policy or a message: where, what is wrong, what to write
/// instead.
package struct FieldError: Error, Sendable, Equatable {
    /// Where the field stands; of a missing key, where it should stand.
    package let keyPath: JSONKeyPath

    /// What is wrong: "found a number". Never quotes a value that may be a secret.
    package let reason: String

    /// What to do about it: "write a duration such as "15m"".
    package let advice: String

    package init(at keyPath: JSONKeyPath, reason: String, advice: String) {
        self.keyPath = keyPath
        self.reason = reason
        self.advice = advice
    }
}

extension FieldError: CustomStringConvertible {
    /// `timeBudget: found a number; write a duration such as "15m"`.
    package var description: String {
        let place = keyPath.description
        return "\(place.isEmpty ? "" : "\(place): ")\(reason); \(advice)"
    }
}
