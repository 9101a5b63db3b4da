// rtnetlink's bytes, read into messages.

import Glibc

/// Reads datagrams of a routing socket.
///
/// The bytes come from the kernel and are read as if they did not: a length that leaves the buffer, an attribute
/// that is cut short and a number of the wrong size end or skip what they are in, and nothing traps.
enum RouteDatagram {
    /// All messages in one datagram, in order. A message that is cut short ends it.
    static func parse(_ bytes: ArraySlice<UInt8>) -> [RouteEnvelope] {
        var rest = bytes
        var found: [RouteEnvelope] = []
        while let header = Header(rest) {
            found.append(
                RouteEnvelope(
                    sequence: header.sequence, wasInterrupted: header.flags & Header.listInterrupted != 0,
                    message: message(type: header.type, body: header.body)))
            rest = rest.dropFirst(aligned(header.length))
        }
        return found
    }

    private static func message(type: UInt16, body: ArraySlice<UInt8>) -> RouteMessage {
        switch type {
        case 2: failure(body) ?? .irrelevant  // NLMSG_ERROR; an errno of 0 acknowledges
        case 3: failure(body) ?? .listEnded  // NLMSG_DONE
        case 16: link(body).map { .linkChanged($0) } ?? .irrelevant  // RTM_NEWLINK
        case 17: link(body).map { .linkRemoved(index: $0.index) } ?? .irrelevant  // RTM_DELLINK
        case 20: address(body, isThere: true)  // RTM_NEWADDR
        case 21: address(body, isThere: false)  // RTM_DELADDR
        case 24, 25: route(body).map { .route($0) } ?? .irrelevant  // RTM_NEWROUTE, RTM_DELROUTE
        case 80: netconf(body)  // RTM_NEWNETCONF
        // RTM_NEWRULE, RTM_DELRULE, RTM_NEWNEXTHOP, RTM_DELNEXTHOP
        case 32, 33, 104, 105: .choiceChanged
        case _: .irrelevant
        }
    }

    /// The negative errno that an error, and the end of a dump that failed, begin with.
    private static func failure(_ body: ArraySlice<UInt8>) -> RouteMessage? {
        guard let number = body.number(at: 0, as: Int32.self), number < 0 else { return nil }
        return .failed(0 &- number)
    }

    /// `struct ifinfomsg`. Another family than `AF_UNSPEC` speaks of the link's port in a bridge: such a link
    /// "removed" has only left the bridge.
    private static func link(_ body: ArraySlice<UInt8>) -> NetworkLink? {
        guard body.number(at: 0, as: UInt8.self) == 0,
            let hardware = body.number(at: 2, as: UInt16.self),
            let index = body.number(at: 4, as: Int32.self),
            let flags = body.number(at: 8, as: UInt32.self), body.count >= 16
        else { return nil }
        var name = "link \(index)"
        var kind: String?
        var master: Int32 = 0
        var active: Int32 = 0
        var lower: Int32 = 0
        var isLowerElsewhere = false
        for attribute in Attributes(body.dropFirst(16)) {
            switch attribute.type {
            case 3: name = text(attribute.value)  // IFLA_IFNAME
            case 5: lower = attribute.value.number(at: 0, as: Int32.self) ?? 0  // IFLA_LINK
            case 10: master = attribute.value.number(at: 0, as: Int32.self) ?? 0  // IFLA_MASTER
            case 18: (kind, active) = made(attribute.value)  // IFLA_LINKINFO
            case 37: isLowerElsewhere = true  // IFLA_LINK_NETNSID
            case _: break
            }
        }
        // A tunnel has one too, which may be none of its way, and a cable its other end.
        let isStacked = kind.map { NetworkLink.stackedKinds.contains($0) } ?? false
        return NetworkLink(
            index: index, name: name, flags: NetworkLink.Flags(rawValue: flags),
            hardware: NetworkLink.Hardware(rawValue: hardware) ?? .other, kind: kind, master: master,
            below: kind == "bond" ? active : isStacked && !isLowerElsewhere ? lower : 0)
    }

