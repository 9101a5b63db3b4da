// The power profile that the firmware is in, where no daemon minds it.
import BGRunJob
import BGRunLinux
import Glibc

/// `firmware/acpi/platform_profile` of sysfs, by the kernel's Documentation/ABI/testing/sysfs-platform_profile.
final class PlatformProfile: KernelProperty {
    private static let longestName = 64

    private let path: String
    private let queue: EventQueue
    private var file: FileDescriptor?

    /// - Parameter sysfs: Where sysfs is.
    init(sysfs: String, in queue: EventQueue) {
        path = "\(sysfs)/firmware/acpi/platform_profile"
        self.queue = queue
    }

    deinit { ignore() }

    func read(because absence: String) -> Observation {
        guard let profile = read(), Self.isName(profile) else {
            return .unknown("\(absence), and the firmware has no power profiles")
        }
        return .powerSaver(PowerSaverReading(isOn: profile == "low-power", profile: profile))
    }

    /// Profiles are shown to people, and have plain names: "power-saver".
    static func isName(_ text: String) -> Bool {
        (1...longestName).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                $0 == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
            }
    }

    /// Opens and watches the file where that was not done yet, and reads it; nil where the firmware has no profiles.
    ///
    /// The kernel tells of a change until the file was read again from its beginning.
    private func read() -> String? {
        if file == nil { open() }
        var buffer = [UInt8](repeating: 0, count: Self.longestName)
        guard let count = try? file?.read(into: &buffer, at: 0), count < buffer.count,
            case .text(let name) = AttributeText(buffer[..<count])
        else {
            ignore()
            return nil
        }
        return name
    }

    func ignore() {
        if let number = file?.rawValue { try? queue.remove(number) }
        file = nil
    }

    private func open() {
        guard let fresh = try? File.open(path, O_RDONLY | O_NONBLOCK) else { return }
        // A plain file, in an invented tree, can't be watched; it is read all the same.
        try? queue.add(fresh.rawValue, for: .priority, token: 0)
        file = consume fresh
    }
}
