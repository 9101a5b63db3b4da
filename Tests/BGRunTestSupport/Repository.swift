// Where the checkout under test stands, and where its programs were built.
import Foundation

/// The checkout that these tests were compiled from.
package enum Repository {
    /// The directory that holds Package.swift.
    package static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The directory of the build that runs now; `bgrun` and `bgrund` stand there beside the tests.
    package static let products = URL(filePath: "/proc/self/exe")
        .resolvingSymlinksInPath().deletingLastPathComponent()

    /// A file or directory by its path in the checkout: `jobs.d`.
    package static func path(_ relative: String) -> String {
        root.appending(path: relative).path(percentEncoded: false)
    }

    /// A program of this build: `bgrun`; as it is installed, where the variable `BUILT` names the directory of those.
    package static func program(_ name: String) -> String {
        if let installed, ["bgrun", "bgrund", "bgrun-exec"].contains(name) { return installed + "/" + name }
        return products.appending(path: name).path(percentEncoded: false)
    }

    private static let installed = ProcessInfo.processInfo.environment["BUILT"].flatMap {
        $0.isEmpty ? nil : $0
    }

    /// How many of `all` repetitions or made-up inputs are played: all where the variable THOROUGH is set, as continuous integration
    /// does, and a fifth on the way to a push.
    package static func times(_ all: Int) -> Int {
        ProcessInfo.processInfo.environment["THOROUGH"] == nil ? max(all / 5, 1) : all
    }

    package static func text(_ relative: String) throws -> String {
        try String(contentsOfFile: path(relative), encoding: .utf8)
    }

    /// A descriptor, manifest or policy that uses every key but those that exclude each other; a fuzzer begins from it, too.
    package static func everyKey(of kind: String) throws -> String {
        try text("Tests/Fuzzers/Seeds/\(kind)/every-key")
    }

    /// The descriptors below a directory, from the repository's root. An application's manifest is none.
    package static func descriptors(below directory: String) throws -> [String] {
        try files(below: directory, suffix: ".json").filter { try !text($0).contains("\"application\": ") }
    }

    /// The files below `directory` whose names end in `suffix`, as paths in the checkout, sorted.
    package static func files(below directory: String, suffix: String = "") throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path(directory))
            .filter { $0.hasSuffix(suffix) }
            .map { directory + "/" + $0 }
            .filter { !URL(filePath: path($0), directoryHint: .checkFileSystem).hasDirectoryPath }
            .sorted()
    }
}
