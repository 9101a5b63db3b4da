// Where a look may have no end, and where one had none.
import BGRunLinux

/// Mount points that others answer for: a server, or a process of a user's.
package struct SlowMounts {
    private let points: Set<String>
    private let parents: Set<String>
    private let table: MountTable?
    /// Those that did not answer, and paths that did not: nobody looks there.
    private let mute: Set<String>

    /// None, for who looks only where root alone decides what is mounted.
    init() {
        (points, parents, table, mute) = ([], [], nil, [])
    }

    init(_ table: MountTable?, mute: Set<String>) {
        self.table = table
        self.mute = mute
        points = Set(table?.silent.keys.map(\.self) ?? [])
        parents = Set(points.compactMap { PathName.split($0)?.parent })
    }

    /// How a path stands before it is looked at.
    enum Passage: Equatable {
        case free
        /// It leads through that mount, which may take its time.
        case slow(String)
        /// It, or the mount it leads through, did not answer.
        case mute(String)
    }

    /// The type of the file system that is mounted there: "nfs4".
    func kind(at point: String) -> String? { table?.silent[point] }

    /// Whether the path itself did not answer.
    func isMute(_ path: String) -> Bool { mute.contains(path) }

    /// - Parameter path: Looked at as far as the first of the mounts.
    func passage(to path: String) -> Passage {
        if mute.contains(path) { return .mute(path) }
        guard let table, !points.isEmpty else { return .free }
        switch PathWalk(path, table).end {
        case .fault(.silent(let point, _)): return passage(through: point)
        case .present(let place) where points.contains(place): return passage(through: place)
        case .present, .missing, .fault: return .free
        }
    }

    /// How an entry of a directory stands before it is looked at. Nothing is looked at for that.
    func passage(to name: String, in directory: String) -> Passage {
        guard parents.contains(directory) else { return .free }
        let place = PathName.join(directory, name)
        return points.contains(place) ? passage(through: place) : .free
    }

    private func passage(through point: String) -> Passage {
        mute.contains(point) ? .mute(point) : .slow(point)
    }
}
