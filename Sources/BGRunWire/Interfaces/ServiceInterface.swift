// org.varlink.service: who the server is, and what it speaks.

/// The interface that every Varlink service has.
package enum ServiceInterface {
    package static let name = "org.varlink.service"

    package enum Method: String, CaseIterable, Sendable {
        case getInfo = "GetInfo"
        case getInterfaceDescription = "GetInterfaceDescription"
    }

    package static let description = """
        # What every Varlink service tells of itself.
        interface org.varlink.service

        # Who made the service, its version, and the interfaces it has.
        method GetInfo() -> (
          vendor: string,
          product: string,
          version: string,
          url: string,
          interfaces: []string
        )

        # The text of an interface: its types, methods and errors.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # The service has no such interface.
        error InterfaceNotFound (interface: string)

        # The interface has no such method.
        error MethodNotFound (method: string)

        # The method is described and can't be called in this way.
        error MethodNotImplemented (method: string)

        # A parameter is missing, unknown or of the wrong type: the first such one.
        error InvalidParameter (parameter: string)

        # The caller may not do this.
        error PermissionDenied ()

        # The method answers with a stream: call it with more.
        error ExpectedMore ()

        """
}
