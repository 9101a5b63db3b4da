// A run of a study's processing.

/// A run that was asked for by a ``BGHealthResearchTaskRequest``.
open class BGHealthResearchTask: BGProcessingTask, @unchecked Sendable {}
