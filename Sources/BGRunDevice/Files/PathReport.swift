// What is known of a watched path: how new it is, and what stands in the way of knowing.
import BGRunCalendar
import BGRunJob

/// The state of one request, told at its start and after each change.
package struct PathReport: Hashable, Sendable {
    package let request: WatchedPath
    /// The newest time of change (ctime) seen of the file; of the directory and its entries; of the whole tree. Nil
    /// where nothing is there. One that differs from what was seen before a restart tells of a change meanwhile.
    package let newest: WallTime?
    /// Why changes may go unseen.
    package let fault: PathFault?

    package init(request: WatchedPath, newest: WallTime?, fault: PathFault? = nil) {
        self.request = request
        self.newest = newest
        self.fault = fault
    }
}
