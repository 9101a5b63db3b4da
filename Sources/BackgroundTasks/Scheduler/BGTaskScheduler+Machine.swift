// What the daemon knows of this program's standing and of the machine, for names of other frameworks.
internal import BGRunClient
internal import BGRunWire

extension BGTaskScheduler {
    /// How the program stands with the daemon.
    package enum Standing: Sendable {
        /// The daemon takes its requests.
        case available
        /// No daemon, or one that permits it nothing.
        case denied
        /// The policy lets its user have no jobs.
        case restricted
    }

    /// Asks the daemon, and waits as `submit` does.
    package var standing: Standing {
        do throws(ClientError) {
            _ = try host.pending()
            return .available
        } catch {
            return error == .refused(.applications(.ownerNotAllowed)) ? .restricted : .denied
        }
    }

    /// Whether the machine saves power; nil where no daemon can say, as it looks only where a job or task asks for that.
    package var savesPower: Bool? { host.savesPower }
}
