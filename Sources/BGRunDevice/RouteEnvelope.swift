// A routing message and the dump it belongs to.

/// One message with what its header says of the dump it belongs to.
package struct RouteEnvelope: Equatable, Sendable {
    /// The number of the request that it answers; 0 in an event.
    package let sequence: UInt32
    /// `NLM_F_DUMP_INTR`: the tables changed while they were read, so the answer may fit no moment.
    package let wasInterrupted: Bool
    package let message: RouteMessage
}
