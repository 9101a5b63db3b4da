// Schedules and times that the reader accepts, and texts whose grammar no pattern of the schema has.

/// Schedules that the reader accepts, and what may stand beside them.
package enum ScheduleSamples {
    package static let crons = [
        "30 2 * * 1-5", "@daily", "*/15 * * * *", "0 0 L * *", "0 9 * * 5#3", "0 9 * * L5,Mon",
        "5 0 3 1-12/2 *",
        "  0\t4 * * sun ", "*/10 * * * * *",
    ]
    package static let calendars = [
        "Mon..Fri 02:30", "daily", "weekly", "*-*~01 04:00", "Mon,Wed *-05..08-* 12,18:00/15", "daily UTC",
        "Sat *-*-* 04:00:30 America/New_York", "@1900000000", "2030-01-01 00:00", "*:0/15", "00:00 Etc/GMT+3",
    ]
    package static let zones = [
        "UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+3", "EST5EDT",
    ]
    package static let dates = [
        "2027-01-01T00:00:00Z", "2026-03-29t02:30:00+02:00", "2028-02-29 23:59:59.999999-11:30",
        "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z",
    ]
    package static let spans = ["1s", "1500ms", "60s", "10m", "6h", "1d"]
    package static let hours = ["22:00-06:00", "00:00-24:00", "12:00-12:01", "23:59-00:00"]

    /// Members of a job, each of them accepted.
    package static let members =
        crons.map { #""schedule": {"cron": "\#($0.replacing("\t", with: "\\t"))"}"# }
        + calendars.map { #""schedule": {"calendar": "\#($0)"}"# }
        + zones.map { #""schedule": [{"cron": "@daily", "timeZone": "\#($0)"}]"# }
        + hours.map { #""allowedHours": "\#($0)""# }
        + [
            #""schedule": [\#(Array(repeating: #"{"event": "boot"}"#, count: 16).joined(separator: ", "))]"#,
            #""schedule": {"path": "/", "settle": "0s"}"#, #""schedule": {"path": "/x", "settle": "1d"}"#,
            #""schedule": {"every": "1s", "from": "grid"}"#, #""allowedHours": ["12:00-13:00"]"#,
            #""schedule": {"event": "wake", "asleep": "1s"}, "spacing": "36525d""#,
            #""schedule": {"device": {"A": "*"}, "delay": "0s"}"#, #""schedule": {"mount": "UUID=1-A"}"#,
            #""schedule": {"cron": "@daily", "except": "Saturday"}"#,
            #""schedule": {"calendar": "daily", "except": ["12-24/01-01", "02-29", "2028-02-29"]}"#,
            #""allowedHours": "12:00-13:00", "onAllowedHoursEnd": "stop""#,
            #""kind": "service", "allowedHours": "12:00-13:00", "onAllowedHoursEnd": "freeze""#,
            #""keepAwake": "never""#, #""keepAwake": {"when": "always"}"#,
            #""keepAwake": {"when": "never", "withLidClosed": false}"#, #""maxRuns": 1"#,
            #""maxRuns": 1000000000"#, #""latestBegin": "0s""#,
            #""latestBegin": "2026-03-29T02:30:00+02:00""#,
            #""schedule": {"event": "wake"}, "latestBegin": "36525d""#, #""maxLateness": "0s""#,
            #""earliestBegin": "2026-03-29T00:00:00Z", "until": "2026-03-29T02:00:00+02:00""#,
        ]
}
