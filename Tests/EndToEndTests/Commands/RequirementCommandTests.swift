// What people are told of requirements by a real daemon: why, its history, forecasts, conditions that are simulated.
import BGRunTestSupport
import Foundation
import Testing

@Suite struct `The commands about requirements` {
    private func start(isPlugged: Bool = true) throws -> Person {
        let daemon = try DaemonFixture(isPlugged: isPlugged)
        try daemon.start()
        return Person(daemon: daemon)
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private func objects(_ value: Any?) throws -> [[String: Any]] { try #require(value as? [[String: Any]]) }

    private func submit(_ person: Person, _ requires: String, _ name: String = "a") throws {
        _ = try person.says(
            "submit", "-",
            input: #"{"identifier": "\#(name)", "command": ["true"], "requires": \#(requires)}"#)
    }

    // B-2
    @Test func `tell each requirement of a job, and what would help`() throws {
        let person = try start()
        let gone = person.daemon.scratch.path("gone")
        try submit(
            person,
            #"{"externalPower": true, "pathExists": "\#(gone)", "anyOf": [{"batteryLevel": 90}, {"batteryLevel": 95}]}"#
        )
        var said = ""
        // The path is looked at by a process of its own.
        try person.daemon.settles("what is known of the path") {
            said = try person.says("why", "a")
            return !said.contains("not read yet")
        }
        let lines = said.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(
            lines[0].hasSuffix(" and waits for the path \(gone) and one of several alternatives"), "\(said)")
        #expect(lines.contains { $0.hasPrefix("✓  external power ") }, "\(said)")
        #expect(lines.contains { $0.hasPrefix("✗  the path \(gone) ") }, "\(said)")
        #expect(lines.contains("\(gone) does not exist → make \(gone)"), "\(said)")
        #expect(lines.contains("either") && lines.contains("or"), "\(said)")
        #expect(
            lines.contains("battery 80 %, needs 90 % → charge the battery to 90 %"), "\(said)")
        let answer = try object(try person.says("why", "a", "--json"))
        let states = try objects(answer["requirements"])
        #expect(
            states.map { $0["text"] as? String }
                == ["externalPower", "pathExists \(gone)", "batteryLevel 90", "batteryLevel 95"])
        #expect(
            states.map { $0["state"] as? String } == ["holds", "lacking", "lacking", "lacking"])
        let job = try #require(answer["job"] as? [String: Any])
        let descriptor = try #require(job["descriptor"] as? [String: Any])
        #expect((descriptor["requires"] as? [String: Any])?["pathExists"] as? String == gone)
    }

    // B-35
    @Test func `tell what held a job back, and for how long`() throws {
        let person = try start(isPlugged: false)
        try submit(person, #"{"externalPower": true}"#)
        let said = try person.says("why", "a", "--history", "--days", "1")
        #expect(said.hasPrefix("a waited "), "\(said)")
        let report = try object(try person.says("why", "a", "--history", "--json"))
        #expect(report["identifier"] as? String == "a")
        #expect(report["waitingSeconds"] is Double)
        #expect(try objects(report["causes"]).allSatisfy { $0["name"] as? String == "externalPower" })
    }

    // B-36
    @Test func `guess when a job starts, and say how sure that is`() throws {
        let person = try start(isPlugged: false)
        try submit(person, #"{"externalPower": true}"#)
        let said = try person.says("forecast").split(separator: "\n")
        try #require(said.count == 2)
        #expect(said[0].hasPrefix("JOB  LIKELY START"))
        #expect(try person.says("forecast", "a").hasPrefix("a  likely start: "))
        let guesses = try objects(try object(try person.says("forecast", "--json"))["forecasts"])
        #expect(guesses.map { $0["identifier"] as? String } == ["a"])
        #expect(guesses[0]["confidence"] as? String == "none")
    }

    // B-37
    @Test func `play conditions, marked wherever they show, until they are ended`() throws {
        let person = try start()
        let gone = person.daemon.scratch.path("gone")
        try submit(person, #"{"externalPower": true, "pathExists": "\#(gone)"}"#)
        let played = try person.says(
            "simulate", "condition", "externalPower=off", "--for", "1h", "--job", "a")
        #expect(
            played.hasPrefix("until ")
                && played.contains(" a is evaluated against externalPower=off instead of"))
        #expect(try person.says("why", "a").contains("\n       SIMULATED: "))
        #expect(try person.says("status").contains(" for a: externalPower=off\n"))
        #expect(try person.says("status").contains("SIMULATED: needs external power: simulated"))
        let why = try object(try person.says("why", "a", "--json"))
        #expect(try objects(why["requirements"]).map { $0["simulated"] as? Bool } == [true, false])
        let device = try #require(
            try object(try person.says("conditions", "--json"))["device"] as? [String: Any])
        // What is seen stays what is seen.
        #expect(device["externalPower"] as? String == "yes")
        let simulations = try objects(device["simulations"])
        #expect(simulations.map { $0["conditions"] as? [String: String] } == [["externalPower": "off"]])
        #expect(simulations.map { $0["identifier"] as? String } == ["a"])
        #expect(
            try person.says("simulate", "condition", "--end", "--job", "a")
                == "a is evaluated against the observed conditions again\n")
        #expect(!(try person.says("status").contains("SIMULATED")))
    }

    @Test func `have an exit code for each kind of failure`() throws {
        let person = try start()
        let codes: [(Int32, [String])] = [
            (2, ["simulate", "condition"]), (2, ["simulate", "condition", "lid=ajar"]),
            (2, ["simulate", "condition", "externalPower=off", "--end"]),
            (2, ["simulate", "condition", "externalPower=off", "--for", "2d"]),
            (2, ["simulate", "condition", "--end", "--owner", "1000"]),
            (2, ["why", "a", "--days", "3"]), (2, ["why", "a", "--history", "--days", "91"]),
            (4, ["forecast", "--socket", "/nonexistent/socket"]), (5, ["forecast", "nothing"]),
            (5, ["why", "nothing", "--history"]),
            (5, ["simulate", "condition", "externalPower=off", "--job", "nothing"]),
            (0, ["forecast"]), (0, ["simulate", "condition", "--end"]),
        ]
        for (code, arguments) in codes {
            let command = try person.bgrun(arguments)
            #expect(command.status == code, "\(arguments): \(command.output)\(command.errors)")
            #expect(command.errors.isEmpty == (code == 0), "\(arguments): \(command.errors)")
        }
    }
}
