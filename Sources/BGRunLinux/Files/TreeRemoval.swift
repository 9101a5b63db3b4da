// Removes what lies in a directory, however much of it and however deep, with the rights of whoever does it.
import CLinux
import Glibc

/// Empties a directory of somebody's, who may have put anything there.
///
/// No link is followed and no mount is entered. Directories that lie deeper are brought up to the top by renaming, so
/// that a tree of any depth takes three descriptors and no stack. What can't be removed (a mount, or what another user has
/// made there) stays.
package enum TreeRemoval {
    /// - Returns: Whether nothing is left.
    package static func empty(_ path: String) throws(SystemError) -> Bool {
        // Its owner may have closed it to themselves, and nobody but root puts anything in its place.
        _ = unsafe fchmodat(AT_FDCWD, path, 0o700, AT_SYMLINK_NOFOLLOW)
        let top = try Directory(path: path)
        var number = 0
        while true {
            let (left, isMoved) = try pass(top, &number)
            if left == 0 { return true }
            if !isMoved { return false }
        }
    }

    /// One way through the names at the top.
    ///
    /// - Returns: How many names were left, and whether anything has gone or come.
    private static func pass(_ top: borrowing Directory, _ number: inout Int) throws(SystemError) -> (
        Int, Bool
    ) {
        var (left, isMoved) = (0, false)
        unsafe try forEachName(in: top) { name in
            switch unsafe removed(name, from: top.descriptor.rawValue) {
            case .gone: isMoved = true
            case .stays: left += 1
            case .isDirectory:
                left += 1
                if unsafe empty(name, in: top, &number) { isMoved = true }
                if unsafe unlinkat(top.descriptor.rawValue, name, AT_REMOVEDIR) == 0 { isMoved = true }
            }
        }
        return (left, isMoved)
    }

    /// Takes all out of a directory at the top: files go, directories come up.
    ///
    /// - Returns: Whether anything has gone or come up.
    private static func empty(
        _ name: UnsafePointer<CChar>, in top: borrowing Directory, _ number: inout Int
    ) -> Bool {
        let parent = top.descriptor.rawValue
        // Its owner may have closed it to themselves. What somebody has put in its place meanwhile is no link that is followed.
        _ = unsafe fchmodat(parent, name, 0o700, AT_SYMLINK_NOFOLLOW)
        let opened = unsafe clinux_open_on_same_mount(parent, name, O_RDONLY | O_DIRECTORY)
        guard opened >= 0 else { return false }
        let inner = FileDescriptor(owning: opened)
        var isMoved = false
        unsafe forEachName(inDescriptor: inner.rawValue) { entry in
            switch unsafe removed(entry, from: inner.rawValue) {
            case .gone: isMoved = true
            case .stays: break
            case .isDirectory:
                // A directory is renamed only by who may write to it.
                _ = unsafe fchmodat(inner.rawValue, entry, 0o700, AT_SYMLINK_NOFOLLOW)
                repeat {
                    number += 1
                } while unsafe faccessat(parent, "\(number)", F_OK, AT_SYMLINK_NOFOLLOW) == 0
                if unsafe renameat(inner.rawValue, entry, parent, "\(number)") == 0 { isMoved = true }
            }
        }
        return isMoved
    }

    private enum Removal { case gone, isDirectory, stays }

    private static func removed(_ name: UnsafePointer<CChar>, from directory: Int32) -> Removal {
        if unsafe unlinkat(directory, name, 0) == 0 { return .gone }
        switch errno {
        case ENOENT: return .gone
        // What Linux says of a directory, and what POSIX has it say.
        case EISDIR, EPERM: return .isDirectory
        case _: return .stays
        }
    }

    private static func forEachName(
        in directory: borrowing Directory, _ body: (UnsafePointer<CChar>) -> Void
    ) throws(SystemError) {
        guard unsafe forEachName(inDescriptor: directory.descriptor.rawValue, body) else {
            throw SystemError.last("opendir", directory.path)
        }
    }

    /// The names as they are, which need be no UTF-8.
    ///
    /// - Returns: Whether the directory could be read.
    @discardableResult
    private static func forEachName(
        inDescriptor directory: Int32, _ body: (UnsafePointer<CChar>) -> Void
    ) -> Bool {
        let number = unsafe clinux_open_at(directory, ".", O_RDONLY | O_DIRECTORY, 0)
        guard number >= 0 else { return false }
        guard let stream = unsafe fdopendir(number) else {
            _ = close(number)
            return false
        }
        defer { unsafe closedir(stream) }
        while let entry = unsafe readdir(stream) {
            unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                let name = unsafe UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self)
                if unsafe strcmp(name, ".") == 0 || strcmp(name, "..") == 0 { return }
                unsafe body(name)
            }
        }
        return true
    }
}
