// The names of UIKit that have to do with the background, for Linux: what clients get with them.
@_exported public import BackgroundTasks