    /// What is nested in `IFLA_LINKINFO`: the kind, and of a bond the active part. A port of a bridge or bond has only the
    /// kind of what it is a port of, which is another attribute.
    private static func made(_ linkInfo: ArraySlice<UInt8>) -> (kind: String?, active: Int32) {
        var kind: String?
        var active: Int32 = 0
        var isNamed = false
        for attribute in Attributes(linkInfo) {
            switch attribute.type {
            case 1 where !isNamed:  // IFLA_INFO_KIND
                isNamed = true
                // MODULE_NAME_LEN; a longer one is none of the kernel's.
                if attribute.value.count <= 56 { kind = text(attribute.value) }
            case 2:  // IFLA_INFO_DATA
                for detail in Attributes(attribute.value) where detail.type == 11 {  // IFLA_BOND_ACTIVE_SLAVE
                    active = detail.value.number(at: 0, as: Int32.self) ?? 0
                }
            case _: break
            }
        }
        return (kind, active)
    }

    /// Up to its NUL. The kernel allows control characters in a name; a terminal should not get them.
    private static func text(_ value: ArraySlice<UInt8>) -> String {
        let bytes = value.prefix { $0 != 0 }.map { $0 < 0x20 || $0 == 0x7f ? UInt8(ascii: "?") : $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `struct ifaddrmsg`.
    private static func address(_ body: ArraySlice<UInt8>, isThere: Bool) -> RouteMessage {
        guard let family = body.number(at: 0, as: UInt8.self).flatMap(AddressFamily.init(rawValue:)),
            let shortFlags = body.number(at: 2, as: UInt8.self),
            let scope = body.number(at: 3, as: UInt8.self),
            let index = body.number(at: 4, as: Int32.self), body.count >= 8
        else { return .irrelevant }
        var flags = UInt32(shortFlags)
        var anywhere: [UInt8] = []
        var local: [UInt8] = []
        for attribute in Attributes(body.dropFirst(8)) {
            switch attribute.type {
            case 1: anywhere = Array(attribute.value)  // IFA_ADDRESS: on a point-to-point link the peer's
            case 2: local = Array(attribute.value)  // IFA_LOCAL
            case 8: flags = attribute.value.number(at: 0, as: UInt32.self) ?? flags  // IFA_FLAGS
            case _: break
            }
        }
        // IFA_F_OPTIMISTIC lets a tentative address be used; IFA_F_DADFAILED forbids it for good.
        let isDuplicate = flags & 0x08 != 0
        let isTentative = flags & 0x40 != 0 && flags & 0x04 == 0
        let reachesBeyond = scope == 0 || scope == 200  // RT_SCOPE_UNIVERSE, RT_SCOPE_SITE
        let bytes = local.isEmpty ? anywhere : local
        let isUsable =
            isThere && reachesBeyond && !isDuplicate && !isTentative && NetworkAddress.reachesBeyond(bytes)
        let address = NetworkAddress(family: family, link: index, bytes: bytes)
        return isUsable ? .addressUsable(address) : .addressUseless(address)
    }

    /// `struct netconfmsg`, whose one byte is the family. A new link brings all its settings along.
    private static func netconf(_ body: ArraySlice<UInt8>) -> RouteMessage {
        var link: Int32?
        var isAboutDeadRoutes = false
        for attribute in Attributes(body.dropFirst(4)) {
            switch attribute.type {
            case 1: link = attribute.value.number(at: 0, as: Int32.self)  // NETCONFA_IFINDEX
            case 6: isAboutDeadRoutes = true  // NETCONFA_IGNORE_ROUTES_WITH_LINKDOWN
            case _: break
            }
        }
        return isAboutDeadRoutes ? link.map { .deadRoutesChanged(link: $0) } ?? .irrelevant : .irrelevant
    }

    /// `struct rtmsg`.
    private static func route(_ body: ArraySlice<UInt8>) -> KernelRoute? {
        guard let family = body.number(at: 0, as: UInt8.self).flatMap(AddressFamily.init(rawValue:)),
            let prefixLength = body.number(at: 1, as: UInt8.self),
            let shortTable = body.number(at: 4, as: UInt8.self),
            let protocolNumber = body.number(at: 5, as: UInt8.self),
            let type = body.number(at: 7, as: UInt8.self),
            let flags = body.number(at: 8, as: UInt32.self)
        else { return nil }
        var destination: [UInt8] = []
        var table = UInt32(shortTable)
        var link: Int32 = 0
        var hasGateway = false
        var source: [UInt8]?
        for attribute in Attributes(body.dropFirst(12)) {
            switch attribute.type {
            case 1: destination = Array(attribute.value)  // RTA_DST
            case 4: link = attribute.value.number(at: 0, as: Int32.self) ?? link  // RTA_OIF
            case 5, 18: hasGateway = true  // RTA_GATEWAY, RTA_VIA
            case 7: source = Array(attribute.value)  // RTA_PREFSRC
            case 15: table = attribute.value.number(at: 0, as: UInt32.self) ?? table  // RTA_TABLE
            case _: break
            }
        }
        return KernelRoute(
            family: family, effect: effect(ofType: type), destination: destination,
            prefixLength: prefixLength, table: table, link: link, hasGateway: hasGateway,
            isOfKernel: protocolNumber == 2, source: source,
            isAnswer: flags & 0x200 != 0)  // RTM_F_CLONED
    }

    private static func effect(ofType type: UInt8) -> KernelRoute.Effect {
        switch type {
        case 1: .forwarded  // RTN_UNICAST
        case 6: .refused(errno: EINVAL)  // RTN_BLACKHOLE
        case 7: .refused(errno: EHOSTUNREACH)  // RTN_UNREACHABLE
        case 8: .refused(errno: EACCES)  // RTN_PROHIBIT
        case _: .other
        }
    }

    /// Messages and attributes begin at multiples of four.
    private static func aligned(_ length: Int) -> Int { (length &+ 3) & ~3 }
}

extension RouteDatagram {
    /// `struct nlmsghdr` and what follows it.
    private struct Header {
        static let listInterrupted: UInt16 = 0x10
        let length: Int
        let type: UInt16
        let flags: UInt16
        let sequence: UInt32
        let body: ArraySlice<UInt8>

        init?(_ bytes: ArraySlice<UInt8>) {
            guard let length = bytes.number(at: 0, as: UInt32.self), length >= 16, length <= bytes.count,
                let type = bytes.number(at: 4, as: UInt16.self),
                let flags = bytes.number(at: 6, as: UInt16.self),
                let sequence = bytes.number(at: 8, as: UInt32.self)
            else { return nil }
            self.length = Int(length)
            self.type = type
            self.flags = flags
            self.sequence = sequence
            body = bytes.prefix(self.length).dropFirst(16)
        }
    }

    /// `struct rtattr` and its value.
    private struct Attribute {
        let type: UInt16
        let value: ArraySlice<UInt8>
    }

    /// The attributes that follow a message's fixed part; ends at the first that does not fit.
    private struct Attributes: Sequence, IteratorProtocol {
        private var rest: ArraySlice<UInt8>
        init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

        mutating func next() -> Attribute? {
            guard let length = rest.number(at: 0, as: UInt16.self), length >= 4, length <= rest.count,
                let type = rest.number(at: 2, as: UInt16.self)
            else { return nil }
            let value = rest.prefix(Int(length)).dropFirst(4)
            rest = rest.dropFirst(RouteDatagram.aligned(Int(length)))
            // Without NLA_F_NESTED and NLA_F_NET_BYTEORDER.
            return Attribute(type: type & 0x3fff, value: value)
        }
    }
}

extension ArraySlice<UInt8> {
    /// The number at `offset` from the slice's beginning, in the machine's byte order as netlink has it; nil
    /// where the slice is too short.
    fileprivate func number<Number: FixedWidthInteger>(at offset: Int, as type: Number.Type) -> Number? {
        let size = Number.bitWidth / 8
        guard count >= offset + size else { return nil }
        var value: Number = 0
        for position in (0..<size).reversed() {
            let byte = self[startIndex + offset + position]
            value = value &<< 8 | Number(truncatingIfNeeded: byte)
        }
        return Number(littleEndian: value)
    }
}

/// One message with what its header says of the dump it belongs to.
struct RouteEnvelope: Equatable, Sendable {
    /// The number of the request that it answers; 0 in an event.
    let sequence: UInt32
    /// `NLM_F_DUMP_INTR`: the table changed while it was read, so the list may fit no moment.
    let wasInterrupted: Bool
    let message: RouteMessage
}
