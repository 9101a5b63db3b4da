// What is advised in place of a key that there is not: each advice is taken where it is followed.
import BGRunJSON
import Testing

@testable import BGRunJob

@Suite struct `A key by another name` {
    // B-138
    @Test func `is told by a member that is taken as it stands`() {
        func refusal(_ members: String) -> String? {
            do throws(DescriptorError) {
                let start = members.hasPrefix("\"identifier\"") ? "" : #""identifier": "a", "#
                let isProgram = ["command", "shell", "unit"].contains { members.hasPrefix("\"\($0)\"") }
                let end = isProgram ? "" : #", "command": ["/bin/true"]"#
                _ = try JobDescriptor(json: Array("{\(start)\(members)\(end)}".utf8))
                return nil
            } catch {
                return "\(error)"
            }
        }
        let all =
            [MeantKey].descriptor.map(\.member) + [MeantKey].conditions.map { "\"requires\": {\($0.member)}" }
            + [MeantKey].schedule.map { "\"schedule\": {\($0.member)}" }
        let refused = all.compactMap { member in refusal(member).map { "\(member): \($0)" } }
        // What was written stays, where the key that is meant takes it.
        let kept = [
            (#""requiresAC": true"#, #""requiresExternalPower": true"#),
            (#""service": true"#, #""kind": "service""#),
            (#""service": "borg.service""#, #""unit": "borg.service""#),
            (#""interval": "2h""#, #""schedule": {"every": "6h"}"#),
            (#""requires": {"battery": 55}"#, #""batteryLevel": 55"#),
            (#""requires": {"battery": "x"}"#, #""batteryLevel": 30"#),
            (#""schedule": {"on": "login"}"#, #""event": "login""#),
            (#""timeout": "90m""#, #""timeBudget": "90m""#),
            (#""stdin": "a secret""#, #""standardInput": "text""#),
        ]
        for (written, advised) in kept {
            #expect(refusal(written)?.contains("; write \(advised)") == true, "\(refusal(written) ?? "")")
        }
        // A zone goes with an expression.
        #expect(refused.filter { !$0.contains("timeZone") }.isEmpty, "\(refused)")
    }
}
