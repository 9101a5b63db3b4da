// What happened, in lines, and waiting for one of them.
import Foundation

/// Lines that any thread notes. Waiting ends with the line, or after three minutes: other tests may
/// keep Swift's few threads that long.
final class Journal: @unchecked Sendable {
    private let condition = NSCondition()
    private var noted: [String] = []

    func note(_ line: String) {
        condition.withLock {
            noted.append(line)
            condition.broadcast()
        }
    }

    var lines: [String] { condition.withLock { noted } }

    /// Whether the line comes, so many times.
    func has(_ line: String, times: Int = 1) -> Bool {
        waits { $0.count { $0 == line } >= times }
    }

    /// Whether a line comes in which the words stand.
    func mentions(_ words: String) -> Bool { waits { $0.contains { $0.contains(words) } } }

    func waits(for isThere: ([String]) -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: 180)
        return condition.withLock {
            while !isThere(noted) {
                guard condition.wait(until: deadline) else { return false }
            }
            return true
        }
    }
}

extension NSCondition {
    fileprivate func withLock<Value>(_ body: () -> Value) -> Value {
        lock()
        defer { unlock() }
        return body()
    }
}
