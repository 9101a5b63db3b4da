// What the program says by its exit code.

/// The exit codes, which are part of the contract.
enum ExitCode: Int32 {
    case done = 0
    case unsuccessful = 1
    case usage = 2
    case timedOut = 3
    case noDaemon = 4
    case refused = 5
    case `internal` = 70
    /// What was to be printed could not be written.
    case output = 74
}
