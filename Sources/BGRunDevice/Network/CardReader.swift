// What kind of device a network interface is, from sysfs.

import BGRunJob
import BGRunLinux
import Glibc

/// Reads of each interface once what its driver says that it is; it stays that for as long as it is there.
///
/// rtnetlink does not tell a Wi-Fi device from a cable. `DEVTYPE` of an interface does, for which udev and
/// NetworkManager read it too. A file is read only of an interface that carries traffic, when it is the first time or its
/// name has changed.
final class CardReader {
    /// Bytes of an attribute: a page, the most that sysfs gives.
    private static let attributeLimit = 4096
    /// Names in an interface's directory: some forty, and one for each that is made of it.
    private static let nameLimit = 4096
    /// Of the drivers that serve telephones alone. Those of `cdc_ether` and `cdc_ncm` serve telephones and adapters.
    private static let telephoneDrivers: Set = ["rndis_host", "ipheth"]

    private let root: String
    /// What was read, by the link's index, with the name under which it was.
    private var known: [Int32: (name: String, transport: Transport?)] = [:]
    /// Those that were asked for since the last ``forgetOthers()``.
    private var asked: Set<Int32> = []

    /// - Parameter root: Where sysfs is, without a slash at its end.
    init(sysfs root: String) { self.root = root }

    /// Nil where nobody can tell.
    func transport(of link: NetworkLink) -> Transport? {
        asked.insert(link.index)
        if let it = known[link.index], it.name == link.name { return it.transport }
        do throws(SystemError) {
            let transport = try read(link)
            known[link.index] = (link.name, transport)
            return transport
        } catch {
            // It is just being renamed, which comes as an event, or lies in another name space than this sysfs.
            return nil
        }
    }

    /// Forgets what was not asked for since the last time: it is gone, or carries nothing any more.
    func forgetOthers() {
        known = known.filter { asked.contains($0.key) }
        asked = []
    }

    private func read(_ link: NetworkLink) throws(SystemError) -> Transport? {
        // The root itself may be a link; with a dot behind it, it is followed.
        let tree = try Directory(path: "\(root)/.")
        let path = "class/net/\(link.name)"
        let entry = try tree.directory(beneath: path)
        let number = AttributeText(try entry.contents(of: "ifindex", limit: Self.attributeLimit))
        guard number == .text("\(link.index)") else {
            throw SystemError(operation: "read", path: entry.path, errno: ENODEV)
        }
        switch try Self.type(of: entry) {
        case "wlan": return .wifi
        case "wwan": return .mobile
        case "bluetooth": return .bluetooth
        // The ports of a switch that is a part of the machine.
        case nil, "dsa": break
        case _: return nil
        }
        guard link.hardware == .ethernet else { return try Self.isOverModem(entry, tree) ? .mobile : nil }
        // A driver that does not tell its type is one of Wi-Fi where the kernel has made these.
        if ["phy80211", "wireless"].contains(where: { (try? entry.status(of: $0)) != nil }) { return .wifi }
        // What programs have made has no device: a virtual machine's cable, a container's.
        guard let device = try? tree.directory(beneath: "\(path)/device") else { return nil }
        let driver = (try? device.link("driver"))?.split(separator: "/").last.map { String($0) } ?? ""
        return Self.telephoneDrivers.contains(driver) ? .mobile : .ethernet
    }

    /// `DEVTYPE` of `uevent`, one `NAME=VALUE` a line.
    private static func type(of entry: borrowing Directory) throws(SystemError) -> String? {
        let mark = Array("DEVTYPE=".utf8)
        let lines = try entry.contents(of: "uevent", limit: attributeLimit).split(
            separator: UInt8(ascii: "\n"))
        return lines.first { $0.starts(with: mark) }
            .map { String(decoding: $0.dropFirst(mark.count), as: UTF8.self) }
    }

    /// One of several connections of a modem, which the kernel has made of the modem's own interface.
    private static func isOverModem(
        _ entry: borrowing Directory, _ tree: borrowing Directory
    ) throws(SystemError) -> Bool {
        let prefix = "lower_"
        for name in try entry.names(limit: nameLimit) where name.hasPrefix(prefix) {
            let lower = try tree.directory(beneath: "class/net/\(name.dropFirst(prefix.count))")
            if try type(of: lower) == "wwan" { return true }
        }
        return false
    }
}
