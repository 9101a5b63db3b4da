// One open descriptor with one owner: closed when that owner goes, and never twice.
import CLinux
import Glibc

/// A descriptor that this value owns.
///
/// It cannot be copied, so it cannot stand in an array or a dictionary: what must be kept by the dozen
/// is a final class that holds one.
package struct FileDescriptor: ~Copyable, Sendable {
    /// The number, for calls that borrow it. It must not be closed, nor used after this value is gone.
    package let rawValue: Int32

    /// Another one for the same open file, for who keeps what they have borrowed.
    package static func copy(_ borrowed: Int32) throws(SystemError) -> FileDescriptor {
        FileDescriptor(owning: try SystemError.check("fcntl") { clinux_copy(borrowed) })
    }

    /// Another one that stays open where the process executes another program.
    package static func inheritable(_ borrowed: Int32) throws(SystemError) -> FileDescriptor {
        FileDescriptor(owning: try SystemError.check("dup") { dup(borrowed) })
    }

    /// Has the same open file under a certain number too, for another program; what was there is closed.
    package func place(at number: Int32) throws(SystemError) {
        // Under its own number it stays as it is, which is inheritable or not.
        if number == rawValue { return }
        try SystemError.check("dup2") { dup2(rawValue, number) }
    }

    /// Takes over one that the program before us in this process has left open; it does not stay so for the next.
    ///
    /// EBADF where nothing is open under the number.
    package init(inherited rawValue: Int32) throws(SystemError) {
        try SystemError.check("fcntl", "\(rawValue)") { clinux_close_on_exec(rawValue) }
        self.init(owning: rawValue)
    }

    /// Takes over an open descriptor that nothing else will close.
    package init(owning rawValue: Int32) {
        precondition(rawValue >= 0, "a descriptor that is not open cannot be owned")
        self.rawValue = rawValue
    }

    deinit {
        // The descriptor is gone whatever close returns; trying again could close a stranger's.
        clinux_close(rawValue)
    }

    /// Gives the number up to someone who will close it.
    package consuming func release() -> Int32 {
        let number = rawValue
        discard self
        return number
    }

    /// What a read from a descriptor gave.
    package enum ReadResult: Equatable, Sendable {
        /// So many bytes, at least one.
        case bytes(Int)
        case wouldBlock
        case endOfFile
    }

    /// What a write to a descriptor took.
    package enum WriteResult: Equatable, Sendable {
        case bytes(Int)
        case wouldBlock
    }

    /// Reads into the front of `buffer`, whose length is not changed. An empty buffer is our own mistake.
    package func read(into buffer: inout [UInt8]) throws(SystemError) -> ReadResult {
        precondition(!buffer.isEmpty, "a read into an empty buffer cannot tell the end of a file")
        let count = try SystemError.checkNonblocking("read") {
            unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(rawValue, $0.baseAddress, $0.count) }
        }
        guard let count else { return .wouldBlock }
        return count == 0 ? .endOfFile : .bytes(count)
    }

    /// Writes what the descriptor takes of `bytes` at once.
    package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> WriteResult {
        let count = try SystemError.checkNonblocking("write") {
            unsafe bytes.withUnsafeBytes { unsafe Glibc.write(rawValue, $0.baseAddress, $0.count) }
        }
        guard let count else { return .wouldBlock }
        return .bytes(count)
    }

    /// Writes all of `bytes`. For files and blocking descriptors: one that would block is an error (EAGAIN).
    package func write(all bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            switch try write(rest) {
            case .bytes(let count): rest = rest.dropFirst(count)
            case .wouldBlock: throw SystemError(operation: "write", errno: EAGAIN)
            }
        }
    }

    /// Reads at `offset` into the front of `buffer`; 0 at or after the end of the file.
    package func read(into buffer: inout [UInt8], at offset: Int64) throws(SystemError) -> Int {
        try SystemError.check("pread") {
            unsafe buffer.withUnsafeMutableBytes {
                unsafe pread(rawValue, $0.baseAddress, $0.count, off_t(offset))
            }
        }
    }

    /// Writes all of `bytes` at `offset`.
    package func write(all bytes: [UInt8], at offset: Int64) throws(SystemError) {
        try write(all: bytes[...], at: offset)
    }

    /// Writes all of a part of an array at `offset`.
    package func write(all bytes: ArraySlice<UInt8>, at offset: Int64) throws(SystemError) {
        var rest = bytes
        var place = offset
        while !rest.isEmpty {
            let count = try SystemError.check("pwrite") {
                unsafe rest.withUnsafeBytes {
                    unsafe pwrite(rawValue, $0.baseAddress, $0.count, off_t(place))
                }
            }
            rest = rest.dropFirst(count)
            place &+= Int64(count)
        }
    }

    /// Everything up to the end of the file, or EFBIG when that is more than `limit` bytes.
    package func readToEnd(limit: Int) throws(SystemError) -> [UInt8] {
        var contents: [UInt8] = []
        // One byte more than allowed tells a file that fits from one that does not.
        var buffer = [UInt8](repeating: 0, count: min(max(limit, 0), 65_535) + 1)
        while true {
            switch try read(into: &buffer) {
            case .endOfFile: return contents
            case .wouldBlock: throw SystemError(operation: "read", errno: EAGAIN)
            case .bytes(let count):
                if contents.count + count > limit { throw SystemError(operation: "read", errno: EFBIG) }
                contents.append(contentsOf: buffer[..<count])
            }
        }
    }

    /// Waits until the file, or a directory's entries, are on the disk.
    package func synchronize() throws(SystemError) {
        try SystemError.check("fsync") { fsync(rawValue) }
    }

    package func makeNonblocking() throws(SystemError) {
        try SystemError.check("fcntl") { clinux_set_nonblocking(rawValue) }
    }

    package func status() throws(SystemError) -> FileStatus {
        try FileStatus.read("fstat") { unsafe clinux_status(rawValue, &$0) }
    }

    package func setPermissions(_ mode: UInt32) throws(SystemError) {
        try SystemError.check("fchmod") { fchmod(rawValue, mode) }
    }

    /// Lets one user read it (and enter it, where it is a directory), and nobody else but its owner: by an entry of its
    /// access control list (acl(5)), or, on a file system without such, by giving it to them.
    ///
    /// - Parameter mode: What its owner may do: 0400 or 0500.
    package func setReader(_ user: UInt32, mode: UInt32) throws(SystemError) {
        try setPermissions(mode)
        let may = UInt16(mode >> 6)
        // linux/posix_acl_xattr.h: version 2, then tag, permissions and number of each entry, in little-endian order.
        var bytes = Self.littleEndian(UInt32(2))
        for (tag, permissions, number) in [
            (0x01, may, UInt32.max), (0x02, may, user), (0x04, 0, .max), (0x10, may, .max), (0x20, 0, .max),
        ] as [(UInt16, UInt16, UInt32)] {
            bytes += Self.littleEndian(tag) + Self.littleEndian(permissions) + Self.littleEndian(number)
        }
        let result = unsafe clinux_set_acl(rawValue, bytes, bytes.count)
        if result != 0 { try setOwner(user) }
    }

    private static func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// - Parameter group: nil: it stays.
    package func setOwner(_ user: UInt32, group: UInt32? = nil) throws(SystemError) {
        try SystemError.check("fchown") { fchown(rawValue, user, group ?? .max) }
    }

    /// Takes flock(2)'s exclusive lock for as long as the file is open; false when someone else has it.
    package func lockExclusively() throws(SystemError) -> Bool {
        try SystemError.checkNonblocking("flock") { flock(rawValue, LOCK_EX | LOCK_NB) } != nil
    }

    /// Gives the lock up at once. Closing alone does so only when no copy of the descriptor is left, and a program
    /// that is just being started holds copies of all until it executes.
    package func unlock() { _ = flock(rawValue, LOCK_UN) }

    /// Cuts the file off, or lengthens it with zeros.
    package func truncate(to size: Int64) throws(SystemError) {
        try SystemError.check("ftruncate") { ftruncate(rawValue, off_t(size)) }
    }

    /// Puts the place of the next read or write.
    package func seek(to offset: Int64) throws(SystemError) {
        try SystemError.check("lseek") { lseek(rawValue, off_t(offset), SEEK_SET) }
    }
}
