// The schemas that databases of earlier versions have, word for word.
import Foundation

/// SQL that makes an empty database as an earlier version made it.
package enum OlderSchema {
    /// - Parameter version: 1 to 8.
    package static func text(of version: Int) throws -> String { try fixture("schema-\(version)") }

    /// Three jobs with active runs, as version 7 itself has written and sealed them.
    package static func sealedJobs() throws -> String { try fixture("jobs-7") }

    private static func fixture(_ name: String) throws -> String {
        guard let file = Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "sql") else {
            throw DaemonFixture.Fault(description: "Fixtures/\(name).sql is not beside the tests")
        }
        return try String(contentsOf: file, encoding: .utf8)
    }
}
