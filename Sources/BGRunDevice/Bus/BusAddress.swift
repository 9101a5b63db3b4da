// Where the sockets of a bus are, as far as they have paths.

import BGRunLinux
import Glibc

/// The addresses of D-Bus, as the D-Bus Specification has them in "Server Addresses".
enum BusAddress {
    private static let system = "unix:path=/run/dbus/system_bus_socket"

    /// As a connection is made to it.
    ///
    /// - Parameter address: nil is the system's.
    static func whole(_ address: String?) -> String {
        address ?? Machine.environment("DBUS_SYSTEM_BUS_ADDRESS") ?? system
    }

    /// The paths of the sockets that an address names, one for each of its parts that has one.
    ///
    /// - Parameter address: nil is the system's.
    static func socketPaths(of address: String?) -> [String] { parts(of: address).compactMap(\.self) }

    /// Whether all of its sockets have paths and none of them is there. To ask that takes one look, while a try to
    /// connect takes the whole library.
    static func isAbsent(_ address: String?) -> Bool {
        let parts = parts(of: address)
        return !parts.isEmpty && parts.allSatisfy { $0.map(isAbsent(path:)) ?? false }
    }

    private static func isAbsent(path: String) -> Bool {
        do throws(SystemError) {
            _ = try File.status(of: path)
            return false
        } catch {
            return error.errno == ENOENT
        }
    }

    /// A path for each part of an address; nil for one that has none.
    private static func parts(of address: String?) -> [String?] {
        return whole(address).utf8.split(separator: UInt8(ascii: ";")).map { part in
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
