// The keys that name commands for ends, and what history keeps of a call.
import BGRunCalendar
import BGRunJob
import BGRunTestSupport
import Testing

@Suite struct `A hook` {
    @Test func `is a command, or an object with one`() throws {  // B-104
        let text = #"""
            {"identifier":"a.b","command":["true"],"onFailure":["mail","me"],
            "onSuccess":{"command":["curl"],"timeBudget":"2m"}}
            """#
        let job = try JobDescriptor(json: Array(text.utf8))
        #expect(job[hook: .onFailure] == HookCommand(arguments: ["mail", "me"], timeBudget: .seconds(60)))
        #expect(job[hook: .onSuccess] == HookCommand(arguments: ["curl"], timeBudget: .seconds(120)))
        #expect(job[hook: .onRecovery] == nil)
        #expect(try JobDescriptor(json: Array(job.json.text().utf8)) == job)
    }

    @Test(arguments: [
        (#"[]"#, "onFailure"), (#"["a", 1]"#, "onFailure[1]"), (#""mail""#, "onFailure"),
        (#"{"timeBudget":"1m"}"#, "onFailure.command"),
        (#"{"command":["a"],"timeBudget":"1h"}"#, "onFailure.timeBudget"),
        (#"{"command":["a"],"budget":"1m"}"#, "onFailure.budget"), ("null", "onFailure"),
    ])
    func `is refused where it is neither`(value: String, path: String) {
        let text = #"{"identifier":"a.b","command":["true"],"onFailure":\#(value)}"#
        do {
            _ = try JobDescriptor(json: Array(text.utf8))
            Issue.record("\(value) was taken")
        } catch {
            #expect("\(error)".contains(path), "\(error)")
        }
    }

    @Test(arguments: [
        HookEnd.exited(.code(0)), .exited(.code(3)), .exited(.signal(9)), .exited(.lost), .timeBudget,
        .exited(.code(1), saying: "curl: (6) no such host: x"), .exited(.signal(9), saying: "-"),
        .dropped,
        .couldNotStart(reason: "no such file: x"),
    ])
    func `has an end that is read back from its line`(end: HookEnd) {
        for kind in HookKind.allCases {
            let report = HookReport(kind, end)
            #expect(HookReport(line: report.line) == report)
        }
    }

    @Test(arguments: [
        "", "onFailure", "onFailure ", "never exit 3", "onFailure exit", "onFailure couldNotStart",
    ])
    func `has no end in other words`(line: String) { #expect(HookReport(line: line) == nil) }

    @Test func `has its reason cut, on one line`() {
        let report = HookReport(
            .onFailure, .couldNotStart(reason: "a\nb\u{1b}" + String(repeating: "x", count: 500)))
        #expect(report.line.utf8.count < 250)
        #expect(!report.line.utf8.contains { $0 < 0x20 })
    }
}
