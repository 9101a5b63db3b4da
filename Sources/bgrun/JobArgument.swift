// The argument of every subcommand about one job.
import ArgumentParser
import BGRunJob

/// A job by its identifier.
struct JobArgument: ParsableArguments {
    @Argument(help: "The job's identifier.", transform: Words.identifier)
    var identifier: JobIdentifier
}
