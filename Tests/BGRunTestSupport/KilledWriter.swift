// A program that tells its turns, a line each, until it is killed in the middle of one.
import Foundation

/// Such a program, once it is dead.
public struct KilledWriter {
    /// The numbers of all turns that it told, those after the last one that was awaited as well.
    public let told: [Int64]

    /// Lets it go on until it has told so many turns, and kills it.
    public init(_ program: String, _ arguments: [String], after turns: Int) throws {
        let (writer, output) = (Process(), Pipe())
        writer.executableURL = URL(filePath: program).resolvingSymlinksInPath()
        writer.arguments = arguments
        writer.standardOutput = output
        try writer.run()
        var lines = Data()
        while lines.count(where: { $0 == UInt8(ascii: "\n") }) < turns {
            let chunk = output.fileHandleForReading.availableData
            if chunk.isEmpty { break }
            lines += chunk
        }
        kill(writer.processIdentifier, SIGKILL)
        writer.waitUntilExit()
        lines += output.fileHandleForReading.readDataToEndOfFile()
        told = String(decoding: lines, as: UTF8.self).split(separator: "\n").compactMap { Int64($0) }
    }
}
