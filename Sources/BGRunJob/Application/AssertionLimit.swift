// How long an assertion lasts, and when its program is warned: the same for the daemon and for those that have none.

/// The limit of an assertion.
package enum AssertionLimit {
    /// That of a program that asks for no other.
    package static let usual: Duration = .seconds(30)
    /// No policy allows more.
    package static let most: Duration = .seconds(600)

    /// How long before its end the program is warned.
    package static func lead(of limit: Duration) -> Duration { min(.seconds(5), limit / 2) }
}
