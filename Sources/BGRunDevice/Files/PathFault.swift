// What is known of a watched path, and why changes of it may go unseen.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import Glibc

/// What keeps a path, or a part of it, from being watched.
package enum PathFault: Hashable, Sendable {
    /// The kernel refused the watch, with the owner's rights.
    case refused(path: String, errno: Int32)
    /// The tree is larger than is watched: so many directories are.
    case tooManyDirectories(limit: Int)
    /// The tree has more entries than are looked at.
    case tooManyEntries(limit: Int)
    /// All paths of the owner together have more watches than are kept for them.
    case tooManyWatches(limit: Int)
    /// What is behind this mount point changes without a word, or may keep us waiting.
    case silent(path: String, kind: String)
    /// Changes behind this mount point that are made elsewhere go unseen.
    case partlySilent(path: String, kind: String)
    /// It leads through more directories than are followed.
    case tooDeep(String)
    /// More links are on its way than the kernel follows: they lead in a circle.
    case loop(String)
    /// What is there is no directory, and the path goes on, or ends in a slash.
    case noDirectory(String)
    /// A look there had no end.
    case mute(String)
    /// As an earlier look put it.
    case told(String)
    /// Watches were lacking, as an earlier look put it.
    case toldScarce(String)

    /// Its owner may not read it.
    var isClosed: Bool {
        if case .refused(_, EACCES) = self { true } else { false }
    }

    /// Watches were lacking. Nobody tells when there are more.
    var isScarce: Bool {
        switch self {
        case .refused(_, ENOSPC), .tooManyWatches, .toldScarce: true
        case .refused, .tooManyDirectories, .tooManyEntries, .silent, .partlySilent, .tooDeep, .loop,
            .noDirectory, .mute, .told:
            false
        }
    }
}

extension PathFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .refused(let path, EACCES):
            "can't watch \(path), because its job's owner may not read it"
        case .refused(let path, ENOSPC):
            "can't watch \(path), because the kernel has no watches left: raise fs.inotify.max_user_watches"
        case .refused(let path, let errno): "can't watch \(path), because of: \(SystemError.text(of: errno))"
        case .tooManyDirectories(let limit):
            "watches only \(limit) directories, because the tree has more: name a smaller one"
        case .tooManyEntries(let limit):
            "looks at only \(limit) files and directories, because the tree has more: name a smaller one"
        case .silent(let path, let kind):
            "can't watch what is in \(path), because a \(kind) file system does not tell of all changes"
        case .partlySilent(let path, let kind):
            "may miss changes in \(path), because a \(kind) file system does not tell of those made elsewhere"
        case .loop(let path): "can't watch \(path), because its links lead in a circle"
        case .noDirectory(let path): "can't watch what is in \(path), because it is no directory"
        case .tooDeep(let path): "can't watch \(path), because it leads through too many directories"
        case .tooManyWatches(let limit):
            "can't watch all of it, because \(limit) files and directories are watched already"
        case .mute(let path): "can't look at \(path), because its file system does not answer"
        case .told(let text), .toldScarce(let text): text
        }
    }
}

/// The state of one request, told at its start and after each change.
package struct PathReport: Hashable, Sendable {
    package let request: WatchedPath
    /// The newest time of change (ctime) seen of the file; of the directory and its entries; of the whole tree. Nil
    /// where nothing is there. One that differs from what was seen before a restart tells of a change meanwhile.
    package let newest: WallTime?
    /// Why changes may go unseen.
    package var fault: PathFault?
    /// Nothing has changed for its owner: they see it for the first time, or again.
    package var isFirst = false
}
