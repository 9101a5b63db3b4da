// What comes of a story.
import BGRunCalendar
import BGRunJob
import BGRunRehearsal
import Testing

// B-124
@Suite struct `A rehearsal` {
    @Test func `stops a run that loses its power, and lets it go on where it was`() throws {
        try check(
            """
            01:00:00 > power yes
              02:00:00 launch run=1 backup@1000
            02:10:00 > unplugged
              02:10:02 terminate run=1 requirementLost:externalPower
              02:10:02 history run=1 backup@1000 interrupted stop=requirementLost:externalPower (signal 15)
            09:00:00 > plugged battery=40
              09:00:05 launch run=2 backup@1000
              09:10:03 history run=2 backup@1000 succeeded (exit 0)
            10:00:00 > network yes
            """, backup)
    }

    @Test func `freezes a run while the machine sleeps, and runs after waking what was missed`() throws {
        try check(
            """
            01:00:00 > power yes
              02:00:00 launch run=1 backup@1000
            02:10:00 > sleep
              02:10:00 freeze run=1
            06:00:00 > wake
              06:00:00 thaw run=1
              06:10:00 history run=1 backup@1000 succeeded (exit 0)
            07:00:00 > power yes
            """, backup)
        try check(
            """
            01:00:00 > sleep
            08:00:00 > wake
              08:00:30 launch run=1 backup@1000
              08:20:30 history run=1 backup@1000 succeeded (exit 0)
            09:00:00 > power yes
            """, backup)
    }

    @Test func `goes on after the next boot, also with a run that ended without a word`() throws {
        try check(
            """
            01:00:00 > power yes
              02:00:00 launch run=1 backup@1000
            02:05:00 > shutdown
              02:05:00 terminate run=1 shutdown
              02:05:00 history run=1 backup@1000 interrupted stop=shutdown (signal 15)
            08:00:00 > boot
              08:00:30 launch run=2 backup@1000
              08:15:30 history run=2 backup@1000 succeeded (exit 0)
            09:00:00 > power yes
            """, backup)
        try check(
            """
            01:00:00 > power yes
              02:00:00 launch run=1 backup@1000
            02:05:00 > crash
            08:00:00 > boot
              08:00:00 history run=1 backup@1000 interrupted stop=daemonRestart (unknown)
              08:00:30 launch run=2 backup@1000
              08:20:30 history run=2 backup@1000 succeeded (exit 0)
            09:00:00 > power yes
            """, backup)
    }

    @Test func `wakes the machine for a job that asks for it`() throws {
        try check(
            """
            01:00:00 > sleep
              02:00:00 launch run=1 alarm@1000
              02:20:00 history run=1 alarm@1000 succeeded (exit 0)
              02:20:00 suspend
            08:00:00 > wake
            """,
            """
            {"identifier": "alarm", "command": ["true"], "schedule": {"cron": "0 2 * * *"},
             "wakeSystem": "always"}
            """)
    }

    @Test func `tells two requirements of one kind apart`() throws {
        try check(
            """
            01:00:00 > idle 10m yes
            01:30:00 > idle 30m no
            03:00:00 > idle 30m yes
              03:00:00 launch run=1 sort@1000
              03:20:00 history run=1 sort@1000 succeeded (exit 0)
            04:00:00 > idle no
            """,
            """
            {"identifier": "sort", "command": ["true"], "schedule": {"cron": "0 2 * * *"},
             "requires": {"idle": "10m", "anyOf": [{"idle": "30m"}, {"network": {"unmetered": true}}]}}
            """)
    }

    @Test func `plays how runs end`() throws {
        try check(
            """
            01:00:00 > work backup 5m exit 75
              02:00:00 launch run=1 backup@1000
              02:05:00 history run=1 backup@1000 deferred (exit 75)
              02:20:00 launch run=2 backup@1000
              02:25:00 history run=2 backup@1000 deferred (exit 75)
              02:55:00 launch run=3 backup@1000
              03:00:00 history run=3 backup@1000 deferred (exit 75)
            03:00:00 > work backup 5m exit 0
            """, backup)
    }

