// Which files a run's streams go to, and what is said of it where people look for them.
import BGRunJob
import BGRunLinux

extension LaunchRules {
    /// One file for both streams is opened once, so that they don't write over each other's place in it.
    var outputs: [SpawnRequest.Output] {
        if let standardOutput, standardOutput == standardError { return [standardOutput.request(for: .both)] }
        return [standardOutput?.request(for: .output), standardError?.request(for: .error)].compactMap(\.self)
    }

    /// The first line of what is kept of a run; nil where all of it is kept.
    var noteOfOutputs: String? {
        let words = [("standard output", standardOutput), ("standard error", standardError)].compactMap {
            name, target in target.map { "\(name) is appended to \($0.path)" }
        }
        return words.isEmpty ? nil : "bgrun: \(words.joined(separator: ", "))\n"
    }
}

extension OutputTarget {
    fileprivate func request(for stream: SpawnRequest.Output.Stream) -> SpawnRequest.Output {
        SpawnRequest.Output(path: path, stream: stream, maxSize: maxSize, keep: keep)
    }
}
