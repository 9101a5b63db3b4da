// The table of requirements: each kind has its row here, and whoever asks what a kind is reads it there.
import BGRunCalendar

extension Requirement.Kind {
    /// What the kind is.
    package var row: RequirementRow {
        switch self {
        case .externalPower: .externalPower
        case .batteryLevel: .batteryLevel
        case .charging: .charging
        case .network: .network
        case .unmetered: .unmetered
        case .interface: .interface
        case .transport: .transport
        case .ssid: .ssid
        case .vpn: .vpn
        case .online: .online
        case .reachable: .reachable
        case .idle: .idle
        case .locked: .locked
        case .load: .load
        case .pressure: .pressure
        case .freeSpace: .freeSpace
        case .pathExists: .pathExists
        case .mounted: .mounted
        case .device: .device
        case .lid: .lid
        case .powerSaver: .powerSaver
        case .temperature: .temperature
        case .command: .command
        }
    }

    /// Whether nothing tells of its changes, so that it is looked at before a start.
    package var isLookedAt: Bool { row.stage != nil }

    /// Whether a run can lose it.
    package var isLosable: Bool { row.isLosable }
}

extension RequirementRow {
    // MARK: - Power

    fileprivate static let externalPower = RequirementRow(
        "external power", .externalPower, "On external power.", on: [.power], settle: .externalPower,
        isPower: true, witness: .supplies,
        words: "external power", opposite: "no external power", remedy: "plug in the charger")

    fileprivate static let batteryLevel = RequirementRow(
        "battery level", { if case .batteryLevel(let percent) = $0 { percent } else { nil } },
        key: .one(.whole(1...100), Requirement.batteryLevel),
        "The batteries together hold at least so many percent.", example: "60",
        on: { _, _ in [.power] }, settle: .battery, isPower: true, witness: .hardware,
        simulated: .number(0...100, "a percentage from 0 to 100", seen: { _ in nil }),
        words: { "a battery of at least \($0) %" }, opposite: { "a battery below \($0) %" },
        remedy: { "charge the battery to \($0) %" }, operand: { "\($0)" })

    fileprivate static let charging = RequirementRow(
        "charging", .charging, "On external power, and no battery drains.", on: [.power],
        settle: .externalPower, isPower: true, witness: .supplies,
        words: "a charger that does not leave the battery draining",
        opposite: "no charger that keeps the battery from draining",
        remedy: "plug in a charger that is strong enough")

    // MARK: - Network

    fileprivate static let network = RequirementRow(
        "network", .network, key: .together(.networkConditions), "A network; an object says which.",
        example: #"{"unmetered": true}"#,
        on: [.network, .connection], settle: .network, words: "a network", opposite: "no network",
        remedy: "connect to a network")

    fileprivate static let unmetered = RequirementRow(
        "unmetered network", .unmetered, "NetworkManager does not call it metered, nor guesses so.",
        inside: true, on: [.network, .connection], settle: .network, witness: .networkManager,
        words: "a network that is not metered",
        opposite: "a metered network",
        remedy: "connect to a network that is not metered, or mark this one so in NetworkManager")

    fileprivate static let interface = RequirementRow(
        "network interface", { if case .interface(let names) = $0 { names } else { nil } },
        key: .one(
            .oneOrMore(.interfacePattern, "the name of an interface such as \"eth0\" or \"wl*\""),
            Requirement.interface),
        "Internet traffic uses one of these interfaces; * stands for any text.", example: #""wl*""#,
        inside: true,
        on: { _, _ in [.network] }, settle: .network,
        words: { "a network through \(either($0))" }, opposite: { "no network through \(either($0))" },
        remedy: { "connect through \(either($0))" }, operand: { quoted($0).joined(separator: " ") })

    fileprivate static let transport = RequirementRow(
        "kind of network interface", { if case .transport(let kinds) = $0 { kinds } else { nil } },
        key: .one(.oneOrMore(.choice, "a kind of interface such as \"wifi\""), Requirement.transport),
        "Internet traffic uses an interface of one of these kinds.", example: #""wifi""#, inside: true,
        on: { _, _ in [.network] }, settle: .network,
        words: { "a network through \(either($0.map(\.words)))" },
        opposite: { "no network through \(either($0.map(\.words)))" },
        remedy: { "connect through \(either($0.map(\.words)))" },
        operand: { $0.map(\.rawValue).joined(separator: " ") })

    fileprivate static let ssid = RequirementRow(
        "wireless network", { if case .ssid(let names) = $0 { names } else { nil } },
        key: .one(.oneOrMore(.ssid, "the name of a wireless network such as \"Home\""), Requirement.ssid),
        "Internet traffic uses one of these Wi-Fi networks.", example: #""Home""#, inside: true,
        on: { _, _ in [.network, .connection] },
        settle: .network, witness: .networkManager,
        words: { "the wireless network \(either(quoted($0)))" },
        opposite: { "no wireless network \(either(quoted($0)))" },
        remedy: { "connect to \(either(quoted($0)))" }, operand: { quoted($0).joined(separator: " ") })

