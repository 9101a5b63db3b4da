// The locks that are wanted of logind: asked for, taken, let go.

extension Logind {
    func lock(_ kind: LogindLock, _ why: String?) {
        if why == nil, locks[kind] == nil { return }
        locks[kind, default: InhibitorLock()].want(why)
        dropIfIdle(kind)
    }

    func dropIfIdle(_ kind: LogindLock) {
        if locks[kind]?.isIdle == true { locks[kind] = nil }
    }

    func takeLock(_ kind: LogindLock) {
        guard let why = locks[kind]?.takeQuestion() else { return }
        let call = BusCall(
            path: Self.path, interface: Self.manager, member: "Inhibit",
            .text(kind.what), .text(Self.ownName), .text(why), .text(kind.mode))
        service.insist(call, while: { [weak self] in self?.stillAsks(kind, why) ?? false }) {
            [weak self] answer in
            self?.take(kind, answer.map { InhibitorLock.Held(why: why, descriptor: $0) })
        }
    }

    /// What is not wanted any more is not asked for again; until now the answer was waited for.
    private func stillAsks(_ kind: LogindLock, _ why: String) -> Bool {
        guard locks[kind]?.abandon(why) == true else { return true }
        dropIfIdle(kind)
        update()
        return false
    }

    private func take(_ kind: LogindLock, _ answer: Result<InhibitorLock.Held, BusFault>) {
        switch answer {
        case .failure(.silent(let reason)):
            publish(.lockLate(kind, reason))
            return
        case .success(let lock):
            if locks[kind]?.granted(lock) == true { publish(.lockTaken(kind)) }
        case .failure(let fault):
            if locks[kind]?.refused() == true { publish(.lockRefused(kind, fault.description)) }
        }
        dropIfIdle(kind)
        update()
    }
}
