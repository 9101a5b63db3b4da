// What one of udev's events tells, kept until all who may want it have looked at it.

/// An event about a device, which several look at one after the other.
final class UdevSighting {
    let device: UdevDevice
    let path: String
    let isGone: Bool
    /// One that was renamed had this path before.
    let pathBefore: String?

    init(_ device: consuming UdevDevice) {
        path = device.path
        isGone = device.action == "remove"
        // Told without the place where sysfs is mounted.
        pathBefore = device.property("DEVPATH_OLD").map { "/sys\($0)" }
        self.device = device
    }
}
