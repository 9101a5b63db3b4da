// What systemd's manager of a user's session hands to the programs that it starts.

/// A caller of org.freedesktop.systemd1 on the bus of the user we are (org.freedesktop.systemd1(5)).
///
/// It waits for an answer: only for a process of its own.
package enum SessionVariables {
    private static let path = "/org/freedesktop/systemd1"
    private static let service = "org.freedesktop.systemd1"

    /// Its environment, `NAME=value` each: what a desktop, or `systemctl --user import-environment`, has put there.
    ///
    /// - Parameter deadline: microseconds of the monotonic clock.
    package static func read(
        at address: String = DesktopNotifier.sessionBus, library: String = SystemBus.soname,
        until deadline: Int64
    ) throws(BusFault) -> [String] {
        let bus = "the session bus"
        let connection: BusConnection
        do throws(BusLoss) {
            connection = try BusConnection(address: address, library: library)
        } catch {
            throw .unavailable(error.reason(of: bus))
        }
        let call = BusCall(
            path: path, interface: "org.freedesktop.DBus.Properties", member: "Get",
            .text("\(service).Manager"), .text("Environment"))
        return try connection.ask(service, call, "systemd", on: bus, until: deadline) {
            (message: borrowing BusMessage) throws(BusFault) in
            try message.wholeTexts()
        }
    }
}
