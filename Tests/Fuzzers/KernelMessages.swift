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
        // What is told of a link after a way is news, since the way may be older.
        var hasWay = false
        for envelope in envelopes {
            _ = state.isNews(envelope.message)
            switch envelope.message {
            case .linkChanged(let link):
                holdIsShown(link.name)
                state.take(.link(link), to: .link(link.index))
                hold(hasWay || !state.isNews(envelope.message), "what was just told is news")
            case .addressUsable(let address):
                state.addresses.insert(address)
                hold(!state.isNews(envelope.message), "what was just told is news")
            case .route(let route):
                // It stands for the kernel's answer to whatever is asked next.
                let question = NetworkRule.questions(state).first {
                    if case .way = $0 { true } else { false }
                }
                if let question {
                    state.take(.way(route), to: question)
                    hasWay = true
                }
            case .failed(let number): hold(number > 0 || number == .min, "a failure without a number")
            case .linkRemoved, .addressUseless, .choiceChanged, .deadRoutesChanged, .listEnded, .irrelevant:
                break
            }
        }
        check(state)
    }

    private static func check(_ state: NetworkState) {
        let judgement = NetworkRule.judge(state)
        let reading = judgement.reading
        hold((reading.verdict == .yes) == !reading.interfaces.isEmpty, "a network without a way out")
        hold((reading.verdict == .yes) == !reading.uplinks.isEmpty, "a network that leaves nowhere")
        hold((reading.verdict == .yes) == !reading.cards.isEmpty, "a network that no device carries")
        hold(Set(reading.interfaces).isSuperset(of: reading.uplinks), "an uplink that is not on the way")
        hold(reading.vpn == nil || reading.verdict == .yes, "a VPN that leads nowhere")
        holdIsShown(reading.reason)
        hold(NetworkRule.judge(state) == judgement, "the same answers are judged in two ways")
        hold(NetworkRule.questions(state).count < 2000, "questions without end")
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
