// What a program has printed, without what is another at each run: instants, spans, numbers of processes, made-up names, places.
import Foundation

/// Texts whose masks are the same say the same.
struct Masked: Equatable {
    /// A line that begins with blanks may have been broken off the one before it: where depends on what is masked.
    let lines: [String]

    init(_ printed: some Sequence<String>) {
        var joined: [String] = []
        for line in printed where !line.isEmpty {
            if line.hasPrefix(" "), let last = joined.popLast() {
                joined.append(last + line)
            } else {
                joined.append(line)
            }
        }
        lines = joined.map(Self.masked)
    }

    private static func masked(_ line: String) -> String {
        line.replacing(/bgrun-[0-9A-F-]{36}/, with: "PLACE")
            .replacing(/\/tmp\/laptop\.\w+/, with: "PLACE")
            .replacing(/\b\d{12,}\b/, with: "NUMBER")
            .replacing(/\b(?:repository|snapshot|fingerprint) [0-9a-f]{8,}/, with: "NUMBER")
            .replacing(/\bprocess \d+/, with: "process NUMBER")
            .replacing(/@\d+\b/, with: "@NUMBER")
            .replacing(/\bidle \d+[smh]/, with: "idle SPAN")
            .replacing(/\d{4}-\d\d-\d\d(?:T| )?/, with: "DAY ")
            .replacing(/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|today|tomorrow|yesterday)\b/, with: "DAY")
            .replacing(/\d\d:\d\d(?::\d\d)?(?:Z| [+-]\d\d:\d\d)?/, with: "TIME")
            .replacing(/(?:DAY +)*(?:TIME|DAY)/, with: "INSTANT")
            .replacing(/\d+(?:\.\d+)? (?:ms|s|min|h|d|weeks?)\b(?: \d+ (?:s|min|h|d)\b)?/, with: "SPAN")
            // On a narrow screen it depends on the hour whether there is room for how far off that is.
            .replacing(/INSTANT\s+\(in SPAN\)/, with: "INSTANT")
            .replacing(/\b\d+\.\d+ [KM]iB|\bin \d+:\d\d\b/, with: "AMOUNT")
            .replacing(/[─━-]{3,}/, with: "RULE")
            .replacing(/\s+/, with: " ")
    }
}
