// What a process executes, as the kernel knows it.
import CLinux
import Glibc

/// The path of the program that a process executes.
///
/// A process can put its program where the path reads like another's, so this tells programs of one user apart, and no
/// more.
package struct Executable: Equatable, Sendable {
    /// A file, whatever its names.
    package struct Identity: Hashable, Sendable {
        package let device: UInt64
        package let inode: UInt64

        package init(device: UInt64, inode: UInt64) {
            self.device = device
            self.inode = inode
        }
    }

    /// Where it lies, or lay before it was removed or replaced.
    package let path: String
    /// Whether nothing, or another file, is there by now.
    package let isDeleted: Bool

    /// What the kernel adds to the path of a file that is not there any more.
    private static let mark = " (deleted)"

    /// What a process executes now; nil where it has ended, or may not be looked into (ptrace(2), "access mode checking").
    /// The path is the kernel's own: no file system is asked.
    package init?(of process: borrowing ProcessDescriptor) {
        guard let link = try? File.link(at: "/proc/\(process.pid)/exe"),
            // Else the number may have been another's.
            (try? process.hasEnded()) == false
        else { return nil }
        self.init(link: link)
    }

    /// As the kernel writes it. A file whose name ends like a removed one's is taken for that.
    init(link: String) {
        isDeleted = link.hasSuffix(Self.mark)
        path = isDeleted ? String(link.dropLast(Self.mark.count)) : link
    }

    /// The file itself, which stays the same when it is moved; nil as for the path.
    ///
    /// It is what the kernel remembers of the file, so that a file system of a user's own can't hold us up. Only NFS may
    /// ask its server nevertheless: where the path tells enough, don't ask for this.
    package static func identity(of process: borrowing ProcessDescriptor) -> Identity? {
        var (device, inode): (UInt64, UInt64) = (0, 0)
        guard unsafe clinux_remembered_file("/proc/\(process.pid)/exe", &device, &inode) == 0,
            (try? process.hasEnded()) == false
        else { return nil }
        return Identity(device: device, inode: inode)
    }
}
