// The errors that every Varlink service has.
import BGRunJSON

/// An error of `org.varlink.service`.
package enum ServiceError: Error, Hashable, Sendable {
    case interfaceNotFound(interface: String)
    case methodNotFound(method: String)
    case methodNotImplemented(method: String)
    /// The name of the first bad parameter.
    case invalidParameter(parameter: String)
    case permissionDenied
    case expectedMore

    /// The names of the errors in the interface.
    package enum Name: String, CaseIterable, Sendable {
        case interfaceNotFound = "InterfaceNotFound"
        case methodNotFound = "MethodNotFound"
        case methodNotImplemented = "MethodNotImplemented"
        case invalidParameter = "InvalidParameter"
        case permissionDenied = "PermissionDenied"
        case expectedMore = "ExpectedMore"
    }

    package var answer: Answer {
        switch self {
        case .interfaceNotFound(let interface):
            Self.answer(.interfaceNotFound, ["interface": .string(interface)])
        case .methodNotFound(let method): Self.answer(.methodNotFound, ["method": .string(method)])
        case .methodNotImplemented(let method):
            Self.answer(.methodNotImplemented, ["method": .string(method)])
        case .invalidParameter(let parameter):
            Self.answer(.invalidParameter, ["parameter": .string(parameter)])
        case .permissionDenied: Self.answer(.permissionDenied, [:])
        case .expectedMore: Self.answer(.expectedMore, [:])
        }
    }

    private static func answer(_ name: Name, _ parameters: JSONObject) -> Answer {
        .error("\(ServiceInterface.name).\(name.rawValue)", parameters)
    }

    package init(_ name: Name, parameters: JSONObject) throws(FieldFault) {
        var fields = FieldReader(parameters)
        switch name {
        case .interfaceNotFound:
            self = .interfaceNotFound(interface: try fields.required("interface", .string))
        case .methodNotFound: self = .methodNotFound(method: try fields.required("method", .string))
        case .methodNotImplemented:
            self = .methodNotImplemented(method: try fields.required("method", .string))
        case .invalidParameter:
            self = .invalidParameter(parameter: try fields.required("parameter", .string))
        case .permissionDenied: self = .permissionDenied
        case .expectedMore: self = .expectedMore
        }
    }
}
