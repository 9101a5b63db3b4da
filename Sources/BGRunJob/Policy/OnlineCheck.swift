// The connectivity check that the policy describes.

/// A page that is known, by HTTP without encryption: whoever holds back traffic answers in its place, and is found out.
package struct OnlineCheck: Hashable, Sendable {
    /// `http`'s own.
    static let standardPort: UInt16 = 80

    /// Who is asked.
    package let endpoint: Endpoint
    /// Begins with a slash.
    package let path: String
    /// The whole text of the page, white space at its ends left out; empty for a page without any.
    package let answer: String

    /// The host as a request and an address name it: with its port where that is not the standard one.
    package var host: String {
        let text = endpoint.text
        return endpoint.port == Self.standardPort ? String(text.dropLast(":80".count)) : text
    }

    /// Why nobody knows whether a machine without one is online.
    package static let absence = "bgrund.json describes no connectivity check (onlineCheck)"

    package init(endpoint: Endpoint, path: String, answer: String) {
        self.endpoint = endpoint
        self.path = path
        self.answer = answer
    }
}
