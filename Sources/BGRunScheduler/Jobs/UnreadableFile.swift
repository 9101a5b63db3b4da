// A file of a directory that brings nothing.
import BGRunJob

/// A file that does not parse, with the job that it would bring, or the application that it would permit.
package struct UnreadableFile: Hashable, Sendable {
    /// Of an application its identifier is the name. Nil where not even the file's name is an identifier.
    package let job: JobID?
    package let file: BrokenFile

    package init(job: JobID?, file: BrokenFile) {
        self.job = job
        self.file = file
    }

    /// What is wrong with its job for that.
    var fault: String { "\(file.path): \(file.reason)" }
}
