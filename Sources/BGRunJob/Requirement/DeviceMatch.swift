// Which device has to be connected.

/// A device, by properties that udev knows of it: one device has all of them.
package struct DeviceMatch: Hashable, Sendable {
    package struct Property: Hashable, Sendable {
        package let name: String
        /// `*` stands for any text.
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Sorted by name; no name twice, and never empty.
    package let properties: [Property]

    package init(properties: [Property]) {
        self.properties = properties
    }
}

extension DeviceMatch {
    /// `ID_FS_UUID=1234 SUBSYSTEM=block`.
    package var text: String { properties.map { "\($0.name)=\($0.value)" }.joined(separator: " ") }
}
