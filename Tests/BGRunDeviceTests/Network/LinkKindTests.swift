// What a link is made of, from attributes nested in its message; well formed and hostile.

import BGRunTestSupport
import Testing

@testable import BGRunDevice

/// A link whose IFLA_LINKINFO (18) is these bytes.
private func message(
    hardware: UInt16 = 0xfffe, linkInfo: [UInt8], nested: UInt16 = 0x8000, _ more: [UInt8] = []
) -> [UInt8] {
    let fixed = Netlink.bytes(UInt8(0), UInt8(0), hardware, Int32(7), UInt32(0x11043), UInt32(0))
    let name = Netlink.attribute(3, Array("wg0".utf8) + [0])
    return Netlink.message(16, fixed + name + Netlink.attribute(18 | nested, linkInfo) + more)
}

private func link(_ bytes: [UInt8]) throws -> NetworkLink {
    guard case .linkChanged(let link) = RouteDatagram.parse(bytes[...]).first?.message else {
        throw NoLink()
    }
    return link
}

private struct NoLink: Error {}

private func kind(_ linkInfo: [UInt8]) throws -> String? { try link(message(linkInfo: linkInfo)).kind }

/// IFLA_INFO_KIND.
private func named(_ kind: String) -> [UInt8] { Netlink.attribute(1, Array(kind.utf8) + [0]) }

@Suite struct `A link's kind` {
    @Test func `is read with its hardware, with the mark of nesting and without`() throws {
        let expected = NetworkLink(
            index: 7, name: "wg0", flags: [.up, .running, .carrier], hardware: .none, kind: "wireguard")
        // IFLA_INFO_DATA follows it.
        let linkInfo = named("wireguard") + Netlink.attribute(2, [1, 2, 3, 4])
        #expect(try link(message(linkInfo: linkInfo)) == expected)
        #expect(try link(message(linkInfo: linkInfo, nested: 0)) == expected)
        #expect(try link(message(hardware: 1, linkInfo: linkInfo)).hardware == .ethernet)
        #expect(try link(message(hardware: 512, linkInfo: linkInfo)).hardware == .other)
    }

    @Test func `says what the link is made on, and of a bond which part is active`() throws {  // B-113
        func below(_ linkInfo: [UInt8], _ attributes: [UInt8] = Netlink.attribute(5, Netlink.bytes(Int32(3))))
            throws
            -> Int32
        {
            try link(message(hardware: 1, linkInfo: linkInfo, attributes)).below
        }
        for kind in ["vlan", "macvlan", "ipvlan", "macsec"] { #expect(try below(named(kind)) == 3) }
        // Of a cable it is the other end, and of a tunnel it may be none of its way.
        for kind in ["veth", "gre", "bridge"] { #expect(try below(named(kind)) == 0) }
        // It lies in another name space: IFLA_LINK_NETNSID.
        let elsewhere =
            Netlink.attribute(5, Netlink.bytes(Int32(3))) + Netlink.attribute(37, Netlink.bytes(Int32(0)))
        #expect(try below(named("macvlan"), elsewhere) == 0)
        let active = Netlink.attribute(
            2, Netlink.attribute(1, [1]) + Netlink.attribute(11, Netlink.bytes(Int32(4))))
        #expect(try below(named("bond") + active) == 4)
        #expect(try below(active + named("bond")) == 4)
        #expect(try below(named("bond")) == 0)
        #expect(try below(named("bond") + Netlink.attribute(2, Netlink.attribute(11, [4]))) == 0)
        #expect(try below(named("team") + active) == 0)
    }

    @Test func `is not that of the bridge it is a port of`() throws {
        #expect(try kind(Netlink.attribute(4, Array("bridge".utf8) + [0])) == nil)
    }

    @Test func `is the first, whatever comes before it`() throws {
        #expect(try kind(Netlink.attribute(5, []) + named("tun") + named("wireguard")) == "tun")
    }

    @Test func `is none where its attribute lies`() throws {
        for length in [UInt16(0), 3, 200, .max] {
            let lying = Netlink.bytes(length, UInt16(1)) + Array("tun".utf8) + [0]
            #expect(try kind(lying) == nil)
            #expect(try kind(lying + named("tun")) == nil)
        }
        #expect(try kind([]) == nil)
        #expect(try kind(named(String(repeating: "w", count: 56))) == nil)
    }

    @Test func `does not run on into the attribute that follows`() throws {
        // No NUL of its own; the bytes after it are a name.
        let open = Netlink.bytes(UInt16(7), UInt16(1)) + Array("tun".utf8)
        #expect(try kind(open) == "tun")
        let bytes = Netlink.bytes(UInt16(8), UInt16(1)) + Array("tun".utf8)
        #expect(try kind(bytes) == nil)
    }

    @Test func `that is cut anywhere gives no other tunnel`() throws {
        let whole = message(linkInfo: named("wireguard"))
        for end in 0..<whole.count {
            #expect(RouteDatagram.parse(whole[..<end]).isEmpty)
            // The same, with a header that fits what is left.
            guard end >= 32 else { continue }
            let short = Netlink.bytes(UInt32(end)) + whole[4..<end]
            #expect(try link(short).kind == nil)
        }
    }

    @Test func `survives hostile bytes`() {
        var random = SeededGenerator(seed: 27)
        let whole = message(linkInfo: named("tun") + Netlink.attribute(2, named("wireguard")))
        for _ in 0..<Repository.times(20_000) {
            var bytes = whole
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                bytes[.random(in: 16..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            for envelope in RouteDatagram.parse(bytes[...]) {
                guard case .linkChanged(let link) = envelope.message else { continue }
                #expect((link.kind?.utf8.count ?? 0) <= 56 * 3)
                #expect(!link.isPrivate || link.kind == "tun" || link.kind == "wireguard")
            }
        }
    }
}