    @Test func `plays what brings up jobs that wait for something`() throws {
        try check(
            """
            10:00:00 > login
              10:00:00 launch run=1 photos@1000
              10:20:00 history run=1 photos@1000 succeeded (exit 0)
            11:00:00 > pathChanged "/home/me/Photos/a.jpg"
              11:00:30 launch run=2 photos@1000
              11:20:30 history run=2 photos@1000 succeeded (exit 0)
            12:00:00 > unlock
            """,
            """
            {"identifier": "photos", "command": ["true"], "schedule": [{"path": "/home/me/Photos"}, {"event": "login"}]}
            """)
    }

    private static let nightly = """
        {"identifier": "nightly", "command": ["true"], "schedule": {"cron": "0 2 * * *"},
         "requires": {"externalPower": true}, "maxLateness": "1h"}
        """

    @Test func `counts what was done by what the run began with`() throws {
        try check(
            """
            01:00:00 > work nightly 20m
              02:00:00 launch run=1 nightly@1000
            02:10:00 > work nightly 60m
            02:12:00 > unplugged
              02:12:02 terminate run=1 requirementLost:externalPower
              02:12:02 history run=1 nightly@1000 interrupted stop=requirementLost:externalPower (signal 15)
            02:30:00 > plugged
              02:30:05 launch run=2 nightly@1000
              03:18:03 history run=2 nightly@1000 succeeded (exit 0)
            23:00:00 > work nightly 20m
            """, Self.nightly)
    }

    @Test func `begins anew with the next occurrence`() throws {
        try check(
            """
            01:00:00 > work nightly 20m
              02:00:00 launch run=1 nightly@1000
            02:10:00 > unplugged
              02:10:02 terminate run=1 requirementLost:externalPower
              02:10:02 history run=1 nightly@1000 interrupted stop=requirementLost:externalPower (signal 15)
              03:00:01 skip nightly@1000 maxLateness due=2024-01-01T02:00:00Z
            08:00:00 > plugged
              02:00:00 launch run=2 nightly@1000
              02:20:00 history run=2 nightly@1000 succeeded (exit 0)
            03:00:00 > plugged
            """, Self.nightly)
    }

    @Test func `takes the name of a kind, and a reading, for the last word on all that rest on it`() throws {
        let idle = """
            {"identifier": "a", "command": ["true"], "schedule": {"cron": "0 * * * *"}, "requires": {"idle": "10m"}}
            """
        try check(
            """
            00:30:00 > idle 10m yes
              01:00:00 launch run=1 a@1000
              01:20:00 history run=1 a@1000 succeeded (exit 0)
            01:30:00 > idle no
            02:30:00 > wake
            """, idle)
        let level = """
            {"identifier": "a", "command": ["true"], "schedule": {"cron": "0 * * * *"}, "requires": {"batteryLevel": 60}}
            """
        try check(
            """
            00:30:00 > batteryLevel 60 yes
              01:00:00 launch run=1 a@1000
              01:20:00 history run=1 a@1000 succeeded (exit 0)
            01:30:00 > unplugged battery=30
            02:30:00 > wake
            """, level)
    }

    @Test func `boots a machine that sleeps or runs, whatever it was at`() throws {
        try check(
            """
            02:05:00 > sleep
            06:00:00 > boot
            07:00:00 > boot
            09:00:00 > wake
            """, backup)
    }

    @Test func `ends services as the story says, and else lets them run`() throws {
        let service = #"{"identifier": "s", "kind": "service", "command": ["true"]}"#
        try check("  01:00:00 launch run=1 s@1000\n01:00:00 > wake\n09:00:00 > wake", service)
        #expect(try played("01:00 work s 1h exit 1\n03:30", service).lines.count == 2)
    }

