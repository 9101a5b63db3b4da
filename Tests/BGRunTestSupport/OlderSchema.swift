// The schemas that databases of earlier versions have, word for word.
import Foundation

/// SQL that makes an empty database as an earlier version made it.
package enum OlderSchema {
    /// - Parameter version: 1 to 5.
    package static func text(of version: Int) throws -> String {
        guard let file = Bundle.module.url(forResource: "Fixtures/schema-\(version)", withExtension: "sql")
        else {
            throw DaemonFixture.Fault(description: "Fixtures/schema-\(version).sql is not beside the tests")
        }
        return try String(contentsOf: file, encoding: .utf8)
    }
}
