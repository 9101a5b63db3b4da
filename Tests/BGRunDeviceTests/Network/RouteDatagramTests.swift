// rtnetlink's bytes, well formed and hostile.

import BGRunTestSupport
import Testing

@testable import BGRunDevice

/// Little pieces of netlink, in the machine's byte order.
enum Netlink {
    static func bytes(_ numbers: any FixedWidthInteger...) -> [UInt8] {
        numbers.flatMap { number in withUnsafeBytes(of: number) { Array($0.prefix(number.bitWidth / 8)) } }
    }

    static func message(_ type: UInt16, _ body: [UInt8], flags: UInt16 = 0, sequence: UInt32 = 0) -> [UInt8] {
        let all = bytes(UInt32(16 + body.count), type, flags, sequence, UInt32(0)) + body
        return all + [UInt8](repeating: 0, count: (4 - all.count % 4) % 4)
    }

    static func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
        let all = bytes(UInt16(4 + value.count), type) + value
        return all + [UInt8](repeating: 0, count: (4 - all.count % 4) % 4)
    }

    static func link(_ index: Int32, _ name: String, flags: UInt32, family: UInt8 = 0) -> [UInt8] {
        bytes(family, UInt8(0), UInt16(1), index, flags, UInt32(0)) + attribute(3, Array(name.utf8) + [0])
    }

    static func route(
        family: UInt8 = 2, length: UInt8 = 0, table: UInt8 = 254, type: UInt8 = 1, flags: UInt32 = 0,
        _ attributes: [UInt8]
    ) -> [UInt8] {
        bytes(family, length, UInt8(0), UInt8(0), table, UInt8(3), UInt8(0), type, flags) + attributes
    }

    static func address(_ index: Int32, flags: UInt8 = 0, scope: UInt8 = 0, _ attributes: [UInt8]) -> [UInt8]
    {
        bytes(UInt8(2), UInt8(24), flags, scope, index) + attributes
    }
}

private func parse(_ bytes: [UInt8]) -> [RouteMessage] { RouteDatagram.parse(bytes[...]).map(\.message) }

