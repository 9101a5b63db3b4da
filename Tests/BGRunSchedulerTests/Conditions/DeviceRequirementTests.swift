// Things that are there or not, and pressure.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `A job that needs something to be there` {
    @Test func `waits for a path, a mount, a device, a lid`() {  // B-32
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"pathExists":"/srv/x","mounted":"UUID=12-34","device":{"ID_FS_UUID":"12-34"},"lid":"closed"}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject device "ID_FS_UUID=12-34"
            < observe subject lid
            < observe subject mount UUID=12-34
            < observe subject path "/srv/x" owner=1000
            % org.example.a@1000
            | pathExists /srv/x unknown: not read yet
            | mounted UUID=12-34 unknown: not read yet
            | device ID_FS_UUID=12-34 unknown: not read yet
            | lid closed unknown: not read yet
            > observed path "/srv/x" owner=1000 absent
            > observed mount UUID=12-34 present
            > observed device "ID_FS_UUID=12-34" present
            > observed lid open
            % org.example.a@1000
            | pathExists /srv/x lacking: /srv/x does not exist
            | mounted UUID=12-34 holds: mounted
            | device ID_FS_UUID=12-34 holds: the device is there
            | lid closed lacking: the lid is open
            +1m > observed lid closed
            +1m > observed path "/srv/x" owner=1000 present
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            +1m > observed device "ID_FS_UUID=12-34" absent
            +2s > wokeUp
            < terminate run=1 requirementLost:device
            < save org.example.a@1000 1 run=1 stop=requirementLost:device
            """)
    }

    @Test func `shares what is observed, and gives it up with the last who asks`() {  // B-32
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"lid":"closed"}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject lid
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"requires":{"lid":"open"}}
            < save org.example.b@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.b@1000 new
            > observed lid open
            < save org.example.b@1000 1 run=1
            < launch run=1 org.example.b@1000
            < observe sleep
            > launched run=1 process=4
            > exited run=1 exit 0
            < history run=1 org.example.b@1000 succeeded (exit 0)
            < forget org.example.b@1000
            > cancel #3 by=1000 org.example.a
            < forget org.example.a@1000
            < reply #3 done
            < ignore sleep
            < ignore subject lid
            """)
    }

    @Test func `asks as its owner where each user has their own answer`() {  // B-32
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"pathExists":"/srv/x"}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject path "/srv/x" owner=1000
            > submit #2 by=1001 owner=1001 {"identifier":"org.example.a","command":["true"],"requires":{"pathExists":"/srv/x"}}
            < save org.example.a@1001 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.a@1001 new
            < observe subject path "/srv/x" owner=1001
            """)
    }

    @Test func `counts the first reading at once, whenever that is`() {  // B-8
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            +1h > wokeUp
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"lid":"closed"}}
            < save org.example.a@1000 1 due since=2026-11-20T11:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject lid
            > observed lid closed
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }
}

@Suite struct `A job that needs little pressure` {
    @Test func `waits while it is high, and is not stopped for what it brings about itself`() {  // B-30
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"pressure":{"io":10}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject pressure io 10
            > observed pressure io 10 high
            % org.example.a@1000
            | pressure io 10 lacking: programs wait for the disk more than 10 % of the time
            +1m > observed pressure io 10 low
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            +1m > observed pressure io 10 high
            +1m > wokeUp
            """)
    }
}
