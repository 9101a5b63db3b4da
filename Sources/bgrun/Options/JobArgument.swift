// The argument and the options of every subcommand about one job.
import ArgumentParser
import BGRunJob

/// A job by its name, and how its daemon is called.
struct JobArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The job's identifier, or a part of it that no other has; or that of an application's task.",
            valueName: "identifier"),
        completion: .jobs, transform: Words.jobName)
    var name: JobName

    @OptionGroup var call: CallOptions

    /// Does something with the job that the name means.
    func find<Value>(_ deed: Deed = .harmless, _ body: (Target) throws -> Value) throws -> Value {
        try call.daemon.job(name, deed, body)
    }
}

/// Jobs by their names, and how their daemon is called.
struct JobsArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The jobs' identifiers, parts of them that no other has, or patterns such as 'org.example.*'.",
            valueName: "identifier"),
        completion: .jobs, transform: Words.jobName)
    var names: [JobName]

    @OptionGroup var call: CallOptions
}
