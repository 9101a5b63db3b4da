// A run of minutes.

/// A run that was asked for by a ``BGProcessingTaskRequest``: minutes of work, 10 min unless the manifest says otherwise.
///
/// It is told to end when power, network or what else it requires is lost. Somebody's use of the machine ends it only where
/// the manifest requires `idle`; Apple's always.
open class BGProcessingTask: BGTask, @unchecked Sendable {}
