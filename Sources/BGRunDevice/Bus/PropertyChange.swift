// A signal that says which properties of an object have changed.

/// `PropertiesChanged` of org.freedesktop.DBus.Properties, as far as it is about properties that were asked for.
struct PropertyChange {
    let path: String
    /// Those that came with their values.
    let values: [String: BusValue]
    /// Those that have changed and have to be read.
    let invalidated: [String]

    /// It is about one of them.
    var isThere: Bool { !values.isEmpty || !invalidated.isEmpty }

    /// The signal, of one interface's properties.
    static func rule(_ place: BusRule.Place, of interface: String) -> BusRule {
        BusRule(
            place: place, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
            firstArgument: interface)
    }

    static func reader(
        of names: [String]
    ) -> (borrowing BusMessage) throws(BusFault) -> PropertyChange {
        { message throws(BusFault) in
            let path = message.objectPath ?? ""
            _ = try message.text()
            let values = try message.properties(named: names)
            var invalidated: [String] = []
            try message.array(of: "s") { () throws(BusFault) in
                let name = try message.text()
                if names.contains(name) { invalidated.append(name) }
            }
            return PropertyChange(path: path, values: values, invalidated: invalidated)
        }
    }
}
