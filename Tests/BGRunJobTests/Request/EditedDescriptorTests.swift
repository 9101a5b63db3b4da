// Descriptors that were edited by somebody who was not shown all of them.
import Testing

@testable import BGRunJob

@Suite struct `A descriptor that was edited` {
    private func job(_ environment: [String: String], input: String? = nil) throws -> JobDescriptor {
        let variables = environment.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \"\($0.value)\"" }
        let standardInput = input.map { ", \"standardInput\": \"\($0)\"" } ?? ""
        return try JobDescriptor(
            json: Array(
                """
                {"identifier": "a", "command": ["/bin/true"], "environment": {\(variables.joined(separator: ","))}\(standardInput)}
                """.utf8), rules: DescriptorRules { _ in nil })
    }

    // B-117
    @Test func `has the values that were hidden where their marks were left`() throws {
        let before = try job(["A": "secret", "B": "2"], input: "pass")
        #expect(
            try job(["A": "…", "C": "3"], input: "…").revealed(from: before)
                == job(["A": "secret", "C": "3"], input: "pass"))
        #expect(try job(["A": "new"]).revealed(from: before) == job(["A": "new"]))
        #expect(try job([:]).revealed(from: before) == job([:]))
    }

    // B-117
    @Test func `is refused where nothing was hidden, or where it gets too long`() throws {
        let before = try job(["A": String(repeating: "s", count: 40_000)])
        #expect(throws: EditFault.nothingHidden(keyPath: "environment.B")) {
            try job(["B": "…"]).revealed(from: before)
        }
        #expect(throws: EditFault.nothingHidden(keyPath: "standardInput")) {
            try job([:], input: "…").revealed(from: before)
        }
        #expect(throws: EditFault.tooLong) {
            try job(["A": "…"], input: String(repeating: "t", count: 30_000)).revealed(from: before)
        }
    }
}
