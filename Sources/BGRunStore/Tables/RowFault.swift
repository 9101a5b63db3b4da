// Why a row can't be what it says it is.

/// The first thing wrong with a row.
struct RowFault: Error, Equatable {
    let column: String
    /// The rest of the sentence that begins with the column: "is not an integer".
    let problem: String

    var reason: String { "\(column) \(problem)" }
}
