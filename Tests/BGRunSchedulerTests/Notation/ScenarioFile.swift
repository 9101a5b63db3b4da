// Files of scenarios: what Scenarios/ holds, and how a file of it is read.
//
//     # For people.
//     given a running job:                   what several scenarios of the file begin with
//     > recovered nextRun=1
//     > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]KEYS}
//
//     = A run                                a subject
//
//     == is told when its budget is over (B-9, B-11)
//     with BUDGET=1m LATER=2m                the scenario is played once for each such line, with these words in place of those
//     with BUDGET=1h LATER=2h
//     policy {"maxRuns": 1}                  the daemon's settings; without, the defaults
//     given a running job ,"timeBudget":"BUDGET"
//     +LATER > wokeUp                        then as Scenario reads it
//     repeat 500                             what stands before `end`, as often
//     +1ms > power no "AC is offline"
//     end
//
// Text behind the name of what is given replaces KEYS in its lines. A file without a line that begins with `==`
// is one scenario, named for the file: an excerpt of a decision log is a test as soon as it lies there.
import BGRunJob
import BGRunTestSupport
import Foundation
import Testing

/// A scenario of a file.
struct WrittenScenario: Sendable, CustomTestStringConvertible {
    /// The subject and what is said of it, without the promises it keeps.
    let title: String
    /// What is played, with all that is given.
    var text: String
    var policy = Policy()
    /// The file and line at which it begins.
    let place: SourceLocation

    var testDescription: String { title }

    /// The title in the form in which it is asked for: `a-run-is-told-when-its-budget-is-over`.
    var slug: String { Self.slug(title) }

    static func slug(_ text: String) -> String {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }
}

/// The scenarios of one file.
struct ScenarioFile {
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// What a line begins, until the next one that does.
    private struct Block {
        var title: String
        let line: Int
        var lines: [String] = []
        var policy: Policy?
        /// What stands in place of words, each time that it is played.
        var variants: [[(word: String, value: String)]] = []
        /// Where what is repeated begins, and how often.
        var repeated: (from: Int, times: Int)?
    }

    private let path: String
    private var given: [String: [String]] = [:]
    private var subject = ""
    private(set) var scenarios: [WrittenScenario] = []

