// org.varlink.service: who the server is, and what it speaks.

/// The interface that every Varlink service has.
package enum ServiceInterface {
    package static let name = "org.varlink.service"

    package enum Method: String, CaseIterable, Sendable {
        case getInfo = "GetInfo"
        case getInterfaceDescription = "GetInterfaceDescription"
    }

    /// The parameters of `GetInterfaceDescription`.
    struct Wish: WireObject {
        let interface: String

        static let wire = WireTable<Wish>(.key("interface", .string, \.interface), make: Wish.init)
    }

    /// What it answers.
    struct Description: WireObject {
        let description: String

        static let wire = WireTable<Description>(
            .key("description", .string, \.description), make: Description.init)
    }

    package static let description: String = {
        var text = InterfaceText(name, about: "What every Varlink service tells of itself.")
        text.add(
            method: Method.getInfo.rawValue,
            "Who made the service, its version, and the interfaces it has.", input: [],
            output: ServiceIdentity.wire.members)
        text.add(
            method: Method.getInterfaceDescription.rawValue,
            "The text of an interface: its types, methods and errors.", input: Wish.wire.members,
            output: Description.wire.members)
        ServiceError.describe(in: &text)
        return text.text
    }()
}
