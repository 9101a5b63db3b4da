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

    private static func interval(_ minute: Int, _ hour: Int, _ more: String = "") -> String {
        "<dict><key>Minute</key><integer>\(minute)</integer><key>Hour</key><integer>\(hour)</integer>\(more)</dict>"
    }

    private static func calendar(_ entries: [String]) -> String {
        "<key>StartCalendarInterval</key><array>\(entries.joined())</array>"
    }

    @Test(arguments: [
        ("<key>StartInterval</key><integer>300</integer>", #"{"every":"5m"}"#),
        (
            calendar([interval(5, 3), "<dict><key>Weekday</key><integer>0</integer></dict>"]),
            #"[{"cron":"5 3 * * *"},{"cron":"* * * * 0"}]"#
        ),
        (calendar((0..<24).map { interval(5, $0) }), #"{"cron":"5 * * * *"}"#),
        (
            calendar(
                (1...5).flatMap { day in
                    [9, 12, 13].map { interval(0, $0, "<key>Weekday</key><integer>\(day)</integer>") }
                } + [interval(30, 4)]), #"[{"cron":"0 9,12,13 * * 1-5"},{"cron":"30 4 * * *"}]"#
        ),
        ("<key>StartCalendarInterval</key><dict/>", #"{"cron":"* * * * *"}"#),
        (
            "<key>WatchPaths</key><array><string>/a</string></array><key>RunAtLoad</key><true/>",
            #"[{"path":"/a"},{"event":"boot"}]"#
        ),
        ("<key>RunAtLoad</key><true/>", #"{"event":"login"}"#),
        (
            "<key>StartInterval</key><integer>60</integer><key>ThrottleInterval</key><integer>100000</integer>",
            #"{"every":"1m"},"spacing":"100000s""#
        ),
    ])
    func `is due as it says`(keys: String, schedule: String) {
        let path = schedule.contains("login") ? "/Library/LaunchAgents/a.plist" : "job.plist"
        #expect(job(keys, path: path) == ",\"schedule\":\(schedule)}")
    }

    private static func kept(_ conditions: String) -> String {
        "<key>KeepAlive</key><dict>\(conditions)</dict>"
    }

    @Test(arguments: [
        (
            "<key>KeepAlive</key><true/><key>RunAtLoad</key><true/><key>ThrottleInterval</key><integer>30</integer>",
            ""
        ),
        (
            kept("<key>SuccessfulExit</key><false/><key>NetworkState</key><true/>"),
            #","requiresNetwork":true"#
        ),
        (kept("<key>NetworkState</key><true/>") + "<key>RunAtLoad</key><true/>", #","requiresNetwork":true"#),
        (
            kept("<key>PathState</key><dict><key>/a</key><true/></dict>"),
            #","requires":{"pathExists":"/a"}"#
        ),
        (
            kept("<key>PathState</key><dict><key>/a</key><false/></dict>"),
            #","requires":{"not":{"pathExists":"/a"}}"#
        ),
        (
            kept(
                "<key>PathState</key><dict><key>/a</key><true/><key>/b</key><false/></dict><key>NetworkState</key><true/>"
            ),
            #","requires":{"anyOf":[{"network":true},{"pathExists":"/a"},{"not":{"pathExists":"/b"}}]}"#
        ),
    ])
    func `is a service where it is kept alive`(keys: String, requirements: String) {
        let read = plist(keys)
        let head = #"{"identifier":"com.example.job","kind":"service","command":["/usr/bin/sync","a & b"]"#
        #expect(read.lines == [head + requirements + "}"])
        #expect(!read.remarks.contains { $0.text.contains("each boot") })
    }

    // Each says what becomes of it, beside what is said of all jobs.
    @Test(arguments: [
        // What has a time to come up at ends in between.
        ("<key>KeepAlive</key><true/>", "not kept 6: a job with a schedule ends"),
        ("<key>KeepAlive</key><dict/>", "note 6: no condition has it kept alive, by launchd either"),
        (
            "<key>Program</key><string>/bin/ls</string>",
            "changed 5: the program sees its path as its own name, and not /usr/bin/sync"
        ),
        ("<key>ThrottleInterval</key><integer>0</integer>", ""),
        ("<key>Nice</key><integer>99</integer>", "changed 6: it goes from -20 to 19"),
        (
            "<key>Nice</key><string>5</string>",
            "not kept 6: the value is not of the kind that launchd.plist(5) has here"
        ),
        (
            "<key>RunAtLoad</key><string>yes</string>",
            "not kept 6: the value is not of the kind that launchd.plist(5) has here"
        ),
        ("<key>StartCalendarInterval</key><array/>", "not kept 6: the list has no time"),
        ("<key>SessionCreate</key><true/>", "not kept 6: a run has no session of its own"),
    ])
    func `drops nothing in silence`(keys: String, remark: String) {
        let read = plist(keys + "<key>StartInterval</key><integer>60</integer>")
        #expect(
            read.changes.filter { !$0.contains("the first is due at once") && !$0.contains("a run has 3 h") }
                == (remark.isEmpty ? [] : [remark]))
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

    /// Settings/launchd has the keys of launchd.plist(5).
    @Test func `has a word for each key`() throws {
        let keys = try Repository.text("Tests/BGRunImportTests/Settings/launchd").split(separator: "\n")
            .filter { !$0.hasPrefix("#") }.map(String.init)
        let known = SettingFate.launchdRows.flatMap(\.keys)
        let values = [
            "<true/>", "<false/>", "<integer>7</integer>", "<integer>0</integer>",
            "<integer>100000</integer>", "<dict/>", "<array/>", "<string>/x</string>",
            "<array><string>/x</string></array>",
            "<dict><key>Hour</key><integer>1</integer></dict>",
            "<dict><key>SuccessfulExit</key><false/></dict>",
        ]
        // Something is said of each at each value, whether it takes it or not.
        let wrong = (keys + ["NoSuchKey"]).filter { key in
            !values.allSatisfy { value in
                let read = plist("<key>StartInterval</key><integer>60</integer><key>\(key)</key>\(value)")
                return !read.refusals.isEmpty || read.remarks.contains { $0.text.contains(" \(key)=") }
            } && !["Label", "ProgramArguments"].contains(key)
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
