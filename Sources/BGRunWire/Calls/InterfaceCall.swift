// What the calls of all interfaces have in common: a method, parameters, and the type of the reply.
import BGRunJSON

/// The methods of one interface, by their names.
package protocol InterfaceMethod: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// What a call of one comes to in the daemon.
    associatedtype Request: Sendable
    static var interface: String { get }
    /// Whether nothing comes of a call but its answer, so that it may be made again.
    var onlyAsks: Bool { get }
    var row: MethodRow<Request> { get }
}

extension InterfaceMethod {
    /// `org.bgrun.Scheduler.Submit`.
    package var fullName: String { "\(Self.interface).\(rawValue)" }

    /// Whether its lists may come in several replies, to a caller that takes several.
    package var comesInParts: Bool { row.isInParts }

    /// What a call comes to; nil where an answer without a stream has no meaning.
    package func request(
        _ parameters: JSONObject, _ delivery: Conversation.Delivery
    ) throws(FieldFault) -> Request? {
        try row.request(parameters, delivery)
    }
}

/// One call of an interface.
package protocol InterfaceCall: Sendable {
    associatedtype Method: InterfaceMethod
    associatedtype Reply: WireObject
    var method: Method { get }
    var parameters: JSONObject { get }
    /// Whether an answer follows by itself, whatever happens to jobs.
    var isAnsweredAtOnce: Bool { get }
}

extension InterfaceCall {
    package var isAnsweredAtOnce: Bool { true }
}

extension InterfaceCall where Self: WireObject {
    package var parameters: JSONObject { object }
}
