// A run of minutes.

/// A run that was asked for by a ``BGProcessingTaskRequest``: minutes of work, 10 min unless the manifest says otherwise.
///
/// It is told to stop when power, network or what else it requires is lost. That it is also told to stop when somebody
/// uses the machine is so only where the manifest requires `idle`; Apple's always is.
open class BGProcessingTask: BGTask, @unchecked Sendable {}
