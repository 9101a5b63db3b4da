// What several tests of this room need: a deadline, and requiring what cannot be copied.
import BGRunLinux

/// The instant `seconds` from now on the monotonic clock: how long a test waits for something at most.
func deadline(_ seconds: Int64 = 30) -> Int64 { Clock.read(.monotonic) + seconds * 1_000_000 }

struct Missing: Error {}

/// `#require` for what cannot be copied.
func unwrap<Value: ~Copyable>(_ value: consuming Value?) throws -> Value {
    guard let value = value.take() else { throw Missing() }
    return value
}

func isNone<Value: ~Copyable>(_ value: consuming Value?) -> Bool { value == nil }
