// What is to be mounted where, as fstab(5) says.
import BGRunLinux

/// The lines of /etc/fstab.
struct DeclaredMounts {
    private let lines: [(point: [UInt8], options: ArraySlice<UInt8>)]

    init(root: String = "") {
        let text = (try? File.contents(of: "\(root)/etc/fstab", limit: MountTable.byteLimit)) ?? []
        lines = text.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let fields = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard fields.count > 3, fields[0].first != UInt8(ascii: "#"),
                let point = MountTable.unescaped(fields[1])
            else { return nil }
            return (point, fields[3])
        }
    }

    func isAutomount(_ point: String) -> Bool {
        lines.contains { line in
            line.point.elementsEqual(point.utf8)
                && line.options.split(separator: UInt8(ascii: ",")).contains {
                    $0.elementsEqual("x-systemd.automount".utf8)
                }
        }
    }

    /// The mount point on which a path lies once all is mounted; nil where that is the root's file system.
    func point(of path: String) -> String? {
        lines.map { String(decoding: $0.point, as: UTF8.self) }
            .filter { $0 != "/" && $0.hasPrefix("/") && (path == $0 || path.hasPrefix("\($0)/")) }
            .max { $0.utf8.count < $1.utf8.count }
    }
}
