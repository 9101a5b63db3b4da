// Which jobs a switch is turned for.

/// One job, or all that the user who asks may change: their own, and for root everybody's; of these all that have a tag.
package enum Selection: Hashable, Sendable {
    case job(Target)
    case tagged(Label)
    case all
}