    fileprivate static let vpn = RequirementRow(
        "VPN", { if case .vpn(let name) = $0 { .some(name) } else { nil } },
        key: .one(.vpn, Requirement.vpn),
        "All internet traffic goes through a VPN (true), or the VPN of this name is up.", example: #""wg0""#,
        inside: true,
        on: { name, _ in name == nil ? [.network] : [.network, .connection] }, settle: .network,
        words: { $0.map { "the VPN \(quoted($0))" } ?? "a VPN" },
        opposite: { $0.map { "no VPN \(quoted($0))" } ?? "no VPN" },
        remedy: { "connect to \($0.map { "the VPN \(quoted($0))" } ?? "a VPN")" },
        operand: { $0.map { quoted($0) } ?? "" })

    fileprivate static let online = RequirementRow(
        "internet access", .online,
        "The connectivity check that the policy describes (onlineCheck) succeeds.",
        inside: true,
        on: [.check(Check(.online, owner: .root))], lookedAt: .internet, settle: .atOnce,
        witness: .onlineCheck,
        words: "internet access", opposite: "no internet access",
        remedy: "log in to the network's captive portal, if it has one; \"bgrun run\" checks again at once")

    fileprivate static let reachable = RequirementRow(
        "reachable host", { if case .reachable(let endpoint) = $0 { endpoint } else { nil } },
        key: .several(.endpoint, ValueRule<Endpoint>.example, Requirement.reachable),
        "A connection can be opened there.", example: #""nas.local:22""#, inside: true,
        on: { [.check(Check(.reachable($0), owner: $1))] }, lookedAt: .host, settle: .atOnce, isOwned: true,
        words: { "a connection to \($0.text)" }, opposite: { "no connection to \($0.text)" },
        remedy: { "see that \($0.text) can be reached" }, operand: { $0.text })

    // MARK: - People

    fileprivate static let idle = RequirementRow(
        "idle", { if case .idle(let span) = $0 { span } else { nil } },
        key: .one(.duration(.seconds(1) ... .seconds(30 * 86_400)), Requirement.idle),
        "Nobody has used the machine for so long.", example: #""10m""#, on: { _, _ in [.idle] },
        settle: .atOnce,
        simulated: .span { .idle(.idle(since: $0)) },
        words: { "an idle machine for \($0.text)" },
        opposite: { "a machine that was used in the last \($0.text)" },
        remedy: { "leave the machine alone for \($0.text)" }, operand: { $0.text })

    fileprivate static let locked = RequirementRow(
        "locked session", { if case .locked(let wanted) = $0 { wanted } else { nil } },
        key: .one(.flag, Requirement.locked),
        "The owner's sessions are locked (true), or one is not (false).", on: { _, _ in [.locks] },
        settle: .others, isOwned: true, witness: .logind, wants: { $0 },
        words: { "\($0 ? "a locked" : "an unlocked") session" },
        opposite: { "\($0 ? "an unlocked" : "a locked") session" },
        remedy: { "\($0 ? "lock" : "unlock") the session" }, operand: { "\($0)" })

    fileprivate static let lid = RequirementRow(
        "lid", { if case .lid(let state) = $0 { state } else { nil } },
        key: .one(.choice, Requirement.lid), "The lid is open, or closed.", example: #""closed""#,
        on: { _, _ in [.lid] },
        settle: .others, witness: .hardware, simulated: .lid,
        words: { $0 == .open ? "an open lid" : "a closed lid" },
        opposite: { $0 == .open ? "a closed lid" : "an open lid" },
        remedy: { "\($0 == .open ? "open" : "close") the lid" }, operand: { $0.rawValue })

    fileprivate static let powerSaver = RequirementRow(
        "power saver", { if case .powerSaver(let wanted) = $0 { wanted } else { nil } },
        key: .one(.flag, Requirement.powerSaver), "The power saver is on (true), or off (false).",
        example: "false",
        on: { _, _ in [.powerSaver] }, settle: .others, witness: .powerProfiles, wants: { $0 },
        words: { "\($0 ? "" : "no ")power saver mode" }, opposite: { "\($0 ? "no " : "")power saver mode" },
        remedy: { "switch the power saver \($0 ? "on" : "off")" }, operand: { "\($0)" })

    // MARK: - Load

    fileprivate static let load = RequirementRow(
        "load", { if case .load(let most) = $0 { most } else { nil } },
        key: .one(.hundredths(1...10_000), Requirement.load),
        "The load of the last minute for each processor is at most this.", example: "0.8",
        on: { _, _ in [.load] }, lookedAt: .value, settle: .atOnce,
        simulated: .hundredths("the load for each processor such as 0.5", seen: { .load($0) }),
        words: { "a load of at most \(Requirement.text(hundredths: $0)) for each processor" },
        opposite: { "a load above \(Requirement.text(hundredths: $0)) for each processor" },
        remedy: { _ in "wait until the machine is less busy" }, operand: { Requirement.text(hundredths: $0) })

