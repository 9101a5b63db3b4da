// Names one call of a hook.

/// A call of a hook: which run had ended, and which hook it was.
package struct HookID: Hashable, Sendable {
    package let run: RunID
    package let kind: HookKind

    package init(run: RunID, kind: HookKind) {
        self.run = run
        self.kind = kind
    }
}
