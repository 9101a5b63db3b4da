// What the store found when it was opened.

/// What happened at open, with everything that was recovered.
package struct Opening: Hashable, Sendable {
    /// Where the database came from.
    package enum Database: Hashable, Sendable {
        /// There was none.
        case fresh
        case normal
        /// There was one that can't be used; it is kept under another name and a new one was begun.
        case replaced(Replacement)
    }

    package struct Replacement: Hashable, Sendable {
        package enum Cause: String, CaseIterable, Sendable {
            case corrupt
            /// A later version of bgrun wrote it.
            case tooNew = "too-new"
        }

        package var cause: Cause
        /// In plain words.
        package var reason: String
        /// Where the old database lies now.
        package var path: String
    }

    /// A row that did not decode. It was moved to the table `setAside`, so that nothing is lost.
    package struct SetAsideRow: Hashable, Sendable {
        package enum Table: String, CaseIterable, Sendable {
            case jobs, history, skips, conditionHistory, holdHistory, finishedFiles, pauses, meta
        }

        package var table: Table
        /// SQLite's number of the row.
        package var row: Int64
        package var reason: String
    }

    package var database: Database
    package var setAside: [SetAsideRow]
    package var recovered: Recovered
}
