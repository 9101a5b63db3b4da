// What becomes of launchd's property lists.
@testable import BGRunImport
import BGRunTestSupport
import Testing

// B-132
@Suite struct `A job of launchd that is imported` {
    private func plist(_ keys: String, path: String = "job.plist") -> Imported {
        .plist(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>
            <key>Label</key><string>com.example.job</string>
            <key>ProgramArguments</key><array><string>/usr/bin/sync</string><string>a &amp; b</string></array>
            \(keys)
            </dict></plist>
            """, path: path)
    }

    private func job(_ keys: String, path: String = "job.plist") -> String {
        let head = #"{"identifier":"com.example.job","command":["/usr/bin/sync","a & b"]"#
        return plist(keys, path: path).lines.first.map { $0.replacing(head, with: "") } ?? "none"
    }

    @Test func `is due as it says`() {
        #expect(
            job("<key>StartInterval</key><integer>300</integer>") == #","schedule":{"every":"5m"}}"#)
        #expect(
            job(
                "<key>StartCalendarInterval</key><array><dict><key>Hour</key><integer>3</integer><key>Minute</key><integer>5</integer></dict><dict><key>Weekday</key><integer>0</integer></dict></array>"
            ) == #","schedule":[{"cron":"5 3 * * *"},{"cron":"* * * * 0"}]}"#)
        #expect(
            job("<key>WatchPaths</key><array><string>/a</string></array><key>RunAtLoad</key><true/>")
                == #","schedule":[{"path":"/a"},{"event":"boot"}]}"#)
        #expect(
            job("<key>RunAtLoad</key><true/>", path: "/Library/LaunchAgents/a.plist")
                == #","schedule":{"event":"login"}}"#)
    }

    @Test func `is a service where it is kept alive`() {
        func service(_ keys: String) -> String? { plist(keys).lines.first }
        let head = #"{"identifier":"com.example.job","kind":"service","command":["/usr/bin/sync","a & b"]"#
        #expect(
            service(
                "<key>KeepAlive</key><true/><key>RunAtLoad</key><true/><key>ThrottleInterval</key><integer>30</integer>"
            ) == head + "}")
        #expect(
            service(
                "<key>KeepAlive</key><dict><key>SuccessfulExit</key><false/><key>NetworkState</key><true/></dict>"
            ) == head + #","requiresNetwork":true}"#)
        let connected = plist(
            "<key>KeepAlive</key><dict><key>NetworkState</key><true/></dict><key>RunAtLoad</key><true/>")
        #expect(connected.lines == [head + #","requiresNetwork":true}"#])
        #expect(!connected.remarks.contains { $0.text.contains("each boot") })
        #expect(
            service("<key>KeepAlive</key><dict><key>PathState</key><dict><key>/a</key><true/></dict></dict>")
                == head + #","requires":{"pathExists":"/a"}}"#)
        // What has a time to come up at ends in between.
        let timed = plist("<key>StartInterval</key><integer>60</integer><key>KeepAlive</key><true/>")
        #expect(timed.places(.notKept) == [6] && timed.jobs.count == 1)
    }

    @Test func `keeps how it is run`() {
        #expect(
            job(
                """
                <key>StartInterval</key><integer>3600</integer>
                <key>Nice</key><integer>5</integer><key>LowPriorityIO</key><true/>
                <key>EnvironmentVariables</key><dict><key>A</key><string>1</string></dict>
                <key>WorkingDirectory</key><string>/srv</string>
                <key>StandardOutPath</key><string>/var/log/a</string>
                <key>UserName</key><string>anna</string><key>Umask</key><integer>18</integer>
                <key>ExitTimeOut</key><integer>20</integer><key>Disabled</key><true/>
                """)
                == #","environment":{"A":"1"},"user":"anna","workingDirectory":"/srv","umask":"0022","standardOutput":"/var/log/a","schedule":{"every":"1h"},"gracePeriod":"20s","resources":{"nice":5,"ioClass":"idle"},"enabled":false}"#
        )
    }

    @Test func `tells on which line something stands that is not kept`() {
        let read = plist("<key>StartInterval</key><integer>60</integer>\n<key>SessionCreate</key><true/>")
        #expect(read.places(.notKept) == [7])
        #expect(
            read.remarks.contains {
                $0.text == "job.plist:7: not kept: SessionCreate=true: a run has no session of its own"
            })
    }

    /// Settings/launchd has the keys of launchd.plist(5).
    @Test func `has a word for each key`() throws {
        let keys = try Repository.text("Tests/BGRunImportTests/Settings/launchd").split(separator: "\n")
            .filter { !$0.hasPrefix("#") }.map(String.init)
        let known = SettingFate.launchdRows.flatMap(\.keys)
        let values = [
            "<true/>", "<false/>", "<integer>7</integer>", "<string>/x</string>",
            "<array><string>/x</string></array>",
            "<dict><key>Hour</key><integer>1</integer></dict>",
            "<dict><key>SuccessfulExit</key><false/></dict>",
        ]
        let wrong = (keys + ["NoSuchKey"]).filter { key in
            let isTold = values.contains { value in
                plist("<key>StartInterval</key><integer>60</integer><key>\(key)</key>\(value)").remarks
                    .contains { $0.text.contains(" \(key)=") }
            }
            return isTold != (SettingFate.of("launchd", key) != .idle)
                && !["Label", "ProgramArguments"].contains(key)
        }
        #expect(Set(keys) == Set(known) && keys.count == known.count && wrong.isEmpty, "\(wrong)")
    }

    @Test(arguments: ["<integer>-5</integer>", "<integer>0</integer>", "<string>x</string>"])
    func `is refused where it is due at no time that there is`(interval: String) {
        let read = plist("<key>StartInterval</key>\(interval)")
        #expect(read.jobs.isEmpty && read.places(.refused) == [6], "\(read.remarks)")
    }

    @Test(arguments: [
        ("bplist00\u{1}", "this is a binary property list"), ("", "this is no property list in XML"),
        ("<plist><dict><key>a</dict></plist>", "the property list is broken"),
        ("<plist><array/></plist>", "this is no job of launchd"),
        ("<plist><dict/></plist>", "it names no program"),
        (
            "<plist>" + String(repeating: "\u{600}<array><!-- </array> -->", count: 5000),
            "it has more than 256 lists and dictionaries"
        ),
        (String(repeating: "(", count: 5000) + "<plist", "this is no property list in XML"),
        ("<plist>" + String(repeating: "<array>", count: 200), "the property list is broken"),
    ])
    func `is refused for a reason`(_ text: String, _ reason: String) {
        let read = Imported.plist(text)
        #expect(read.jobs.isEmpty && read.refusals.map(\.reason) == [reason], "\(read.remarks)")
    }
}
