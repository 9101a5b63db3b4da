// What is known of the connection beside the kernel's word.

/// What NetworkManager says.
package struct ConnectionReading: Hashable, Sendable {
    /// A web page wants to be answered before anything is let through.
    package var isPortal: Bool
    /// Whether traffic costs money, also where that is guessed; nil where it does not know.
    package var isMetered: Bool?
    /// The wireless networks that are connected, sorted.
    package var ssids: [String]

    package init(isPortal: Bool, isMetered: Bool?, ssids: [String]) {
        self.isPortal = isPortal
        self.isMetered = isMetered
        self.ssids = ssids
    }
}
