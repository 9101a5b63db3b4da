// A run of minutes.

/// A run that was asked for by a ``BGProcessingTaskRequest``: minutes of work, 10 min unless the manifest says otherwise.
///
/// It is told to end when power, network or what else it requires is lost; when somebody uses the machine only where its
/// manifest requires `idle`, as Apple's always does.
open class BGProcessingTask: BGTask, @unchecked Sendable {}
