// One look at NetworkManager: the manager, what is connected, and the names of wireless networks.

import BGRunJob

/// Asks NetworkManager all that a ``ConnectionReading`` needs, once, from object to object.
///
/// <https://networkmanager.dev/docs/api/latest/spec.html> is the source of every name and number used here. What is
/// gone when it is asked has gone meanwhile, and is passed over; a signal tells of it.
final class ConnectionLook {
    struct Findings {
        let reading: ConnectionReading
        /// Paths of wireless devices that are connected and have no access point now.
        let roaming: Set<String>
    }

    static let managerPath = "/org/freedesktop/NetworkManager"
    static let manager = "org.freedesktop.NetworkManager"
    static let managerNames = ["Connectivity", "Metered", activeConnections]
    static let connectionsPath = "/org/freedesktop/NetworkManager/ActiveConnection"
    static let connection = "org.freedesktop.NetworkManager.Connection.Active"
    static let connectionNames = ["Type", "State", "Devices"]
    static let wireless = "org.freedesktop.NetworkManager.Device.Wireless"
    static let activeAccessPoint = "ActiveAccessPoint"
    private static let activeConnections = "ActiveConnections"
    private static let accessPoint = "org.freedesktop.NetworkManager.AccessPoint"
    /// Connections that are looked at; the rest is passed over. A wireless one has one device.
    private static let limit = 64

    private let service: BusService
    private let finish: (Result<Findings, BusFault>) -> Void
    /// Questions that have no answer yet.
    private var open = 0
    private var fault: BusFault?
    private var isPortal = false
    private var isMetered: Bool?
    private var ssids: Set<String> = []
    private var roaming: Set<String> = []

    /// - Parameter finish: Called once, unless the service is lost before. It must not own the look.
    init(_ service: BusService, finish: @escaping (Result<Findings, BusFault>) -> Void) {
        self.service = service
        self.finish = finish
    }

    func begin() {
        ask(Self.managerNames, of: Self.managerPath, Self.manager) { look, answer in
            switch answer {
            case .success(let properties): look.takeManager(properties)
            case .failure(let fault): look.fault = fault
            }
        }
    }

    /// Asks an object for properties. What `then` asks for is counted before its own question is closed.
    private func ask(
        _ names: [String], of path: String, _ interface: String,
        then: @escaping (ConnectionLook, Result<[String: BusValue], BusFault>) -> Void
    ) {
        open += 1
        service.properties(names, of: path, interface) { [weak self] answer in
            guard let self else { return }
            then(self, answer)
            open -= 1
            if open == 0 { end() }
        }
    }

    private func end() {
        if let fault { return finish(.failure(fault)) }
        let reading = ConnectionReading(isPortal: isPortal, isMetered: isMetered, ssids: ssids.sorted())
        finish(.success(Findings(reading: reading, roaming: roaming)))
    }

    // MARK: - From object to object

    private func takeManager(_ properties: [String: BusValue]) {
        isPortal = properties["Connectivity"] == .number(2)
        isMetered = Self.metered(properties["Metered"])
        guard case .paths(let connections)? = properties[Self.activeConnections] else { return }
        for path in connections.prefix(Self.limit) {
            ask(Self.connectionNames, of: path, Self.connection) { look, answer in
                if case .success(let properties) = answer { look.takeConnection(properties) }
            }
        }
    }

    /// `NMMetered`: a guess counts like the known. 0 is what it says before it has looked at the connection.
    private static func metered(_ value: BusValue?) -> Bool? {
        switch value {
        case .number(1), .number(3): true
        case .number(2), .number(4): false
        case .number, .text, .truth, .longNumber, .numbered, .paths, .bytes, .named, .other, nil: nil
        }
    }

    private func takeConnection(_ properties: [String: BusValue]) {
        guard properties["Type"] == .text("802-11-wireless"), properties["State"] == .number(2),
            case .paths(let devices)? = properties["Devices"], let device = devices.first
        else { return }
        ask([Self.activeAccessPoint, "Mode"], of: device, Self.wireless) { look, answer in
            if case .success(let properties) = answer { look.takeDevice(device, properties) }
        }
    }

    private func takeDevice(_ device: String, _ properties: [String: BusValue]) {
        // NM_802_11_MODE_AP: the machine is the network's own access point, and is connected to none.
        if properties["Mode"] == .number(3) { return }
        guard case .text(let path)? = properties[Self.activeAccessPoint], path != "/" else {
            roaming.insert(device)
            return
        }
        ask(["Ssid"], of: path, Self.accessPoint) { look, answer in
            guard case .success(let properties) = answer, case .bytes(let name)? = properties["Ssid"] else {
                look.roaming.insert(device)
                return
            }
            if let ssid = Self.text(ofSSID: name) { look.ssids.insert(ssid) }
        }
    }

    /// An SSID is any 1 to 32 bytes. What is no UTF-8 in it is read as U+FFFD and a control character as `?`, as
    /// `doctor` shows it: so a name of another encoding can still be asked for. All zeros hide the name.
    static func text(ofSSID bytes: [UInt8]) -> String? {
        guard (1...32).contains(bytes.count), bytes.contains(where: { $0 != 0 }) else { return nil }
        let visible = bytes.map { $0 < 0x20 || $0 == 0x7f ? UInt8(ascii: "?") : $0 }
        return String(decoding: visible, as: UTF8.self)
    }
}
