// The machines inside the scheduler: what one keeps to itself no other file touches, and conditions know no job.
import BGRunTestSupport
import Foundation
import Testing

/// What the conditions keep to themselves.
private let kept = [
    "gates", "needs", "looks", "power", "simulations", "interests", "remembered", "tried", "orders",
]

/// Places outside the machine that reach into it. A call of a method by such a name is no such place.
private func reaches(_ source: SourceText) -> [String] {
    source.places(of: /\bconditions\.\w+\b(?!\()/, with: kept.map { "conditions.\($0)" }).filter { place in
        kept.contains { place.hasSuffix("conditions.\($0)") }
    }
}

/// Places inside the machine that know of jobs more than their names.
private func knowledge(_ source: SourceText) -> [String] {
    source.places(
        of: /\b(?:Job|JobTable|JobDescriptor|JobRecord|Phase|Run|Runs|Scheduler)\b/,
        with: ["Job", "Phase", "Run", "Scheduler"])
}

@Suite struct `The conditions` {
    private let inside: [SourceText]
    private let outside: [SourceText]

    init() throws {
        let room = try SourceText.all(below: "Sources").filter { $0.room == "BGRunScheduler" }
        inside = room.filter { $0.path.contains("/Conditions/") }
        outside = room.filter { !$0.path.contains("/Conditions/") }
    }

    @Test func `know requirements and readings, and no job`() {
        #expect(inside.count > 10)
        let found = inside.flatMap(knowledge)
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }

    @Test func `are asked and told, and nobody reaches into them`() {
        #expect(outside.contains { $0.code.has("conditions.take(") || $0.code.has("conditions.readiness(") })
        let found = outside.flatMap(reaches)
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }
}

/// The lines with stored properties of a type, at the first level of its braces.
private func storedProperties(of type: String, in source: SourceText) -> [String] {
    var isInside = false
    return source.codeLines.map { String($0) }.filter { line in
        if line.has("struct \(type) {") { isInside = true }
        if line.hasPrefix("}") { isInside = false }
        guard isInside, line.hasPrefix("    "), !line.hasPrefix("     ") else { return false }
        return line.contains(
            /^    (?:package |private |fileprivate |internal |\w+\(set\) )*(?:let|var) \w+[^{]*$/)
    }
}

/// The types of what the scheduler keeps, where they are of its own room.
private func machines(in scheduler: SourceText) -> [String] {
    storedProperties(of: "Scheduler", in: scheduler).compactMap { line in
        line.firstMatch(of: /var \w+(?:: (\w+)| = (\w+)\()/).map { String($0.1 ?? $0.2 ?? "") }
    }
}

/// Stored properties that other types may change.
private func open(_ type: String, in source: SourceText) -> [String] {
    storedProperties(of: type, in: source)
        .filter { $0.has("var ") && !$0.has("private ") && !$0.has("private(set) ") }
        .map { "\(type): \($0.trimmingPrefix(while: \.isWhitespace))" }
}

@Suite struct `The scheduler` {
    @Test func `is a table of contents over small machines: it keeps at most 16 things`() throws {
        let source = try SourceText(path: "Sources/BGRunScheduler/Scheduler.swift")
        let count = storedProperties(of: "Scheduler", in: source).count
        #expect((8...16).contains(count), "it keeps \(count)")
        print("figure: stored properties of the scheduler: \(count)")
    }

    /// The conditions are more than one file, so the compiler can't hold them closed; they have a suite of their own.
    @Test func `asks and tells its machines, which alone change what they keep`() throws {
        let room = try SourceText.all(below: "Sources").filter { $0.room == "BGRunScheduler" }
        let scheduler = try #require(room.first { $0.path.hasSuffix("/Scheduler.swift") })
        let others: Set = ["Conditions", "Turn", "UInt64", "AwakeTime"]
        let types = machines(in: scheduler).filter { !others.contains($0) }
        #expect(types.count >= 8, "\(types)")
        for type in types {
            let source = room.first { $0.codeLines.contains { $0.has("struct \(type) {") } }
            let found = open(type, in: try #require(source, "\(type) has no file"))
            #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
        }
    }
}

@Suite struct `The rules about machines` {
    private func source(_ text: String) -> SourceText { SourceText(path: "Sources/A/a.swift", text: text) }

    @Test func `find who reaches into the conditions, and not who calls them`() {
        #expect(reaches(source("let a = conditions.gates[place]")).count == 1)
        #expect(reaches(source("conditions.power.isSilent = true")).count == 1)
        #expect(reaches(source("conditions.simulations(for: user); conditions.take(a)")).isEmpty)
    }

    @Test func `find a job where none is known`() {
        #expect(knowledge(source("func take(_ job: Job)")).count == 1)
        #expect(knowledge(source("func take(for job: JobID) // of a Job")).isEmpty)
    }

    @Test func `count what is stored and not what is computed`() {
        let text = """
            struct Scheduler {
                let policy: Policy
                package internal(set) var revision: UInt64 = 0
                var jobs = JobTable()
                var count: Int { 1 }
                func f() {
                    let a = 1
                }
            }
            """
        #expect(storedProperties(of: "Scheduler", in: source(text)).count == 3)
        #expect(machines(in: source(text)) == ["UInt64", "JobTable"])
    }

    @Test func `find what a machine leaves open`() {
        let text = """
            struct Pace {
                private var a = 1
                private(set) var b: Int
                var c = 2
                let d: Int
                var e: Int { 1 }
            }
            """
        #expect(open("Pace", in: source(text)) == ["Pace: var c = 2"])
    }
}
