import BGRunJob
import BGRunLinux
extension Launcher {
    package enum HostTree { case none, host(HostID), left }
    package func hostTree(containing pid: Int32) -> HostTree { .none }
    package func startHost(_ order: HostOrder) throws(LaunchFailure) {}
    package func terminateHost(_ id: HostID) {}
    package func killHost(_ id: HostID) {}
    package func freezeHost(_ id: HostID) throws(SystemError) {}
    package func thawHost(_ id: HostID) throws(SystemError) {}
    package func adoptHost(_ id: HostID, of: ApplicationID) throws(SystemError) -> [LaunchEvent] { [] }
    package func beginOutput(of run: RunID, in host: HostID) {}
    package func endOutput(of run: RunID, in host: HostID) -> Int64 { 0 }
}