    @Test func `begins as its first lines say, before the jobs come`() throws {
        try check(
            """
            09:00:00 > unplugged
            10:00:00 > plugged
              10:00:05 launch run=1 a@1000
              10:20:05 history run=1 a@1000 succeeded (exit 0)
            11:00:00 > wake
            """, #"{"identifier": "a", "command": ["true"], "requires": {"externalPower": true}}"#)
    }

    @Test func `starts programs for their tasks, has these renewed, and tells them to end`() throws {
        try check(
            """
            09:00:00 > submit com.example.news.refresh refresh +1h network again
            09:00:00 > submit tidy externalPower
            09:30:00 > work com.example.news.refresh 2m stubborn
              10:00:00 start started-1 com.example.news@1000
              10:00:00 notify com.example.news.tidy@1000 cannotStart idle
              10:00:01 handOver started-1 run=1 com.example.news.refresh
              10:00:31 warn started-1 run=1 timeBudget grace=10s
              10:00:41 kill started-1
              10:00:41 history run=1 com.example.news.refresh@1000 expired stop=timeBudget (signal 9)
            10:30:00 > work com.example.news.refresh 5s exit 3
              11:00:01 start started-2 com.example.news@1000
              11:00:02 handOver started-2 run=2 com.example.news.refresh
              11:00:07 history run=2 com.example.news.refresh@1000 failed (exit 3)
            11:30:00 > crash
            12:00:00 > boot
              12:00:02 start started-3 com.example.news@1000
              12:00:03 handOver started-3 run=3 com.example.news.refresh
              12:00:08 history run=3 com.example.news.refresh@1000 failed (exit 3)
              12:00:08 notify com.example.news.refresh@1000 failed times=2
            12:05:00 > submit tidy refresh
              12:05:00 refused com.example.news.tidy@1000 tooManyPending refresh 1
            12:06:00 > work com.example.news.tidy 30s fails
            12:10:00 > idle 1m yes
              12:10:00 start started-4 com.example.news@1000
              12:10:01 handOver started-4 run=4 tidy
            12:10:20 > idle 1m no
              12:10:22 freeze started-4
            12:15:00 > idle 1m yes
              12:15:00 thaw started-4
              12:15:09 history run=4 com.example.news.tidy@1000 failed (completed unsuccessfully)
              12:15:39 terminate started-4
            12:30:00 > wake
            """, news)
    }

    @Test func `starts a program that ends as it starts later each time`() throws {
        try check(
            """
            09:00:00 > work com.example.news 1s exit 3
            09:00:00 > submit com.example.news.refresh refresh atLaunch
              09:00:01 start started-1 com.example.news@1000
              09:00:02 history run=1 com.example.news.refresh@1000 couldNotLaunch
              09:00:12 start started-2 com.example.news@1000
              09:00:13 history run=2 com.example.news.refresh@1000 couldNotLaunch
              09:00:13 notify com.example.news.refresh@1000 failed times=2
              09:00:33 start started-3 com.example.news@1000
              09:00:34 history run=3 com.example.news.refresh@1000 couldNotLaunch
              09:01:14 start started-4 com.example.news@1000
              09:01:15 history run=4 com.example.news.refresh@1000 couldNotLaunch
            09:02:00 > wake
            """, news.replacing("\"command\"", with: "\"spacing\": \"0s\", \"command\""))
    }

    @Test func `says which conditions no job asks for`() throws {
        #expect(try played("01:00 idle 10m yes\n02:00 network no", backup).unasked == ["idle 10m"])
    }

    @Test func `plays jobs together, one after the other`() throws {
        try check(
            """
            01:00:00 > power yes
              02:00:00 launch run=1 backup@1000
              02:20:00 history run=1 backup@1000 succeeded (exit 0)
              02:20:00 launch run=2 prune@1000
              02:40:00 history run=2 prune@1000 succeeded (exit 0)
            03:00:00 > power yes
            """, backup,
            """
            {"identifier": "prune", "command": ["true"], "after": ["backup"]}
            """)
    }

    @Test func `knows nothing that the story does not tell`() throws {
        let outcome = try played(
            "01:00\n03:00", #"{"identifier": "a", "command": ["true"], "requires": {"idle": "10m"}}"#)
        #expect(outcome.lines.isEmpty)
        #expect(outcome.records.values.first?.occurrence.dueSince != nil)
    }

    @Test func `ends where more comes of it than anybody looks at`() throws {
        let outcome = try played(
            "01:00 work a 1s\n+30d", mostEnds: 50,
            #"{"identifier": "a", "command": ["true"], "schedule": {"every": "30s"}}"#)
        #expect(outcome.cut == .ends && outcome.lines.count == 50)
    }

    @Test func `tells why a job would not be accepted`() throws {
        let outcome = try played(
            "01:00\n02:00",
            #"{"identifier": "a", "command": ["true"], "schedule": {"calendar": "2020-01-01"}}"#)
        #expect(outcome.refusals.map(\.job.text) == ["a"])
    }
}
