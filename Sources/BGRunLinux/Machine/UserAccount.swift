// Who a user is, by the machine's own books (files, or whatever NSS asks).
import Glibc

/// An entry of passwd(5) with the groups the user belongs to.
package struct UserAccount: Equatable, Sendable {
    package let name: String
    package let user: UInt32
    package let group: UInt32
    package let home: String
    package let shell: String

    package init(name: String, user: UInt32, group: UInt32, home: String, shell: String) {
        self.name = name
        self.user = user
        self.group = group
        self.home = home
        self.shell = shell
    }

    /// The account of a uid; nil where there is none.
    package static func with(user: UInt32) throws(SystemError) -> UserAccount? {
        try unsafe withBuffer("getpwuid", "\(user)") { buffer, size in
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            let error = unsafe getpwuid_r(user, &entry, buffer, size, &found)
            return unsafe (error, found == nil ? nil : UserAccount(entry))
        }
    }

    /// The account of a name; nil where there is none.
    package static func with(name: String) throws(SystemError) -> UserAccount? {
        if name.isEmpty || name.utf8.contains(0) { return nil }
        return try unsafe withBuffer("getpwnam", name) { buffer, size in
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            let error = unsafe getpwnam_r(name, &entry, buffer, size, &found)
            return unsafe (error, found == nil ? nil : UserAccount(entry))
        }
    }

    /// The number of a group; nil where there is none.
    package static func group(named name: String) throws(SystemError) -> UInt32? {
        if name.isEmpty || name.utf8.contains(0) { return nil }
        return try unsafe withBuffer("getgrnam", name) { buffer, size in
            var entry = unsafe Glibc.group()
            var found: UnsafeMutablePointer<Glibc.group>?
            let error = unsafe getgrnam_r(name, &entry, buffer, size, &found)
            return unsafe (error, found == nil ? nil : entry.gr_gid)
        }
    }

    /// The name of a group; nil where there is none.
    package static func name(ofGroup number: UInt32) throws(SystemError) -> String? {
        try unsafe withBuffer("getgrgid", "\(number)") { buffer, size in
            var entry = unsafe Glibc.group()
            var found: UnsafeMutablePointer<Glibc.group>?
            let error = unsafe getgrgid_r(number, &entry, buffer, size, &found)
            return unsafe (error, found == nil ? nil : String(cString: entry.gr_name))
        }
    }

    /// The numbers of groups that stand in group(5), those of these names. Nobody else is asked: a directory server may take
    /// long to say that it has none, and what NSS loads for it stays in memory.
    package static func groups(named names: [String], in file: String = "/etc/group") -> Set<UInt32> {
        guard !names.isEmpty, let bytes = try? File.contents(of: file, limit: 4 << 20) else { return [] }
        let wanted = Set(names.map { Array("\($0):".utf8) })
        var found: Set<UInt32> = []
        for line in bytes.split(separator: UInt8(ascii: "\n")) where wanted.contains(where: line.starts) {
            let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            if fields.count >= 3, let number = UInt32(String(decoding: fields[2], as: UTF8.self)) {
                found.insert(number)
            }
        }
        return found
    }

    /// All groups of the user, the first one among them, sorted.
    package func groups() throws(SystemError) -> [UInt32] {
        var capacity: Int32 = 64
        // NGROUPS_MAX of Linux is 65,536: more cannot be set on a process.
        while capacity <= 65_536 {
            var groups = [gid_t](repeating: 0, count: Int(capacity))
            var count = capacity
            let result = unsafe getgrouplist(name, group, &groups, &count)
            if result >= 0 { return Array(Set(groups.prefix(Int(count)))).sorted() }
            capacity = max(count, capacity * 2)
        }
        throw SystemError(operation: "getgrouplist", path: name, errno: ERANGE)
    }

    /// Gives a look-up ever larger buffers for its strings until they fit, up to a megabyte.
    ///
    /// - Parameter call: the error number and what was found, copied out of the buffer.
    private static func withBuffer<Found>(
        _ operation: String, _ key: String,
        _ call: (UnsafeMutablePointer<CChar>, Int) -> (error: Int32, found: Found?)
    ) throws(SystemError) -> Found? {
        var size = 1024
        while true {
            let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: size)
            defer { unsafe buffer.deallocate() }
            let (error, found) = unsafe call(buffer, size)
            switch error {
            case 0: return found
            case ERANGE where size < 1 << 20: size *= 4
            case EINTR: continue
            // Sources differ in how they say "no such entry": getpwnam(3) lists these.
            case ENOENT, ESRCH, EBADF, EPERM: return nil
            default: throw SystemError(operation: operation, path: key, errno: error)
            }
        }
    }

    private init(_ entry: passwd) {
        func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String {
            guard let pointer = unsafe pointer else { return "" }
            return unsafe String(cString: pointer)
        }
        name = unsafe text(entry.pw_name)
        user = unsafe entry.pw_uid
        group = unsafe entry.pw_gid
        home = unsafe text(entry.pw_dir)
        shell = unsafe text(entry.pw_shell)
    }
}
