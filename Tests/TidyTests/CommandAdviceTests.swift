// Commands that texts name: the program has them, with the options beside them.
import BGRunTestSupport
import Testing

@Suite struct `A command that a text names` {
    /// Words that follow the program's name in sentences.
    private static let words: Set = [
        "and", "anew", "can", "daemon", "does", "for", "freezes", "gives", "hands", "has", "is", "mounts",
        "of", "on",
        "plans", "prints", "runs", "sets", "starts", "stops", "takes", "version", "writes",
    ]

    @Test func `is one of the program's, with the options that it has`() throws {
        // As the shells complete them: `_bgrun_simulate_condition() {`, then `non_repeating_flags=(--end --json …)`.
        var commands: [String: Set<String>] = [:]
        var name = ""
        for line in try Repository.text("packaging/completions/bgrun.bash").split(separator: "\n") {
            if let match = line.wholeMatch(of: /_bgrun_([a-z_]+)\(\) \{/) { name = String(match.1) }
            guard let match = line.wholeMatch(of: /\s*[a-z_]+_(?:flags|options)=\((.*)\)/) else { continue }
            commands[name, default: []].formUnion(match.1.split(separator: " ").map(String.init))
        }
        let pattern = /(?:^|[^A-Za-z0-9.\/_-])bgrun ([a-z]+)((?: (?:[A-Za-z@.\/0-9=-]+|\\\([^)]*\)))*)/
        var faults: [String] = []
        for source in try SourceText.all(below: "Sources") {
            for line in source.lines
            where line.has("bgrun ") && !line.drop(while: { $0 == " " }).hasPrefix("//") {
                for match in line.matches(of: pattern) where !Self.words.contains(String(match.1)) {
                    let words = match.2.split(separator: " ").map(String.init)
                    let inner = "\(match.1)_\(words.first ?? "")"
                    let options = commands[inner] ?? commands[String(match.1)]
                    let unknown = words.prefix { $0 != "--" }.filter { word in
                        word.hasPrefix("-") && word != "-"
                            && options?.contains(word.split(separator: "=").first.map(String.init) ?? "")
                                == false
                    }
                    if options == nil || !unknown.isEmpty { faults.append("\(source.path): \(match.0)") }
                }
            }
        }
        #expect(commands.count > 40 && faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }
}
