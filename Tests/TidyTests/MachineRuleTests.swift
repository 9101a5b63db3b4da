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

/// Stored properties of a type, at the first level of its braces.
private func storedProperties(of type: String, in source: SourceText) -> Int {
    var isInside = false
    return source.codeLines.count { line in
        if line.has("struct \(type) {") { isInside = true }
        if line.hasPrefix("}") { isInside = false }
        guard isInside, line.hasPrefix("    "), !line.hasPrefix("     ") else { return false }
        return line.contains(
            /^    (?:package |private |fileprivate |internal |\w+\(set\) )*(?:let|var) \w+[^{]*$/)
    }
}

@Suite struct `The scheduler` {
    @Test func `is a table of contents over small machines: it keeps at most 14 things`() throws {
        let source = try SourceText(path: "Sources/BGRunScheduler/Scheduler.swift")
        let count = storedProperties(of: "Scheduler", in: source)
        #expect((8...14).contains(count), "it keeps \(count)")
        print("figure: stored properties of the scheduler: \(count)")
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
        #expect(storedProperties(of: "Scheduler", in: source(text)) == 3)
    }
}
