// One cell of a timeline: what was so for the most of half an hour or an hour, and how it is drawn.
import BGRunJob

/// What a cell shows.
enum TimelineCell: Hashable {
    /// Not reached yet, or an hour that the local clock leaves out.
    case nothing
    case absent(JobTimeline.Absence)
    /// - Parameter waits: An occurrence was due and waited for it.
    case lacking(JobTimeline.Lack, waits: Bool)
    /// Due, and nothing that is known was missing.
    case held
    case allThere
    case running
    /// A run ended in it that did not succeed.
    case ended(failed: Bool)

    /// Whether it tells of a run, whatever was seen of the machine.
    var isOfRun: Bool {
        switch self {
        case .running, .ended: true
        case .nothing, .absent, .lacking, .held, .allThere: false
        }
    }

    /// The character, and how it stands out; a letter for what was missing, which the legend explains.
    func span(_ letters: LackLetters, _ glyphs: Alphabet) -> Span {
        let isPlain = glyphs == .ascii
        return switch self {
        case .nothing: Span(" ")
        case .absent(.asleep): Span("z", .dim)
        case .absent(.stopped): Span(isPlain ? "-" : "–", .dim)
        case .absent(.unknown): Span("?", .dim)
        case .lacking(let lack, true): Span(letters[lack], .waiting)
        case .lacking(let lack, false): Span(letters[lack].lowercased(), .dim)
        case .held: Span("*", .waiting)
        case .allThere: Span(isPlain ? "." : "·", .good)
        case .running: Span(isPlain ? "#" : "█", .active)
        case .ended(true): Span(isPlain ? "x" : "✗", .bad)
        case .ended(false): Span("!", .bad)
        }
    }
}

/// A letter for each thing that was missing, the same in all rows.
struct LackLetters {
    private var letters: [(name: String, words: String, letter: Character)] = []
    /// What other cells are drawn with.
    private static let taken: Set<Character> = ["X", "Z"]
    /// Letters that say more than the first of the name.
    private static let usual: [String: Character] = ["externalPower": "P", "idle": "I", "anyOf": "A"]

    /// Each with its letter, in the order of their first use.
    var all: [(words: String, letter: Character)] { letters.map { ($0.words, $0.letter) } }

    subscript(lack: JobTimeline.Lack) -> String {
        letters.first { $0.name == lack.name }.map { String($0.letter) } ?? "?"
    }

    mutating func add(_ lack: JobTimeline.Lack) {
        guard !letters.contains(where: { $0.name == lack.name }) else { return }
        let used = Self.taken.union(letters.map(\.letter))
        let wanted = [Self.usual[lack.name]].compactMap(\.self) + lack.name.uppercased()
        let spare = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { Character(Unicode.Scalar($0)) }
        let letter = (wanted + spare).first { $0.isASCII && $0.isLetter && !used.contains($0) }
        letters.append((lack.name, lack.shortWords, letter ?? "?"))
    }
}

extension JobTimeline.Lack {
    /// Requirements of one kind share a letter, whatever is written to them.
    fileprivate var shortWords: String {
        Requirement.Kind(rawValue: name).map { "no \($0.row.title)" } ?? phrase
    }

    /// "no external power", "paused by hand".
    package var phrase: String {
        let isRequirement =
            Requirement.Kind(rawValue: name) != nil || name == "anyOf" || name == "not"
        if isUnknown { return "\(words.visible.withoutArticle) unknown" }
        return isRequirement ? "no \(words.visible.withoutArticle)" : words.visible
    }
}
