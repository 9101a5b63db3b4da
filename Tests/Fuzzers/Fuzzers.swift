// The program that tries one kind of outside input: `Fuzzers TARGET`, then libFuzzer's arguments. Alone it lists all.
import CFuzzer
import Glibc

/// Reads one kind of input and holds what it makes of it to what must be so, whatever the bytes are.
///
/// A trap, a promise that does not hold, a hang and memory without bound end the process; libFuzzer keeps the input.
struct Fuzzer: Sendable {
    let name: String
    /// How many inputs `make check` tries: some seconds of them.
    let count: Int
    let run: @Sendable ([UInt8]) -> Void
}

@main enum Fuzzers {
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

    private static let chosen = all.first { $0.name == CommandLine.arguments.dropFirst().first }

    static func main() {
        guard chosen != nil else {
            for fuzzer in all { print(fuzzer.name, fuzzer.count) }
            return
        }
        // libFuzzer's arguments begin where its program's name belongs.
        var count = CommandLine.argc - 1
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
        exit(LLVMFuzzerRunDriver(&count, &arguments, testOneInput))
    }

    fileprivate static func take(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
        chosen?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    }
}

/// By the name that libFuzzer's own `main` would call, which is linked with the rest and not used.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    Fuzzers.take(bytes, count)
    return 0
}

/// What must be so. The sentence says what is not, where it is not.
func hold(_ condition: Bool, _ sentence: @autoclosure () -> String) {
    if !condition { fatalError(sentence()) }
}

/// Text that is shown on terminals and written to logs: nothing in it moves a cursor or ends a line.
func holdIsShown(_ text: String) {
    hold(
        !text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7f...0x9f).contains($0.value) },
        "a control character is shown: \(text.debugDescription)")
}
