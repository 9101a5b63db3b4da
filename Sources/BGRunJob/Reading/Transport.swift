// The kinds of interface that internet traffic may use.

/// What a network interface sends packets over.
package enum Transport: String, CaseIterable, Sendable {
    case ethernet, wifi
    /// A modem, or a telephone on a cable that shares its connection.
    case mobile
    case bluetooth

    /// In a sentence.
    package var words: String {
        switch self {
        case .ethernet: "Ethernet"
        case .wifi: "Wi-Fi"
        case .mobile: "mobile broadband"
        case .bluetooth: "Bluetooth"
        }
    }
}
