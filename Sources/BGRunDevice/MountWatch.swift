// Whether file systems are mounted, told by the kernel.
import BGRunJob
import BGRunLinux
import Glibc

/// Observes `.mount` subjects: places, and file systems by their UUID.
///
/// udev's link of a UUID is followed as any path is, because a file system may be mounted before udev has
/// made it.
package final class MountWatch {
    /// File systems over several disks. Their numbers stand for none of them, but what they name as their
    /// source does; elsewhere a source is any text, also that of a user who wants to be taken for a disk.
    private static let manyDisks: Set<String> = ["btrfs", "bcachefs"]

    private let paths: ExistenceWatch
    private let links: String
    private var standings: [(target: MountTarget, value: Observation)] = []

    /// - Parameters:
    ///   - mounts: The list of mounts.
    ///   - links: udev's links, one for each UUID.
    package init(
        mounts: String = "/proc/self/mountinfo", links: String = "/dev/disk/by-uuid"
    ) throws(SystemError) {
        paths = try ExistenceWatch(mounts: mounts)
        self.links = links
    }

    /// To be watched for reading.
    package var descriptor: Int32 { paths.descriptor }
    package var isEmpty: Bool { standings.isEmpty }

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
            case .uuid: .present(hasMount(target, table))
            }
        }
    }

    // MARK: - By UUID

    private func link(_ target: MountTarget) -> OwnedPath? {
        // A name that is no name in a directory would lead elsewhere.
        guard case .uuid(let uuid) = target, !uuid.isEmpty, uuid != ".", uuid != "..",
            !uuid.utf8.contains(UInt8(ascii: "/"))
        else { return nil }
        return OwnedPath(path: "\(links)/\(uuid)", owner: UserID(Machine.effectiveUser))
    }

    private func hasMount(_ target: MountTarget, _ table: MountTable) -> Bool {
        guard let link = link(target), let disk = device(link.path) else { return false }
        return table.mounts.contains { mount in
            if mount.device == disk { return true }
            guard Self.manyDisks.contains(mount.kind) else { return false }
            return mount.source.split(separator: ":").contains {
                $0.utf8.first == UInt8(ascii: "/") && device(String($0)) == disk
            }
        }
    }

    private func device(_ path: String) -> DeviceNumber? {
        guard let status = try? File.status(of: path), status.kind == .blockDevice else { return nil }
        return status.represents
    }
}
