// Whether file systems are mounted, told by the kernel.
import BGRunCalendar
import BGRunJob
import BGRunLinux

/// Observes `.mount` subjects: places, and file systems by their UUID.
///
/// udev's directory of UUIDs is followed too, because a file system may be mounted before udev has made its link. After
/// a change all that is asked for is looked at anew, a portion at a time: there may be tens of thousands.
package final class MountWatch: TargetWatch {
    private enum Token: UInt64 { case mounts, links }

    /// What is looked at in one go, each by some system calls.
    private static let portion = 128

    private let queue: EventQueue
    private let mountsPath: String
    private let mounts: MountChanges
    private let links: FileSystemLinks
    /// While somebody asks for a UUID.
    private var linksWatch: PlaceWatch?
    private var uuids = 0
    private var table: Result<MountTable, MountTable.Fault>
    private var standings: [MountTarget: Observation] = [:]
    private var round = TargetRound<MountTarget>()
    private var ready: [EventQueue.Ready] = []

    /// - Parameters:
    ///   - mounts: The list of mounts.
    ///   - links: udev's links, one for each UUID.
    package init(
        mounts: String = "/proc/self/mountinfo", links: String = "/dev/disk/by-uuid"
    ) throws(SystemError) {
        queue = try EventQueue()
        self.mounts = try MountChanges(path: mounts)
        mountsPath = mounts
        self.links = FileSystemLinks(directory: links)
        try queue.add(self.mounts.descriptor, for: .read, token: Token.mounts.rawValue)
        // Read after it is watched, so that no change is missed.
        table = MountTable.reading(path: mounts)
    }

    /// To be watched for reading.
    package var descriptor: Int32 { queue.rawValue }
    package var isEmpty: Bool { standings.isEmpty }

    package static func target(of subject: Subject) -> MountTarget? {
        if case .mount(let target) = subject { target } else { nil }
    }

    package func observe(_ target: MountTarget) -> Observation {
        if case .uuid = target { followLinks() }
        let value = value(target)
        if standings.updateValue(value, forKey: target) == nil {
            round.add(target)
            if case .uuid = target { uuids += 1 }
        }
        return value
    }

    package func ignore(_ target: MountTarget) {
        guard standings.removeValue(forKey: target) != nil else { return }
        if case .uuid = target { uuids -= 1 }
        if uuids == 0, let watch = linksWatch.take() { try? queue.remove(watch.descriptor) }
        round.compact(to: standings.count) { standings[$0] != nil }
    }

    private func followLinks() {
        guard linksWatch == nil,
            let watch = try? PlaceWatch([links.directory], of: .directories(ofNamesEnding: [""])),
            (try? queue.add(watch.descriptor, for: .read, token: Token.links.rawValue)) != nil
        else { return }
        linksWatch = watch
    }

    /// Takes what waits; what has another value by now, as far as it was looked at. The rest is looked at by and by.
    package func process() -> [(Subject, Observation)] {
        if (try? queue.wait(into: &ready, timeout: 0)) == nil { ready = [] }
        for entry in ready {
            switch Token(rawValue: entry.token) {
            case .mounts?:
                guard mounts.drain() else { break }
                table = MountTable.reading(path: mountsPath)
                round.begin()
            case .links?: if linksWatch?.drain() == true { round.begin() }
            case nil: break
            }
        }
        return goOn()
    }

    package var recheckAt: AwakeTime? { round.isOver ? nil : AwakeTime(microseconds: 0) }

    package func recheck(at now: AwakeTime) -> [(Subject, Observation)] { goOn() }

    private func goOn() -> [(Subject, Observation)] {
        var news: [(Subject, Observation)] = []
        for _ in 0..<Self.portion {
            guard let target = round.takeNext() else { break }
            guard let known = standings[target] else { continue }
            let value = value(target)
            if value == known { continue }
            standings[target] = value
            news.append((.mount(target), value))
        }
        return news
    }

    private func value(_ target: MountTarget) -> Observation {
        switch table {
        case .failure(let fault): .unknown("\(fault)")
        case .success(let table):
            switch target {
            case .path(let point):
                table.hasMount(at: point).map { .present($0) } ?? .unknown(MountTable.automount)
            case .uuid(let uuid): .present(links.hasMount(of: uuid, in: table))
            }
        }
    }
}
