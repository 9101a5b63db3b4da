// The policy file: every setting, its bounds, and what is said of a wrong one.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import GeneratedSamples
import Testing

private func policy(_ text: String) throws -> Policy {
    try Policy(json: Array(text.utf8)) { $0 == "alice" ? UserID(1001) : nil }
}

private func refusalOfPolicy(_ text: String) -> String {
    do throws(DescriptorError) {
        _ = try Policy(json: Array(text.utf8)) { $0 == "alice" ? UserID(1001) : nil }
        return "accepted"
    } catch {
        return error.description
    }
}

@Suite struct `A policy file` {
    @Test func `may set every setting`() throws {
        let policy = try policy(Repository.everyKey(of: "policy"))
        var expected = Policy()
        expected.settle.externalPower = .seconds(1)
        expected.settle.network = .seconds(2)
        expected.settle.others = .seconds(21)
        expected.settle.wake = .seconds(3)
        expected.lossSettle.externalPower = .seconds(4)
        expected.lossSettle.contradictedPower = .seconds(5)
        expected.lossSettle.network = .seconds(6)
        expected.lossSettle.others = .seconds(61)
        expected.lossSettle.wake = .seconds(7)
        expected.rest.initial = .seconds(8)
        expected.rest.longest = .seconds(9)
        expected.maxRuns = 10
        expected.spacing = .seconds(26)
        expected.showEnded = .seconds(27 * 3600)
        expected.notify = .never
        expected.defaults = try BGRunJobTests.policy(
            #"{"defaults": {"timeBudget": "2h", "retry": {"attempts": 3}}}"#
        ).defaults
        expected.pendingPerOwner = 11
        expected.awakeOwners = [UserID(1003)]
        expected.descriptorsPerOwner = 5 << 20
        expected.maxTimeBudget = .seconds(12 * 3600)
        expected.powerPoll = true
        expected.supplies.ignore = ["hidpp_battery_0"]
        expected.supplies.trust = ["AC", "ucsi-source-psy-USBC000:001"]
        expected.freezeLimit = .seconds(900)
        expected.warnAfter = .seconds(16 * 86_400)
        expected.notifications = false
        expected.decisions = true
        expected.outputLimit = 13 << 20
        expected.outputPerOwner = 2 << 30
        expected.historyLimit = 14
        expected.applications.limit = 17
        expected.applications.pendingRefresh = 18
        expected.applications.pendingProcessing = 19
        expected.applications.pendingContinued = 20
        expected.applications.spacing = .seconds(21 * 60)
        expected.applications.launchLimit = .seconds(22)
        expected.applications.progressLimit = .seconds(24)
        expected.applications.linger = .seconds(23)
        expected.assertions.limit = .seconds(24)
        expected.assertions.perOwner = 25
        expected.allowOwners = [UserID(1001), UserID(1002)]
        expected.denyOwners = [UserID(65534)]
        expected.administrators = ["adm", "staff"]
        expected.onlineCheck = OnlineCheck(
            endpoint: Endpoint(host: "example.org", port: 8080), path: "/known.txt", answer: "here")
        #expect(policy == expected)
    }

    @Test func `is the same when read again`() throws {
        for (_, policy) in Generated.policies(seed: 5).prefix(Repository.times(500)) {
            #expect(try Policy(json: policy.json.bytes()) { _ in nil } == policy, "\(policy.json.text())")
        }
    }

