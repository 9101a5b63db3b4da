// The work: a file at a time, and what is done stays done.
import Foundation

/// Counts the words of each text file in a folder, and keeps the counts there.
///
/// - Returns: Whether all files are counted. It stops between two of them where its task is cancelled.
func countWords(in folder: URL) async -> Bool {
    do {
        let store = folder.appending(path: "counts.json")
        var counts: [String: Int] = [:]
        if let data = try? Data(contentsOf: store) {
            counts = try JSONDecoder().decode([String: Int].self, from: data)
        }
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "txt" && counts[$0.lastPathComponent] == nil }
            .sorted { $0.path < $1.path }
        for file in files {
            // Stands for work that takes its time, and ends early where it is cancelled.
            try await Task.sleep(for: .seconds(1))
            let words = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isWhitespace)
            counts[file.lastPathComponent] = words.count
            try JSONEncoder().encode(counts).write(to: store, options: .atomic)
            print("\(file.lastPathComponent): \(words.count) words")
        }
        return true
    } catch {
        print("stopped: \(error)")
        return false
    }
}
