// A place in the network that a connection can be opened to.

/// A host, by name or address, and its port.
package struct Endpoint: Hashable, Sendable {
    package let host: String
    package let port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }
}

extension Endpoint {
    /// `host:port`, an IPv6 address between brackets.
    package var text: String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
