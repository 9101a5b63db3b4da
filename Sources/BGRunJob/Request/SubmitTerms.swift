// How a submission is meant, beside its descriptor.

/// What becomes of a submission where a job of that name is there already.
package enum IfExists: String, CaseIterable, Sendable {
    /// It takes the place of what is pending, or follows the active run.
    case replace
    /// The job stays what it is.
    case keep
    /// It is refused.
    case fail
}

/// What somebody who submits a job asks for beside it.
package struct SubmitTerms: Hashable, Sendable {
    package var ifExists: IfExists
    /// It starts at once, or is refused and leaves nothing behind.
    package var isNowOrFail: Bool

    /// It is the descriptor of this fingerprint with changes: what was shown of that as ``JobDescriptor/hiddenMark`` stays what
    /// it is.
    package var edited: UInt64?

    package init(ifExists: IfExists = .replace, isNowOrFail: Bool = false, edited: UInt64? = nil) {
        self.ifExists = ifExists
        self.isNowOrFail = isNowOrFail
        self.edited = edited
    }
}
