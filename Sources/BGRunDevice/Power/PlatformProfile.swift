// The power profile that the firmware is in, where no daemon minds it.
import BGRunLinux
import Glibc

/// `firmware/acpi/platform_profile` of sysfs, by the kernel's Documentation/ABI/testing/sysfs-platform_profile.
final class PlatformProfile {
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

    /// Opens and watches the file where that was not done yet, and reads it; nil where the firmware has no profiles.
    ///
    /// The kernel tells of a change until the file was read again from its beginning.
    func read() -> String? {
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
