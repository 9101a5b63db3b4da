// A one-shot file that has had its run.

/// A one-shot file whose job has ended: the same content is not run again.
package struct FinishedFile: Hashable, Sendable {
    package var job: JobID
    /// ``JobDescriptor/fingerprint`` of the content that has run.
    package var fingerprint: UInt64

    package init(job: JobID, fingerprint: UInt64) {
        self.job = job
        self.fingerprint = fingerprint
    }
}
