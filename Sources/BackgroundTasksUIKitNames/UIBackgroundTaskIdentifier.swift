// What an application is given when it begins to finish something.

/// Names one beginning of a background task; what it is ended by.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    /// A number that is used once in a process.
    public let rawValue: Int
    /// An identifier by its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// No background task: what is returned where none could be begun.
    public static let invalid = Self(rawValue: 0)
}

/// The name of before Swift 4.2, which older articles have.
@available(*, unavailable, renamed: "UIBackgroundTaskIdentifier.invalid")
public var UIBackgroundTaskInvalid: UIBackgroundTaskIdentifier { .invalid }
