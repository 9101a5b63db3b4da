// The switch of the lid, as the kernel has it.
import BGRunJob
import BGRunLinux

/// The first input device with a lid's switch (SW_LID). It is watched: it tells when the lid moves, and of nothing else.
final class LidSwitch: KernelProperty {
    private let root: String
    private let queue: EventQueue
    private var device: InputDevice?
    /// Why the device can't be read.
    private var fault: SystemError?

    /// - Parameter root: Stands for `/`; without a slash at its end.
    init(root: String, in queue: EventQueue) {
        self.root = root
        self.queue = queue
    }

    deinit { ignore() }

    func read(because absence: String) -> Observation {
        if let isClosed = isClosed() { return .lid(isClosed ? .closed : .open) }
        let reason = fault.map { ": the switch can't be read: \(SystemError.text(of: $0.errno))" } ?? ""
        return .unknown("this machine tells of no lid\(reason)")
    }

    /// Whether the lid is closed now; nil where no device tells.
    private func isClosed() -> Bool? {
        if device == nil { open() }
        guard let device else { return nil }
        do throws(SystemError) {
            // Whatever waits was before what is read now.
            _ = try device.takeLastUse()
            return try device.isLidClosed()
        } catch {
            ignore()
            fault = error
            return nil
        }
    }

    func ignore() {
        if let device { try? queue.remove(device.number) }
        device = nil
    }

    private func open() {
        fault = nil
        let names: [String]
        do throws(SystemError) {
            names = try InputCapabilities.deviceNames(root: root)
        } catch {
            fault = error
            return
        }
        for name in names where InputCapabilities(of: name, root: root).hasLidSwitch {
            do throws(SystemError) {
                let found = try InputDevice(path: "\(root)/dev/input/\(name)", for: .switches)
                try queue.add(found.number, for: .read, token: 0)
                device = found
                return
            } catch {
                fault = error
            }
        }
    }
}
