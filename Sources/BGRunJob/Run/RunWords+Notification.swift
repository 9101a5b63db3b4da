// What sd_notify(3)'s messages mean here.

extension RunWords {
    /// Lines `NAME=VALUE`. What is of no meaning here, or makes no sense, is passed over: programs say much to service
    /// managers that concerns these alone.
    package init(notification bytes: some Sequence<UInt8>) {
        self.init()
        for line in Array(bytes).split(separator: UInt8(ascii: "\n")) {
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let value = String(decoding: line[(equals + 1)...], as: UTF8.self)
            switch String(decoding: line[..<equals], as: UTF8.self) {
            case "READY" where value == "1": append(RunWords(sign: .ready))
            case "STOPPING" where value == "1": append(RunWords(sign: .stopping))
            case "WATCHDOG" where value == "1": append(.alive)
            case "WATCHDOG" where value == "trigger": append(RunWords(life: .hanging))
            case "STATUS": append(RunWords(text: value))
            case "EXTEND_TIMEOUT_USEC":
                if let span = Self.span(value) { append(RunWords(extension: .atLeast(span))) }
            default: break
            }
        }
    }

    /// So much is more than any run has.
    private static let longest: UInt64 = 366 * 86_400 * 1_000_000

    private static func span(_ text: String) -> Duration? {
        guard let first = text.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
            let microseconds = UInt64(text)
        else { return nil }
        return .microseconds(Int64(min(microseconds, longest)))
    }
}
