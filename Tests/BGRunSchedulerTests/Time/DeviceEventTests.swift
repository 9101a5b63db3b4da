// Scenarios: devices, mounts, battery power and long sleeps that make jobs due.
import Testing

@Suite struct `A job that waits for a device, a mount, battery power or a long sleep` {
    // B-100 B-22
    @Test func `comes up each time the device comes, and not for one that is there already`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"device":{"ID_FS_UUID":"12-34"}}}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe subject device "ID_FS_UUID=12-34"
            > observed device "ID_FS_UUID=12-34" present
            ? org.example.a@1000 trigger
            @ never
            +1m > observed device "ID_FS_UUID=12-34" absent
            +1m > observed device "ID_FS_UUID=12-34" present
            @ +5s settles device ID_FS_UUID=12-34
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled open
            +1h > observed device "ID_FS_UUID=12-34" absent
            +1m > observed device "ID_FS_UUID=12-34" present
            +5s > wokeUp
            < save org.example.a@1000 2 run=2
            < launch run=2 org.example.a@1000
            """)
    }

    @Test func `does not come up for what comes and goes within the settle time`() {  // B-100
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"mount":"/mnt/nas"}}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe subject mount "/mnt/nas"
            > observed mount "/mnt/nas" absent
            +1m > observed mount "/mnt/nas" present
            +3s > observed mount "/mnt/nas" absent
            +2s > observed mount "/mnt/nas" present
            +3s > wokeUp
            ? org.example.a@1000 trigger
            +2s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > cancel #2 by=1000 org.example.a
            < save org.example.a@1000 1 run=1 stop=cancelled
            < reply #2 done
            """)
    }

    @Test func `waits for its delay after it`() {  // B-100
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"mount":"UUID=12-34","delay":"10m"}}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe subject mount UUID=12-34
            > observed mount UUID=12-34 absent
            +1m > observed mount UUID=12-34 present
            +5s > wokeUp
            < save org.example.a@1000 1 scheduled called=10m
            ? org.example.a@1000 earliestBeginDate
            +10m > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `comes up when the machine goes over to its battery`() {  // B-100
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"event":"batteryPower"}}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            ? org.example.a@1000 trigger
            +1h > power no "AC is offline"
            +2s > power yes "AC is online"
            +10s > power no "AC is offline"
            +5s > wokeUp
            < readPower
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled open
            # It is not there anew because another one asks for it.
            > submit #2 by=1001 owner=1001 {"identifier":"org.example.b","command":["true"],"schedule":{"event":"batteryPower"}}
            < save org.example.b@1001 1 scheduled open
            < reply #2 accepted org.example.b@1001 new
            ? org.example.b@1001 trigger
            """)
    }

    @Test func `comes up after so much sleep, and not after less`() {  // B-100
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"event":"wake","asleep":"1h"}}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            asleep +59m > wokeUp
            < readPower
            ? org.example.a@1000 trigger
            +1m > wokeUp
            asleep +1h > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `says that it is there already, or that nobody can know`() {  // B-100 B-2
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":[{"mount":"/mnt/nas"},{"device":{"ID_FS_UUID":"12-34"}}]}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe subject device "ID_FS_UUID=12-34"
            < observe subject mount "/mnt/nas"
            > observed mount "/mnt/nas" present
            > observed device "ID_FS_UUID=12-34" unknown "udev does not answer"
            ? org.example.a@1000 trigger
            """)
    }

    // B-100 B-37
    @Test func `is observed for as long as a job waits for it, and no simulation is one`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"mount":"/mnt/nas"},"requires":{"mounted":"/mnt/nas"}}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe subject mount "/mnt/nas"
            > observed mount "/mnt/nas" absent
            > simulateConditions #2 by=1000 org.example.a for=1h mounted=on
            < reply #2 simulating until=2026-11-20T11:00:00Z
            +5s > wokeUp
            ? org.example.a@1000 trigger
            > observed mount "/mnt/nas" present
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"schedule":{"event":"boot"}}
            < save org.example.b@1000 1 scheduled open
            < reply #3 accepted org.example.b@1000 new
            """)
    }
}
