// The arguments of every subcommand that turns a switch for one job or for several.
import ArgumentParser
import BGRunJob
import BGRunText
import BGRunWire

/// Jobs by their names, those with a tag, or all of them. A forgotten identifier must not mean all.
struct JobSelectionArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The jobs' identifiers, parts of them that no other has, or patterns such as 'org.example.*'.",
            valueName: "identifier"),
        completion: .jobs, transform: Words.jobName)
    var names: [JobName] = []

    @OptionGroup var tagged: TagOption

    @Flag(
        help: """
            Mean all your jobs; before they end or are held, it asks on a terminal. Root's switches are for \
            everybody's; root stops and cancels its own.
            """)
    var all = false

    func validate() throws {
        guard [!names.isEmpty, tagged.tag != nil, all].count(where: \.self) == 1 else {
            throw ValidationError("give either identifiers, --tag or --all")
        }
    }

    /// The jobs that a switch is turned for where no name is given.
    private func jobs(of owner: UserID?) throws -> JobSelection {
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
    func shown(of owner: UserID?) -> JobSelection { tagged.selection(nil, of: owner) }

    /// Where no job is named: somebody at a terminal has to agree. A script has said by the option that it means all of them.
    ///
    /// - Parameter verb: What is done with them.
    func agree(_ verb: String, on jobs: @autoclosure () throws -> [JobReport]) throws {
        guard Terminal.canAsk else { return }
        let jobs = try jobs().map(\.identifier)
        if !jobs.isEmpty { try Terminal.agree(NameWords.question(verb, jobs)) }
    }

    /// Turns a switch for these jobs and confirms it.
    ///
    /// - Parameter confirmation: Is given the jobs that the words are about.
    func turn(
        _ turn: SwitchTurn, _ call: CallOptions, as deed: Deed = .harmless,
        _ confirmation: (SwitchText, JobSelection) throws -> String
    ) throws {
        guard !names.isEmpty else {
            let jobs = try jobs(of: call.daemon.owner)
            if let verb = deed.verb { try agree(verb, on: tagged.jobs(call, of: call.daemon.owner)) }
            return try call.show(SwitchCall(turn, jobs)) { _ in
                try confirmation(SwitchText(jobs), shown(of: call.daemon.owner)) + "\n"
            }
        }
        try call.daemon.each(names, deed) { target, isOneOfSeveral in
            try call.show(SwitchCall(turn, .job(target)), asLine: isOneOfSeveral) { _ in
                try confirmation(SwitchText(.job(target)), .job(target)) + "\n"
            }
        }
    }
}
