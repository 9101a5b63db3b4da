// What a careful reader doubts in requirements and preferences, and what not.
import BGRunJSON
import BGRunJob
import Testing

@Suite struct `A review of requirements` {
    @Test(arguments: [
        #""requires": {"anyOf": [{"externalPower": true}, {"batteryLevel": 80}], "idle": "10m"}, "onRequirementLost": "freeze""#,
        #""requires": {"load": 1, "not": {"network": true}}, "onRequirementLost": "finish""#,
        #""requires": {"network": {"reachable": "nas:22"}}, "onRequirementLost": "freeze""#,
        #""requires": {"network": true}, "prefers": {"network": {"unmetered": true}, "for": "1d"}"#,
        #""requires": {"batteryLevel": 20}, "prefers": {"batteryLevel": 60, "for": "1d"}, "latestBegin": "1d""#,
        #""prefers": {"anyOf": [{"locked": true}, {"lid": "closed", "idle": "1m"}]}, "latestBegin": "1d""#,
    ])
    func `leaves sound ones alone`(members: String) throws {
        #expect(try doubts(members) == [])
    }

    @Test func `finds a preference that is required`() throws {
        let prefers =
            #""prefers": {"charging": true, "network": {"unmetered": true}, "pathExists": ["/x", "/y"], "for": "1h"}"#
        #expect(
            try doubts(#""requires": {"charging": true, "lid": "open"}, \#(prefers)"#)
                == ["prefers.charging requiredAnyway"])
        #expect(
            try doubts(
                #""requires": {"network": {"unmetered": true}, "pathExists": ["/y", "/x"]}, \#(prefers)"#)
                == [
                    "prefers.network.unmetered requiredAnyway", "prefers.pathExists requiredAnyway",
                ])
        #expect(
            try doubts(#""requiresNetwork": true, "prefers": {"network": true, "for": "1h"}"#)
                == ["prefers.network requiredAnyway"])
        let either = #"{"anyOf": [{"locked": true}, {"lid": "closed"}]"#
        #expect(
            try doubts(#""requires": \#(either)}, "prefers": \#(either), "for": "1h"}"#)
                == ["prefers.anyOf requiredAnyway"])
    }

    @Test func `finds alternatives that make no difference`() throws {
        #expect(
            try review(#""requires": {"anyOf": [{"lid": "open", "locked": true}, {"lid": "open"}]}"#) == [
                DescriptorWarning(
                    at: JSONKeyPath([.key("requires"), .key("anyOf"), .index(0)]), .askedForMore(place: 1))
            ])
        #expect(
            try doubts(#""requires": {"not": {"anyOf": [{"lid": "open"}, {"load": 1}, {"lid": "open"}]}}"#)
                == ["requires.not.anyOf[2] askedForMore"])
        #expect(
            try doubts(
                #""prefers": {"anyOf": [{"network": {"vpn": true}}, {"network": true}], "for": "1h"}"#)
                == ["prefers.anyOf[0] askedForMore"])
    }

    @Test func `finds a preference that outlasts the last begin`() throws {
        #expect(
            try doubts(#""prefers": {"lid": "open", "for": "2d"}, "latestBegin": "1d""#)
                == ["prefers.for preferredTooLong"])
    }

    @Test func `finds a choice about losing what can't be lost`() throws {
        for loss in ["freeze", "finish"] {
            let member = #""onRequirementLost": "\#(loss)""#
            #expect(try doubts(member) == ["onRequirementLost nothingToLose"])
            #expect(
                try doubts(#"\#(member), "requires": {"load": 0.5, "not": {"pressure": {"cpu": 5}}}"#)
                    == ["onRequirementLost nothingToLose"])
            #expect(
                try doubts(
                    #"\#(member), "requires": {"load": 0.5, "anyOf": [{"temperature": 70}, {"lid": "open"}]}"#
                )
                    == [])
        }
    }

    @Test func `counts charging as external power`() throws {
        #expect(
            try doubts(
                #""schedule": {"cron": "0 4 * * *"}, "wakeSystem": "always", "requires": {"charging": true}"#)
                == ["wakeSystem wokenInVain"])
    }
}
