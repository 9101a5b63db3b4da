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

    package var fields: [Field] {
        [
            Field("run", .run, run),
            Field("identifier", .identifier, job.identifier),
            Field("owner", .user, job.owner),
            Field("title", .string, orNull: title),
            Field("due", .date, due),
            Field("started", .date, started),
            Field("ended", .date, ended),
            Field("outcome", .choice(Outcome.self), outcome),
            Field("stopReason", .stopReason, orNull: stopReason),
            Field("exit", .string, orNull: exit?.description),
            Field("exitCode", .integer(Int32.self), orNull: exit?.number(of: .code)),
            Field("exitSignal", .integer(Int32.self), orNull: exit?.number(of: .signal)),
            Field("failure", .string, orNull: failure),
            Field("simulated", .bool, isSimulated),
            Field("userSeconds", .seconds, usage.userTime),
            Field("systemSeconds", .seconds, usage.systemTime),
            Field("peakMemoryKiB", .integer, usage.peakMemoryKiB),
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
