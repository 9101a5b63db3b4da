// What is known of the connection beside the kernel's word.

/// What NetworkManager says.
package struct ConnectionReading: Hashable, Sendable {
    /// What it says of a network interface that is connected.
    package struct Interface: Hashable, Sendable {
        /// Whether traffic through it costs money, also where that is guessed; nil where it does not know.
        package var isMetered: Bool?
        /// The wireless network that it is connected to.
        package var ssid: String?

        package init(isMetered: Bool? = nil, ssid: String? = nil) {
            self.isMetered = isMetered
            self.ssid = ssid
        }
    }

    /// What a portal means, in words.
    package static let portal = "a captive portal holds back all traffic until somebody logs in to it"

    /// A web page wants to be answered before anything is let through.
    package var isPortal: Bool
    /// By the kernel's name.
    package var interfaces: [String: Interface]
    /// The VPNs that are connected, as people have named them in NetworkManager.
    package var vpns: Set<String>

    package init(isPortal: Bool, vpns: Set<String> = [], interfaces: [String: Interface] = [:]) {
        self.isPortal = isPortal
        self.vpns = vpns
        self.interfaces = interfaces
    }
}
