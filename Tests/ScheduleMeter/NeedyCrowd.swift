// Jobs with requirements of twelve kinds, none of which holds: the same ones in every run.
import BGRunCalendar
import BGRunJob

/// Makes up job after job. None asks for the lid: that is for those whose gate is to move.
struct NeedyCrowd {
    /// So many combinations of requirements, which the jobs share by turns.
    let combinations: Int
    /// What comes first in the identifiers.
    let prefix: String
    private var number = 0

    init(combinations: Int, prefix: String = "waiting") {
        self.combinations = max(1, combinations)
        self.prefix = prefix
    }

    mutating func next() -> JobDescriptor {
        number += 1
        return Self.job("\(prefix).\(number)", Self.requirements(number % combinations))
    }

    static func job(_ name: String, _ requirements: Requirements) -> JobDescriptor {
        guard let identifier = JobIdentifier("org.example.\(name)") else {
            preconditionFailure("\(name) is an identifier")
        }
        return JobDescriptor(
            identifier: identifier, program: .command(["/bin/true"]), requirements: requirements)
    }

    /// The kind goes by the number, and every dozen has other values.
    static func requirements(_ number: Int) -> Requirements {
        let value = number / 12
        func percent(_ span: Int) -> Int { 100 - value % span }
        switch number % 12 {
        case 0: return [.pathExists("/absent/\(value)")]
        case 1: return [.mounted(.path("/absent/\(value)"))]
        case 2:
            return [.device(DeviceMatch(properties: [.init(name: "ID_FS_UUID", value: "\(value)")]))]
        case 3: return [.powerSaver(true), .pathExists("/saved/\(value)")]
        case 4: return [.idle(.seconds(600 + value))]
        case 5: return [.locked(true), .mounted(.uuid("\(value)"))]
        case 6: return [.network, .unmetered, .interface(["wl\(value)"])]
        case 7: return [.batteryLevel(percent(20)), .pathExists("/charged/\(value)")]
        case 8: return [.network, .ssid(["home \(value)"])]
        case 9: return [.pressure(.cpu, percent: percent(90)), .pathExists("/calm/\(value)")]
        case 10: return [.externalPower, .vpn("wg\(value)")]
        default:
            return Requirements([
                .anyOf([[.externalPower, .pathExists("/either/\(value)")], [.batteryLevel(percent(20))]]),
                .not([.powerSaver(false)]),
            ])
        }
    }
}
