// A file of a jobs directory that brings nothing.
import BGRunJob

/// A file of a jobs directory that does not parse, with the job it would bring.
package struct UnreadableFile: Hashable, Sendable {
    /// Nil where not even the file's name is an identifier.
    package let job: JobID?
    package let file: BrokenFile

    package init(job: JobID?, file: BrokenFile) {
        self.job = job
        self.file = file
    }
}
