// The name that delegates have for what a fetch has brought, so that they compile: nobody asks for one.

/// What a fetch has brought. A delegate's methods that have it are never called: ask for a `BGAppRefreshTaskRequest`.
public enum UIBackgroundFetchResult: UInt, Sendable {
    /// Something new.
    case newData
    /// Nothing new.
    case noData
    /// It has failed.
    case failed
}
