// bgrun rehearse: a descriptor before it is submitted, over what a real daemon has recorded, and in stories.
import BGRunTestSupport
import Foundation
import TestConditions
import Testing

@Suite struct `A descriptor that is rehearsed` {
    private static let nightly = """
        {"identifier": "nightly", "command": ["true"], "schedule": {"cron": "0 12 * * *"},
         "requires": {"externalPower": true}}
        """

    // B-124
    @Test func `is played over what the daemon has recorded, and nothing of it is submitted`() throws {
        let daemon = Person.isRoot ? try DaemonFixture.system() : try DaemonFixture()
        let evenings = Evenings(job: try daemon.name("a"))
        try evenings.store(in: daemon.scratch.path("state"))
        try daemon.start()
        let person = Person(daemon: daemon)
        let file = try daemon.scratch.file("nightly.json", Self.nightly)

        // Due at noon, it has waited for the plug until eight in the evening, day after day.
        let text = try person.says("rehearse", file, "--takes", "30m")
        #expect(text.contains("8 h late: no external power"), "\(text)")
        #expect(text.contains("Assumes that each run takes 30 min (as you said)"), "\(text)")
        let json = try person.says("rehearse", file, "--json")
        #expect(
            (5...7).contains(json.components(separatedBy: "\"outcome\": \"succeeded\"").count - 1), "\(json)")
        #expect(try person.says("status").contains("nightly") == false)

        // What no job has asked for is not known, until somebody says so.
        let metered = try daemon.scratch.file(
            "metered.json",
            Self.nightly.replacing(#""externalPower": true"#, with: #""network": {"unmetered": true}"#))
        let unknown = try person.says("rehearse", metered)
        #expect(unknown.contains("No run.") && unknown.contains("--assume unmetered=on"), "\(unknown)")
        let assumed = try person.says(
            "rehearse", metered, "--assume", "unmetered=on", "--assume", "network=on")
        #expect(assumed.contains("succeeded") && !assumed.contains("Nothing is known"), "\(assumed)")

        // A delay is the one that the daemon has for it.
        let delayed = try daemon.scratch.file(
            "delayed.json",
            #"{"identifier": "delayed", "command": ["true"], "schedule": {"cron": "0 12 * * *"}, "fixedDelay": "6h"}"#
        )
        _ = try person.says("submit", delayed)
        func minute(_ json: String, _ key: String) throws -> Substring {
            let at = try #require(json.range(of: "\"\(key)\": \""), "\(json)").upperBound
            return json[at...].dropFirst("2026-11-28T12:".count).prefix(5)
        }
        #expect(
            try minute(person.says("next", "delayed", "--json"), "at")
                == minute(person.says("rehearse", "delayed", "--json"), "due"))

        // A job that there is goes by its name, also beside a file.
        let known = try person.says("rehearse", "a", file, "--assume", "pathExists=on")
        #expect(known.contains("\na\n") && known.contains("\nnightly\n"), "\(known)")
        #expect(try person.bgrun("rehearse", "nothing").status == 5)
        for path in ["./nothing", "nothing.json"] {
            #expect(try person.bgrun("rehearse", path).status == 2)
        }

        try asRoot("what a stranger rehearses") {
            let nobody = Person(daemon: daemon, user: Person.nobody)
            let blind = try nobody.says("rehearse", "-", input: Self.nightly)
            #expect(blind.contains("8 h late"), "\(blind)")
        }
    }

    // B-125
    @Test func `is played in a story without a daemon, whose end tells whether it came out as written`()
        throws
    {
        let scratch = try ScratchDirectory()
        let file = try scratch.file("nightly.json", Self.nightly)
        let story = try scratch.file(
            "story.txt",
            "11:00 > unplugged\n? nightly externalPower\n13:00 > plugged\n< launch\n13:30\n"
        )
        func rehearse(_ arguments: [String]) throws -> Command {
            try Command.run(
                [Repository.program("bgrun"), "rehearse"] + arguments,
                environment: ["PATH": "/usr/bin:/bin", "TZ": "UTC", "BGRUN_SOCKET": scratch.path("none")])
        }
        func rehearse(_ arguments: String...) throws -> Command { try rehearse(arguments) }

        let played = try rehearse(file, "--scenario", story)
        #expect(played.status == 0, "\(played.errors)")
        #expect(played.output.contains("13:00:05  < launch run=1 nightly@"), "\(played.output)")

        let example = try rehearse(
            Repository.path("Examples/stories/nightly.json"), "--scenario",
            Repository.path("Examples/stories/train-ride.txt"), "--takes", "20m")
        #expect(example.status == 0, "\(example.errors)")
        let documented = try Repository.text("docs/stories.md")
        for story in ["train-ride", "slow-news"] {
            let written = try Repository.text("Examples/stories/\(story).txt")
            #expect(documented.contains(written), "\(story)")
        }

        let wrong = try scratch.file("wrong.txt", "11:00 > unplugged\n13:00\n< launch\n")
        let missed = try rehearse(file, "--scenario", wrong)
        #expect(missed.status == 1)
        #expect(
            missed.errors.contains("wrong.txt:3: expected \"< launch\", but there was: "), "\(missed.errors)")
        let json = try rehearse(file, "--scenario", wrong, "--json").output
        #expect(json.contains("\"line\": 3"), "\(json)")

        let broken = try scratch.file("broken.txt", "11:00 > unplug\n")
        let refused = try rehearse(file, "--scenario", broken)
        #expect(refused.status == 2 && refused.errors.contains("broken.txt:1: "), "\(refused.errors)")
        for wrong in [
            ["--scenario", scratch.path("nothing")], ["--scenario", story, "--days", "3"],
            ["--scenario", story, "--assume", "idle=on"], ["--assume", "idle=10m"], ["--days", "0"],
            // Of an application a story is needed.
            [Repository.path("Examples/stories/news.json")],
        ] {
            #expect(try rehearse([file] + wrong).status == 2, "\(wrong)")
        }
        #expect(try rehearse(file).status == 4)
        let past = try scratch.file(
            "past.json",
            Self.nightly.replacing("\"cron\": \"0 12 * * *\"", with: "\"calendar\": \"2020-01-01\""))
        #expect(try rehearse(past, "--scenario", story).status == 5)
    }
}
