// Where the sockets of a bus are, as far as they have paths.

import BGRunLinux

/// The addresses of D-Bus, as the D-Bus Specification has them in "Server Addresses".
enum BusAddress {
    private static let system = "unix:path=/run/dbus/system_bus_socket"

    /// The paths of the sockets that an address names, one for each of its parts that has one.
    ///
    /// - Parameter address: nil is the system's.
    static func socketPaths(of address: String?) -> [String] {
        let address = address ?? Machine.environment("DBUS_SYSTEM_BUS_ADDRESS") ?? system
        return address.utf8.split(separator: UInt8(ascii: ";")).compactMap { part in
            let prefix = "unix:"
            guard part.starts(with: prefix.utf8) else { return nil }
            let keys = part.dropFirst(prefix.utf8.count).split(separator: UInt8(ascii: ","))
            guard let key = keys.first(where: { $0.starts(with: "path=/".utf8) }) else { return nil }
            return unescaped(key.dropFirst("path=".utf8.count))
        }
    }

    /// `%41` is `A`; nil for what is no such number, and for a path with a zero in it.
    private static func unescaped(_ text: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, let value = UInt8(String(Substring(digits)), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes.contains(0) ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
