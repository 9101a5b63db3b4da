// What makes a conversation senseless: after it there is nothing left but to close.

/// Bytes that are no message of the protocol. There is no answer to them: what the peer meant is unknown.
package enum ProtocolFault: Error, Hashable, Sendable {
    case messageTooLong(limit: Int)
    case notJSON(String)
    case notAnObject
    /// A member that the protocol does not know and that is no vendor's extension.
    case unknownMember(String)
    case missingMethod
    case wrongMember(String)
    /// Two of `oneway`, `more` and `upgrade`: together they have no meaning.
    case twoFlags
    /// `continues` beside an error, or where no stream was asked for.
    case senselessContinues
}

extension ProtocolFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .messageTooLong(let limit): "a message is longer than \(limit) bytes"
        case .notJSON(let fault): "a message is not JSON: \(fault)"
        case .notAnObject: "a message is not a JSON object"
        case .unknownMember(let name): "a message has an unknown member \"\(name)\""
        case .missingMethod: "a call has no method"
        case .wrongMember(let name): "the member \"\(name)\" of a message has the wrong type"
        case .twoFlags: "a call has more than one of oneway, more and upgrade"
        case .senselessContinues: "a reply continues that can't"
        }
    }
}
