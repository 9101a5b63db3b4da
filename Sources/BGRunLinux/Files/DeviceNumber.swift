// The number of a device, in its two parts.

/// What the kernel calls a device: `8:17`.
package struct DeviceNumber: Hashable, Sendable {
    package let major: UInt32
    package let minor: UInt32

    package init(major: UInt32, minor: UInt32) {
        self.major = major
        self.minor = minor
    }

    /// Taken apart as glibc's `gnu_dev_major` and `gnu_dev_minor` do.
    init(_ number: UInt64) {
        major = UInt32(truncatingIfNeeded: (number >> 8 & 0xfff) | (number >> 32 & 0xffff_f000))
        minor = UInt32(truncatingIfNeeded: (number & 0xff) | (number >> 12 & 0xffff_ff00))
    }
}
