// The connectivity check that the policy describes.

/// A page that is known, by HTTP without encryption: whoever holds back traffic answers in its place, and is found out.
package struct OnlineCheck: Hashable, Sendable {
    package let endpoint: Endpoint
    /// Begins with a slash.
    package let path: String
    /// The whole text of the page, white space at its ends left out; empty for a page without any.
    package let answer: String

    /// Why nobody knows whether a machine without one is online.
    package static let absence = "the policy describes no connectivity check (onlineCheck)"

    package init(endpoint: Endpoint, path: String, answer: String) {
        self.endpoint = endpoint
        self.path = path
        self.answer = answer
    }
}
