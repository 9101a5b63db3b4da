// What is mounted where, as the kernel lists it.
import BGRunJob
import BGRunLinux
import Glibc

/// The lines of /proc/PID/mountinfo (proc(5)).
struct MountTable: Sendable {
    struct Mount: Hashable, Sendable {
        let device: DeviceNumber
        let point: String
        /// The type of file system: "ext4".
        let kind: String
        /// What its maker calls it, a device's path as a rule; for some file systems any text of a user's.
        let source: String
    }

    enum Fault: Error, Equatable {
        case unreadable(errno: Int32)
        case tooLarge
        /// The line, counted from 1.
        case malformed(line: Int)
    }

    static let byteLimit = 4 << 20
    static let lineLimit = 10_000

    let mounts: [Mount]
    /// Types of file systems whose changes are not all told, or that may keep one who looks at them waiting
    /// for ever, by the mount points where one of them is on top.
    let silent: [String: String]

    /// As if nothing was mounted.
    static let none = MountTable(mounts: [], silent: [:])

    private init(mounts: [Mount], silent: [String: String]) {
        self.mounts = mounts
        self.silent = silent
    }

    static func read(path: String = "/proc/self/mountinfo") throws(Fault) -> MountTable {
        let text: [UInt8]
        do throws(SystemError) {
            text = try File.contents(of: path, limit: byteLimit)
        } catch {
            throw error.errno == EFBIG ? .tooLarge : .unreadable(errno: error.errno)
        }
        return try MountTable(text)
    }

    static func reading(path: String) -> Result<MountTable, Fault> {
        do throws(Fault) {
            return .success(try read(path: path))
        } catch {
            return .failure(error)
        }
    }

    init(_ text: [UInt8]) throws(Fault) {
        if text.count > Self.byteLimit { throw .tooLarge }
        var mounts: [Mount] = []
        var silent: [String: String] = [:]
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // The last line ends like the others, or was cut off.
        if lines.last?.isEmpty == false { throw .malformed(line: lines.count) }
        for line in lines.dropLast() {
            if mounts.count == Self.lineLimit { throw .tooLarge }
            guard let mount = Self.mount(line) else { throw .malformed(line: mounts.count + 1) }
            mounts.append(mount)
            // Of several on one point, the last line is on top.
            silent[mount.point] = Self.isSilent(mount.kind) ? mount.kind : nil
        }
        self.mounts = mounts
        self.silent = silent
    }

    /// Whether a file system is mounted exactly there; nil where an automount alone is: what it is to mount may not even be
    /// plugged in, and looking there, to find out, is what mounts it.
    func hasMount(at point: String) -> Bool? {
        var isAwaited = false
        for mount in mounts where mount.point.utf8.elementsEqual(point.utf8) {
            if mount.kind != "autofs" { return true }
            isAwaited = true
        }
        return isAwaited ? nil : false
    }

    /// Why nobody knows what an automount alone is going to mount.
    static let automount = "an automount waits there, and mounts only when something looks"

    // MARK: - A line

    /// `36 35 98:0 /root /point rw,noatime shared:1 - ext4 /dev/sda1 rw`: any number of fields before the
    /// dash.
    private static func mount(_ line: ArraySlice<UInt8>) -> Mount? {
        // A source may be empty; two blanks stand there then.
        let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard fields.count >= 10, let dash = fields[6...].firstIndex(where: { $0.elementsEqual([0x2d]) }),
            dash + 4 == fields.count, let device = device(fields[2]), let point = unescaped(fields[4]),
            point.first == UInt8(ascii: "/"), !fields[dash + 1].isEmpty
        else { return nil }
        return Mount(
            device: device, point: String(decoding: point, as: UTF8.self),
            kind: String(decoding: fields[dash + 1], as: UTF8.self),
            // Each file system writes it in its own way.
            source: String(decoding: unescaped(fields[dash + 2]) ?? Array(fields[dash + 2]), as: UTF8.self))
    }

    private static func device(_ text: ArraySlice<UInt8>) -> DeviceNumber? {
        let parts = String(decoding: text, as: UTF8.self).split(
            separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let major = number(parts[0]), let minor = number(parts[1]) else { return nil }
        return DeviceNumber(major: major, minor: minor)
    }

    private static func number(_ text: Substring) -> UInt32? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? UInt32(text) : nil
    }

    /// Blanks, line ends and backslashes are written as a backslash and three octal digits; nil for other
    /// backslashes.
    static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.contains(UInt8(ascii: "\\")) else { return Array(text) }
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(3)
            guard digits.count == 3,
                digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }),
                let escaped = UInt8(exactly: digits.reduce(0) { $0 * 8 + Int($1 - UInt8(ascii: "0")) })
            else { return nil }
            bytes.append(escaped)
            rest = rest.dropFirst(3)
        }
        return bytes
    }

    // MARK: - Types

    /// What others change from elsewhere, what a process of a user's answers for, and the kernel's own trees,
    /// whose entries come and go without a word.
    private static let silentKinds: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "ceph", "coda", "9p", "virtiofs", "lustre",
        "gfs2",
        "ocfs2", "orangefs", "beegfs", "vboxsf", "fuse", "autofs", "proc", "sysfs", "debugfs", "tracefs",
    ]

    private static func isSilent(_ kind: String) -> Bool {
        silentKinds.contains(kind) || kind.utf8.starts(with: "fuse.".utf8)
    }
}

extension MountTable.Fault: CustomStringConvertible {
    var description: String {
        switch self {
        case .unreadable(let errno):
            "the kernel's list of mounts can't be read: \(SystemError.text(of: errno))"
        case .tooLarge:
            "more is mounted than is looked at (\(MountTable.lineLimit) mounts, \(MountTable.byteLimit >> 20) MiB)"
        case .malformed(let line): "line \(line) of the kernel's list of mounts can't be understood"
        }
    }
}
