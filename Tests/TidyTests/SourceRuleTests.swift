// Rules about the code under Sources: words that have no place there, names that say nothing.
import Testing

/// Words of code that trap on outside input, or read a clock, a random number or a hash order.
private func bannedWords(_ source: SourceText) -> [String] {
    source.places(
        of: /try!|\bas!|\bfatalError\b|\bpreconditionFailure\(\)|\bDate\(\)|\.random\b|\bhashValue\b/,
        with: ["try!", "as!", "fatalError", "preconditionFailure()", "Date()", ".random", "hashValue"])
        + source.places(
            of: /\bnonisolated\(unsafe\)|\bactor\b|\bTask\.sleep\b/,
            with: ["nonisolated(unsafe)", "actor", "Task.sleep"])
}

/// Words of Swift's concurrency, which a program of one thread has none of.
private func concurrencyWords(_ source: SourceText) -> [String] {
    source.places(of: /@unchecked\b|\basync\b|\bawait\b/, with: ["@unchecked", "async", "await"])
}

/// Marks of unfinished work, in code and comments alike.
private func unfinishedMarks(_ source: SourceText) -> [String] {
    SourceText.places(
        of: /\b(?:TODO|FIXME|XXX|HACK|STUB)\b/, with: ["TODO", "FIXME", "XXX", "HACK", "STUB"],
        in: source.lines, path: source.path)
}

/// Types whose name says only that they do something.
private func emptyNames(_ source: SourceText) -> [String] {
    source.places(
        of:
            /\b(?:struct|class|enum|protocol|actor|typealias) \w*(?:Manager|Helper|Utils?|Handler|Impl|Info|Data)\b/,
        with: ["Manager", "Helper", "Util", "Handler", "Impl", "Info", "Data"])
}

/// Whatever takes all cases that a switch does not list: `default`, and patterns that match everything.
///
/// Numbers, characters and text, of which no list is whole, are told apart with `if` there.
private func defaults(_ source: SourceText) -> [String] {
    source.places(of: /^\s*(?:@unknown )?default\s*:/, with: ["default"])
        + source.places(
            of: /^\s*case\s+(?:_\??|(?:let|var)\s+\w+|\((?:\s*_\??\s*,?)+\))\s*(?::|\bwhere\b)/,
            with: ["case"])
}

@Suite struct `The code under Sources` {
    private let sources: [SourceText]

    init() throws { sources = try SourceText.all(below: "Sources") }

    private func expectNone(_ rule: (SourceText) -> [String], in sources: [SourceText]) {
        let faults = sources.flatMap(rule)
        #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }

    @Test func `never traps on outside input and reads no hidden clock, chance or hash`() {
        // The command line's own room may use what its argument parser is made of.
        expectNone(bannedWords, in: sources.filter { $0.room != "bgrun" })
    }

    @Test func `has Swift's concurrency only where programs meet it`() {
        // The library offers what Apple's does, and is called by any thread.
        let rooms = ["bgrun", "BackgroundTasks", "BackgroundTasksUIKitNames", "BackgroundTasksTesting"]
        expectNone(concurrencyWords, in: sources.filter { !rooms.contains($0.room) })
    }

    @Test func `has no mark of unfinished work`() { expectNone(unfinishedMarks, in: sources) }

    @Test func `names its types for what they are`() { expectNone(emptyNames, in: sources) }

    @Test func `lists every case in the scheduler`() {
        let scheduler = sources.filter { $0.room == "BGRunScheduler" }
        #expect(!scheduler.isEmpty)
        expectNone(defaults, in: scheduler)
    }
}

@Suite struct `The rules about code` {
    private func source(_ text: String) -> SourceText { SourceText(path: "Sources/A/a.swift", text: text) }

    @Test(arguments: [
        "try! f()", "a as! B", "fatalError(\"x\")", "let now = Date()", "Int.random(in: 0..<2)",
        "a.hashValue",
        "try await Task.sleep(for: a)", "@unchecked Sendable",
    ])
    func `find a banned word in code and nowhere else`(_ code: String) {
        func bannedWords(_ source: SourceText) -> [String] {
            TidyTests.bannedWords(source) + concurrencyWords(source)
        }
        #expect(!bannedWords(source("let a = 1\n\(code)")).isEmpty)
        #expect(bannedWords(source("// \(code)")).isEmpty)
        #expect(bannedWords(source("let a = #\"\(code)\"#")).isEmpty)
    }

    @Test func `leave good code alone`() {
        #expect(bannedWords(source("try f(); a as? B; a.hash(into: &b); let updated = Dates()")).isEmpty)
    }

    @Test func `find the default of a switch, and not that of a subscript`() {
        #expect(defaults(source("switch a {\n    default: b\n}")).count == 1)
        #expect(defaults(source("switch a {\n@unknown default:\n b\n}")).count == 1)
        #expect(defaults(source("a[b, default: 0] += 1\ncase .default: c\n// default: none")).isEmpty)
    }

    @Test(arguments: [
        "case _: b", "case _?: b", "case _ where c: b", "case (_, _): b", "case (_,_,_): b", "case let c: b",
        "case var c where c > 1: b", "case let c where c > 1:",
    ])
    func `find a case that takes all others`(_ code: String) {
        #expect(defaults(source("switch a {\n    \(code)\n}")).count == 1)
    }

    @Test func `leave a case alone that names what it takes`() {
        #expect(
            defaults(
                source(
                    """
                    case .b(_): c
                    case (.b, _), (_, .c): d
                    case let (.b, c): d
                    case (_, let c?): d
                    case .b(let c): if case _ = d {}
                    case nil: e
                    """)
            ).isEmpty)
    }

    @Test func `find a mark of unfinished work in a comment`() {
        #expect(unfinishedMarks(source("a // TO" + "DO: b")) == ["Sources/A/a.swift:1: TO" + "DO"])
    }

    @Test func `find a name that says nothing`() {
        #expect(emptyNames(source("struct JobManager {}")) == ["Sources/A/a.swift:1: struct JobManager"])
        #expect(emptyNames(source("enum Information { case dataManager }")).isEmpty)
    }
}
