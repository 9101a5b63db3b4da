// What programs may have to wait for.

/// What the kernel keeps pressure stall information of.
package enum PressureResource: String, CaseIterable, Sendable { case cpu, io, memory }

extension PressureResource {
    /// As what is waited for.
    package var words: String {
        switch self {
        case .cpu: "the processor"
        case .io: "the disk"
        case .memory: "memory"
        }
    }
}
