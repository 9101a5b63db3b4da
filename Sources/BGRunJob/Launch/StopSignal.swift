// The signals by which programs let themselves be asked to end.

/// What the first step of the ladder sends in place of SIGTERM. The last one is always SIGKILL.
///
/// These are what programs know as "save, and leave": SIGKILL and those that stop a process can't be answered, those of
/// a fault and of timers mean something else.
package enum StopSignal: String, CaseIterable, Sendable {
    // As people write them: `kill -l`.
    case TERM, INT, HUP, QUIT, USR1, USR2, WINCH
}
