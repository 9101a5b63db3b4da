// The daemon's word that there is no job of a name, before it is known what to say about that.

/// A job that was named and is not there.
struct UnknownJob: Error {
    let identifier: String
    let daemon: DaemonOptions

    /// The same for who can't be helped by looking further.
    var failure: Failure { Failure(.refused, Absence(of: identifier, daemon).complaint(LocalZone.clock)) }
}
