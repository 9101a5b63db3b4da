// The closed lists of words that have a name in the interface.
import BGRunJob

extension JobState: WireChoice {
    package static let wire = (
        name: "State",
        about: """
        Where a job stands. scheduled: its occurrence lies ahead, or it waits for an event or a file. frozen: its \
        run stands still while the machine sleeps, or until a requirement holds again. invalid: the file that \
        brought it does not parse any more, or it names a time zone that is not on this machine.
        """
    )
}

extension Trouble: WireChoice {
    package static let wire = (
        name: "Trouble",
        about: """
        What somebody should see to of a job. invalid: it can't be used as it is. failing: its runs fail. cannotStart: \
        this machine lacks what it asks for. overdue: it waits beyond its latestBegin. notRun: it has not run for \
        long. overrun: its run takes by far too long. hook: a command that it calls fails. unfinished: several runs \
        in a row have run out of time, or put it off.
        """
    )
}

extension Outcome: WireChoice {
    package static let wire = (name: "Outcome", about: "How a run ended.")
}

extension RecentEnds.End: WireChoice {
    package static let wire = (
        name: "End", about: "How a run ended, or that an occurrence was skipped."
    )
}

extension Verdict: WireChoice {
    package static let wire = (
        name: "Verdict", about: "Whether something holds; unknown where nobody can know."
    )
}

extension Requirement.Kind: WireChoice {
    package static let wire = (
        name: "Requirement", about: "Requirements that a job may have, by the key of the descriptor."
    )
}

extension SkipReason: WireChoice {
    package static let wire = (
        name: "SkipReason",
        about: """
        Why an occurrence was skipped. missed: its instant passed while nobody could look at it. maxLateness: it \
        was later than that. tooMany: more were missed than are made up for. cancelled: a user cancelled it before it began.
        """
    )
}

extension TriggerEvent.Name: WireChoice {
    package static let wire = (name: "TriggerEvent", about: "A change of the device that makes a job due.")
}

extension PowerCondition: WireChoice {
    package static let wire = (
        name: "PowerCondition", about: "When something that costs battery may be done."
    )
}

extension RunWords.Sign: WireChoice {
    package static let wire = (
        name: "Sign",
        about:
            "Where a run stands by its own word. ready: it does its work. stopping: it is about to end by itself."
    )
}

extension Overrun.Measure: WireChoice {
    package static let wire = (
        name: "Measure",
        about: """
        What a run takes longer than. usual: how long earlier runs took. interval: what lies between two occurrences.
        """
    )
}
