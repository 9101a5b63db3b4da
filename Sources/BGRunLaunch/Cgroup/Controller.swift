// The kernel's controllers that bgrun has to do with.
import BGRunJob

/// A controller of cgroup version 2, by the kernel's name.
enum Controller: String, CaseIterable {
    case cpu, io, memory, pids

    /// Whether one owner can take all of something without it. Without `cpu` owners are still apart: their runs' weights
    /// make it fair.
    var isNeededForShares: Bool {
        switch self {
        case .cpu, .io: false
        case .memory, .pids: true
        }
    }
}

extension ResourceRules.Hold {
    /// Who holds a run to it.
    var controller: Controller {
        switch self {
        case .cpuWeight: .cpu
        case .ioWeight: .io
        case .memoryMax, .swapMax: .memory
        case .tasksMax: .pids
        }
    }

    /// The files of a group that it is written to, and what: the first has to take it where it is a limit.
    func writings(_ value: Int) -> [(file: String, text: String)] {
        switch self {
        case .cpuWeight: [("cpu.weight", "\(value)")]
        // Which of the two counts is the disk scheduler's affair; that of BFQ knows no more than 1000.
        case .ioWeight:
            [
                ("io.weight", "default \(value)"),
                ("io.bfq.weight", "\(value <= 100 ? value : 100 + (value - 100) * 900 / 9900)"),
            ]
        // A run that has lost one of its processes is no run any more.
        case .memoryMax: [("memory.max", "\(value)"), ("memory.oom.group", "1")]
        case .swapMax: [("memory.swap.max", "\(value)")]
        case .tasksMax: [("pids.max", "\(value)")]
        }
    }
}
