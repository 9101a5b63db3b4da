// The option of every subcommand that takes the jobs with a tag.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

/// Jobs by a tag of theirs.
struct TagOption: ParsableArguments {
    @Option(
        help: "Mean the jobs whose \"tags\" have this word.", completion: .tags,
        transform: Words.tag)
    var tag: Label?

    /// What a subcommand means that shows one job, those with the tag, or all.
    func selection(_ identifier: JobIdentifier?, of owner: UserID?) -> JobSelection {
        tag.map { .tagged($0, owner: owner) } ?? JobSelection(identifier, of: owner)
    }

    /// The jobs that a subcommand means which does something with each; a tag that none has is refused.
    func jobs(_ call: CallOptions, of owner: UserID?) throws -> [JobReport] {
        var connection = try call.daemon.connect()
        let jobs = try call.daemon.naming { try connection.call(StatusCall(selection(nil, of: owner))) }.jobs
        if let tag, jobs.isEmpty {
            throw Failure(.refused, SchedulerError.unknownTag(tag).complaint(LocalZone.clock))
        }
        return jobs
    }

    /// Refuses a name beside the tag.
    func validate(beside name: JobName?) throws {
        if tag != nil, name != nil { throw ValidationError("give either an identifier or --tag") }
    }
}
