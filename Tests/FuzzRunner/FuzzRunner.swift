// The program that tries one kind of outside input: `FuzzRunner TARGET`, then libFuzzer's arguments. Alone it lists all.
import CFuzzer
import Glibc

@testable import Fuzzers

@main enum FuzzRunner {
    private static let chosen = Fuzzers.all.first { $0.name == CommandLine.arguments.dropFirst().first }

    static func main() {
        guard chosen != nil else {
            for fuzzer in Fuzzers.all { print(fuzzer.name, fuzzer.count) }
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
    FuzzRunner.take(bytes, count)
    return 0
}
