// What the library has to say to the people who run the program: lines on standard error.
internal import Foundation
internal import Synchronization

/// Each line says what, where, and what to do. The same line is said once.
final class Log: Sendable {
    private let write: @Sendable (String) -> Void
    private let isQuiet: Bool
    private let said = Mutex(Set<String>())
    /// More of them are not remembered, and not said.
    private static let most = 256

    init(isQuiet: Bool, _ write: @escaping @Sendable (String) -> Void = Log.standardError) {
        self.isQuiet = isQuiet
        self.write = write
    }

    func say(_ text: String) {
        let isNew = said.withLock { $0.count < Self.most && $0.insert(text).inserted }
        if isNew, !isQuiet { write("BackgroundTasks: \(text)\n") }
    }

    /// Says why the program is about to end: also where it is to be quiet.
    func shout(_ text: String) { write("BackgroundTasks: \(text)\n") }

    /// In one piece, so that lines of several processes stay lines.
    static func standardError(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
}
