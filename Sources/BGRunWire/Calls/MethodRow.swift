// A row of the table of an interface's methods.
import BGRunJSON

/// A method: its comment and its fields in the interface, and the reader of its calls.
package struct MethodRow<Request: Sendable>: Sendable {
    let about: String
    let input: [WireMember]
    let output: [WireMember]
    /// Whether a caller that takes several replies may get its lists in more than one.
    let isInParts: Bool
    /// Nil where an answer without a stream has no meaning.
    let request: @Sendable (JSONObject, Conversation.Delivery) throws(FieldFault) -> Request?

    /// - Parameters:
    ///   - isInParts: Its lists have an element for each job, condition or application, so there is no end to them.
    ///   - stream: What a call comes to that asks for several answers, where the method has them.
    init<Call: InterfaceCall>(
        _ about: String, _ parameters: WireTable<Call>, isInParts: Bool = false,
        once: @escaping @Sendable (Call) -> Request?,
        stream: (@Sendable (Call) -> Request)? = nil
    ) {
        self.about = about
        self.isInParts = isInParts
        input = parameters.members
        let hasMore = WireMember(
            name: JSONObject.hasMore, spelling: "?bool",
            about: "true where the next reply goes on with the lists, which is so with more only")
        output = Call.Reply.wire.members + (isInParts ? [hasMore] : [])
        request = { object, delivery throws(FieldFault) in
            let call = try parameters.read(parameters: object)
            switch delivery {
            case .stream: return stream?(call) ?? once(call)
            case .once, .silent: return once(call)
            }
        }
    }
}
