// What a tree of processes was started for.
import BGRunJob

/// Names what the launcher has started: by this its cgroup is found again, or its mark.
enum TreeName: Hashable {
    case run(RunID)
    case errand(ErrandID)
}

extension LaunchSettings {
    /// The variable by which a process of the tree is known wherever it went.
    func variable(of name: TreeName) -> String {
        switch name {
        case .run(let run): "BGRUN_RUN=\(mark(of: run))"
        case .errand(let errand): "BGRUN_ERRAND=\(mark(of: errand))"
        }
    }

    func groupName(_ name: TreeName) -> String {
        switch name {
        case .run(let run): "run-\(mark(of: run))"
        case .errand(let errand): "errand-\(mark(of: errand))"
        }
    }

    func mark(of errand: ErrandID) -> String { "\(instance)-\(errand)" }

    /// The errand of this state directory that has the mark.
    func errand(ofMark mark: Substring) -> ErrandID? {
        mark.hasPrefix("\(instance)-") ? ErrandID(String(mark.dropFirst(instance.count + 1))) : nil
    }
}
