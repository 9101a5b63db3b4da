// One call as it goes over the wire: a method's name, its parameters, and how the answer shall come.
import BGRunJSON

/// A call message.
package struct Call: Equatable, Sendable {
    /// The flags of a call. At most one may be set, so they are one choice.
    package enum Mode: Sendable, CaseIterable {
        /// One answer.
        case plain
        /// No answer, not even an error.
        case oneway
        /// Several answers, if the method has them.
        case more
        /// One answer, after which the socket speaks another protocol.
        case upgrade
    }

    /// With its interface: `org.bgrun.Scheduler.Submit`.
    package var method: String
    package var parameters: JSONObject
    package var mode: Mode

    package init(method: String, parameters: JSONObject = [:], mode: Mode = .plain) {
        self.method = method
        self.parameters = parameters
        self.mode = mode
    }

    /// The interface and the short name, split at the last dot; nil where there is no dot.
    package var name: (interface: String, method: String)? {
        guard let dot = method.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        return (String(method[..<dot]), String(method[method.utf8.index(after: dot)...]))
    }

    /// Reads a message without its NUL.
    package init(message: [UInt8]) throws(ProtocolFault) {
        let members = try MessageMembers(
            message, known: ["method", "parameters", "oneway", "more", "upgrade"],
            limits: JSONLimits(bytes: MessageReader.serverLimit))
        guard let method = try members.string("method") else { throw .missingMethod }
        self.method = method
        parameters = try members.parameters()
        switch (try members.flag("oneway"), try members.flag("more"), try members.flag("upgrade")) {
        case (false, false, false): mode = .plain
        case (true, false, false): mode = .oneway
        case (false, true, false): mode = .more
        case (false, false, true): mode = .upgrade
        case (_, _, _): throw .twoFlags
        }
    }

    /// The message with its NUL.
    package var bytes: [UInt8] {
        var message: JSONObject = ["method": .string(method), "parameters": .object(parameters)]
        switch mode {
        case .plain: break
        case .oneway: message["oneway"] = true
        case .more: message["more"] = true
        case .upgrade: message["upgrade"] = true
        }
        return JSONValue.object(message).bytes() + [0]
    }
}
