// What the tables' reader makes of answers that no kernel should give.

import BGRunJob
import BGRunTestSupport
import Glibc
import Testing

@testable import BGRunDevice
@testable import BGRunLinux

/// A kernel's answers, a datagram each, in the order of the reader's questions: `wg0` is the way out, over `eth0`.
private struct Answers {
    var datagrams: [[UInt8]] = []

    private static let eth0 = NetworkAddress(family: .ipv4, link: 2, bytes: [192, 0, 2, 2])
    private static let wg0 = NetworkAddress(family: .ipv4, link: 3, bytes: [10, 0, 0, 2])
    private static let table = Netlink.attribute(15, Netlink.bytes(UInt32(254)))

    init() {
        var state = NetworkState()
        state.addresses = [Self.eth0, Self.wg0]
        add(list: state.addresses.sorted { $0.link < $1.link }.map(Self.message))
        add(list: [])
        while true {
            let questions = NetworkRule.questions(state)
            if questions.isEmpty { break }
            for question in questions { answer(question, &state) }
        }
    }

    private var sequence: UInt32 { UInt32(datagrams.count + 1) }

    private mutating func add(list: [(type: UInt16, body: [UInt8])]) {
        let parts = list.map { Netlink.message($0.type, $0.body, flags: 2, sequence: sequence) }
        let end = Netlink.message(3, Netlink.bytes(Int32(0)), flags: 2, sequence: sequence)
        datagrams.append(Array((parts + [end]).joined()))
    }

    private mutating func add(_ type: UInt16, _ body: [UInt8]) {
        datagrams.append(Netlink.message(type, body, sequence: sequence))
    }

    private static func message(_ address: NetworkAddress) -> (type: UInt16, body: [UInt8]) {
        (20, Netlink.address(address.link, Netlink.attribute(2, address.bytes)))
    }

    private mutating func answer(_ question: NetworkQuestion, _ state: inout NetworkState) {
        switch question {
        case .way(let place, let link) where place.family == .ipv4:
            let address = link == 2 ? Self.eth0 : Self.wg0
            let body = Netlink.route(
                length: 32, flags: 0x200,
                Netlink.attribute(4, Netlink.bytes(address.link)) + Netlink.attribute(7, address.bytes)
                    + Self.table)
            add(24, body)
            let way = RouteDatagram.parse(datagrams[datagrams.count - 1][...]).first?.message
            if case .route(let route) = way { state.take(.way(route), to: question) }
        case .way, .wayFrom:
            add(2, Netlink.bytes(-ENETUNREACH) + [UInt8](repeating: 0, count: 16))
            state.take(.noWay(errno: ENETUNREACH), to: question)
        case .link(let index):
            let kind = Netlink.attribute(18, Netlink.attribute(1, Array("wireguard".utf8) + [0]))
            let body =
                Netlink.link(index, index == 2 ? "eth0" : "wg0", flags: 0x11043) + (index == 2 ? [] : kind)
            add(16, body)
            let told = RouteDatagram.parse(datagrams[datagrams.count - 1][...]).first?.message
            if case .linkChanged(let link) = told { state.take(.link(link), to: question) }
        case .below(let upper):
            add(2, Netlink.bytes(-ENODEV) + [UInt8](repeating: 0, count: 16))
            state.take(.nothing, to: .below(upper))
        case .parts:
            add(list: [])
            state.take(.links([]), to: question)
        // sysfs is asked, and not the kernel's socket.
        case .transport: state.take(.transport(nil), to: question)
        case .port, .routeBeyond:
            add(list: [])
            state.take(.nothing, to: question)
        }
    }

    /// What the reader makes of them: a judgement, or the error that it gives up with.
    func judged() throws -> Result<NetworkJudgement, SystemError> { try tried().result }

