// The program of an application, which does what a test has it do.
import Foundation

/// Fixtures/application.py. Its words are described there.
package enum ApplicationProgram {
    private static let python = "/usr/bin/python3"

    /// What is executed to have it do these things, one after the other.
    package static func command(_ words: [String], python: String = python) throws -> [String] {
        guard let script = Bundle.module.url(forResource: "Fixtures/application", withExtension: "py") else {
            throw DaemonFixture.Fault(description: "Fixtures/application.py is not beside the tests")
        }
        return [python, script.path(percentEncoded: false)] + words
    }
}
