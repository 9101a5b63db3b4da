// Why a task was told to end: a word, as history and the journal spell it.

extension BGTask {
    /// Why a task was told to end. **Of bgrun, not of Apple.**
    ///
    /// A word, so that a later bgrun may have more of them.
    public struct ExpirationReason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The spelling in `bgrun history`: `timeBudget`, `requirementLost:externalPower`.
        public let rawValue: String
        /// A reason by its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The time budget is used up.
        public static let timeBudget = Self(rawValue: "timeBudget")
        /// The machine is about to sleep.
        public static let systemSleep = Self(rawValue: "systemSleep")
        /// The machine is about to shut down.
        public static let shutdown = Self(rawValue: "shutdown")
        /// Another task of the process overstayed, and the process is about to be killed for it.
        public static let preempted = Self(rawValue: "preempted")
        /// Somebody said `bgrun stop`.
        public static let userRequest = Self(rawValue: "userRequest")
        /// Somebody said `bgrun cancel`. To forbid the application takes pending requests back, never a run.
        public static let cancelled = Self(rawValue: "cancelled")
        /// The daemon left or died. The request is in its store; nothing is to be submitted again for that.
        public static let daemonRestart = Self(rawValue: "daemonRestart")

        /// The requirement that was lost, `externalPower` or any other by its key in a descriptor; nil for other reasons.
        public var lostRequirement: String? {
            let prefix = "requirementLost:"
            return rawValue.hasPrefix(prefix) ? String(rawValue.dropFirst(prefix.count)) : nil
        }

        /// The word.
        public var description: String { rawValue }
    }
}
