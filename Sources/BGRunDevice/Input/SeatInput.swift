// The input devices of the machine's seats, and when one of them was last used.
import BGRunLinux
import Glibc

/// Keyboards, mice and what else people use, read by ourselves where no logind knows.
///
/// The devices are open and not watched: the kernel keeps their newest events, which are taken at a look. So somebody
/// at work wakes nobody. Between ``watch(in:)`` and ``unwatch()`` the next event is told.
final class SeatInput {
    /// Devices that are opened; no laptop has so many.
    private static let limit = 64

    private let root: String
    private var devices: [String: InputDevice] = [:]
    private var queue: EventQueue?
    /// Why a device can't be read, as a rule for want of permission: then nobody can know when it was used.
    private(set) var fault: SystemError?

    /// - Parameter root: Stands for `/`; without a slash at its end.
    init(root: String) { self.root = root }

    deinit { unwatch() }

    /// When a device was last used since the look before, in microseconds of the monotonic clock; nil where none was.
    ///
    /// What a device that is new was used for before is not known: it counts as used when it is found.
    func look(at now: Int64) -> Int64? {
        let old = takeNews(until: now)
        return [old, open() ? now : nil].compactMap { $0 }.max()
    }

    /// Takes what the devices have that are open.
    func takeNews(until now: Int64) -> Int64? {
        var newest: Int64?
        for (name, device) in devices {
            do throws(SystemError) {
                guard let use = try device.takeLastUse() else { continue }
                // No device can tell of tomorrow.
                newest = max(newest ?? .min, min(max(use, 0), now))
            } catch {
                close(name)
            }
        }
        return newest
    }

    // MARK: - Watching

    func watch(in queue: EventQueue) {
        unwatch()
        self.queue = queue
        for device in devices.values { try? queue.add(device.number, for: .read, token: 0) }
    }

    func unwatch() {
        guard let queue else { return }
        for device in devices.values { try? queue.remove(device.number) }
        self.queue = nil
    }

    // MARK: - Devices

    func closeAll() {
        unwatch()
        devices = [:]
    }

    /// Opens what is new; whether something was.
    private func open() -> Bool {
        fault = nil
        var isNew = false
        for name in names()
        where devices[name] == nil && devices.count < Self.limit {
            guard InputCapabilities(of: name, root: root).isUsedByPeople else { continue }
            do throws(SystemError) {
                devices[name] = try InputDevice(path: "\(root)/dev/input/\(name)", for: .keysAndMovements)
                isNew = true
            } catch {
                // A device that has just gone is none.
                if error.errno != ENOENT, error.errno != ENODEV { fault = error }
            }
        }
        return isNew
    }

    /// What is there; with ``fault`` where nobody knows.
    private func names() -> [String] {
        do throws(SystemError) {
            return try InputCapabilities.deviceNames(root: root)
        } catch {
            fault = error
            return []
        }
    }

    private func close(_ name: String) {
        guard let device = devices.removeValue(forKey: name) else { return }
        try? queue?.remove(device.number)
    }
}
