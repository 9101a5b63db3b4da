// A directory of a test's own, gone when the test is.
import BGRunLinux
import Foundation

/// A fresh directory under the system's temporary one, removed with everything in it when released.
final class Scratch {
    let path: String

    init() throws {
        let name = "bgrun-linux-\(UUID().uuidString)"
        path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func path(_ name: String) -> String { "\(path)/\(name)" }
}

/// The instant `seconds` from now on the monotonic clock: how long a test waits for something at most.
func deadline(_ seconds: Int64 = 10) -> Int64 { Clock.read(.monotonic) + seconds * 1_000_000 }

struct Missing: Error {}

/// `#require` for what cannot be copied.
func unwrap<Value: ~Copyable>(_ value: consuming Value?) throws -> Value {
    guard let value = value.take() else { throw Missing() }
    return value
}

func isNone<Value: ~Copyable>(_ value: consuming Value?) -> Bool { value == nil }
