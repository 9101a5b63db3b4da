// Whether file systems are mounted, told by the kernel.
import BGRunJob
import BGRunLinux

/// Observes `.mount` subjects: places, and file systems by their UUID.
///
/// udev's link of a UUID is followed as any path is, because a file system may be mounted before udev has
/// made it.
package final class MountWatch: TargetWatch {
    private let paths: ExistenceWatch
    private let links: FileSystemLinks
    private var standings: [(target: MountTarget, value: Observation)] = []

    /// - Parameters:
    ///   - mounts: The list of mounts.
    ///   - links: udev's links, one for each UUID.
    package init(
        mounts: String = "/proc/self/mountinfo", links: String = "/dev/disk/by-uuid"
    ) throws(SystemError) {
        paths = try ExistenceWatch(mounts: mounts)
        self.links = FileSystemLinks(directory: links)
    }

    /// To be watched for reading.
    package var descriptor: Int32 { paths.descriptor }
    package var isEmpty: Bool { standings.isEmpty }

    package static func target(of subject: Subject) -> MountTarget? {
        if case .mount(let target) = subject { target } else { nil }
    }

    package func observe(_ target: MountTarget) -> Observation {
        ignore(target)
        if let link = link(target) { _ = paths.observe(link) }
        let value = value(target)
        standings.append((target, value))
        return value
    }

    package func ignore(_ target: MountTarget) {
        if let link = link(target) { paths.ignore(link) }
        standings.removeAll { $0.target == target }
    }

    /// Takes all that waits; what has another value by now.
    package func process() -> [(Subject, Observation)] {
        _ = paths.process()
        var news: [(Subject, Observation)] = []
        for (index, standing) in standings.enumerated() {
            let value = value(standing.target)
            if value == standing.value { continue }
            standings[index].value = value
            news.append((.mount(standing.target), value))
        }
        return news
    }

    private func value(_ target: MountTarget) -> Observation {
        switch paths.mountTable {
        case .failure(let fault): .unknown("\(fault)")
        case .success(let table):
            switch target {
            case .path(let point): .present(table.hasMount(at: point))
            case .uuid(let uuid): .present(links.hasMount(of: uuid, in: table))
            }
        }
    }

    /// The link that a UUID's file system has while its disk is connected.
    private func link(_ target: MountTarget) -> OwnedPath? {
        guard case .uuid(let uuid) = target, let path = links.path(of: uuid) else { return nil }
        return OwnedPath(path: path, owner: UserID(Machine.effectiveUser))
    }
}
