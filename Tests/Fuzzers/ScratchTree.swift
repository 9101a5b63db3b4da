// Files and links of one input, in memory, and gone with it.
import Glibc

/// Where inputs become files: who tries them makes the directory, and takes it away.
enum Scratch {
    @TaskLocal static var root = getenv("FUZZ_SCRATCH").map { String(cString: $0) } ?? "/tmp"
}

/// A tree of small files below ``Scratch``.
final class ScratchTree {
    let root = Scratch.root + "/tree"
    private var files: [String] = []
    private var directories: [String] = []

    init() { make(root) }

    deinit {
        for file in files { unlink(file) }
        for directory in directories.reversed() { rmdir(directory) }
    }

    func file(_ name: String, _ contents: [UInt8]) {
        guard let path = place(name) else { return }
        let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o644)
        guard number >= 0 else { return }
        files.append(path)
        hold(write(number, contents, contents.count) == contents.count, "the scratch directory is full")
        close(number)
    }

    /// Leads to a place in the tree, or to one that is not there.
    func link(_ name: String, to target: [UInt8]) {
        let parts = Self.parts(String(decoding: target, as: UTF8.self))
        let ups = [String](repeating: "..", count: Int(target.first ?? 0) % 3)
        guard let path = place(name), symlink((ups + parts).joined(separator: "/"), path) == 0 else { return }
        files.append(path)
    }

    private func place(_ name: String) -> String? {
        let parts = Self.parts(name)
        guard (1...10).contains(parts.count) else { return nil }
        var path = root
        for part in parts.dropLast() {
            path += "/" + part
            make(path)
        }
        return path + "/" + parts[parts.count - 1]
    }

    private static func parts(_ path: String) -> [String] {
        path.split(separator: "/").map(String.init).filter {
            $0 != "." && $0 != ".." && $0.utf8.count < 64 && !$0.utf8.contains(0)
        }
    }

    private func make(_ path: String) {
        if mkdir(path, 0o755) == 0 { directories.append(path) }
    }
}
