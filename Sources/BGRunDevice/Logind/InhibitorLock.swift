// One lock of logind's: wanted, asked for, held, let go.

/// Brings the lock that is held to what is wanted; it asks nobody itself.
///
/// A lock is a descriptor: it is held as long as that is open. So letting go is done at once, while taking waits for
/// logind's answer, which may come when the wish has changed.
struct InhibitorLock {
    /// A lock that logind gave, with the reason it was given for.
    final class Held {
        let why: String
        private let descriptor: DescriptorCall.Brought

        init(why: String, descriptor: DescriptorCall.Brought) {
            self.why = why
            self.descriptor = descriptor
        }
    }

    private var wanted: String?
    private var asked: String?
    private var held: Held?
    private var isRefused = false

    /// Nothing is wanted, held, or on its way.
    var isIdle: Bool { wanted == nil && asked == nil && held == nil }

    /// Changes the wish: why the lock is wanted, or nil. What is not wanted is let go at once.
    mutating func want(_ why: String?) {
        wanted = why
        guard why == nil else { return }
        held = nil
        isRefused = false
    }

    /// Why logind is to be asked for the lock now; nil where there is nothing to ask. What is returned counts as
    /// asked: its answer has to be told.
    mutating func takeQuestion() -> String? {
        guard let wanted, asked == nil, !isRefused, held?.why != wanted else { return nil }
        asked = wanted
        return wanted
    }

    /// Takes logind's lock, in place of the one that is held for another reason; whether it is still wanted. If not,
    /// it is let go at once.
    mutating func granted(_ lock: Held) -> Bool {
        asked = nil
        guard wanted == lock.why else { return false }
        held = lock
        return true
    }

    /// Logind has refused: it is not asked again before the wish is taken back. Whether it still stands.
    mutating func refused() -> Bool {
        asked = nil
        isRefused = wanted != nil
        return isRefused
    }

    /// Logind has not answered, and is asked again only for what is still wanted. Whether this one is given up.
    mutating func abandon(_ why: String) -> Bool {
        guard asked == why, wanted != why else { return false }
        asked = nil
        return true
    }

    /// It may be asked again although it has refused: what it refused for may be over.
    mutating func forgive() { isRefused = false }

    /// Logind has gone: what it gave and what it was asked is void. The wish stands.
    mutating func forget() {
        asked = nil
        held = nil
        isRefused = false
    }
}
