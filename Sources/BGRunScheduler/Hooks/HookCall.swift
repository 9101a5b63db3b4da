// What the launcher is handed for a call of a hook.
import BGRunJob

/// All that is needed to call a hook, and to tell it what has happened.
package struct HookCall: Hashable, Sendable {
    package let kind: HookKind
    package let command: HookCommand
    /// The job's own variables: they say whom to tell, for one. None of a job that runs as another user.
    package let environment: [JobDescriptor.Variable]
    /// The run by which the occurrence has ended.
    package let entry: HistoryEntry
    /// The failures in a row: with this one, or those before a success; nil where there were none.
    package let failing: Failing?
    /// The job has failed so often that it is run no more.
    package let isDisabled: Bool

    package var id: HookID { HookID(run: entry.run, kind: kind) }
    package var job: JobID { entry.job }

    package init(
        _ kind: HookKind, _ command: HookCommand, environment: [JobDescriptor.Variable] = [],
        after entry: HistoryEntry, failing: Failing?, isDisabled: Bool = false
    ) {
        self.kind = kind
        self.command = command
        self.environment = environment
        self.entry = entry
        self.failing = failing
        self.isDisabled = isDisabled
    }
}
