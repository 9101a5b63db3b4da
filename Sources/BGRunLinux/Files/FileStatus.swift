// What the kernel knows of a file besides its contents.
import CLinux
import Glibc

/// A file's type, rights, owner, size and time of change.
package struct FileStatus: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case regular, directory, symbolicLink, socket, pipe, characterDevice, blockDevice
    }

    package let kind: Kind
    /// The twelve bits chmod(2) sets.
    package let permissions: UInt32
    package let user: UInt32
    package let group: UInt32
    package let size: Int64
    /// Microseconds since the epoch of the last change of contents.
    package let modified: Int64
    /// Microseconds since the epoch of the last change of contents, name, rights or owner (ctime). Nobody can set it
    /// but by setting the clock.
    package let changed: Int64
    package let device: UInt64
    package let inode: UInt64
    /// The device that a device node stands for; 0 for all else.
    package let represents: DeviceNumber

    init(_ status: clinux_status) {
        switch status.mode & S_IFMT {
        case S_IFDIR: kind = .directory
        case S_IFLNK: kind = .symbolicLink
        case S_IFSOCK: kind = .socket
        case S_IFIFO: kind = .pipe
        case S_IFCHR: kind = .characterDevice
        case S_IFBLK: kind = .blockDevice
        // A switch over numbers needs an end, and S_IFREG is the only type left.
        default: kind = .regular
        }
        permissions = status.mode & 0o7777
        user = status.uid
        group = status.gid
        size = status.size
        modified = status.modified_microseconds
        changed = status.changed_microseconds
        device = status.device
        inode = status.inode
        represents = DeviceNumber(status.represents)
    }

    /// Whether someone other than the owner may write it.
    package var othersMayWrite: Bool { permissions & 0o022 != 0 }
}
