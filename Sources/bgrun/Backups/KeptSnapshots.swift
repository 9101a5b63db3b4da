// Which snapshots a backup keeps, as people write it: `7 daily, 5 weekly, 12 monthly`.
import BGRunJSON

/// So many of each span of time; none where all are kept.
struct KeptSnapshots {
    static let usual = "7 daily, 5 weekly, 12 monthly"
    private static let spans = ["hourly", "daily", "weekly", "monthly", "yearly"]

    private let counts: [(span: String, count: Int)]

    init(_ text: String) throws {
        let words = text.lowercased().split { " ,;=".contains($0) }.map(String.init)
        if words == ["all"] {
            counts = []
            return
        }
        let pairs = stride(from: 0, to: words.count - 1, by: 2).compactMap { place in
            Self.pair(words[place], words[place + 1])
        }
        guard !pairs.isEmpty, pairs.count * 2 == words.count else {
            throw Failure.usage(
                "\(QuotedText(text)) does not say which snapshots are kept",
                advice: "write such as \"\(Self.usual)\", or all")
        }
        counts = pairs
    }

    private static func pair(_ one: String, _ other: String) -> (span: String, count: Int)? {
        guard let count = Int(one), (1...9999).contains(count), spans.contains(other) else { return nil }
        return (other, count)
    }

    /// As restic and borg take it.
    var options: [String] { counts.flatMap { ["--keep-\($0.span)", "\($0.count)"] } }

    var text: String {
        counts.isEmpty ? "all" : counts.map { "\($0.count) \($0.span)" }.joined(separator: ", ")
    }
}
