// What a careful reader sees of a descriptor that can never be, and what not.
import BGRunJSON
import BGRunJob
import Testing

// B-51
@Suite struct `A review of what can never hold` {
    @Test(arguments: [
        (#"{"lid": "closed", "not": {"lid": "closed"}}"#, "requires.not.lid"),
        (#"{"batteryLevel": 80, "not": {"batteryLevel": 60}}"#, "requires.not.batteryLevel"),
        (#"{"idle": "10m", "not": {"idle": "5m"}}"#, "requires.not.idle"),
        (#"{"load": 0.5, "not": {"load": 0.8}}"#, "requires.not.load"),
        (#"{"temperature": 60, "not": {"temperature": 60}}"#, "requires.not.temperature"),
        (#"{"pressure": {"io": 10}, "not": {"pressure": {"io": 20}}}"#, "requires.not.pressure"),
        (
            #"{"freeSpace": {"path": "/h", "atLeast": "2G"}, "not": {"freeSpace": {"path": "/h", "atLeast": "1G"}}}"#,
            "requires.not.freeSpace"
        ),
        (
            #"{"freeSpace": {"path": "/h/x", "atLeast": "2G"}, "not": {"pathExists": "/h"}}"#,
            "requires.not.pathExists"
        ),
        (#"{"pathExists": "/a/b", "not": {"pathExists": "/a"}}"#, "requires.not.pathExists"),
        (#"{"charging": true, "not": {"externalPower": true}}"#, "requires.not.externalPower"),
        (#"{"powerSaver": true, "anyOf": [{"powerSaver": false}]}"#, "requires.anyOf[0].powerSaver"),
        (#"{"not": {"anyOf": [{"lid": "open"}, {"lid": "closed"}]}}"#, "requires.not.anyOf[1].lid"),
        (
            #"{"network": {"interface": "wlan0"}, "not": {"anyOf": [{"network": {"interface": ["e*", "wl*"]}}, {"network": {"vpn": true}}]}}"#,
            ""
        ),
        (
            #"{"network": {"transport": "wifi"}, "not": {"anyOf": [{"network": {"transport": ["mobile", "wifi"]}}, {"network": {"vpn": true}}]}}"#,
            ""
        ),
        (#"{"network": {"ssid": "Home"}, "not": {"network": true}}"#, "requires.not.network"),
        (
            #"{"device": {"A": "1", "B": "xy"}, "not": {"device": {"B": "x*"}}}"#, "requires.not.device"
        ),
        (
            #"{"anyOf": [{"lid": "open"}, {"externalPower": true}], "not": {"anyOf": [{"lid": "open"}, {"externalPower": true}]}}"#,
            "requires"
        ),
        (#"{"mounted": "/x", "not": {"mounted": "/x"}}"#, "requires.not.mounted"),
    ])
    func `names what excludes each other`(requires: String, place: String) throws {
        let found = try doubts(#""requires": \#(requires)"#)
        if place.isEmpty {
            // The opposite of a network through an interface holds without any network, which is required.
            #expect(found == ["requires neverHolds"])
        } else {
            #expect(found == ["\(place) neverHolds"])
        }
    }

    @Test(arguments: [
        #"{"batteryLevel": 60, "not": {"batteryLevel": 80}}"#, #"{"load": 0.8, "not": {"load": 0.5}}"#,
        #"{"externalPower": true, "not": {"charging": true}}"#,
        // Of root's users one has locked their session, and another has not.
        #"{"locked": true, "anyOf": [{"locked": false}]}"#,
        #"{"not": {"anyOf": [{"locked": true}, {"locked": false}]}}"#,
        #"{"pathExists": "/a", "not": {"pathExists": "/a/b"}}"#,
        #"{"pathExists": "/ab", "not": {"pathExists": "/a"}}"#,
        // IPv4 may use one and IPv6 another.
        #"{"network": {"transport": "wifi"}, "anyOf": [{"network": {"transport": "ethernet"}}]}"#,
        #"{"network": {"transport": ["wifi", "mobile"]}, "not": {"network": {"transport": "mobile"}}}"#,
        #"{"network": {"interface": "wl*"}, "not": {"network": {"interface": "wlan0"}}}"#,
        #"{"network": {"interface": "en*"}, "not": {"network": {"interface": "wl*"}}}"#,
        #"{"network": {"vpn": true}, "not": {"network": {"vpn": "wg0"}}}"#,
        // It is up, and not everything leaves through it.
        #"{"network": {"vpn": "wg0"}, "not": {"network": {"vpn": true}}}"#,
        #"{"lid": "closed", "not": {"lid": "closed", "idle": "10m"}}"#,
        #"{"pressure": {"io": 10}, "not": {"pressure": {"cpu": 10}}}"#,
        #"{"freeSpace": {"path": "/h", "atLeast": "2G"}, "not": {"freeSpace": {"path": "/x", "atLeast": "1G"}}}"#,
        #"{"device": {"A": "x*"}, "not": {"device": {"A": "xy"}}}"#,
        #"{"anyOf": [{"lid": "open"}, {"idle": "1m"}], "not": {"lid": "open"}}"#,
        #"{"not": {"not": {"lid": "open"}}}"#,
        #"{"mounted": "/x", "not": {"pathExists": "/x"}}"#,
    ])
    func `leaves alone what can hold`(requires: String) throws {
        #expect(try doubts(#""requires": \#(requires)"#).filter { $0.contains("neverHolds") } == [])
    }

    @Test func `tells the two by name`() throws {
        #expect(
            try review(#""requires": {"batteryLevel": 80, "not": {"batteryLevel": 60}}"#).map(\.matter)
                == [.neverHolds(Contradiction(.batteryLevel(80), .not(.batteryLevel(60))))])
    }

    @Test func `finds an alternative that never holds beside the rest`() throws {
        #expect(
            try doubts(
                #""requires": {"lid": "open", "anyOf": [{"lid": "closed", "idle": "1m"}, {"load": 1}]}"#)
                == ["requires.anyOf[0] neverAlternative"])
        #expect(
            try doubts(
                #""requires": {"anyOf": [{"load": 1}, {"lid": "open", "anyOf": [{"not": {"lid": "open"}}, {"idle": "1m"}]}]}"#
            ) == ["requires.anyOf[1].anyOf[0] neverAlternative"])
    }

    @Test func `finds a preference that never holds beside what is required`() throws {
        #expect(
            try doubts(#""requires": {"lid": "closed"}, "prefers": {"lid": "open", "for": "1d"}"#)
                == ["prefers.lid neverPreferred"])
        #expect(
            try doubts(
                #""requires": {"not": {"externalPower": true}}, "prefers": {"anyOf": [{"charging": true}, {"idle": "1m"}], "for": "1d"}"#
            ) == ["prefers.anyOf[0] neverAlternative"])
        #expect(
            try doubts(#""requires": {"batteryLevel": 20}, "prefers": {"batteryLevel": 60, "for": "1d"}"#)
                == [])
    }

    // B-14 B-40
    @Test func `finds an occurrence that is skipped before its preference gives way`() throws {
        let daily = #""schedule": {"cron": "0 12 * * *"}, "prefers": {"idle": "10m", "for": "3h"}"#
        #expect(try doubts(#"\#(daily), "maxLateness": "2h""#) == ["maxLateness skippedBefore"])
        #expect(try doubts(#"\#(daily), "maxLateness": "3h""#) == [])
        #expect(
            try doubts(#"\#(daily), "maxLateness": "2h", "latestBegin": "1h""#)
                == ["prefers.for preferredTooLong"])
    }

    @Test func `ends, however many alternatives there are`() throws {
        let choices = (0..<7).map { "{\"pathExists\": [\"/\($0)a\", \"/\($0)b\", \"/\($0)c\", \"/\($0)d\"]}" }
        let both = #"{"lid": "open", "externalPower": true}"#
        for list in [[both] + choices, choices + [both]] {
            let alternatives = list.joined(separator: ", ")
            #expect(try doubts(#""requires": {"not": {"anyOf": [\#(alternatives)]}}"#) == [])
            #expect(
                try doubts(
                    #""requires": {"lid": "open", "externalPower": true, "not": {"anyOf": [\#(alternatives)]}}"#
                )
                    == ["requires neverHolds"])
        }
    }

    @Test func `doubts the usual budget where it was written`() throws {
        #expect(try doubts(#""schedule": {"every": "1h"}"#) == [])
        #expect(
            try doubts(#""schedule": {"every": "1h"}, "timeBudget": "3h""#) == [
                "timeBudget longerThanInterval"
            ])
    }
}
