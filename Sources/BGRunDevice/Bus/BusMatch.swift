// Signals that are being listened to, for as long as this value is kept.

import CSystemd

/// A match rule that stands on the bus; it is withdrawn with this value.
@safe package final class BusMatch {
    private let slot: OpaquePointer

    /// Takes the slot over. It keeps sd-bus and its memory of the connection alive, so it may outlive the connection.
    init(owning slot: OpaquePointer) { unsafe self.slot = unsafe slot }

    deinit { unsafe csystemd_drop(slot) }
}