    /// A run brings it about itself, so it is asked for before a start only.
    fileprivate static let pressure = RequirementRow(
        "pressure",
        { if case .pressure(let resource, let percent) = $0 { (resource, percent) } else { nil } },
        key: .together(.pressures),
        "Tasks wait for the resource less than this percentage of the time.", example: #"{"io": 10}"#,
        on: { value, _ in [.pressure(value.0, percent: value.1)] }, settle: .atOnce, isLosable: false,
        witness: .pressureFigures,
        words: { resource, percent in "pressure on \(resource.words) below \(percent) %" },
        opposite: { resource, percent in "pressure on \(resource.words) of at least \(percent) %" },
        remedy: { _ in "wait until the machine is less busy" },
        operand: { resource, percent in "\(resource.rawValue) \(percent)" })

    fileprivate static let temperature = RequirementRow(
        "temperature", { if case .temperature(let most) = $0 { most } else { nil } },
        key: .one(.whole(-50...150), Requirement.temperature),
        "The hottest zone has at most so many degrees Celsius.", example: "70",
        on: { _, _ in [.temperature] }, lookedAt: .value, settle: .atOnce, witness: .hardware,
        simulated: .number(
            -50...200, "degrees Celsius such as 80",
            seen: { .temperature(TemperatureReading(degrees: $0, zone: "all")) }),
        words: { "at most \($0) °C" }, opposite: { "more than \($0) °C" },
        remedy: { _ in "let the machine cool down" }, operand: { "\($0)" })

    // MARK: - Files and devices

    fileprivate static let freeSpace = RequirementRow(
        "free space", { if case .freeSpace(let space) = $0 { space } else { nil } },
        key: .several(.freeSpace, ValueRule<FreeSpace>.example, Requirement.freeSpace),
        "So much free space at a path.", example: #"{"path": "/home", "atLeast": "10G"}"#,
        on: { [.freeSpace(OwnedPath(path: $0.path, owner: $1))] }, lookedAt: .value, settle: .atOnce,
        isOwned: true,
        words: { "\(SizeText.text(of: $0.bytes)) free at \($0.path)" },
        opposite: { "less than \(SizeText.text(of: $0.bytes)) free at \($0.path)" },
        remedy: { "free some space at \($0.path)" }, operand: { "\(SizeText.text(of: $0.bytes)) \($0.path)" })

    fileprivate static let pathExists = RequirementRow(
        "path", { if case .pathExists(let path) = $0 { path } else { nil } },
        key: .several(.plainPath, ValueRule<String>.pathExample, Requirement.pathExists),
        "A path is there.", example: #""/mnt/backup/.here""#, on: { [.path(OwnedPath(path: $0, owner: $1))] },
        settle: .others, isOwned: true,
        words: { "the path \($0)" }, opposite: { "no path \($0)" }, remedy: { "make \($0)" },
        operand: { $0 })

    fileprivate static let mounted = RequirementRow(
        "mounted file system", { if case .mounted(let target) = $0 { target } else { nil } },
        key: .several(.mountTarget, ValueRule<MountTarget>.example, Requirement.mounted),
        "A file system is mounted, by its place or its UUID.", example: #""/mnt/backup""#,
        on: { target, _ in [.mount(target)] },
        settle: .others,
        words: { $0.words({ "a file system mounted at \($0)" }, { "the file system \($0) mounted" }) },
        opposite: { $0.words({ "nothing mounted at \($0)" }, { "the file system \($0) not mounted" }) },
        remedy: { $0.words({ "mount a file system at \($0)" }, { "mount the file system \($0)" }) },
        operand: { $0.text })

    fileprivate static let device = RequirementRow(
        "device", { if case .device(let match) = $0 { match } else { nil } },
        key: .several(.deviceMatch, ValueRule<DeviceMatch>.example, Requirement.device),
        "A device is connected, by properties that udev knows of it.",
        example: #"{"ID_FS_UUID": "1234-ABCD"}"#, on: { match, _ in [.device(match)] },
        settle: .others, witness: .udev,
        words: { "the device \($0.text)" }, opposite: { "the device \($0.text) disconnected" },
        remedy: { "connect the device \($0.text)" }, operand: { $0.text })

    // MARK: - Programs

    fileprivate static let command = RequirementRow(
        "command", { if case .command(let check) = $0 { check } else { nil } },
        key: .several(.commandCheck, ValueRule<CommandCheck>.example, Requirement.command),
        "A program exits with 0.", example: #"{"command": ["/usr/local/bin/nas-is-idle"], "every": "10m"}"#,
        on: { [.check(Check(.command($0), owner: $1))] }, lookedAt: .program, settle: .atOnce, isOwned: true,
        words: { "a yes from \($0.name)" }, opposite: { "a no from \($0.name)" },
        remedy: { "see what \($0.name) asks for" },
        operand: { "\($0.text) every=\($0.interval.text) timeBudget=\($0.timeBudget.text)" })

    private static func either(_ names: [String]) -> String { names.joined(separator: " or ") }

    private static func quoted(_ names: [String]) -> [String] { names.map { quoted($0) } }

    private static func quoted(_ name: String) -> String { "\"\(name)\"" }
}
