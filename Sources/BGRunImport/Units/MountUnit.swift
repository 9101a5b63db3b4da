// Mount units, whose names stand for the places that they are of, as systemd-escape(1) has it.

enum MountUnit {
    private static let suffix = ".mount"
    /// No path of the kernel's is longer.
    private static let longestPath = 4096
    private static let longestName = 255

    /// `mnt-a\x2db.mount` is /mnt/a-b.
    static func path(of unit: String) -> String {
        let stem = unit.dropLast(suffix.count)
        return stem == "-" ? "/" : "/" + Unit.unescaped(String(stem))
    }

    /// The places on the way to a path that may be mounts, itself among them, by the names of their units. The root is
    /// always there.
    static func leading(to path: String) -> [String] {
        guard path.hasPrefix("/"), path.utf8.count < longestPath else { return [] }
        let parts = path.split(separator: "/").filter { $0 != "." }
        guard !parts.contains("..") else { return [] }
        var (units, stem): ([String], String) = ([], "")
        for part in parts {
            if !stem.isEmpty { stem.append("-") }
            add(part, to: &stem)
            // No unit has a longer name, and no file.
            guard stem.utf8.count + suffix.utf8.count <= longestName else { break }
            units.append(stem + suffix)
        }
        return units
    }

    private static func add(_ part: Substring, to text: inout String) {
        for byte in part.utf8 {
            let character = Character(Unicode.Scalar(byte))
            let isFine =
                character.isASCIILetter || ("0"..."9").contains(character) || character == ":"
                || character == "_" || character == "." && !text.isEmpty
            if isFine {
                text.append(character)
            } else {
                text += (byte < 16 ? "\\x0" : "\\x") + String(byte, radix: 16)
            }
        }
    }
}
