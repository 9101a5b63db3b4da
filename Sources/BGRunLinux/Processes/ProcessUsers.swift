// Whose rights a process has.

/// The real and the effective user of a process. The owner of its directory in /proc is neither: that is root where the
/// process may not be looked into.
package struct ProcessUsers: Equatable, Sendable {
    package let real: UInt32
    package let effective: UInt32
    /// Those that it has beside its own.
    package let groups: [UInt32]

    /// Nil where there is no such process, or it is hidden from us.
    package init?(of process: Int32) {
        guard process > 0, let bytes = try? File.contents(of: "/proc/\(process)/status", limit: 65_536) else {
            return nil
        }
        self.init(status: bytes)
    }

    /// proc(5): the line "Uid:" has the real, the effective, the saved and the file system's. A name can't play it, since
    /// the kernel writes a line's end in one as `\n`.
    init?(status: [UInt8]) {
        let lines = status.split(separator: UInt8(ascii: "\n"))
        guard let line = lines.first(where: { $0.starts(with: Array("Uid:\t".utf8)) }) else { return nil }
        let fields = line.dropFirst(5).split(separator: UInt8(ascii: "\t"))
        guard fields.count == 4, let real = UInt32(String(decoding: fields[0], as: UTF8.self)),
            let effective = UInt32(String(decoding: fields[1], as: UTF8.self))
        else { return nil }
        self.real = real
        self.effective = effective
        let mark = Array("Groups:\t".utf8)
        let groups = lines.first { $0.starts(with: mark) }?.dropFirst(mark.count) ?? []
        self.groups = groups.split(separator: UInt8(ascii: " ")).compactMap {
            UInt32(String(decoding: $0, as: UTF8.self))
        }
    }
}
