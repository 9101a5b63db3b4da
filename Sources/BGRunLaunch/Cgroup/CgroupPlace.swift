// From the kernel's own tables to the directory of the group we are in, and to the groups of others.
import BGRunLinux

/// Where our cgroup is in the file system.
enum CgroupPlace: Equatable {
    case at(String)
    case noHierarchy
    case outside

    /// - Parameters:
    ///   - mounts: the text of /proc/self/mountinfo.
    ///   - groups: the text of /proc/self/cgroup; only the line `0::` speaks of version 2.
    static func find(mounts: String, groups: String) -> CgroupPlace {
        let own = pieces(of: groups, at: "\n").first { $0.hasPrefix("0::") }?.dropFirst(3)
        guard let own else { return .noHierarchy }
        var isMounted = false
        for line in pieces(of: mounts, at: "\n") {
            guard let mount = Mount(line) else { continue }
            isMounted = true
            if let path = mount.path(of: String(own)) { return .at(path) }
        }
        return isMounted ? .outside : .noHierarchy
    }

    /// The names of the cgroups that a process is in, from the outermost; none where it is not there, or in none of version 2.
    static func names(of process: Int32) -> [Substring] {
        guard let bytes = try? File.contents(of: "/proc/\(process)/cgroup", limit: 1 << 20) else { return [] }
        let lines = pieces(of: String(decoding: bytes, as: UTF8.self), at: "\n")
        return lines.first { $0.hasPrefix("0::") }.map { pieces(of: $0.dropFirst(3), at: "/") } ?? []
    }

    /// Split as bytes: the kernel's tables may be long, and by characters that is a good part of the daemon's start.
    private static func pieces(of text: some StringProtocol, at separator: Unicode.Scalar) -> [Substring] {
        Substring(text).utf8.split(separator: UInt8(ascii: separator)).map { Substring($0) }
    }

    /// One line of mountinfo that mounts cgroup v2; proc(5) has the fields.
    private struct Mount {
        /// Which group of the tree is mounted.
        let root: String
        let point: String

        init?(_ line: Substring) {
            let fields = CgroupPlace.pieces(of: line, at: " ")
            guard let separator = fields.firstIndex(of: "-"), fields.count > separator + 1, separator >= 6,
                fields[separator + 1] == "cgroup2"
            else { return nil }
            root = Mount.unescape(fields[3])
            point = Mount.unescape(fields[4])
        }

        func path(of group: String) -> String? {
            // A group above the root of our cgroup name space is shown as "/..", and cannot be reached.
            if group.hasPrefix("/..") { return nil }
            if root == "/" { return group == "/" ? point : point + group }
            if group == root { return point }
            return group.hasPrefix(root + "/") ? point + group.dropFirst(root.count) : nil
        }

        /// Blanks and backslashes stand as three octal digits.
        private static func unescape(_ text: Substring) -> String {
            var bytes: [UInt8] = []
            var rest = Array(text.utf8)[...]
            while let byte = rest.popFirst() {
                if byte == UInt8(ascii: "\\"), rest.count >= 3,
                    let value = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
                {
                    bytes.append(value)
                    rest = rest.dropFirst(3)
                } else {
                    bytes.append(byte)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
