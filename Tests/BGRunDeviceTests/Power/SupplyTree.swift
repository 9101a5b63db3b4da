// The power supplies of a real machine, as a bug report or a test of another project shows them.

import Foundation

@testable import BGRunDevice
import BGRunJob
import Testing

/// One line of Fixtures/power-supplies.jsonl.
struct SupplyTree: CustomTestStringConvertible, Sendable {
    struct Entry: Sendable {
        let name: String
        let attributes: [String: String]
    }
    /// Whether anyone who knows the machine would give the verdict, or some another.
    enum Strength: String { case firm, advisory }
    let identifier: String
    let entries: [Entry]
    let verdict: Verdict
    let level: Int?
    let strength: Strength

    var testDescription: String { identifier }

    /// What a scan of the tree finds.
    var scan: PowerScan {
        let supplies = entries.map { entry in
            PowerSupply(name: entry.name) { name in
                entry.attributes[name].map { AttributeText($0.utf8) } ?? .absent
            }
        }
        return PowerScan(supplies: supplies)
    }

    static let all: [SupplyTree] = {
        guard let url = Bundle.module.url(forResource: "Fixtures/power-supplies", withExtension: "jsonl"),
            let text = try? String(contentsOf: url, encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").compactMap { SupplyTree(line: String($0)) }
    }()

    private init?(line: String) {
        guard let json = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
            let identifier = json["id"] as? String, let supplies = json["supplies"] as? [[String: Any]],
            let expected = json["expect"] as? [String: Any],
            let verdict = (expected["external_power"] as? String).flatMap(Verdict.init(rawValue:)),
            let strength = (expected["strength"] as? String).flatMap(Strength.init(rawValue:))
        else { return nil }
        self.identifier = identifier
        self.verdict = verdict
        self.strength = strength
        level = expected["battery_percent"] as? Int
        entries = supplies.compactMap { supply in
            guard let name = supply["name"] as? String, let attributes = supply["attrs"] as? [String: String]
            else { return nil }
            return Entry(name: name, attributes: attributes)
        }
    }
}