    /// The same, and how often it has begun.
    func tried() throws -> (result: Result<NetworkJudgement, SystemError>, attempts: Int) {
        var farEnds: [Int32] = []
        defer { for end in farEnds { close(end) } }
        do throws(SystemError) {
            let state = try NetworkTables.read { () throws(SystemError) in try socket(&farEnds) }
            return (.success(NetworkRule.judge(state)), farEnds.count)
        } catch {
            return (.failure(error), farEnds.count)
        }
    }

    /// All of them wait in it; its far end is to be closed afterwards.
    private func socket(_ farEnds: inout [Int32]) throws(SystemError) -> NetlinkSocket {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        try SystemError.check("socketpair") { socketpair(AF_UNIX, kind, 0, &ends) }
        let far = ends[0]
        farEnds.append(far)
        for datagram in datagrams where !datagram.isEmpty {
            try SystemError.check("send") { send(far, datagram, datagram.count, 0) }
        }
        return NetlinkSocket(standIn: FileDescriptor(owning: ends[1]))
    }
}

private func expectSense(_ answers: Answers, _ what: String) throws {
    guard case .success(let judgement) = try answers.judged() else { return }
    let reading = judgement.reading
    #expect((reading.verdict == .yes) == !reading.interfaces.isEmpty, "\(what)")
    #expect((reading.verdict == .yes) == !reading.uplinks.isEmpty, "\(what)")
}

// B-7
@Suite struct `The answers of a kernel` {
    @Test func `lead to a verdict`() throws {
        let judgement = try Answers().judged().get()
        #expect(judgement.reading.reason == "internet through wg0 over eth0")
        #expect(judgement.reading.vpn == "wg0")
    }

    @Test func `that are cut anywhere are given up, or lead to a verdict`() throws {
        let whole = Answers()
        for number in whole.datagrams.indices {
            for length in 0..<whole.datagrams[number].count {
                var cut = whole
                cut.datagrams[number].removeLast(cut.datagrams[number].count - length)
                try expectSense(cut, "answer \(number), cut to \(length) bytes")
            }
        }
    }

    @Test func `that are changed by chance are given up, or lead to a verdict`() throws {
        var random = SeededGenerator(seed: 12)
        let whole = Answers()
        var verdicts = 0
        for round in 0..<4000 {
            var changed = whole
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let number = Int.random(in: changed.datagrams.indices, using: &random)
                let place = Int.random(in: changed.datagrams[number].indices, using: &random)
                changed.datagrams[number][place] = UInt8.random(in: 0...255, using: &random)
            }
            if Int.random(in: 0..<8, using: &random) == 0 { changed.datagrams.shuffle(using: &random) }
            try expectSense(changed, "round \(round)")
            if case .success = try changed.judged() { verdicts += 1 }
        }
        #expect(verdicts > 400)
    }

    @Test func `that do not come are not waited for`() throws {
        for count in [0, 1, 5] {
            var some = Answers()
            some.datagrams.removeLast(some.datagrams.count - count)
            guard case .failure = try some.judged() else {
                Issue.record("a verdict from \(count) answers")
                continue
            }
        }
    }

    @Test func `that belong to other questions are passed over`() throws {
        var strange = Answers()
        let other = Netlink.message(24, Netlink.route([]), sequence: 77)
        strange.datagrams = strange.datagrams.flatMap { [other, $0] }
        #expect(try strange.judged() == Answers().judged())
    }

    @Test func `that were interrupted are asked for anew, and after four times believed`() throws {
        let whole = Answers()
        #expect(try whole.tried().attempts == 1)
        var torn = whole
        torn.datagrams[0][6] |= 0x10
        let (result, attempts) = try torn.tried()
        #expect(attempts == 4)
        #expect(try result.get() == whole.judged().get())
    }

    @Test func `that say that there is no memory are no answers`() throws {
        for number in [ENOMEM, ENOBUFS] {
            var poor = Answers()
            poor.datagrams[2] = Netlink.message(2, Netlink.bytes(-number), sequence: 3)
            #expect(try poor.judged() == .failure(SystemError(operation: "netlink", errno: number)))
        }
    }
}
