// What a file of a jobs directory brings.
import BGRunJob

/// A descriptor found in a jobs directory.
package struct JobFile: Hashable, Sendable {
    package let job: JobID
    package let path: String
    package let descriptor: JobDescriptor

    package init(job: JobID, path: String, descriptor: JobDescriptor) {
        self.job = job
        self.path = path
        self.descriptor = descriptor
    }
}
