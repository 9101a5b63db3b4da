// The policy's defaults for keys: which there are, for which descriptors they hold, and what is kept of that.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import Testing

private func policyOf(_ defaults: String, beside others: String = "") throws -> Policy {
    try Policy(json: Array("{\"defaults\": \(defaults)\(others)}".utf8)) { _ in nil }
}

private func refusalOfPolicy(_ defaults: String, beside others: String = "") -> String {
    do {
        _ = try policyOf(defaults, beside: others)
        return "accepted"
    } catch {
        return "\(error)"
    }
}

/// A descriptor of these members as it is read under a policy of these defaults.
private func read(_ members: String, under defaults: String) throws -> String {
    let text = #"{"identifier": "a", "shell": "true", \#(members)}"#
    let rules = DescriptorRules(policy: try policyOf(defaults))
    return try JobDescriptor(json: Array(text.utf8), rules: rules).maskedText
}

// B-107
@Suite struct `The policy's defaults` {
    @Test func `hold where a descriptor does not say`() throws {
        let defaults = #"{"timeBudget": "2h", "notify": "always", "resources": {"nice": 5}}"#
        #expect(
            try read(#""title": "A""#, under: defaults)
                == #"{"identifier":"a","title":"A","shell":"true","timeBudget":"2h","notify":"always","#
                + #""resources":{"nice":5},"origins":[{"keys":["timeBudget","notify","resources"]}]}"#)
        #expect(
            try read(#""timeBudget": "1h", "notify": "never", "resources": {"nice": 7}"#, under: defaults)
                == #"{"identifier":"a","shell":"true","timeBudget":"1h","notify":"never","resources":{"nice":7}}"#
        )
    }

    @Test func `give way to a descriptor that wants no retry`() throws {
        let defaults = #"{"retry": {"attempts": 3}}"#
        #expect(
            try read(#""retry": false"#, under: defaults)
                == #"{"identifier":"a","shell":"true","retry":false}"#)
    }

    @Test func `give way where they would contradict the descriptor`() throws {
        let defaults = #"{"timeBudget": "2h", "gracePeriod": "20s", "onAllowedHoursEnd": "stop"}"#
        #expect(
            try read(#""kind": "service""#, under: defaults)
                == #"{"identifier":"a","kind":"service","shell":"true","gracePeriod":"20s","origins":[{"keys":["gracePeriod"]}]}"#
        )
        #expect(
            try read(
                #""allowedHours": "22:00-06:00", "maxTimeBudget": "1h", "timeBudget": "30m""#, under: defaults
            )
            .hasSuffix(#""origins":[{"keys":["onAllowedHoursEnd","gracePeriod"]}]}"#))
        #expect(
            try read(#""schedule": {"every": "6h"}"#, under: #"{"latestBegin": "2030-01-01T00:00:00Z"}"#)
                == #"{"identifier":"a","shell":"true","schedule":{"every":"6h"}}"#)
    }

    @Test func `add no requirement that a descriptor speaks of itself`() throws {
        let defaults = #"{"requiresExternalPower": true, "requiresNetwork": true}"#
        #expect(
            try read(#""requires": {"idle": "5m"}"#, under: defaults)
                == #"{"identifier":"a","shell":"true","requires":{"externalPower":true,"network":true,"idle":"5m"},"#
                + #""origins":[{"keys":["requiresExternalPower","requiresNetwork"]}]}"#)
        #expect(try !read(#""requiresNetwork": false"#, under: defaults).contains("network\""))
        let anyOf =
            #""requires": {"anyOf": [{"externalPower": true}, {"batteryLevel": 80}], "network": {"vpn": true}}"#
        #expect(try !read(anyOf, under: defaults).contains("origins"))
    }

    @Test func `change nothing of what is read from the store`() throws {
        let text = #"{"identifier": "a", "shell": "true"}"#
        #expect(try JobDescriptor(json: Array(text.utf8)).origins.isEmpty)
    }

    @Test func `do not make another content of a file that has had its run`() throws {
        let text = Array(#"{"identifier": "a", "shell": "true", "requires": {"idle": "5m"}}"#.utf8)
        let plain = try JobDescriptor(json: text)
        for defaults in [
            #"{"timeBudget": "2h", "notify": "always"}"#,
            #"{"requiresExternalPower": true, "priority": "low"}"#,
            #"{"requiresNetwork": true, "prefers": {"lid": "open", "for": "1h"}, "umask": "0077", "queue": "q"}"#,
        ] {
            let job = try JobDescriptor(json: text, rules: DescriptorRules(policy: try policyOf(defaults)))
            #expect(job != plain)
            #expect(job.fingerprint == plain.fingerprint, "\(defaults)")
            #expect(try JobDescriptor(json: job.json.bytes()).fingerprint == plain.fingerprint, "\(defaults)")
        }
    }

    @Test(
        arguments: [
            (
                #"{"command": ["true"]}"#,
                "defaults.command: nothing can stand for this key in all jobs; write it in"
            ),
            (#"{"identifier": "a"}"#, "defaults.identifier: nothing can stand for this key in all jobs"),
            (#"{"instances": ["a"]}"#, "defaults.instances: nothing can stand for this key in all jobs"),
            (#"{"watchdog": "2m"}"#, "defaults.watchdog: nothing can stand for this key in all jobs"),
            (#"{"user": "root"}"#, "defaults.user: nothing can stand for this key in all jobs"),
            (#"{"timeBudgt": "1h"}"#, "defaults.timeBudgt: unknown key; did you mean \"timeBudget\"?"),
            (#"{"timeBudget": 3}"#, "defaults.timeBudget: found a number"),
            (#"[]"#, "defaults: found a list; write an object such as {\"timeBudget\": \"2h\"}"),
        ])
    func `are refused where no job could have them`(defaults: String, reason: String) {
        #expect(refusalOfPolicy(defaults).hasPrefix(reason), "\(refusalOfPolicy(defaults))")
    }

    @Test func `keep the policy's own limits`() {
        #expect(
            refusalOfPolicy(#"{"timeBudget": "2h"}"#, beside: #", "maxTimeBudget": "1h""#)
                == "defaults.timeBudget: 2h is above the policy's limit; write at most \"1h\"")
    }

    @Test func `are printed with the policy`() throws {
        let policy = try policyOf(#"{"notify": "always", "timeBudget": "2h"}"#)
        #expect(policy.json.text().contains(#""defaults":{"timeBudget":"2h","notify":"always"}"#))
        #expect(try Policy(json: policy.json.bytes()) { _ in nil } == policy)
        #expect(try policyOf("{}") == Policy())
    }
}
