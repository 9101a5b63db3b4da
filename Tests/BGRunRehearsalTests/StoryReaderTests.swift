// How stories are written, and what is no story.
import BGRunCalendar
import BGRunJob
import BGRunRehearsal
import BGRunTestSupport
import Testing

// B-125
@Suite struct `A story that is written down` {
    private func story(_ text: String) throws -> Story {
        let job = try #require(JobIdentifier("org.example.backup"))
        let manifest = try ApplicationManifest(json: Array(news.utf8))
        var reader = StoryReader(zone: .utc, StoryCast(jobs: [job], manifests: [manifest]))
        return try reader.story(text)
    }

    private func times(_ text: String) throws -> [String] { try story(text).moments.map(\.at.rfc3339) }

    @Test func `has times as people write them, each from the line before on`() throws {
        #expect(
            try times("9:00\n23:30:15\n01:00\n+90m\nmon 01:00\nMON 01:00\nsun 12:00") == [
                "2024-01-01T09:00:00Z", "2024-01-01T23:30:15Z", "2024-01-02T01:00:00Z",
                "2024-01-02T02:30:00Z", "2024-01-08T01:00:00Z", "2024-01-08T01:00:00Z",
                "2024-01-14T12:00:00Z",
            ])
        #expect(
            try times("1960-01-01T10:00:00Z\nmon 09:00") == ["1960-01-01T10:00:00Z", "1960-01-04T09:00:00Z"])
        #expect(
            try times("2026-11-20T10:00:00Z boot=3600 awake=3600 > power yes \"AC is online\"\n10:30") == [
                "2026-11-20T10:00:00Z", "2026-11-20T10:30:00Z",
            ])
    }

    @Test func `says what happens in the words of the log, and in shorter ones`() throws {
        let moments = try story(
            """
            # a comment
            09:00 > power no "on battery" battery=43 draining
            +1s > unplugged
            +1s network no "no route"  \t
            +1s network yes "internet through wlan0" through=wlan0 over=wlan0 cards=wlan0:wifi\r
            +1s > condition idle 10m no "active"
            """
                + "\n+1s pathExists /mnt/a b yes\n+1s ssid \"Home\" no\n+1s locked true owner=1000 on"
                + "\n+1s work org.example.backup 1h30m exit 3\n+1s > wokeUp\n+1s > crash\n+1s > loggedIn 1000"
                + "\n+1s pathChanged \"/home/me/a \\\"b\\\"\""
        ).moments
        #expect(
            moments.map(\.happening) == [
                .power(PowerReading(verdict: .no, reason: "on battery", batteryLevel: 43, isDraining: true)),
                .power(PowerReading(verdict: .no, reason: "unplugged")),
                .network(NetworkReading(verdict: .no, reason: "no route")),
                .network(NetworkReading(verdict: .yes, reason: "internet through wlan0")),
                .condition(ConditionName("idle 10m"), .no),
                .condition(ConditionName("pathExists /mnt/a b"), .yes),
                .condition(ConditionName("ssid \"Home\""), .no),
                .condition(ConditionName("locked true", owner: UserID(1000)), .yes),
                .work(
                    try #require(JobIdentifier("org.example.backup")),
                    Story.Work(.seconds(5400), exit: .code(3))),
                nil, .crash, .login, .changed(path: "/home/me/a \"b\""),
            ])
    }

    @Test(arguments: [
        ("", 1, "nothing happens in it"),
        ("# nothing\n\n", 1, "nothing happens in it"),
        ("power yes", 1, "it does not begin with a time"),
        ("25:00 power yes", 1, "it does not begin with a time"),
        ("09:60", 1, "it does not begin with a time"),
        ("mon", 1, "it does not begin with a time"),
        ("+1", 1, "it does not begin with a time"),
        ("-5m", 1, "it does not begin with a time"),
        ("2026-11-20T10:00:00Z\n2026-11-20T09:00:00Z", 2, "it lies before the line above it"),
        ("09:00 power maybe", 1, "\"maybe\" is nothing that can become of power"),
        ("09:00 power no battery=101", 1, "\"battery=101\" is no level of a battery"),
        ("09:00 power no \"on battery", 1, "a quotation mark is missing"),
        ("09:00 network yes fast", 1, "\"fast\" says nothing of a network"),
        ("09:00 unplug", 1, "unknown event \"unplug\""),
        ("09:00 idel 10m yes", 1, "there is no requirement \"idel\""),
        ("09:00 sleep now", 1, "unexpected \"now\""),
        ("09:00 work other 5m", 1, "\"other\" is no job of this rehearsal"),
        ("09:00 work org.example.backup 0s", 1, "\"0s\" is no duration"),
        ("09:00 work org.example.backup 5m exit 256", 1, "\"exit 256\" is no way to end"),
        ("09:00 work org.example.backup 5m stubborn", 1, "\"stubborn\" is no way to end"),
        ("09:00 work com.example.news 5s fails", 1, "\"fails\" is no way to end"),
        ("09:00 work com.example.news.tidy 5s exit", 1, "\"exit\" is no way to end"),
        ("09:00 submit org.example.backup", 1, "\"org.example.backup\" is no task of this rehearsal"),
        ("09:00 submit com.example.news", 1, "\"com.example.news\" is no task of this rehearsal"),
        (
            "09:00 submit tidy continued", 1,
            "\"continued\" tasks are not rehearsed, since somebody watches them"
        ),
        ("09:00 submit tidy +soon", 1, "\"+soon\" says nothing of a request"),
        ("09:00\n? com.example.news nothing", 2, "\"com.example.news\" is no job of this rehearsal"),
        ("09:00 pathChanged Photos", 1, "\"Photos\" is no absolute path"),
        ("< launch", 1, "there is no line of time above it"),
        ("09:00\n<", 2, "it says nothing that is to follow"),
        ("09:00\n< lauch", 2, "\"lauch\" is nothing that follows"),
        ("09:00\n< not launch org.example.bakcup", 2, "\"org.example.bakcup\" is no job of this rehearsal"),
        ("09:00\n< not", 2, "\"\" is nothing that follows"),
        ("09:00\n? org.example.backup", 2, "it does not say what holds the job back"),
        ("09:00 login in ten minutes", 1, "unexpected \"in ten minutes\""),
        ("09:00 wokeUp rubbish", 1, "unexpected \"rubbish\""),
        ("09:00 pathChanged \"/a\" whatever", 1, "unexpected \"whatever\""),
        ("09:00\n? other nothing", 2, "\"other\" is no job of this rehearsal"),
    ])
    func `is refused with the line that is wrong, and what to write`(text: String, line: Int, reason: String)
    {
        do {
            _ = try story(text)
            Issue.record("\(text) was taken for a story")
        } catch let fault as StoryFault {
            #expect(
                fault.line == line && fault.reason == reason && !fault.advice.isEmpty
                    && untaken(fault, text).isEmpty,
                "\(fault): \(untaken(fault, text))")
        } catch {
            Issue.record("\(error)")
        }
    }

    /// What the advice has between quotation marks and is not taken: in place of what is wrong, behind the line or below it, or
    /// as what happens.
    private func untaken(_ fault: StoryFault, _ text: String) -> [String] {
        let wrong = fault.reason.matches(of: /"(.*?)"/).map { String($0.1) }
        return fault.advice.matches(of: /"((?:[^"]|"[A-Z][a-z]+")*)"/).map { String($0.1) }.filter {
            advised in
            let places =
                wrong.filter { !$0.isEmpty }.map { text.replacing($0, with: advised) }
                + [advised, "09:00 \(advised)", "\(text) \(advised)", "09:00\n\(advised)"]
            return !places.contains { (try? story($0)) != nil }
        }
    }

    @Test func `is never a trap, whatever stands in it`() throws {
        var dice = SeededGenerator(seed: 7)
        let words = [
            "09:00", "+9999999999999999999d", "+5000000000w", "2026-11-20T10:00:00Z", "9999-12-31T23:59:59Z",
            "mon",
            ">", "<", "?", "power", "yes", "no", "battery=99999999999999999999", "\"", "\"a", "\\", "idle",
            "10m",
            "work", "org.example.backup", "exit", "owner=99999999999", "condition", "not", "\r\n", "\n",
            "\u{301}", "@",
        ]
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 0..<12, using: &dice)).map { _ in
                words[Int.random(in: 0..<words.count, using: &dice)]
            }.joined(separator: Bool.random(using: &dice) ? " " : "")
            guard let story = try? story(text) else { continue }
            #expect(story.begin <= story.end)
            #expect(zip(story.moments, story.moments.dropFirst()).allSatisfy { $0.at <= $1.at })
        }
    }
}