    @Test(
        arguments: [
            ("http://example.org", "example.org", 80, "/", "http://example.org/"),
            ("http://example.org/", "example.org", 80, "/", "http://example.org/"),
            ("http://example.org:80/a?b=1", "example.org", 80, "/a?b=1", "http://example.org/a?b=1"),
            ("http://[2001:db8::1]/a", "2001:db8::1", 80, "/a", "http://[2001:db8::1]/a"),
            ("http://[2001:db8::1]:81", "2001:db8::1", 81, "/", "http://[2001:db8::1]:81/"),
        ] as [(String, String, UInt16, String, String)])
    func `names a page by its address`(
        _ url: String, _ host: String, _ port: UInt16, _ path: String, _ printed: String
    ) throws {
        let policy = try policy(#"{"onlineCheck": {"url": "\#(url)", "answer": ""}}"#)
        let endpoint = Endpoint(host: host, port: port)
        #expect(policy.onlineCheck == OnlineCheck(endpoint: endpoint, path: path, answer: ""))
        let bytes = String(decoding: policy.json.bytes(), as: UTF8.self)
        #expect(bytes.replacing("\\/", with: "/").contains(#""url":"\#(printed)""#), "\(bytes)")
    }

    @Test(
        arguments: [
            "", "http://", "http:///a", "http://a b/", "http://a/\u{e4}", "http://:80/", "http://a:0/",
            "http://a:99999/",
            "http://u@a/", "ftp://a/", "HTTP://a/", "http://[::1/", "http://[]/",
        ])
    func `names no page by what is no address`(_ url: String) {
        #expect(throws: DescriptorError.self) {
            try policy(#"{"onlineCheck": {"url": "\#(url)", "answer": ""}}"#)
        }
    }

    @Test func `keeps the defaults of what is not given`() throws {
        #expect(try BGRunJobTests.policy("{}") == Policy())
        let policy = try policy(#"{"settle": {"network": "1m"}}"#)
        #expect(policy.settle.network == .seconds(60))
        #expect(policy.settle.externalPower == .seconds(5) && policy.settle.wake == .seconds(30))
    }

    @Test(arguments: [
        #"{"maxRuns": 1, "pendingPerOwner": 0, "historyLimit": 0, "outputLimit": 4096}"#,
        #"{"maxRuns": 1000, "pendingPerOwner": 1000000, "historyLimit": 10000000, "outputLimit": "1G"}"#,
        #"{"outputLimit": "4K", "settle": {"wake": "0s"}, "lossSettle": {}, "allowOwners": []}"#,
        #"{"outputPerOwner": "4K", "outputLimit": "4096", "denyOwners": [0, 4294967294]}"#,
        #"{"freezeLimit": "1s", "warnAfter": "1h", "settle": {"others": "0s"}}"#,
        #"{"freezeLimit": "7d", "warnAfter": "365d", "lossSettle": {"others": "1h"}}"#,
        #"{"applications": {"limit": 0, "pendingRefresh": 1, "spacing": "0s", "launchLimit": "1s", "linger": "0s"}}"#,
        #"{"applications": {"limit": 10000, "pendingContinued": 1000, "spacing": "1d", "launchLimit": "1h", "linger": "1h"}}"#,
        #"{"assertions": {"limit": "1s", "perOwner": 0}}"#,
        #"{"assertions": {"limit": "10m", "perOwner": 1000}}"#,
    ])
    func `may go to the edge of each rule`(text: String) {
        #expect(refusalOfPolicy(text) == "accepted")
    }

    // B-21
    @Test(arguments: [
        ("[]", "found a list; write an object"),
        ("{", #"line 1, column 2: the text ends too early; a key in double quotes or "}" must follow"#),
        (#"{"maxRun": 3}"#, #"maxRun: unknown key; did you mean "maxRuns"?"#),
        (#"{"settle": {"power": "5s"}}"#, #"settle.power: unknown key; did you mean "externalPower"?"#),
        (#"{"settle": "5s"}"#, "settle: found a string; write an object"),
        (#"{"settle": {"wake": "2h"}}"#, #"settle.wake: 2h is too long; write at most "1h""#),
        (#"{"maxRuns": 0}"#, "maxRuns: the number is out of range; write a whole number from 1 to 1000"),
        (#"{"maxRuns": 1001}"#, "maxRuns: the number is out of range; write a whole number from 1 to 1000"),
        (
            #"{"maxRuns": 3.0}"#,
            "maxRuns: the number is not whole, or too large; write a whole number from 1 to 1000"
        ),
        (
            #"{"pendingPerOwner": -1}"#,
            "pendingPerOwner: the number is out of range; write a whole number from 0 to 1000000"
        ),
        (
            #"{"maxTimeBudget": "0s"}"#,
            #"maxTimeBudget: 0s is not a budget; write a duration above zero such as "15m""#
        ),
        (#"{"rest": {"initial": "0s"}}"#, #"rest.initial: 0s is too short; write at least "1s""#),
        (
            #"{"rest": {"initial": "7h"}}"#,
            #"rest.longest: 6h is shorter than the initial rest; write at least "7h""#
        ),
        (
            #"{"outputLimit": "1P"}"#,
            #"outputLimit: "1P" is no size; write a size from "4K" to "1G", such as "1M""#
        ),
        (
            #"{"outputLimit": "2G"}"#,
            #"outputLimit: "2G" is out of range; write a size from "4K" to "1G", such as "1M""#
        ),
        (
            #"{"outputLimit": "999999999999999G"}"#,
            #"outputLimit: "999999999999999G" is no size; write a size from "4K" to "1G", such as "1M""#
        ),
        (
            #"{"supplies": {"ignore": ["AC", "../x"]}}"#,
            #"supplies.ignore[1]: "../x" is no name of a supply; write a name that stands in /sys/class/power_supply, such as "AC""#
        ),
        (
            #"{"onlineCheck": {"url": "https://example.org/", "answer": ""}}"#,
            """
            onlineCheck.url: "https://example.org/" is no address of a page without encryption; write one such as \
            "http://nmcheck.gnome.org/check_network_status.txt"
            """
        ),
        (
            #"{"onlineCheck": {"url": "http://example.org/"}}"#,
            #"onlineCheck.answer: the key is missing; write what stands there, "" for an empty page"#
        ),
        (
            #"{"allowOwners": ["alice", "bob"]}"#,
            #"allowOwners[1]: there is no user "bob"; write a user's name or number"#
        ),
        (
            #"{"denyOwners": [4294967295]}"#,
            "denyOwners[0]: the number is out of range; write a whole number from 0 to 4294967294"
        ),
        (#"{"denyOwners": [null]}"#, "denyOwners[0]: found null; write a user's name or number"),
        (#"{"freezeLimit": "0s"}"#, #"freezeLimit: 0s is too short; write at least "1s""#),
        (#"{"warnAfter": "59m"}"#, #"warnAfter: 59m is too short; write at least "1h""#),
        (#"{"lossSettle": {"others": "2h"}}"#, #"lossSettle.others: 2h is too long; write at most "1h""#),
        (#"{"applications": 3}"#, "applications: found a number; write an object"),
        (
            #"{"applications": {"pendingRefresh": 0}}"#,
            "applications.pendingRefresh: the number is out of range; write a whole number from 1 to 1000"
        ),
        (
            #"{"applications": {"launchLimit": "0s"}}"#,
            #"applications.launchLimit: 0s is too short; write at least "1s""#
        ),
        (#"{"assertions": {"limit": "11m"}}"#, #"assertions.limit: 11m is too long; write at most "10m""#),
        (#"{"powerPoll": "yes"}"#, "powerPoll: found a string; write true or false"),
    ])
    func `that is wrong is told where, why and what to write`(text: String, words: String) {
        #expect(refusalOfPolicy(text) == words)
    }
}
