// Rules about every file: its purpose first, no machine's paths, documents that speak of what is.
import BGRunTestSupport
import Foundation
import Testing

/// A fault in the first words of a Swift file: they are a comment that says in sentences what the file is for.
private func purposeFault(_ source: SourceText) -> String? {
    let comment = source.lines
        .drop { $0.hasPrefix("// swift-tools-version") }
        .prefix { $0.hasPrefix("//") }
        .map { $0.drop { $0 == "/" }.trimmingCharacters(in: .whitespaces) }
    guard let first = comment.first, source.lines.first?.hasPrefix("///") != true else {
        return "\(source.path): does not open with a comment"
    }
    let opening = comment.prefix { !$0.isEmpty }.joined(separator: " ")
    guard opening.hasSuffix("."), first.split(separator: " ").count >= 4 else {
        return "\(source.path): opens with no sentence: \(opening)"
    }
    return nil
}

/// Places that exist on one machine only. The pieces are joined here so that this file does not name them.
private let machinePaths = [
    ["work"], ["tmp", "team"], ["opt", "swift"], ["Users"], ["home", "runner"],
].map { "/" + $0.joined(separator: "/") + "/" }

private func machinePathFaults(path: String, text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
        machinePaths.filter { line.contains($0) }.map { "\(path):\(index + 1): \($0)" }
    }
}

/// Words of promise, in a document, outside of code.
private func promises(path: String, text: String) -> [String] {
    var isCode = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
        if line.hasPrefix("```") { isCode.toggle() }
        if isCode || line.hasPrefix("    ") { return [String]() }
        let prose = line.replacing(/`[^`]*`/, with: "")
        return prose.matches(of: /(?i)\b(will|won't|shall|going to|upcoming|roadmap|coming soon)\b/)
            .map { "\(path):\(index + 1): \($0.output.0)" }
    }
}

@Suite struct `Every file` {
    /// What is kept in the repository, by the directories and files that stand at its top.
    private func paths() throws -> [String] {
        let built: Set = [".build", ".git", ".venv", ".link", "Package.resolved"]
        return try FileManager.default.contentsOfDirectory(
            atPath: Repository.root.path(percentEncoded: false)
        )
        .filter { !built.contains($0) }
        .flatMap { name -> [String] in
            let below = try? FileManager.default.subpathsOfDirectory(atPath: Repository.path(name))
            return [name] + (below ?? []).map { "\(name)/\($0)" }
        }
        .sorted()
    }

    @Test func `in Swift opens with a sentence of purpose`() throws {
        let sources = try ["Sources", "Tests"].flatMap { try SourceText.all(below: $0) }
        let faults = (sources + [try SourceText(path: "Package.swift")]).compactMap(purposeFault)
        #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }

    @Test func `names no path of one machine`() throws {
        let faults = try paths().flatMap { path -> [String] in
            guard let text = try? Repository.text(path) else { return [] }
            return machinePathFaults(path: path, text: text)
        }
        #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }

    @Test func `for people speaks of what is`() throws {
        let faults = try paths().filter { $0.hasSuffix(".md") }
            .flatMap { promises(path: $0, text: try Repository.text($0)) }
        #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }
}

@Suite struct `The rules about files` {
    private func isRefused(_ text: String) -> Bool {
        purposeFault(SourceText(path: "a.swift", text: text)) != nil
    }

    @Test func `refuse a file without its sentence`() {
        #expect(isRefused("import Testing\n"))
        #expect(isRefused("// BGRunJob\n"))
        #expect(isRefused("/// Says what the type is for.\nstruct A {}\n"))
        #expect(!isRefused("// Says what the file is\n// for, over two lines.\nimport Testing\n"))
        #expect(!isRefused("// swift-tools-version: 6.2\n// Says what it is for.\n"))
    }

    @Test func `find a machine's path`() throws {
        let path = try #require(machinePaths.first) + "here"
        #expect(machinePathFaults(path: "a", text: "x\ncd \(path)\n") == ["a:2: \(machinePaths[0])"])
        #expect(machinePathFaults(path: "a", text: "network/home, /usr/lib\n").isEmpty)
    }

    @Test func `find a promise, outside of code`() {
        #expect(promises(path: "a", text: "It Will come.") == ["a:1: Will"])
        #expect(promises(path: "a", text: "At will`will`\n```\nwill\n```\n    will") == ["a:1: will"])
    }
}
