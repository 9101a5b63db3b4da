// The argument and the options of every subcommand about one job.
import ArgumentParser
import BGRunJob

/// A job by its identifier, and how its daemon is called.
struct JobArgument: ParsableArguments {
    @Argument(help: "The job's identifier, or that of an application's task.", transform: Words.identifier)
    var identifier: JobIdentifier

    @OptionGroup var call: CallOptions

    var target: Target { Target(identifier: identifier, owner: call.daemon.owner) }
}
