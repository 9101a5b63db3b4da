// How much free space is left on the file system of a path.
import BGRunJob
import BGRunLinux
import Glibc

/// What a path's owner may still write there. Nobody is told when it changes, so it is read when it is asked for.
package enum FileSystemSpace {
    /// Bytes for who is no administrator. To be read with the owner's rights, and to be waited for as long as the file
    /// system likes.
    package static func read(_ path: String) -> Observation {
        do throws(SystemError) {
            return .freeSpace(try File.freeBytes(at: path))
        } catch {
            if error.errno == ENOENT { return .unknown("\(path) is not there") }
            return .unknown("the free space at \(path) can't be read: \(SystemError.text(of: error.errno))")
        }
    }
}
