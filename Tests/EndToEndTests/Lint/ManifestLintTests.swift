// Manifests on the command line: what is found wrong with them before any daemon is asked.
import BGRunTestSupport
import Foundation
import Testing

@Suite struct `A manifest on the command line` {
    private let person: Person

    init() throws { person = Person(daemon: try DaemonFixture()) }

    private func manifest(_ tasks: String, command: String = "/bin/true") -> String {
        #"{"application": "com.example.photos", "command": ["\#(command)"], "tasks": {\#(tasks)}}"#
    }

    @Test func `is known to lint by its key, and held to its own rules`() throws {
        let fine = try person.bgrun("lint", "--strict", "-", input: manifest(#""refresh": {}"#))
        #expect(fine.status == 0 && fine.output == "-: com.example.photos is fine\n", "\(fine.errors)")
        let wrong = try person.bgrun(
            "lint", "-", input: manifest(#""refresh": {"idle": "1m"}, "com.example.photos.refresh": {}"#))
        #expect(wrong.status == 2 && wrong.output.isEmpty)
        #expect(
            wrong.errors == "-: tasks.refresh.idle: this key stands inside \"requires\"; move it there\n")
        let json = try person.bgrun("lint", "--json", "-", input: manifest(#""refresh": {}"#))
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        let file = (object?["files"] as? [[String: Any]])?.first
        #expect(file?["application"] as? String == "com.example.photos" && file?["identifier"] is NSNull)
    }

    // B-51
    @Test func `is doubted where its tasks can't ever run, or its file is not found by its name`() throws {
        let never = #""a": {"requires": {"batteryLevel": 80, "not": {"batteryLevel": 60}}}"#
        let file = try person.daemon.scratch.file("photos.json", manifest(never, command: "photos"))
        let lint = try person.bgrun("lint", "--strict", file)
        #expect(lint.status == 2)
        let lines = lint.errors.split(separator: "\n").map(String.init)
        #expect(
            lines.contains {
                $0.hasSuffix(
                    "warning: application: a directory of applications takes the file only as "
                        + "com.example.photos.json; rename it")
            })
        #expect(
            lines.contains { $0.contains("warning: command: \"photos\" is looked for on the daemon's PATH") })
        #expect(lines.contains { $0.contains("warning: tasks.a.requires.not.batteryLevel: ") })
    }

    @Test(arguments: [
        (["permit", "-"], "-: application: the key is missing"),
        (["permit", "com.example.photos", "--", "true"], "give the application a --task"),
        (["permit", "-", "--task", "a"], "go with -- and a command"),
        (
            ["permit", "com.example.photos", "--task", "a b", "--", "true"],
            "tasks[\"a b\"]: an identifier is made"
        ),
        (["permit", "a..b", "--task", "a", "--", "true"], "application: an identifier can't contain '..'"),
        (["permit", "com.example.photos", "--task", "a", "--", "no-such-program"], "it is not on your PATH"),
        (["forbid", "a b"], "an identifier is made of"),
    ])
    func `is refused before any daemon is asked`(words: [String], complaint: String) throws {
        let command = try person.bgrun(words, input: "{}")
        #expect(command.status == 2)
        #expect(command.errors.contains(complaint), "\(command.errors)")
    }

    @Test func `is no job, and says where it belongs`() throws {
        let submitted = try person.bgrun("submit", "-", input: manifest(#""refresh": {}"#))
        #expect(submitted.status == 2)
        #expect(
            submitted.errors
                == "bgrun: - is the manifest of an application, and no job; hand it over with bgrun permit\n")
    }

    @Test(arguments: [
        ["permit", "-"], ["permit", "com.example.photos", "--task", "a", "--", "true"], ["applications"],
    ])
    func `goes to a daemon, where there is one`(words: [String]) throws {
        let command = try person.bgrun(words, input: manifest(#""refresh": {}"#))
        #expect(command.status == 4, "\(command.errors)")
    }
}
