// Datagrams of rtnetlink and events of inotify, read as if the kernel had not sent them.

@testable import BGRunDevice
@testable import BGRunLinux

enum KernelMessages {
    /// The first byte says whose bytes they are.
    @Sendable static func check(_ bytes: [UInt8]) {
        var input = Input(bytes)
        switch input.byte() {
        case UInt8(ascii: "r"): routes(input.rest)
        case UInt8(ascii: "i"): events(input.rest)
        case _: break
        }
    }

    private static func routes(_ bytes: ArraySlice<UInt8>) {
        let envelopes = RouteDatagram.parse(bytes)
        hold(envelopes == RouteDatagram.parse(Array(bytes)[...]), "it depends on where the bytes lie")
        hold(envelopes.count <= bytes.count / 16, "more messages than there is room for")
        var state = NetworkState()
        for envelope in envelopes {
            state.add(envelope.message)
            switch envelope.message {
            case .linkChanged(let link):
                holdIsShown(link.name)
                hold(!state.isNews(envelope.message), "what was just told is news")
            case .addressAdded: hold(!state.isNews(envelope.message), "what was just told is news")
            case .failed(let number): hold(number > 0 || number == .min, "a failure without a number")
            case .routeChanged(let route?):
                hold(
                    !route.hops.isEmpty && route.hops.count <= bytes.count / 8 + 1, "a route through nothing")
            case .routeChanged(nil), .linkRemoved, .addressRemoved, .dumpEnded, .irrelevant: break
            }
        }
        check(state)
    }

    private static func check(_ state: NetworkState) {
        let judgement = NetworkRule.judge(state)
        let reading = judgement.reading
        let names = Set(state.links.values.map(\.name))
        hold(names.isSuperset(of: reading.interfaces + reading.tunnels), "a link is named that is not there")
        hold((reading.verdict == .yes) == !reading.interfaces.isEmpty, "a network without a way out")
        if reading.verdict == .yes {
            hold(state.addresses.contains(where: \.isUsable), "a network without address")
        }
        holdIsShown(reading.reason)
        hold(NetworkRule.judge(state) == judgement, "the same tables are judged in two ways")
    }

    private static func events(_ bytes: ArraySlice<UInt8>) {
        var events: [Inotify.Event] = []
        Inotify.parse(bytes, into: &events)
        hold(events.count <= bytes.count / 16, "more events than there is room for")
        var again: [Inotify.Event] = []
        Inotify.parse(Array(bytes)[...], into: &again)
        hold(events == again, "it depends on where the bytes lie")
    }
}
