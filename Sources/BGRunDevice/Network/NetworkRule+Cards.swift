// What lies below the links that leave the machine: the devices that packets are sent by.

import BGRunJob

extension NetworkRule {
    /// Links that are thought of: a bond has two or three parts, a bridge of a host of virtual machines hundreds.
    private static let partLimit = 32

    /// A link at the end of the way down, as far as that is known.
    private enum Part {
        case card(NetworkLink)
        /// What lies below it can't be told, or was not asked yet.
        case opaque(NetworkLink, NetworkQuestion?)
    }

    /// What is to be asked so that ``cards(below:in:)`` knows what can be known.
    static func questions(ofCardsBelow links: [NetworkLink], in state: NetworkState) -> [NetworkQuestion] {
        parts(of: links, in: state).compactMap { part in
            switch part {
            case .opaque(_, let question): question
            case .card(let link) where link.isModem: nil
            case .card(let link): state.answers[.transport(link)] == nil ? .transport(link) : nil
            }
        }
    }

    /// The devices below these links, each once: a VLAN's card, the active part of a bond, or all parts where none is said to
    /// be it, and of a bridge all but the cables of guests.
    static func cards(below links: [NetworkLink], in state: NetworkState) -> [NetworkReading.Card] {
        parts(of: links, in: state).map { part in
            switch part {
            case .card(let link) where link.isModem: return NetworkReading.Card(link.name, .mobile)
            case .card(let link):
                guard case .transport(let transport) = state.answers[.transport(link)] else {
                    return NetworkReading.Card(link.name, nil)
                }
                return NetworkReading.Card(link.name, transport)
            case .opaque(let link, _): return NetworkReading.Card(link.name, nil)
            }
        }
    }

    private static func parts(of links: [NetworkLink], in state: NetworkState) -> [Part] {
        var seen: Set<Int32> = []
        var parts: [Part] = []
        var rest = Array(links.reversed())
        while let link = rest.popLast(), parts.count < partLimit {
            guard seen.insert(link.index).inserted else { continue }
            if link.below != 0 {
                switch state.answers[.below(link)] {
                case .link(let lower): rest.append(lower)
                case nil: parts.append(.opaque(link, .below(link)))
                case _: parts.append(.opaque(link, nil))
                }
            } else if link.hasParts {
                guard case .links(let all) = state.answers[.parts(of: link)] else {
                    parts.append(.opaque(link, .parts(of: link)))
                    continue
                }
                let own = all.filter { $0.isReady && link.takesTraffic(through: $0) }
                if own.isEmpty { parts.append(.opaque(link, nil)) }
                rest += own.reversed()
            } else {
                parts.append(link.isStacked ? .opaque(link, nil) : .card(link))
            }
        }
        // Links that are made on each other, as no kernel has them, end nowhere.
        return parts.isEmpty ? links.prefix(1).map { .opaque($0, nil) } : parts
    }
}
