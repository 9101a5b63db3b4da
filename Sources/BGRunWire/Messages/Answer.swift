// One answer as it goes over the wire: results, or an error with its name.
import BGRunJSON

/// A reply message.
package enum Answer: Equatable, Sendable {
    /// The only or the last answer to a call.
    case last(JSONObject)
    /// One answer of a stream; at least one more follows.
    case continues(JSONObject)
    /// The name has its interface before it: `org.bgrun.Scheduler.UnknownJob`.
    case error(String, JSONObject)

    /// Reads a message without its NUL.
    package init(message: [UInt8]) throws(ProtocolFault) {
        // Texts of every kind come in answers, also what a run has written.
        let members = try MessageMembers(
            message, known: ["parameters", "continues", "error"],
            limits: JSONLimits(bytes: MessageReader.clientLimit, marks: .max))
        let parameters = try members.parameters()
        let continues = try members.flag("continues")
        if let error = try members.string("error") {
            guard !continues else { throw .senselessContinues }
            self = .error(error, parameters)
        } else {
            self = continues ? .continues(parameters) : .last(parameters)
        }
    }

    /// Appends the message with its NUL.
    package func write(to output: inout [UInt8]) {
        JSONValue.object(message).write(to: &output)
        output.append(0)
    }

    /// The message with its NUL, in pieces around lists of its parameters that are written later; see
    /// ``JSONObject/pieces(around:)``.
    func pieces(around lists: [[String]]) -> [[UInt8]] {
        var pieces = message.pieces(around: lists.map { ["parameters"] + $0 })
        pieces[pieces.count - 1].append(0)
        return pieces
    }

    private var message: JSONObject {
        switch self {
        case .last(let parameters): ["parameters": .object(parameters)]
        case .continues(let parameters): ["parameters": .object(parameters), "continues": true]
        case .error(let name, let parameters): ["error": .string(name), "parameters": .object(parameters)]
        }
    }
}
