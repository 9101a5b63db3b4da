// An ended run as `history` shows it.
import BGRunCalendar
import BGRunJob

extension HistoryEntry: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        self.init(
            run: try fields.required("run", .run),
            job: JobID(
                owner: try fields.required("owner", .user),
                identifier: try fields.required("identifier", .identifier)),
            title: try fields.optional("title", .string),
            due: try fields.required("due", .date),
            started: try fields.required("started", .date),
            ended: try fields.required("ended", .date),
            outcome: try fields.required("outcome", .choice(Outcome.self)),
            stopReason: try fields.optional("stopReason", .stopReason),
            exit: try ExitStatus(
                text: fields.optional("exit", .string),
                code: fields.optional("exitCode", .integer(Int32.self)),
                signal: fields.optional("exitSignal", .integer(Int32.self))),
            failure: try fields.optional("failure", .string),
            isSimulated: try fields.required("simulated", .bool),
            usage: ResourceUsage(
                userTime: try fields.required("userSeconds", .seconds),
                systemTime: try fields.required("systemSeconds", .seconds),
                peakMemoryKiB: try fields.required("peakMemoryKiB", .integer)))
    }

    package var fields: [Field] { Self.fields(of: job, title: title, due: due, run: self) }

    /// The fields of an occurrence; those of its run are null where it had none.
    static func fields(of job: JobID, title: String?, due: WallTime, run entry: HistoryEntry?) -> [Field] {
        [
            Field("run", .run, orNull: entry?.run),
            Field("identifier", .identifier, job.identifier),
            Field("owner", .user, job.owner),
            Field("title", .string, orNull: title),
            Field("due", .date, due),
            Field("started", .date, orNull: entry?.started),
            Field("ended", .date, orNull: entry?.ended),
            Field("outcome", .choice(Outcome.self), orNull: entry?.outcome),
            Field("stopReason", .stopReason, orNull: entry?.stopReason),
            Field("exit", .string, orNull: entry?.exit?.description),
            Field("exitCode", .integer(Int32.self), orNull: entry?.exit?.number(of: .code)),
            Field("exitSignal", .integer(Int32.self), orNull: entry?.exit?.number(of: .signal)),
            Field("failure", .string, orNull: entry?.failure),
            Field("simulated", .bool, orNull: entry?.isSimulated),
            Field("userSeconds", .seconds, orNull: entry?.usage.userTime),
            Field("systemSeconds", .seconds, orNull: entry?.usage.systemTime),
            Field("peakMemoryKiB", .integer, orNull: entry?.usage.peakMemoryKiB),
        ]
    }
}

extension ExitStatus {
    fileprivate enum Number { case code, signal }

    fileprivate func number(of kind: Number) -> Int32? {
        switch (self, kind) {
        case (.code(let number), .code), (.signal(let number), .signal): number
        case (.code, .signal), (.signal, .code), (.lost, .code), (.lost, .signal): nil
        }
    }

    /// The numbers decide; the text is for people, and tells an exit nobody learned from none.
    fileprivate init?(text: String?, code: Int32?, signal: Int32?) throws(FieldFault) {
        switch (code, signal) {
        case (let code?, nil): self = .code(code)
        case (nil, let signal?): self = .signal(signal)
        case (nil, nil):
            guard text != nil else { return nil }
            self = .lost
        case (_?, _?): throw FieldFault("exitSignal")
        }
    }
}
