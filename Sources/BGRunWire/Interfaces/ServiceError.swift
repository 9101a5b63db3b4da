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

    package var name: Name { parts.name }
    private var subject: String? { parts.subject }

    /// With the one parameter of those that have one.
    private var parts: (name: Name, subject: String?) {
        switch self {
        case .interfaceNotFound(let name): (.interfaceNotFound, name)
        case .methodNotFound(let name): (.methodNotFound, name)
        case .methodNotImplemented(let name): (.methodNotImplemented, name)
        case .invalidParameter(let name): (.invalidParameter, name)
        case .permissionDenied: (.permissionDenied, nil)
        case .expectedMore: (.expectedMore, nil)
        }
    }
}

extension ServiceError: InterfaceError {
    package static var interface: String { ServiceInterface.name }

    package static func table(of name: Name) -> WireTable<ServiceError> {
        switch name {
        case .interfaceNotFound:
            WireTable(
                about: "The service has no such interface.", .of("interface", .string, \.subject),
                make: { .interfaceNotFound(interface: $0) })
        case .methodNotFound:
            WireTable(
                about: "The interface has no such method.", .of("method", .string, \.subject),
                make: { .methodNotFound(method: $0) })
        case .methodNotImplemented:
            WireTable(
                about: "The method is described and can't be called in this way.",
                .of("method", .string, \.subject), make: { .methodNotImplemented(method: $0) })
        case .invalidParameter:
            WireTable(
                about: "A parameter is missing, unknown or of the wrong type: the first such one.",
                .of("parameter", .string, \.subject), make: { .invalidParameter(parameter: $0) })
        case .permissionDenied: WireTable(about: "The caller may not do this.", make: { .permissionDenied })
        case .expectedMore:
            WireTable(
                about: "The method answers with a stream: call it with more.", make: { .expectedMore })
        }
    }
}
