// What one default route is worth, with the reason in words.

/// One way out that a default route offers, and what it lacks.
package struct RouteStanding: Equatable, Sendable {
    package let family: AddressFamily
    /// The name of the link; nil where the kernel knows no such link any more.
    package let link: String?
    package let table: UInt32
    package let metric: UInt32
    /// In words, nil where nothing is missing: "wlan0, the default route's link, has no carrier".
    package let fault: String?
}
