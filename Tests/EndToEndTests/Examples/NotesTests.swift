// The program notes, which the tutorial of BackgroundTasks ends with: it does what the tutorial says.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

@Suite struct `The program of the tutorial` {
    private let daemon: DaemonFixture
    private let folder: String
    private let task = "com.example.notes.count"

    init() throws {
        daemon = try DaemonFixture(isPlugged: false)
        try daemon.scratch.file(
            "policy.json",
            #"{"settle": {"externalPower": "0s"}, "applications": {"spacing": "0s", "linger": "1s"}}"#)
        for (name, text) in [("one", "a"), ("two", "a b"), ("three", "a b\nc")] {
            try daemon.scratch.file("notes/\(name).txt", text)
        }
        folder = daemon.scratch.path("notes")
        try daemon.permit("com.example.notes", "Notes", arguments: [folder], tasks: #"{"\#(task)": {}}"#)
        try daemon.start()
    }

    @Test func `is what the tutorial shows in its last step`() throws {
        let catalogue = "Sources/BackgroundTasks/BackgroundTasks.docc"
        let tutorial = try Repository.text("\(catalogue)/Tutorials/Notes.tutorial")
        for (file, shown) in [("Notes", "Notes-4"), ("WordCount", "Notes-WordCount")] {
            #expect(
                try Repository.text("Examples/notes/Sources/Notes/\(file).swift")
                    == Repository.text("\(catalogue)/Resources/\(shown).swift"))
            #expect(tutorial.contains("file: \"\(shown).swift\""))
        }
        let package = try Repository.text("\(catalogue)/Resources/Notes-Package.swift")
        #expect(
            try package.split(separator: "\n").dropFirst(2).joined(separator: "\n")
                == Repository.text("Examples/notes/Package.swift").split(separator: "\n").dropFirst(2)
                .joined(separator: "\n").replacing(#"path: "../..""#, with: #"path: "../bgrun""#))
    }

    @Test func `waits for the plug, counts where it is running, and asks for the next run`() throws {
        let program = try ExampleProgram("Notes", [folder], in: daemon)
        let waiting = try daemon.job(task, becomes: "due, and served") {
            $0.state == .due && $0.blockers.count == 1
        }
        #expect(waiting.blockers.map(\.requirement) == ["externalPower"])
        try daemon.plugIn()
        try daemon.job(task, becomes: "pending again") { $0.state == .scheduled }
        try daemon.settles("done") { try daemon.history(task).map(\.outcome) == [.succeeded] }
        #expect(try counts() == ["one.txt": 1, "two.txt": 2, "three.txt": 3])
        try program.kill()
    }

    @Test func `stops between two files when it is told to, and goes on in a process that is started`() throws
    {
        let program = try ExampleProgram("Notes", [folder], in: daemon)
        try daemon.job(task, becomes: "due") { $0.state == .due }
        try simulate(.launch)
        try daemon.settles("one is counted") { try !counts().isEmpty }
        try simulate(.stop(.timeBudget))
        try daemon.settles("expired") { try daemon.history(task).map(\.outcome) == [.expired] }
        let before = try counts()
        #expect((1...2).contains(before.count))
        try program.kill()
        try simulate(.launch)
        try daemon.settles("done") { try daemon.history(task).map(\.outcome).contains(.succeeded) }
        let left = [("one.txt", 1), ("three.txt", 3), ("two.txt", 2)].filter { before[$0.0] == nil }
        #expect(
            try daemon.logs(task).split(separator: "\n").map(String.init)
                == ["submitted"] + left.map { "\($0.0): \($0.1) words" })
    }

    /// What it has kept.
    private func counts() throws -> [String: Int] {
        guard let data = try? Data(contentsOf: URL(filePath: "\(folder)/counts.json")) else { return [:] }
        return try JSONDecoder().decode([String: Int].self, from: data)
    }

    private func simulate(_ what: Simulation) throws {
        _ = try daemon.call(SimulateCall(Target(identifier: try daemon.name(task)), what))
    }
}
