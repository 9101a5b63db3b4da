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

    static func read(
        _ operation: String, _ path: @autoclosure () -> String? = nil, _ call: (inout clinux_status) -> Int32
    ) throws(SystemError) -> FileStatus {
        var status = clinux_status()
        try SystemError.check(operation, path()) { call(&status) }
        return FileStatus(status)
    }

    /// Whether someone other than the owner may write it.
    package var othersMayWrite: Bool { permissions & 0o022 != 0 }
}

/// What the kernel calls a device: `8:17`.
package struct DeviceNumber: Hashable, Sendable {
    package let major: UInt32
    package let minor: UInt32

    package init(major: UInt32, minor: UInt32) {
        self.major = major
        self.minor = minor
    }

    /// Taken apart as glibc's `gnu_dev_major` and `gnu_dev_minor` do.
    init(_ number: UInt64) {
        major = UInt32(truncatingIfNeeded: (number >> 8 & 0xfff) | (number >> 32 & 0xffff_f000))
        minor = UInt32(truncatingIfNeeded: (number & 0xff) | (number >> 12 & 0xffff_ff00))
    }
}
