// Each kind of outside input that is tried, and what must be so of it.
import Glibc

/// Reads one kind of input and holds what it makes of it to what must be so, whatever the bytes are.
///
/// A trap, a promise that does not hold, a hang and memory without bound end the process; libFuzzer keeps the input.
struct Fuzzer: Sendable {
    let name: String
    /// How many inputs `make check-all` tries: some seconds of them.
    let count: Int
    let run: @Sendable ([UInt8]) -> Void
}

/// All that there are.
enum Fuzzers {
    static let all = [
        Fuzzer(name: "json", count: 10_000, run: JSONText.check),
        Fuzzer(name: "descriptor", count: 5000, run: DescriptorText.check),
        Fuzzer(name: "manifest", count: 5000, run: ManifestText.check),
        Fuzzer(name: "policy", count: 6000, run: PolicyText.check),
        Fuzzer(name: "call", count: 5000, run: Calls.check),
        Fuzzer(name: "reply", count: 5000, run: Replies.check),
        Fuzzer(name: "survey", count: 10_000, run: Surveys.check),
        Fuzzer(name: "expression", count: 6000, run: Expressions.check),
        Fuzzer(name: "schedule", count: 200, run: ForeignTexts.check),
        Fuzzer(name: "zone", count: 6000, run: ZoneBytes.check),
        Fuzzer(name: "netlink", count: 6000, run: KernelMessages.check),
        Fuzzer(name: "sysfs", count: 2000, run: SystemTree.check),
        Fuzzer(name: "proc", count: 12_500, run: KernelTexts.check),
        Fuzzer(name: "database", count: 400, run: DatabasePages.check),
        Fuzzer(name: "rows", count: 300, run: DatabaseRows.check),
    ]

    /// Where a sentence goes that says what is not as it must be. It ends the process, so that libFuzzer keeps the input.
    @TaskLocal static var report: @Sendable (String) -> Void = { fatalError($0) }
}

/// What must be so. The sentence says what is not, where it is not.
func hold(_ condition: Bool, _ sentence: @autoclosure () -> String) {
    if !condition { Fuzzers.report(sentence()) }
}

/// Text that is shown on terminals and written to logs: nothing in it moves a cursor or ends a line.
func holdIsShown(_ text: String) {
    hold(
        !text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7f...0x9f).contains($0.value) },
        "a control character is shown: \(text.debugDescription)")
}
