// Scenarios: commands that mean the jobs with a tag.
import Testing

@Suite struct `A tag` {
    @Test func `means its owner's jobs that have it, and no others`() {  // B-73
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1h"},"earliestBeginDate":"+1h","tags":["media","night"]}
            < save org.example.a@1000 1 scheduled after=1h
            < reply #1 accepted org.example.a@1000 new
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"earliestBeginDate":"+1h"}
            < save org.example.b@1000 1 scheduled after=1h
            < reply #2 accepted org.example.b@1000 new
            > submit #3 by=1001 owner=1001 {"identifier":"org.example.c","command":["true"],"earliestBeginDate":"+1h","tags":"media"}
            < save org.example.c@1001 1 scheduled after=1h
            < reply #3 accepted org.example.c@1001 new
            > pause #4 by=1000 --tag=media
            < save org.example.a@1000 1 scheduled after=1h paused since=2026-11-20T10:00:00Z
            < reply #4 done
            > disable #5 by=0 --tag=media
            < save org.example.a@1000 1 scheduled after=1h disabled paused since=2026-11-20T10:00:00Z
            < save org.example.c@1001 1 scheduled after=1h disabled
            < reply #5 done
            > unpause #6 by=1000 --tag=night
            < save org.example.a@1000 1 scheduled after=1h disabled
            < reply #6 done
            """)
    }

    @Test func `that no job has is refused`() {  // B-73
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1001 owner=1001 {"identifier":"org.example.c","command":["true"],"earliestBeginDate":"+1h","tags":"media"}
            < save org.example.c@1001 1 scheduled after=1h
            < reply #1 accepted org.example.c@1001 new
            > pause #2 by=1000 --tag=media
            < reply #2 refused unknownTag media
            """)
    }
}
