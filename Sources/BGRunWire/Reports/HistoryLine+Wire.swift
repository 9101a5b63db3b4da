// A line of history as `history` and `why` list it: a run that has ended, or a skipped occurrence.
import BGRunJob

extension HistoryLine: WireObject {
    /// The run; nil for a skip.
    package var run: HistoryEntry? {
        switch self {
        case .run(let entry): entry
        case .skip: nil
        }
    }

    /// What has no run was skipped.
    package init(fields: inout FieldReader) throws(FieldFault) {
        guard let skip = try fields.optional("skipped", .object(JobRecord.LastSkip.self)) else {
            self = .run(try HistoryEntry(fields: &fields))
            return
        }
        let job = JobID(
            owner: try fields.required("owner", .user),
            identifier: try fields.required("identifier", .identifier))
        self = .skip(SkippedOccurrence(of: job, title: try fields.optional("title", .string), skip))
    }

    package var fields: [Field] {
        switch self {
        case .run(let entry):
            return entry.fields + [Field("skipped", .object(JobRecord.LastSkip.self), orNull: nil)]
        case .skip(let skip):
            return HistoryEntry.fields(of: skip.job, title: skip.title, due: skip.due, run: nil) + [
                Field("skipped", .object(JobRecord.LastSkip.self), skip.last)
            ]
        }
    }
}
