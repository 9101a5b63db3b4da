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
        interfaces: [ServiceInterface.name, SchedulerInterface.name])

    private init(vendor: String, product: String, version: String, url: String, interfaces: [String]) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
        self.interfaces = interfaces
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        vendor = try fields.required("vendor", .string)
        product = try fields.required("product", .string)
        version = try fields.required("version", .string)
        url = try fields.required("url", .string)
        interfaces = try fields.required("interfaces", .list(of: .string))
    }

    package var fields: [Field] {
        [
            Field("vendor", .string, vendor),
            Field("product", .string, product),
            Field("version", .string, version),
            Field("url", .string, url),
            Field("interfaces", .list(of: .string), interfaces),
        ]
    }
}
