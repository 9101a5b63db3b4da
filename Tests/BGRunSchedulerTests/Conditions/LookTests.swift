// Values without events are looked at before a start and at full minutes.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `What tells of no change itself` {
    @Test func `is read before a start`() {  // B-31
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"load":0.8,"temperature":70,"freeSpace":{"path":"/srv","atLeast":"10G"}}}
            < read load
            < read freeSpace "/srv" owner=1000
            < read temperature
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > observed freeSpace "/srv" owner=1000 21474836480
            > observed load 40
            > observed temperature 55 "x86_pkg_temp"
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `is read again at full minutes, all in one, while a job waits for that alone`() {  // B-31
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"load":0.8,"temperature":70}}
            < read load
            < read temperature
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > observed load 120
            > observed temperature 75 "x86_pkg_temp"
            % org.example.a@1000
            | load 0.8 lacking: load 1.2, needs at most 0.8
            | temperature 70 lacking: x86_pkg_temp 75 °C, needs at most 70 °C
            @ +1m look
            +1m > wokeUp
            < read load
            < read temperature
            > observed load 50
            > observed temperature 75 "x86_pkg_temp"
            +1m > wokeUp
            < read load
            < read temperature
            """)
    }

    @Test func `is not read while something else is missing`() {  // B-31
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "AC is offline"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"externalPower":true,"load":0.8}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            @ +10m powerPoll
            +1h > wokeUp
            < readPower
            +1h > power yes "AC is online"
            +5s > power yes "AC is online"
            < readPower
            < read load
            > observed load 20
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `is not looked at again while another look is known not to help`() {  // B-31
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"temperature":70,"command":{"command":["/bin/ready"],"every":"10m"}}}
            < read temperature
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > observed temperature 50 "cpu"
            < read check command "/bin/ready" every=10m timeBudget=10s owner=1000
            > observed check command "/bin/ready" every=10m timeBudget=10s owner=1000 no "exited with 1"
            @ +10m look
            # Another job has the temperature read, and leaves.
            +20s > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"requires":{"temperature":70}}
            < read temperature
            < save org.example.b@1000 1 due since=2026-11-20T10:00:20Z
            < reply #2 accepted org.example.b@1000 new
            > observed temperature 95 "cpu"
            @ +40s look
            > cancel #3 by=1000 org.example.b
            < forget org.example.b@1000
            < reply #3 done
            @ +580s look
            +580s > wokeUp
            < read temperature
            """)
    }

    @Test func `is not read again and again while it settles after a sleep`() {  // B-31
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"load":0.8,"temperature":70}}
            < read load
            < read temperature
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > observed load 30
            > observed temperature 95 "cpu"
            asleep +20s > clockChanged
            < readPower
            < read load
            < read temperature
            > power yes "AC is online" asked
            > observed load 30
            > observed temperature 95 "cpu"
            +1500ms > wokeUp
            < readPower
            > power yes "AC is online" asked
            @ +28500ms settles externalPower
            """)
    }

    @Test func `does not stop a run`() {  // B-31
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"load":0.8}}
            < read load
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > observed load 20
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            +1m > observed load 400
            +1m > wokeUp
            @ +178m budgetEnds org.example.a@1000
            """)
    }

    @Test func `and can't be read keeps the job waiting, and it is tried again`() {  // B-31
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"temperature":70}}
            < read temperature
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > observed temperature unknown "this machine has no thermal zone"
            % org.example.a@1000
            | temperature 70 unknown: this machine has no thermal zone
            @ +1m look
            """)
    }

    @Test func `is looked at before a start by hand, which is refused where it does not hold`() {  // B-31
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"earliestBeginDate":"+8h","requires":{"load":0.8}}
            < save org.example.a@1000 1 scheduled after=8h
            < reply #1 accepted org.example.a@1000 new
            +1s > run #2 by=1000 org.example.a now
            < read load
            > observed load 120
            < reply #2 refused blocked load
            +1m > run #3 by=1000 org.example.a now
            < read load
            > observed load 20
            < save org.example.a@1000 1 run=1 byHand
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            < reply #3 started run=1
            """)
    }

    @Test func `is looked at for whoever asks last`() {  // B-31
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"earliestBeginDate":"+8h","requires":{"load":0.8}}
            < save org.example.a@1000 1 scheduled after=8h
            < reply #1 accepted org.example.a@1000 new
            +1s > run #2 by=1000 org.example.a now
            < read load
            +1s > run #3 by=1000 org.example.a now
            < reply #2 refused blocked earliestBeginDate,load
            +1s > cancel #4 by=1000 org.example.a
            < forget org.example.a@1000
            < reply #4 done
            < reply #3 refused unknownJob org.example.a
            """)
    }
}
