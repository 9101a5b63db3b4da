// The arguments of every subcommand that turns a switch for one job or for several.
import ArgumentParser
import BGRunJob
import BGRunText
import BGRunWire

/// A job by its identifier, those with a tag, or all of them. A forgotten identifier must not mean all.
struct JobSelectionArguments: ParsableArguments {
    @Argument(help: "The job's identifier.", transform: Words.identifier)
    var identifier: JobIdentifier?

    @OptionGroup var tagged: TagOption

    @Flag(help: "Mean all your jobs. Root's switches are for everybody's; root cancels its own.")
    var all = false

    func validate() throws {
        guard [identifier != nil, tagged.tag != nil, all].count(where: \.self) == 1 else {
            throw ValidationError("give either an identifier, --tag or --all")
        }
    }

    func jobs(of owner: UserID?) throws -> JobSelection {
        if let identifier { return .job(Target(identifier: identifier, owner: owner)) }
        if let tag = tagged.tag, owner != .root { return .tagged(tag, owner: owner) }
        // What root may change are everybody's jobs, so the daemon has no switch for root's alone.
        guard owner != .root else {
            throw Failure.usage(
                "\(tagged.tag == nil ? "--all" : "--tag") can't mean the jobs of root alone",
                advice: "name them one by one, or leave out --owner to mean everybody's")
        }
        return .all(owner: owner)
    }

    /// The same jobs for who looks at them, or cancels them; of root's own too.
    func shown(of owner: UserID?) -> JobSelection { tagged.selection(identifier, of: owner) }

    /// Turns a switch for these jobs and confirms it.
    func turn(
        _ turn: SwitchTurn, _ call: CallOptions, _ confirmation: (SwitchText) throws -> String
    ) throws {
        let jobs = try jobs(of: call.daemon.owner)
        try call.show(SwitchCall(turn, jobs)) { _ in try confirmation(SwitchText(jobs)) + "\n" }
    }
}
