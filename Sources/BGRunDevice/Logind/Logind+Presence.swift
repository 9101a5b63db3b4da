// Whether somebody uses the machine, and sending it to sleep.

import Glibc

extension Logind {
    /// Logind's IdleHint is no while anybody keeps it from being idle, we among them; and it notices only after its other work that a
    /// lock was let go. So its list comes first, again and again until ours has left it: what it says behind that is of others.
    func askPresence() {
        listBlocks(of: "idle") { [weak self] answer in
            guard let self else { return }
            if case .success(let blocks) = answer, blocks.contains(where: \.isOurs), holdsNone,
                presenceTries > 0
            {
                presenceTries -= 1
                return askPresence()
            }
            askIdle()
        }
    }

    private var holdsNone: Bool { locks[.awake]?.isIdle ?? true }

    private func askIdle() {
        let names = ["IdleHint", "LidClosed"]
        service.properties(names, of: Self.path, Self.manager) { [weak self] answer in
            guard let self else { return }
            switch answer {
            case .failure(let fault): answerPresence(.unknown(fault.description))
            case .success(let properties):
                guard case .truth(let isIdle)? = properties["IdleHint"] else {
                    return answerPresence(.unknown("logind says no IdleHint"))
                }
                let isAway = isIdle || properties["LidClosed"] == .truth(true)
                if isAway { askInhibitors() } else { answerPresence(.somebody) }
            }
        }
    }

    private func askInhibitors() {
        listBlocks(of: "sleep") { [weak self] answer in
            guard let self else { return }
            switch answer {
            case .failure(let fault): answerPresence(.unknown(fault.description))
            case .success(let blocks):
                answerPresence(blocks.contains { !$0.isOurs } ? .somebody : .nobody)
            }
        }
    }

    private func answerPresence(_ presence: LogindPresence) {
        // A silence has answered it already.
        guard asksPresence else { return }
        asksPresence = false
        publish(.presence(presence))
        update()
    }

    /// Logind lets root suspend past every block, so they are looked at here.
    func askSuspend() {
        listBlocks(of: "sleep") { [weak self] answer in
            guard let self else { return }
            switch answer {
            case .failure(let fault): answerSuspend(fault.description)
            case .success(let blocks):
                // One of ours that was let go may be listed for a moment.
                if let block = blocks.first(where: { !$0.isOurs || !holdsNone }) {
                    answerSuspend("\(block.who) keeps the machine awake: \(block.why)")
                } else {
                    orderSuspend()
                }
            }
        }
    }

    private func orderSuspend() {
        let call = BusCall(path: Self.path, interface: Self.manager, member: "Suspend", .truth(false))
        service.order(call, read: { _ in }) { [weak self] answer in
            switch answer {
            case .success: self?.answerSuspend(nil)
            case .failure(let fault): self?.answerSuspend(fault.description)
            }
        }
    }

    private func answerSuspend(_ refusal: String?) {
        guard asksSuspend else { return }
        asksSuspend = false
        publish(.suspendAnswered(refusal: refusal))
        update()
    }

    // MARK: - Inhibitors

    /// Who keeps something from happening.
    struct Block {
        let who: String
        let why: String
        let isOurs: Bool
    }

    /// BlockInhibited says what is blocked and not by whom, and we are not to be counted.
    func listBlocks(of what: String, _ then: @escaping (Result<[Block], BusFault>) -> Void) {
        let call = BusCall(path: Self.path, interface: Self.manager, member: "ListInhibitors")
        let read = { (message: borrowing BusMessage) throws(BusFault) -> [Block] in
            var blocks: [Block] = []
            try message.array(of: "(ssssuu)") { () throws(BusFault) in
                let block = try message.structure(of: "ssssuu") { () throws(BusFault) in
                    try Self.readInhibitor(message, of: what)
                }
                if let block { blocks.append(block) }
            }
            return blocks
        }
        service.call(call, read: read, then: then)
    }

    private static func readInhibitor(
        _ message: borrowing BusMessage, of what: String
    ) throws(BusFault) -> Block? {
        let blocked = try message.text()
        let who = try message.text()
        let why = try message.text()
        let mode = try message.text()
        _ = try message.number()
        let process = try message.number()
        let words = blocked.utf8.split(separator: UInt8(ascii: ":"))
        guard mode == "block", words.contains(where: { $0.elementsEqual(what.utf8) }) else { return nil }
        return Block(who: who, why: why, isOurs: process == UInt32(clamping: getpid()))
    }
}
