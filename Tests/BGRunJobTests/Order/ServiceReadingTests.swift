// What the reader refuses beside the kind of a service, and beside hours that end nothing.
import BGRunCalendar
import BGRunJob
import Testing

@Suite struct `A descriptor of a service` {
    // B-101 B-102
    @Test func `has no budget that ends, is tried again, and is told to end with its hours`() throws {
        let job = try descriptor(
            #"{"identifier": "a", "command": ["true"], "kind": "service", "allowedHours": "12:00-13:00"}"#)
        #expect(job.kind == .service && job.timeBudget == Duration.longestText)
        #expect(job.retry == nil && job.retrying == .ofService && job.hoursEnd == .stop)
        #expect(job.json.text().hasPrefix(#"{"identifier":"a","kind":"service","command":["true"]"#))
        let policy = DescriptorRules(policy: Policy())
        #expect(throws: Never.self) { try JobDescriptor(json: job.json.bytes(), rules: policy) }
    }

    private static let begins = "a service begins as soon as its requirements hold"
    private static let lasts = "a service runs for as long as its requirements hold"
    private static let alone = "a service would keep these jobs from running for as long as it runs"

    @Test(arguments: [
        (#""earliestBeginDate": "+1h""#, "earliestBeginDate: \(begins); remove it"),
        (
            #""schedule": {"event": "boot"}"#,
            "schedule: \(begins); say in \"requires\" or \"allowedHours\" when it is to run"
        ),
        (#""missed": "skip""#, "missed: \(begins); remove it"),
        (#""maxLateness": "1h""#, "maxLateness: \(begins); remove it"),
        (#""randomDelay": "1h""#, "randomDelay: \(begins); remove it"),
        (#""fixedDelay": "1h""#, "fixedDelay: \(begins); remove it"),
        (#""spacing": "1h""#, "spacing: \(begins); write \"retry\" for the wait after a failure"),
        (
            #""until": "2030-01-01T00:00:00Z""#,
            "until: \(lasts); \"bgrun cancel\" or \"bgrun disable\" ends it"
        ),
        (
            #""maxRuns": 3"#,
            "maxRuns: \(lasts); write \"retry\" with \"attempts\" for how often it may fail"
        ),
        (#""latestBegin": "1h""#, "latestBegin: \(begins); remove it"),
        (#""wakeSystem": "always""#, "wakeSystem: \(begins); remove it"),
        (
            #""prefers": {"externalPower": true, "for": "1h"}"#,
            "prefers: \(begins); write it in \"requires\", or remove it"
        ),
        (#""timeBudget": "1h""#, "timeBudget: \(lasts); remove it"),
        (#""accuracy": "1m""#, "accuracy: \(begins); remove it"),
        (#""maxTimeBudget": "2h""#, "maxTimeBudget: \(lasts); remove it"),
        (
            #""onRequirementLost": "finish""#,
            "onRequirementLost: \(lasts); write \"stop\" or \"freeze\", or the kind \"processing\""
        ),
        (#""onExpiration": "drop""#, "onExpiration: \(lasts); remove it"),
        (
            #""allowedHours": "12:00-13:00", "onAllowedHoursEnd": "finish""#,
            "onAllowedHoursEnd: \(lasts); write \"stop\" or \"freeze\""
        ),
        (
            #""conflicts": "b""#,
            "conflicts: \(alone); name the service in theirs, so that they wait for it"
        ),
        (#""exclusive": true"#, "exclusive: \(alone); remove it"),
        (#""queue": "disk""#, "queue: \(alone); remove it"),
        (
            #""retry": {"initial": "4s"}"#,
            "retry.initial: a service waits for 5s at least before it is started again; write \"5s\" or more"
        ),
    ])
    func `says nothing of instants, ends and turns`(member: String, words: String) {  // B-102 B-103
        #expect(refusal(ofMember: #""kind": "service", \#(member)"#) == words)
    }
}

@Suite struct `The end of allowed hours` {
    @Test func `is that of hours that are written`() {  // B-101
        #expect(
            refusal(ofMember: #""onAllowedHoursEnd": "stop""#)
                == "onAllowedHoursEnd: the job has no hours that could end; write \"allowedHours\" too, or remove it"
        )
    }
}
