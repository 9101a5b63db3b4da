// The zones that schedules name, and the machine's own.

/// Zones by name, as far as they have been read.
package struct KnownZones: Sendable {
    /// The machine's own zone: what a schedule means that names none.
    package var local: Zone
    private var named: [String: Zone] = [:]

    package init(local: Zone = .utc) { self.local = local }

    /// The zone of that name, the machine's own for nil; nil where none of that name was read.
    package subscript(name: String?) -> Zone? {
        get { name.map { named[$0] } ?? local }
        set {
            if let name {
                named[name] = newValue
            } else {
                local = newValue ?? .utc
            }
        }
    }
}
