// The parts of a job's status that cross the wire unchanged: its active run, its last one, its last skip.
import BGRunCalendar
import BGRunJob

extension JobStatus.Run: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        self.init(
            run: try fields.required("run", .run),
            process: try fields.optional("process", .integer(Int32.self)),
            started: try fields.required("started", .date),
            timeBudget: try fields.required("timeBudgetSeconds", .seconds),
            used: try fields.required("usedSeconds", .seconds),
            stopReason: try fields.optional("stopReason", .stopReason),
            killAt: try fields.optional("killAt", .date),
            isSimulated: try fields.required("simulated", .bool),
            freeze: try fields.optional("freeze", .object(JobStatus.Freeze.self)))
    }

    package var fields: [Field] {
        [
            Field("run", .run, run),
            Field("process", .integer(Int32.self), orNull: process),
            Field("started", .date, started),
            Field("timeBudgetSeconds", .seconds, timeBudget),
            Field("usedSeconds", .seconds, used),
            Field("stopReason", .stopReason, orNull: stopReason),
            Field("killAt", .date, orNull: killAt),
            Field("simulated", .bool, isSimulated),
            Field("freeze", .object(JobStatus.Freeze.self), orNull: freeze),
        ]
    }
}

extension JobStatus.Freeze: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        self.init(
            reason: try fields.required("reason", .string), since: try fields.required("since", .date),
            until: try fields.optional("until", .date))
    }

    package var fields: [Field] {
        [
            Field("reason", .string, reason), Field("since", .date, since),
            Field("until", .date, orNull: until),
        ]
    }
}

extension JobRecord.LastRun: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        self.init(
            run: try fields.required("run", .run),
            outcome: try fields.required("outcome", .choice(Outcome.self)),
            stopReason: try fields.optional("stopReason", .stopReason),
            ended: try fields.required("ended", .date))
    }

    package var fields: [Field] {
        [
            Field("run", .run, run),
            Field("outcome", .choice(Outcome.self), outcome),
            Field("stopReason", .stopReason, orNull: stopReason),
            Field("ended", .date, ended),
        ]
    }
}

extension JobRecord.LastSkip: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        self.init(
            due: try fields.required("due", .date), skipped: try fields.required("at", .date),
            reason: try fields.required("reason", .choice(SkipReason.self)))
    }

    package var fields: [Field] {
        [
            Field("due", .date, due), Field("at", .date, skipped),
            Field("reason", .choice(SkipReason.self), reason),
        ]
    }
}
