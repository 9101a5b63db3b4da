// What is done to a started host's processes from outside.

/// Signals to a host's whole tree. A guest is never sent any.
package enum HostSignal: String, CaseIterable, Hashable, Sendable {
    /// SIGTERM: leave. No run is told by it.
    case terminate
    case kill
    case freeze
    case thaw
}
