// The work: a sum over pages, each of which takes the machine a while.
import BackgroundTasksUIKitNames

/// Sums pages up. The sum is printed, so that no compiler leaves the work out; products that nobody looks at, as articles
/// compute them, take no time at all in a release build.
class Compression: BackgroundOperation, @unchecked Sendable {
    private let count: Int
    private let page: [UInt8]
    private var sum: UInt64 = 14_695_981_039_346_656_037

    /// - Parameters:
    ///   - count: How many pages there are.
    ///   - size: How many bytes a page has.
    required init(name: String, pages count: Int, of size: Int) {
        self.count = count
        page = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        super.init(name: name)
    }

    override func work(on page: Int) -> Bool {
        guard page <= count else { return false }
        if page == 1 { print("\(name ?? ""): begins") }
        for byte in self.page { sum = (sum ^ UInt64(byte)) &* 1_099_511_628_211 }
        return true
    }

    override func cleanup() { print("\(name ?? ""): cleanup") }

    /// What has become of it.
    var outcome: String {
        let sum = String(sum, radix: 16)
        return isCancelled
            ? "\(name ?? ""): stopped after page \(pages), isCancelled"
            : "\(name ?? ""): all \(pages) pages, sum \(sum)"
    }
}

/// Does not stop when it is told to.
class StubbornCompression: Compression, @unchecked Sendable {
    override func work() {
        while work(on: pages + 1) { pages += 1 }
    }
}
