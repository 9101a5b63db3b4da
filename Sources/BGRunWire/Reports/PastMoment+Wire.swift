// How a job stood at an instant that has passed, as `Moment` answers.
import BGRunCalendar
import BGRunJob

extension PastMoment: WireObject {
    package static let wire = WireTable<PastMoment>(
        .keys(JobID.wire, \.job), .key("at", .date, \.at),
        .key(
            "state", .choice, \.stand, "waiting: an occurrence was due and had no run"),
        .key(
            "due", .optional(.date), \.due, "since when the occurrence was due that waited or ran then"),
        .key("run", .optional(.run), \.run, "the one that was active then"),
        .key(
            "lacks", .list(.object), \.lacks, "what was known to be missing then, whether it was due or not"),
        .key(
            "unobserved", .optional(.object), \.unseen, "there where the machine was not observed then: why"),
        .key(
            "next", .optional(.object), \.then,
            """
            what became of it: the run of then, else the next run or the skip of that occurrence, or, where none was due, \
            of the next
            """),
        .key("activeRun", .optional(.run), \.activeRun, "the run that became of it, where it is active now"),
        .key("unrecorded", .bool, \.isBeforeAll, "nothing is known of the job from that time"),
        make: PastMoment.init)
}

extension PastMoment.Lack: WireObject {
    package static let wire = WireTable<PastMoment.Lack>(
        named: "Lack", about: "One thing that kept a job from running at an instant.",
        .key(
            "name", .string, \.name,
            "that of a requirement, anyOf, not, that of another blocker, asleep, stopped or clock"),
        .key("words", .string, \.words),
        .key("since", .optional(.date), \.since, "null where that is more than seven days before"),
        .key("until", .optional(.date), \.until, "null where it is so still"),
        .key("unknown", .bool, \.isUnknown, "nobody could know whether it held"),
        .key("simulated", .bool, \.isSimulated),
        make: PastMoment.Lack.init)
}
