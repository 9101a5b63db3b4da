// What an input device can tell, as sysfs says it.
import BGRunLinux
import Glibc

/// The kinds of events that a device has, from `class/input/event0/device/capabilities`.
struct InputCapabilities: Equatable {
    /// Keys, buttons or movements: somebody uses the machine by it. A sensor of acceleration has none of these.
    var isUsedByPeople: Bool
    var hasLidSwitch: Bool

    /// Numbers of linux/input-event-codes.h.
    private enum Bit {
        static let keys: UInt64 = 1 << 1
        static let movements: UInt64 = 1 << 2
        static let lid: UInt64 = 1 << 0
    }

    /// A list of four words of 64 bits, and more than any kernel writes.
    private static let longestFile = 4096

    /// What can't be read says nothing.
    ///
    /// - Parameter root: Stands for `/`; without a slash at its end.
    init(of name: String, root: String) {
        let directory = "\(root)/sys/class/input/\(name)/device/capabilities"
        let kinds = Self.lastWord(of: "\(directory)/ev")
        isUsedByPeople = kinds & (Bit.keys | Bit.movements) != 0
        hasLidSwitch = Self.lastWord(of: "\(directory)/sw") & Bit.lid != 0
    }

    /// The kernel writes bits as words in hexadecimal, the lowest last.
    private static func lastWord(of path: String) -> UInt64 {
        guard let bytes = try? File.contents(of: path, limit: longestFile),
            case .text(let line) = AttributeText(bytes),
            let word = line.split(separator: " ").last
        else { return 0 }
        return UInt64(word, radix: 16) ?? 0
    }

    /// The names of the devices that are there: "event0". Without the directory there are none; where it can't be
    /// read, nobody knows.
    static func deviceNames(root: String) throws(SystemError) -> [String] {
        let names: [String]
        do throws(SystemError) {
            names = try Directory(path: "\(root)/dev/input").names(limit: 1024)
        } catch {
            if error.errno == ENOENT { return [] }
            throw error
        }
        return names.filter { name in
            name.hasPrefix("event") && name.count > 5 && name.dropFirst(5).allSatisfy(\.isASCIIDigit)
        }
    }
}

extension Character {
    /// One of 0 to 9.
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
