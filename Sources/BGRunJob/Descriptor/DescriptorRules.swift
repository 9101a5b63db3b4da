// What a daemon or a machine adds to the rules of descriptors.
import BGRunCalendar

/// What a descriptor is held to beside its own form. The store reads without: what was accepted stays accepted.
package struct DescriptorRules: Sendable {
    package var policy: Policy?
    /// Why this daemon can't wake the machine; nil where it can, or where nobody asks.
    package var wakeFault: String?
    /// Whose job it is to be; nil where nobody has said.
    package var owner: UserID?
    /// Why there is no zone of this name, with what may have been meant; nil where there is one.
    package var zoneFault: @Sendable (String) -> (reason: String, advice: String)?

    package init(
        policy: Policy? = nil, wakeFault: String? = nil,
        zoneFault: @escaping @Sendable (String) -> (reason: String, advice: String)? = { _ in nil }
    ) {
        self.policy = policy
        self.wakeFault = wakeFault
        self.zoneFault = zoneFault
    }
}
