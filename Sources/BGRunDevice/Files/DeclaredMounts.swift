// What is to be mounted where, as fstab(5) says.
import BGRunLinux

/// The lines of /etc/fstab.
struct DeclaredMounts {
    private let lines: [(source: String, point: [UInt8], options: ArraySlice<UInt8>)]

    init(root: String = "") {
        let text = (try? File.contents(of: "\(root)/etc/fstab", limit: MountTable.byteLimit)) ?? []
        lines = text.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let fields = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard fields.count > 3, fields[0].first != UInt8(ascii: "#"),
                let point = MountTable.unescaped(fields[1])
            else { return nil }
            return (String(decoding: fields[0], as: UTF8.self), point, fields[3])
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

    /// The device or server of a mount point, as a member of `requires`; nil where fstab(5) has none.
    func condition(of point: String) -> String? {
        guard let source = lines.first(where: { $0.point.elementsEqual(point.utf8) })?.source else {
            return nil
        }
        let properties = ["UUID=": "ID_FS_UUID", "LABEL=": "ID_FS_LABEL", "PARTUUID=": "ID_PART_ENTRY_UUID"]
        for (start, property) in properties where source.hasPrefix(start) {
            let value = source.dropFirst(start.utf8.count).filter { $0 != "\"" }
            return "\"device\": {\"\(property)\": \"\(value)\"}"
        }
        // `//host/share` of Windows', `host:/export` of NFS.
        if source.hasPrefix("//") {
            let host = source.dropFirst(2).prefix { $0 != "/" }
            return host.isEmpty ? nil : "\"network\": {\"reachable\": \"\(host):445\"}"
        }
        guard let colon = source.firstIndex(of: ":"), !source[..<colon].contains("/") else { return nil }
        return "\"network\": {\"reachable\": \"\(source[..<colon]):2049\"}"
    }

    /// The mount point on which a path lies once all is mounted; nil where that is the root's file system.
    func point(of path: String) -> String? {
        lines.map { String(decoding: $0.point, as: UTF8.self) }
            .filter { $0 != "/" && $0.hasPrefix("/") && (path == $0 || path.hasPrefix("\($0)/")) }
            .max { $0.utf8.count < $1.utf8.count }
    }
}