    /// - Parameter path: The file's, from the repository's root.
    init(path: String, text: String) throws {
        self.path = path
        let name = path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? path
        let isWhole = !text.split(separator: "\n").contains { $0.hasPrefix("== ") }
        var block: Block? = isWhole ? Block(title: name, line: 1) : nil
        for (index, raw) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = raw.trimmed, number = index + 1
            if line.isEmpty || line.hasPrefix("#") { continue }
            if let title = line.after("== ") {
                try end(&block)
                block = Block(title: "\(subject) \(Self.withoutPromises(title))", line: number)
            } else if let title = line.after("= ") {
                try end(&block)
                subject = Self.withoutPromises(title)
            } else if let name = line.after("given "), name.hasSuffix(":") {
                try end(&block)
                block = Block(title: "given " + name.dropLast(), line: number)
            } else {
                guard var begun = block else { throw fault(number, "no scenario has begun: \(line)") }
                block = nil
                try take(line, number, into: &begun)
                block = begun
            }
        }
        try end(&block)
    }

    private func fault(_ line: Int, _ words: String) -> Fault {
        Fault(description: "\(path):\(line): \(words)")
    }

    /// Without the numbers behind it: `(B-9, B-11)`.
    private static func withoutPromises(_ title: String) -> String {
        title.replacing(#/ \(B-[0-9]+(?:, B-[0-9]+)*\)$/#, with: "")
    }

    private func take(_ line: String, _ number: Int, into block: inout Block) throws {
        if let words = line.after("with ") {
            block.variants.append(
                try words.split(separator: " ").map { pair in
                    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    guard parts.count == 2 else {
                        throw fault(number, "`with` takes WORD=VALUE, not \(pair)")
                    }
                    return (String(parts[0]), String(parts[1]))
                })
        } else if let text = line.after("policy ") {
            do {
                block.policy = try Policy(json: Array(text.utf8), userNamed: { _ in nil })
            } catch { throw fault(number, "\(error)") }
        } else if let words = line.after("given ") {
            // The longest name, since one may begin like another.
            guard
                let name = given.keys.filter({ words == $0 || words.hasPrefix($0 + " ") })
                    .max(by: { $0.count < $1.count })
            else { throw fault(number, "nothing above is called: \(words)") }
            let keys = words.dropFirst(name.count).trimmed
            let lines = given[name, default: []]
            guard keys.isEmpty || lines.contains(where: { $0.contains("KEYS") }) else {
                throw fault(number, "nothing in `\(name)` has the word KEYS")
            }
            block.lines += lines.map { $0.replacing("KEYS", with: keys) }
        } else if let words = line.after("repeat ") {
            guard let times = Int(words), times > 0, block.repeated == nil else {
                throw fault(number, "`repeat` takes a number, and stands in no other")
            }
            block.repeated = (block.lines.count, times)
        } else if line == "end" {
            guard let (from, times) = block.repeated else { throw fault(number, "`end` without `repeat`") }
            let lines = Array(block.lines[from...])
            for _ in 1..<times { block.lines += lines }
            block.repeated = nil
        } else {
            block.lines.append(line)
        }
    }

    private mutating func end(_ block: inout Block?) throws {
        guard let ended = block else { return }
        block = nil
        guard ended.repeated == nil else { throw fault(ended.line, "no `end` behind `repeat`") }
        guard !ended.lines.isEmpty else { throw fault(ended.line, "nothing is played") }
        if let name = ended.title.after("given ") {
            guard given[name] == nil else { throw fault(ended.line, "given twice: \(name)") }
            guard ended.variants.isEmpty, ended.policy == nil else {
                throw fault(ended.line, "what is given has no `with` and no `policy`: \(name)")
            }
            given[name] = ended.lines
            return
        }
        for variant in ended.variants.isEmpty ? [[]] : ended.variants {
            let words = variant.map { "\($0.word)=\($0.value)" }
            let title = ([ended.title] + words).joined(separator: " ")
            guard !scenarios.contains(where: { $0.title == title }) else {
                throw fault(ended.line, "a scenario has this name already: \(title)")
            }
            let text = try variant.reduce(ended.lines.joined(separator: "\n")) { text, pair in
                guard text.contains(pair.word) else {
                    throw fault(ended.line, "no line has the word \(pair.word)")
                }
                return text.replacing(pair.word, with: pair.value)
            }
            scenarios.append(
                WrittenScenario(
                    title: title, text: text, policy: ended.policy ?? Policy(),
                    place: SourceLocation(
                        fileID: path, filePath: Repository.path(path), line: ended.line, column: 1)))
        }
    }
}

extension ScenarioFile {
    private static let folder = "Tests/BGRunSchedulerTests/Scenarios"

    /// All that are kept, or those whose names have the words of the variable SCENARIO: `power-lost`.
    static func chosen() throws -> [WrittenScenario] {
        let all = try Repository.files(below: folder).flatMap { path in
            try ScenarioFile(path: path, text: Repository.text(path)).scenarios
        }
        guard let name = ProcessInfo.processInfo.environment["SCENARIO"], !name.isEmpty else { return all }
        let wanted = WrittenScenario.slug(name).split(separator: "-")
        let chosen = all.filter { Set($0.slug.split(separator: "-")).isSuperset(of: wanted) }
        guard !chosen.isEmpty else {
            throw Fault(description: "no scenario below \(folder) has these words in its name: \(name)")
        }
        for scenario in chosen { print("figure: played: \(scenario.title)") }
        return chosen
    }
}

extension String {
    /// What stands behind `prefix`, nil where it begins otherwise.
    fileprivate func after(_ prefix: String) -> String? {
        hasPrefix(prefix) ? dropFirst(prefix.count).trimmed : nil
    }
}
