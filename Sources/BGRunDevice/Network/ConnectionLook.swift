// One look at NetworkManager: the manager, what is connected, and through which devices.

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
    static let managerNames = ["Connectivity", activeConnections]
    static let connectionsPath = "/org/freedesktop/NetworkManager/ActiveConnection"
    static let connection = "org.freedesktop.NetworkManager.Connection.Active"
    static let connectionNames = ["Type", "State", "Devices", "Id"]
    static let devicesPath = "/org/freedesktop/NetworkManager/Devices"
    static let device = "org.freedesktop.NetworkManager.Device"
    /// A modem's own name is that of its control port; packets leave by the other.
    static let deviceNames = ["Interface", "IpInterface", "Metered"]
    static let wireless = "org.freedesktop.NetworkManager.Device.Wireless"
    static let activeAccessPoint = "ActiveAccessPoint"
    /// Those of plug-ins, whatever they use, and the one that NetworkManager has itself.
    private static let vpnTypes: Set = ["vpn", "wireguard"]
    private static let activeConnections = "ActiveConnections"
    private static let accessPoint = "org.freedesktop.NetworkManager.AccessPoint"
    /// Connections that are looked at; the rest is passed over. Each has one device.
    private static let limit = 256

    /// Questions that are put at one time; a system bus refuses more than 128 of a connection's.
    private static let openLimit = 32

    private let service: BusService
    private let finish: (Result<Findings, BusFault>) -> Void
    /// Questions that have no answer yet.
    private var open = 0
    /// Those that are still to be put, in whatever order.
    private var waiting: [() -> Void] = []
    private var isOver = false
    private var fault: BusFault?
    private var isPortal = false
    /// By the device's path, as the next two are. Of a VPN the device is the one below it, which is asked once.
    private var asked: Set<String> = []
    private var found: [String: (name: String, isMetered: Bool?)] = [:]
    private var ssids: [String: String] = [:]
    private var roaming: Set<String> = []
    private var vpns: Set<String> = []

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

    /// Asks an object for properties, as soon as there is room.
    private func ask(
        _ names: [String], of path: String, _ interface: String,
        then: @escaping (ConnectionLook, Result<[String: BusValue], BusFault>) -> Void
    ) {
        waiting.append { [weak self, service] in
            service.properties(names, of: path, interface) { answer in
                guard let self else { return }
                self.open -= 1
                then(self, answer)
                self.goOn()
            }
        }
        goOn()
    }

    private func goOn() {
        while open < Self.openLimit, let next = waiting.popLast() {
            open += 1
            next()
        }
        // A question that can't be put is answered before the call returns, so this may be reached twice.
        guard open == 0, !isOver else { return }
        isOver = true
        end()
    }

    private func end() {
        if let fault { return finish(.failure(fault)) }
        var reading = ConnectionReading(isPortal: isPortal, vpns: vpns)
        for (path, device) in found.sorted(by: { $0.key < $1.key }) {
            var interface = ConnectionReading.Interface(isMetered: device.isMetered, ssid: ssids[path])
            // Two devices may have one name, as a line and what it is dialled through: the worse word counts.
            if let other = reading.interfaces[device.name] {
                interface.isMetered = Self.worse(interface.isMetered, other.isMetered)
                interface.ssid = other.ssid ?? interface.ssid
            }
            reading.interfaces[device.name] = interface
        }
        finish(.success(Findings(reading: reading, roaming: roaming)))
    }

    // MARK: - From object to object

    private func takeManager(_ properties: [String: BusValue]) {
        isPortal = properties["Connectivity"] == .number(2)
        guard case .paths(let connections)? = properties[Self.activeConnections] else { return }
        for path in connections.prefix(Self.limit) {
            ask(Self.connectionNames, of: path, Self.connection) { look, answer in
                if case .success(let properties) = answer { look.takeConnection(properties) }
            }
        }
    }

    /// `NMMetered`: a guess counts like the known. 0 is what it says of a device that it has
    /// not looked at, or that is not its own.
    private static func metered(_ value: BusValue?) -> Bool? {
        switch value {
        case .number(1), .number(3): true
        case .number(2), .number(4): false
        case .number, .signedNumber, .text, .truth, .longNumber, .numbered, .paths, .bytes, .named, .other,
            nil:
            nil
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
    }

    private static func worse(_ one: Bool?, _ other: Bool?) -> Bool? {
        if one == true || other == true { return true }
        return one == nil || other == nil ? nil : false
    }

    private func takeConnection(_ properties: [String: BusValue]) {
        if properties["State"] == .number(2), case .text(let type)? = properties["Type"],
            Self.vpnTypes.contains(type), case .text(let name)? = properties["Id"]
        {
            vpns.insert(name)
        }
        guard case .paths(let devices)? = properties["Devices"], let device = devices.first else { return }
        if asked.insert(device).inserted {
            ask(Self.deviceNames, of: device, Self.device) { look, answer in
                if case .success(let properties) = answer { look.takeDevice(device, properties) }
            }
        }
        guard properties["Type"] == .text("802-11-wireless"), properties["State"] == .number(2) else {
            return
        }
        ask([Self.activeAccessPoint, "Mode"], of: device, Self.wireless) { look, answer in
            if case .success(let properties) = answer { look.takeWireless(device, properties) }
        }
    }

    private func takeDevice(_ device: String, _ properties: [String: BusValue]) {
        for name in ["IpInterface", "Interface"] {
            guard case .text(let name)? = properties[name], !name.isEmpty else { continue }
            found[device] = (name, Self.metered(properties["Metered"]))
            return
        }
    }

    private func takeWireless(_ device: String, _ properties: [String: BusValue]) {
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
            if let ssid = Self.text(ofSSID: name) { look.ssids[device] = ssid }
        }
    }

    /// An SSID is any 1 to 32 bytes. What is no UTF-8 in it is read as U+FFFD and a control character as `?`, as
    /// `doctor` shows it: so a name of another encoding can still be asked for. All zeros hide the name.
    static func text(ofSSID bytes: [UInt8]) -> String? {
        guard (1...32).contains(bytes.count), bytes.contains(where: { $0 != 0 }) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
        return String(String.UnicodeScalarView(text.map { isControl($0) ? "?" : $0 }))
    }
}
