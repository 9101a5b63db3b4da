// A run of a refresh.

/// A run that was asked for by a ``BGAppRefreshTaskRequest``: some seconds of work, 30 s unless the manifest says otherwise.
open class BGAppRefreshTask: BGTask, @unchecked Sendable {}
