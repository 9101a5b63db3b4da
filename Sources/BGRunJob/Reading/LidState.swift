// Whether the lid of a laptop is open.

package enum LidState: String, CaseIterable, Sendable { case open, closed }
