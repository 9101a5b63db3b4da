// One device, as libudev has it.
import CUdev

/// A device of an event or of a list.
@safe struct UdevDevice: ~Copyable {
    private let device: OpaquePointer

    /// Takes over a reference.
    init(owning device: OpaquePointer) {
        unsafe self.device = unsafe device
    }

    deinit { unsafe udev_device_unref(device) }

    /// Its directory in sysfs, which names it among all devices.
    var path: String { unsafe Self.text(udev_device_get_syspath(device)) ?? "" }
    /// What happened to it; nil for one of a list.
    var action: String? { unsafe Self.text(udev_device_get_action(device)) }

    func property(_ name: String) -> String? {
        // libudev keeps this one apart where it has read the device from sysfs.
        if name == "SUBSYSTEM" { return unsafe Self.text(udev_device_get_subsystem(device)) }
        return unsafe Self.text(udev_device_get_property_value(device, name))
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe String(cString: pointer)
    }
}
