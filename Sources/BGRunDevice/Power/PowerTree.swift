// The power supplies under a sysfs root, read attribute by attribute.

import BGRunJob
import BGRunLinux
import Glibc

/// `class/power_supply` under a root: `/sys`, or a plain tree of the same shape.
///
/// Everything is bounded, because a plain tree may hold anything: entries of the directory, supplies, bytes of
/// an attribute. What can't be read is told in the scan; nothing here throws after the root was found.
package struct PowerTree: Sendable {
    /// Entries of the class directory that are looked at; with more there is no verdict.
    static let entryLimit = 16_384
    /// Supplies that are read; with more there is no verdict.
    static let supplyLimit = 256
    /// Bytes of an attribute: a page, the most that sysfs gives.
    static let attributeLimit = 4096
    /// A laptop without a battery is believed to be one from here on. The drivers of batteries and adapters are
    /// loaded by udev in the first seconds after boot; a job must not start on battery just because they are
    /// late. After that, a laptop whose supplies have no driver at all is not kept waiting for ever.
    static let comingUp = Duration.seconds(60)

    /// Below the root.
    static let classPath = "class/power_supply"

    /// Without a slash at its end.
    package let root: String

    /// Fails where `root` is no directory, so that a mistyped path is not taken for a desktop.
    package init(root: String) throws(SystemError) {
        var trimmed = root
        while trimmed.hasSuffix("/") { trimmed.removeLast() }
        _ = try File.open(trimmed.isEmpty ? "/" : trimmed, O_RDONLY | O_DIRECTORY)
        self.root = trimmed
    }

    /// Reads everything and judges it: `doctor power`, which needs no daemon.
    package static func judge(root: String, supplies: Policy.Supplies) throws(SystemError) -> PowerJudgement {
        let tree = try PowerTree(root: root)
        return PowerRule.judge(tree.scan(sinceBoot: sinceBoot()), supplies: supplies)
    }

    /// Time since boot, suspend included.
    static func sinceBoot() -> Duration { .microseconds(Clock.read(.boottime)) }

    /// Reads every supply once, in the order of their names.
    func scan(sinceBoot: Duration) -> PowerScan {
        var scan = PowerScan(supplies: [])
        scan.isComingUp = sinceBoot < Self.comingUp && isPortable()
        do throws(SystemError) {
            // The root itself may be a link; with a dot behind it, it is followed.
            let tree = try Directory(path: "\(root)/.")
            let directory = try tree.directory(beneath: Self.classPath)
            try read(directory, in: tree, into: &scan)
        } catch {
            // A kernel without the class has no such directory.
            if error.errno != ENOENT { scan.extent = .unreadable(Self.text(of: error)) }
        }
        return scan
    }

    private func read(
        _ directory: borrowing Directory, in tree: borrowing Directory, into scan: inout PowerScan
    ) throws(SystemError) {
        let names: [String]
        do throws(SystemError) {
            names = try directory.names(limit: Self.entryLimit)
        } catch {
            guard error.errno == EFBIG else { throw error }
            scan.extent = .cutOff(after: Self.entryLimit)
            return
        }
        for name in names {
            guard let supply = Self.supply(name, of: directory, in: tree) else { continue }
            if scan.supplies.count == Self.supplyLimit {
                scan.extent = .cutOff(after: Self.supplyLimit)
                return
            }
            scan.supplies.append(supply)
        }
    }

    /// Nil for an entry that is no directory, has none of the attributes, or went while we were looking.
    private static func supply(
        _ name: String, of directory: borrowing Directory, in tree: borrowing Directory
    ) -> PowerSupply? {
        let path = "\(classPath)/\(name)"
        do throws(SystemError) {
            let entry = try tree.directory(beneath: path)
            var supply = PowerSupply(name: shown(name)) { attribute in text(of: attribute, in: entry) }
            if case .other(let type) = supply.kind, type.hasPrefix("USB"), supply.isOnline {
                supply.isPowerSource = givesPower(path, in: tree)
            }
            return supply.kind == nil && supply.unreadable.isEmpty ? nil : supply
        } catch {
            if error.errno == ENOTDIR || (try? directory.status(of: name)) == nil { return nil }
            // A link that leads nowhere or out of the tree, as in a copy that was made without what it leads to.
            var supply = PowerSupply(name: shown(name))
            supply.fault = text(of: error)
            return supply
        }
    }

    private static func text(of error: SystemError) -> String {
        error.errno == EXDEV ? "a link leads out of the tree" : SystemError.text(of: error.errno)
    }

    /// Whether the Type-C ports of the supply's device all have the source role. The kernel's own drivers say
    /// `online` only in the sink role; firmware that doesn't is caught here.
    private static func givesPower(_ supply: String, in tree: borrowing Directory) -> Bool {
        let path = "\(supply)/device/typec"
        guard let ports = try? tree.directory(beneath: path), let names = try? ports.names(limit: supplyLimit)
        else { return false }
        var isSource = false
        for name in names where name.hasPrefix("port") {
            guard let port = try? tree.directory(beneath: "\(path)/\(name)"),
                case .text(let role) = text(of: "power_role", in: port)
            else { continue }
            // The current role is the one in brackets: "[source] sink"; a port with one role has no brackets.
            // By words: searching a text in a text would link the whole regular expression engine.
            let words = role.split(separator: " ")
            if words.contains("[sink]") || role == "sink" { return false }
            isSource = isSource || words.contains("[source]") || role == "source"
        }
        return isSource
    }

    static func text(of attribute: String, in directory: borrowing Directory) -> AttributeText {
        do throws(SystemError) {
            // Nonblocking: in a plain tree, a pipe in an attribute's place must not hold the daemon up.
            let file = try directory.open(attribute, O_RDONLY | O_NONBLOCK)
            var buffer = [UInt8](repeating: 0, count: attributeLimit)
            // sysfs gives the whole attribute in one read.
            guard case .bytes(let count) = try file.read(into: &buffer), count < attributeLimit else {
                return .unreadable
            }
            return AttributeText(buffer[..<count])
        } catch {
            return error.errno == ENOENT ? .absent : .unreadable
        }
    }

    /// The chassis is one that runs on a battery, by the numbers of the SMBIOS specification, 7.4.1. A machine
    /// that has no DMI (most ARM machines) counts as one that stands.
    private func isPortable() -> Bool {
        guard let bytes = try? File.contents(of: "\(root)/class/dmi/id/chassis_type", limit: 64),
            case .text(let text) = AttributeText(bytes), let chassis = AttributeText.number(text)
        else { return false }
        // Portable, laptop, notebook, sub-notebook, tablet, convertible, detachable.
        return [8, 9, 10, 14, 30, 31, 32].contains(chassis)
    }

    /// The name as it is shown, and as the policy spells it. A control character would spoil a terminal or a log,
    /// so it is written as its number.
    private static func shown(_ name: String) -> String {
        guard name.unicodeScalars.contains(where: isControl) else { return name }
        return name.unicodeScalars.reduce(into: "") { shown, scalar in
            if isControl(scalar) {
                shown += "\\x" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
    }
}
