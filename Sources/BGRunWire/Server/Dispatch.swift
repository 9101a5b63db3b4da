// From a call to what it means: a request for the daemon, or an answer that needs no daemon.
import BGRunJSON

/// What a call comes to.
package enum Dispatch: Sendable {
    /// The daemon has to answer it.
    case request(Request)
    /// It is answered by the protocol alone: a question about the service, or a standard error.
    case answered(Answer)

    package init(_ call: Call) {
        do throws(ServiceError) {
            self = try Self.resolve(call)
        } catch {
            self = .answered(error.answer)
        }
    }

    private static func resolve(_ call: Call) throws(ServiceError) -> Dispatch {
        guard let name = call.name else { throw .interfaceNotFound(interface: call.method) }
        switch name.interface {
        case ServiceInterface.name:
            guard let method = ServiceInterface.Method(rawValue: name.method) else {
                throw .methodNotFound(method: name.method)
            }
            try refuseUpgrade(call)
            return .answered(try answer(method, call.parameters))
        case SchedulerMethod.interface:
            return .request(.scheduler(try request(SchedulerMethod.self, name.method, call)))
        case ApplicationsMethod.interface:
            return .request(.applications(try request(ApplicationsMethod.self, name.method, call)))
        case _:
            throw .interfaceNotFound(interface: name.interface)
        }
    }

    /// No method here hands the socket over to another protocol. An ordinary reply would tell the client that
    /// one does.
    private static func refuseUpgrade(_ call: Call) throws(ServiceError) {
        guard call.mode != .upgrade else { throw .methodNotImplemented(method: call.method) }
    }

    private static func request<Method: InterfaceMethod>(
        _ type: Method.Type, _ name: String, _ call: Call
    ) throws(ServiceError) -> Method.Request {
        guard let method = Method(rawValue: name) else { throw .methodNotFound(method: name) }
        try refuseUpgrade(call)
        let request: Method.Request?
        do {
            request = try method.request(call.parameters, call.mode.delivery)
        } catch {
            throw .invalidParameter(parameter: error.field)
        }
        guard let request else { throw .expectedMore }
        return request
    }

    private static func answer(
        _ method: ServiceInterface.Method, _ parameters: JSONObject
    ) throws(ServiceError) -> Answer {
        do throws(FieldFault) {
            switch method {
            case .getInfo:
                _ = try NoFields.wire.read(parameters: parameters)
                return .last(ServiceIdentity.bgrun.object)
            case .getInterfaceDescription:
                return description(of: try ServiceInterface.Wish.wire.read(parameters: parameters).interface)
            }
        } catch {
            throw .invalidParameter(parameter: error.field)
        }
    }

    private static func description(of interface: String) -> Answer {
        switch interface {
        case ServiceInterface.name:
            .last(ServiceInterface.Description(description: ServiceInterface.description).object)
        case SchedulerInterface.name:
            .last(ServiceInterface.Description(description: SchedulerInterface.description).object)
        case ApplicationsInterface.name:
            .last(ServiceInterface.Description(description: ApplicationsInterface.description).object)
        case _: ServiceError.interfaceNotFound(interface: interface).answer
        }
    }
}
