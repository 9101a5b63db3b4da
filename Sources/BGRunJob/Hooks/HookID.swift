// Names one call of a job's command.

/// A call of a job's command: which run had ended, and what its command was called for.
package struct HookID: Hashable, Sendable {
    package let run: RunID
    package let kind: HookKind

    package init(run: RunID, kind: HookKind) {
        self.run = run
        self.kind = kind
    }
}