@Suite struct `A routing datagram` {
    @Test func `names links, addresses and routes in order`() {
        let oif = Netlink.attribute(4, Netlink.bytes(Int32(3)))
        let source = Netlink.attribute(7, [192, 0, 2, 2])
        let datagram =
            Netlink.message(16, Netlink.link(3, "wlan0", flags: 0x11043))
            + Netlink.message(20, Netlink.address(3, Netlink.attribute(2, [192, 0, 2, 2])))
            + Netlink.message(24, Netlink.route(oif + source + Netlink.attribute(5, [192, 0, 2, 1])))
            + Netlink.message(21, Netlink.address(3, Netlink.attribute(2, [192, 0, 2, 2])))
            + Netlink.message(17, Netlink.link(3, "wlan0", flags: 0))
        let address = NetworkAddress(family: .ipv4, link: 3, bytes: [192, 0, 2, 2])
        #expect(
            parse(datagram) == [
                .linkChanged(NetworkLink(index: 3, name: "wlan0", flags: [.up, .running, .carrier])),
                .addressUsable(address),
                .route(
                    KernelRoute(
                        family: .ipv4, effect: .forwarded, destination: [], prefixLength: 0, table: 254,
                        link: 3, hasGateway: true, isOfKernel: false, source: [192, 0, 2, 2], isAnswer: false)
                ),
                .addressUseless(address), .linkRemoved(index: 3),
            ])
    }

    @Test func `tells of rules and next hops that something changed`() {
        for type in [UInt16(32), 33, 104, 105] {
            #expect(parse(Netlink.message(type, [])) == [.choiceChanged])
        }
    }

    @Test func `tells of routes through dead links, and of no other setting`() {
        let index = Netlink.attribute(1, Netlink.bytes(Int32(-1)))
        let family: [UInt8] = [2, 0, 0, 0]
        let ignores = Netlink.attribute(6, Netlink.bytes(Int32(1)))
        let forwards = Netlink.attribute(2, Netlink.bytes(Int32(1)))
        #expect(parse(Netlink.message(80, family + index + ignores)) == [.deadRoutesChanged(link: -1)])
        #expect(parse(Netlink.message(80, family + index + forwards)) == [.irrelevant])
        #expect(parse(Netlink.message(80, family + ignores)) == [.irrelevant])
        #expect(parse(Netlink.message(80, [])) == [.irrelevant])
    }

    @Test func `keeps the sequence number and the mark of an interrupted list`() {
        let datagram = Netlink.message(3, Netlink.bytes(Int32(0)), flags: 0x12, sequence: 7)
        let envelope = RouteDatagram.parse(datagram[...]).first
        #expect(envelope == RouteEnvelope(sequence: 7, wasInterrupted: true, message: .listEnded))
    }

    @Test func `tells a refusal by its errno`() {
        #expect(parse(Netlink.message(2, Netlink.bytes(Int32(-1)))) == [.failed(1)])
        #expect(parse(Netlink.message(2, Netlink.bytes(Int32.min))) == [.failed(.min)])
    }

    @Test func `does not take a link that leaves its bridge for one that is gone`() {
        #expect(parse(Netlink.message(17, Netlink.link(3, "eth0", flags: 0, family: 7))) == [.irrelevant])
    }

    private func route(_ body: [UInt8]) -> KernelRoute? {
        guard case .route(let route) = parse(Netlink.message(24, body)).first else { return nil }
        return route
    }

    @Test func `tells what becomes of a packet`() {
        let effects: [(UInt8, KernelRoute.Effect)] = [
            (1, .forwarded), (6, .refused(errno: 22)), (7, .refused(errno: 113)), (8, .refused(errno: 13)),
            (0, .other), (2, .other), (9, .other), (255, .other),
        ]
        for (type, effect) in effects { #expect(route(Netlink.route(type: type, []))?.effect == effect) }
    }

    @Test func `takes a table beyond 255 from its attribute, and knows an answer`() {
        let table = Netlink.attribute(15, Netlink.bytes(UInt32(51820)))
        #expect(route(Netlink.route(table: 252, table))?.table == 51820)
        #expect(route(Netlink.route(table: 252, []))?.table == 252)
        #expect(route(Netlink.route(flags: 0x200, []))?.isAnswer == true)
        #expect(route(Netlink.route(family: 28, [])) == nil)
    }

    @Test func `knows what a route covers`() {
        func covers(_ length: UInt8, _ destination: [UInt8], _ address: [UInt8]) -> Bool? {
            route(Netlink.route(length: length, Netlink.attribute(1, destination)))?.covers(address)
        }
        #expect(covers(0, [], [64, 0, 0, 1]) == true)
        #expect(covers(1, [0, 0, 0, 0], [64, 0, 0, 1]) == true)
        #expect(covers(1, [128, 0, 0, 0], [64, 0, 0, 1]) == false)
        #expect(covers(10, [64, 63, 0, 0], [64, 0, 0, 1]) == true)
        #expect(covers(32, [64, 0, 0], [64, 0, 0, 1]) == false)
        #expect(covers(200, [64, 0, 0, 1], [64, 0, 0, 1]) == false)
        #expect(covers(8, [64, 0, 0, 0], [64, 0]) == false)
    }

    @Test func `judges an address by scope and by the check for duplicates`() {
        func isUsable(
            _ flags: UInt8, _ scope: UInt8, _ longFlags: UInt32? = nil, _ bytes: [UInt8] = [10, 0, 0, 1]
        ) -> Bool? {
            var attributes = Netlink.attribute(1, bytes)
            if let longFlags { attributes += Netlink.attribute(8, Netlink.bytes(longFlags)) }
            switch parse(Netlink.message(20, Netlink.address(2, flags: flags, scope: scope, attributes)))
                .first
            {
            case .addressUsable: return true
            case .addressUseless: return false
            case _: return nil
            }
        }
        #expect(isUsable(0, 0) == true)
        #expect(isUsable(0, 200) == true)
        #expect(isUsable(0, 253) == false)
        #expect(isUsable(0, 254) == false)
        #expect(isUsable(0x40, 0) == false)
        #expect(isUsable(0x44, 0) == true)
        #expect(isUsable(0, 0, 0x08) == false)
        #expect(isUsable(0, 0, nil, [169, 254, 1, 1]) == false)
        #expect(isUsable(0, 0, nil, [10, 0]) == false)
    }

    @Test func `cleans a link's name of what a terminal would obey`() {
        guard
            case .linkChanged(let link) = parse(Netlink.message(16, Netlink.link(4, "a\u{1b}[2J", flags: 1)))
                .first
        else {
            Issue.record("no link was read")
            return
        }
        #expect(link.name == "a?[2J")
    }

    @Test func `ends at the first length that can't be`() {
        let good = Netlink.message(3, Netlink.bytes(Int32(0)))
        for length in [UInt32(0), 15, 17, .max] {
            let bad = Netlink.bytes(length, UInt16(16), UInt16(0), UInt32(0), UInt32(0))
            #expect(parse(good + bad) == [.listEnded])
        }
    }

    @Test func `survives being cut anywhere`() {
        let whole =
            Netlink.message(16, Netlink.link(3, "wlan0", flags: 1))
            + Netlink.message(
                24, Netlink.route(Netlink.attribute(9, Netlink.bytes(UInt16(8), UInt16(0), Int32(2)))))
        for end in 0...whole.count { #expect(RouteDatagram.parse(whole[..<end]).count <= 2) }
    }

    @Test func `survives hostile bytes`() {
        var random = SeededGenerator(seed: 1)
        let seeds = [
            Netlink.message(16, Netlink.link(3, "wlan0", flags: 0x11043)),
            Netlink.message(20, Netlink.address(3, Netlink.attribute(2, [192, 0, 2, 2]))),
            Netlink.message(
                24,
                Netlink.route(Netlink.attribute(9, Netlink.bytes(UInt16(8), UInt16(0), Int32(2), UInt64(8))))),
            Netlink.message(2, Netlink.bytes(Int32(-1))),
        ]
        for _ in 0..<Repository.times(20_000) {
            var bytes =
                seeds[.random(in: seeds.indices, using: &random)]
                + seeds[.random(in: seeds.indices, using: &random)]
            for _ in 0...Int.random(in: 0..<6, using: &random) {
                bytes[.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            let lower = Int.random(in: 0..<9, using: &random)
            let upper = bytes.count - Int.random(in: 0..<9, using: &random)
            for envelope in RouteDatagram.parse(bytes[lower..<upper]) {
                _ = NetworkState().isNews(envelope.message)
                guard case .route(let route) = envelope.message else { continue }
                var state = NetworkState()
                for place in PublicPlace.allCases {
                    state.take(.way(route), to: .way(to: place, through: nil))
                }
                #expect(NetworkRule.judge(state).reading.verdict == .no)
            }
        }
    }
}
