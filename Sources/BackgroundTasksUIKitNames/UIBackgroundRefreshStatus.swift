// Whether background work may be had at all, in the words of other frameworks.
internal import BackgroundTasks
public import Dispatch

/// Whether the application may work in the background.
public enum UIBackgroundRefreshStatus: Int, Sendable {
    /// The policy of the daemon lets the user have no jobs.
    case restricted
    /// No daemon answers, or it permits the program nothing.
    case denied
    /// The daemon takes its requests.
    case available
}

extension UIApplication {
    /// Whether the daemon takes this program's requests. It is asked each time, and waited for as `submit` does; nobody is told
    /// of a change.
    public var backgroundRefreshStatus: UIBackgroundRefreshStatus {
        switch BGTaskScheduler.shared.standing {
        case .available: .available
        case .denied: .denied
        case .restricted: .restricted
        }
    }
}

/// The name that Objective-C has for a queue.
public typealias dispatch_queue_t = DispatchQueue
