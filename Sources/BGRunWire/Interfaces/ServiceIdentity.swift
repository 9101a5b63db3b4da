// Who this service says it is.

/// What `GetInfo` answers.
package struct ServiceIdentity: WireObject, Hashable {
    package var vendor: String
    package var product: String
    package var version: String
    package var url: String
    package var interfaces: [String]

    /// This service.
    package static let bgrun = ServiceIdentity(
        vendor: "bgrun", product: "bgrund", version: "0.1.0", url: "",
        interfaces: [ServiceInterface.name, SchedulerInterface.name, ApplicationsInterface.name])

    package static let wire = WireTable<ServiceIdentity>(
        .key("vendor", .string, \.vendor), .key("product", .string, \.product),
        .key("version", .string, \.version), .key("url", .string, \.url),
        .of("interfaces", .list(.string), \.interfaces),
        make: ServiceIdentity.init)
}
