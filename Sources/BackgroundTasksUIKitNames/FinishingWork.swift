// What an application is finishing: held in the background, under one limit, and only noted in the foreground.
internal import BackgroundTasks
internal import Foundation
internal import Synchronization

/// What the program gave away to be called once on the main thread.
final class Finish: @unchecked Sendable {
    let call: () -> Void
    init(_ call: @escaping () -> Void) { self.call = call }
}

/// All beginnings that have not ended.
///
/// The rule of the lock: nobody is called under it, neither the daemon nor the program.
final class FinishingWork: Sendable {
    /// Asks for an assertion: by its name, with a limit or the usual one. Whom it warns comes last.
    typealias Asking = @Sendable (String?, Duration?, @escaping @Sendable () -> Void) -> BackgroundAssertion?

    private struct Item {
        let name: String?
        var handler: Finish?
        var assertion: BackgroundAssertion?
    }

    private struct State {
        var items: [Int: Item] = [:]
        var last = 0
        /// Counts the times that the application went to the background; nil in the foreground.
        var stay: Int?
        var stays = 0

        /// The assertion whose limit is that of all: the first one that is held.
        var first: BackgroundAssertion? {
            items.sorted { $0.key < $1.key }.lazy.compactMap(\.value.assertion).first {
                $0.timeRemaining > .zero
            }
        }
    }

    private let state = Mutex(State())
    private let ask: Asking

    init(_ ask: @escaping Asking) { self.ask = ask }

    /// How long it is until the limit; nil where none counts.
    var left: Duration? {
        state.withLock { state in
            guard state.stay != nil, state.items.values.contains(where: { $0.assertion != nil }) else {
                return nil
            }
            return state.first?.timeRemaining ?? .zero
        }
    }

    func begin(_ name: String?, _ handler: Finish?) -> UIBackgroundTaskIdentifier {
        let number = state.withLock { state in
            state.last += 1
            state.items[state.last] = Item(name: name, handler: handler)
            return state.last
        }
        guard hold(number) else {
            end(UIBackgroundTaskIdentifier(rawValue: number))
            return .invalid
        }
        return UIBackgroundTaskIdentifier(rawValue: number)
    }

    func end(_ identifier: UIBackgroundTaskIdentifier) {
        let ended = state.withLock { $0.items.removeValue(forKey: identifier.rawValue) }
        ended?.assertion?.end()
    }

    func enterBackground() {
        let numbers = state.withLock { state in
            state.stays += 1
            state.stay = state.stays
            return state.items.keys.sorted()
        }
        for number in numbers where !hold(number) { expire(number) }
    }

    func enterForeground() {
        let held = state.withLock { state in
            state.stay = nil
            return state.items.keys.sorted().compactMap { state.items[$0]?.assertion.take() }
        }
        for assertion in held { assertion.end() }
    }

    /// Has an item held where the application is in the background; false where that is refused.
    private func hold(_ number: Int) -> Bool {
        let asked = state.withLock { state -> (stay: Int, name: String?, limit: Duration?)? in
            guard let stay = state.stay, let item = state.items[number], item.assertion == nil else {
                return nil
            }
            return (stay, item.name, state.first?.timeRemaining)
        }
        guard let asked else { return true }
        let warn: @Sendable () -> Void = { [weak self] in
            DispatchQueue.main.async { self?.expire(number) }
        }
        guard let assertion = ask(asked.name, asked.limit, warn) else { return false }
        let isWanted = state.withLock { state in
            // It may have ended meanwhile, or the application come back.
            guard state.stay == asked.stay, state.items[number] != nil else { return false }
            state.items[number]?.assertion = assertion
            return true
        }
        if !isWanted { assertion.end() }
        return true
    }

    /// Calls an item's handler, where it is being finished still.
    private func expire(_ number: Int) {
        let handler = state.withLock { $0.items[number]?.handler.take() }
        handler?.call()
    }
}
