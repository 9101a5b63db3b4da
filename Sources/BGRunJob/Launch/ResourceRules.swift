// How much of the machine a run may have, and who goes first where others want it too.

/// The key `resources`: what is left out is as it is for every run of its kind.
package struct ResourceRules: Hashable, Sendable {
    /// Who is served first by the disk (ioprio_set(2)). Its real-time class is for nobody who works in the background.
    package enum IOClass: String, CaseIterable, Sendable {
        /// When no one else wants the disk.
        case idle
        /// As most programs are, by their nice value.
        case bestEffort = "best-effort"
    }

    package var nice: Int?
    package var ioClass: IOClass?
    package var cpuWeight: Int?
    package var ioWeight: Int?
    package var memoryMax: Int?
    package var swapMax: Int?
    package var tasksMax: Int?

    package init(
        nice: Int? = nil, ioClass: IOClass? = nil, cpuWeight: Int? = nil, ioWeight: Int? = nil,
        memoryMax: Int? = nil, swapMax: Int? = nil, tasksMax: Int? = nil
    ) {
        self.nice = nice
        self.ioClass = ioClass
        self.cpuWeight = cpuWeight
        self.ioWeight = ioWeight
        self.memoryMax = memoryMax
        self.swapMax = swapMax
        self.tasksMax = tasksMax
    }

    /// Below what programs have that nobody has asked to be nice: only root's jobs may be.
    package static let usualNice = 0
}

extension ResourceRules {
    /// What the kernel holds a run to by its cgroup.
    package enum Hold: String, CaseIterable, Sendable {
        case cpuWeight, ioWeight, memoryMax, swapMax, tasksMax

        /// Whether more is never had; else it is only less likely while others want it too.
        package var isLimit: Bool {
            switch self {
            case .cpuWeight, .ioWeight: false
            case .memoryMax, .swapMax, .tasksMax: true
            }
        }
    }

    /// Those that are asked for.
    package var holds: [(hold: Hold, value: Int)] {
        Hold.allCases.compactMap { hold in value(of: hold).map { (hold, $0) } }
    }

    private func value(of hold: Hold) -> Int? {
        switch hold {
        case .cpuWeight: cpuWeight
        case .ioWeight: ioWeight
        case .memoryMax: memoryMax
        case .swapMax: swapMax
        case .tasksMax: tasksMax
        }
    }
}
