// What a tree of processes was started for.
import BGRunJob

/// Names what the launcher has started: by this its cgroup is found again, or its mark.
enum TreeName: Hashable {
    case run(RunID)
    case errand(ErrandID)
    /// By the run for which it was started.
    case host(RunID)

    /// Nil for a guest, which nobody here has started.
    init?(_ host: HostID) {
        switch host {
        case .started(let run): self = .host(run)
        case .guest: return nil
        }
    }
}

extension LaunchSettings {
    /// The variable by which a process of the tree is known wherever it went.
    func variable(of name: TreeName) -> String {
        switch name {
        case .run(let run): "\(LaunchSettings.runVariable)=\(mark(of: run))"
        case .errand(let errand): "BGRUN_ERRAND=\(mark(of: errand))"
        case .host(let run): "\(LaunchSettings.hostVariable)=\(mark(of: run))"
        }
    }

    func groupName(_ name: TreeName) -> String {
        switch name {
        case .run(let run): "\(LaunchSettings.runGroup)\(mark(of: run))"
        case .errand(let errand): "errand-\(mark(of: errand))"
        case .host(let run): "\(LaunchSettings.hostGroup)\(mark(of: run))"
        }
    }

    static let runVariable = "BGRUN_RUN"
    static let runGroup = "run-"
    static let hostVariable = "BGRUN_HOST"
    static let hostGroup = "host-"

    func mark(of errand: ErrandID) -> String { "\(instance)-\(errand)" }

    /// The errand of this state directory that has the mark.
    func errand(ofMark mark: Substring) -> ErrandID? {
        mark.hasPrefix("\(instance)-") ? ErrandID(String(mark.dropFirst(instance.count + 1))) : nil
    }

    /// The started host of this state directory that has the mark, the value of BGRUN_HOST; nil for any other text.
    package func host(ofMark mark: String) -> HostID? { number(ofMark: mark).map { .started($0) } }

    /// The run in a mark of this state directory; nil for any other text.
    func number(ofMark mark: String) -> RunID? {
        guard mark.hasPrefix("\(instance)-"),
            case let number = mark.dropFirst(instance.count + 1),
            // "+7" is a number too, and no name that we have given.
            let run = Int64(number), run >= 0, "\(run)" == number
        else { return nil }
        return RunID(run)
    }
}
