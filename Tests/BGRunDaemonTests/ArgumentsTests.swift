// The daemon's own command line.
import BGRunJob
import Testing

@testable import BGRunDaemon

@Suite struct `The arguments of bgrund` {
    private func settings(
        _ words: [String], user: UInt32 = 1000, _ environment: [String: String] = [:]
    ) throws -> DaemonSettings {
        let world = DaemonSettings.Surroundings(
            user: UserID(user), home: "/home/u", workingDirectory: "/here", environment: { environment[$0] })
        guard case .run(let arguments) = try Arguments.read(words) else {
            throw Arguments.Misuse(text: "no start was asked for")
        }
        return try DaemonSettings(arguments, in: world)
    }

    @Test func `make root the system's daemon`() throws {
        let settings = try settings([], user: 0)
        #expect(settings.scope == .system)
        #expect(settings.socket == "/run/bgrun/org.bgrun.Scheduler")
        #expect(settings.stateDirectory == "/var/lib/bgrun")
        #expect(settings.policy == "/etc/bgrun/bgrund.json")
        #expect(
            settings.jobsDirectories == [
                "/usr/lib/bgrun/jobs.d", "/run/bgrun/jobs.d", "/etc/bgrun/jobs.d",
            ])
        #expect(
            settings.applicationsDirectories == [
                "/usr/lib/bgrun/applications.d", "/run/bgrun/applications.d", "/etc/bgrun/applications.d",
            ])
    }

    @Test func `make anyone else their own daemon`() throws {
        let settings = try settings([], ["XDG_RUNTIME_DIR": "/run/user/1000"])
        #expect(settings.scope == .user)
        #expect(settings.socket == "/run/user/1000/bgrun/org.bgrun.Scheduler")
        #expect(settings.stateDirectory == "/home/u/.local/state/bgrun")
        #expect(settings.jobsDirectories == ["/home/u/.config/bgrun/jobs.d"])
        #expect(settings.applicationsDirectories == ["/home/u/.config/bgrun/applications.d"])
        #expect(!settings.isPolicyNamed)
    }

    @Test func `follow the directories that systemd hands over`() throws {
        let settings = try settings(
            ["--system"], user: 0, ["RUNTIME_DIRECTORY": "/run/x:/run/y", "STATE_DIRECTORY": "/var/lib/x"])
        #expect(settings.runtimeDirectory == "/run/x")
        #expect(settings.stateDirectory == "/var/lib/x")
    }

    @Test func `replace the list of jobs directories and mean paths from where they were typed`() throws {
        let settings = try settings([
            "--runtime-directory=run", "--jobs-directory", "a/", "--jobs-directory=/b", "--sysfs-root",
            "tree/",
            "--socket", "s", "--policy", "p.json",
        ])
        #expect(settings.jobsDirectories == ["/here/a", "/b"])
        #expect(settings.applicationsDirectories == [], "other places for jobs say nothing of these")
        #expect(settings.sysfsRoot == "/here/tree")
        #expect(settings.socket == "/here/s")
        #expect(settings.policy == "/here/p.json")
        #expect(settings.isPolicyNamed)
    }

    @Test func `replace the list of directories of applications, and leave that of jobs`() throws {
        let settings = try settings(
            ["--applications-directory", "a/", "--applications-directory=/b"], user: 0)
        #expect(settings.applicationsDirectories == ["/here/a", "/b"])
        #expect(settings.jobsDirectories.count == 3)
    }

    @Test(arguments: [
        ["--bogus"], ["start"], ["--socket"], ["--socket="], ["--user", "--system"], ["--user=1"],
        ["--policy", "a", "--policy", "b"], ["--user"],
    ])
    func `are refused where they make no sense`(words: [String]) {
        #expect(throws: Arguments.Misuse.self) { try settings(words) }
    }

    @Test func `ask for help or the version`() throws {
        #expect(try Arguments.read(["--user", "--help"]) == .help)
        #expect(try Arguments.read(["--version"]) == .version)
    }
}
