// The machine's power, followed from event to event.

import BGRunJob
import BGRunLinux

/// Observes the power supplies and publishes whole readings; what changed between two is the caller's to see.
///
/// The caller watches ``descriptor``, calls ``drain()`` when it is ready and ``read()`` when that says so, and
/// reads again when it likes: when statuses that lag behind the plug are worth another look is not decided here.
/// No thread, no timer and no polling lives here.
package final class PowerTracker {
    /// Where news come from.
    package enum Origin: Equatable, Sendable {
        case udev
        /// Uevents straight from the kernel: no udevd runs.
        case kernel
        /// inotify on a tree that is not `/sys`.
        case tree
        /// Nothing tells of changes, for this reason; only re-reading finds them.
        case none(String)
    }

    /// When an attribute that failed is tried again.
    private static let retryDelay = Duration.seconds(1)

    private let tree: PowerTree
    private let supplies: Policy.Supplies
    private let listener: Listener
    /// What the last judgement was made of.
    private var judged: PowerScan?
    /// Until when, since boot, the last verdict stands although an attribute fails.
    private var holdEnds: Duration?
    private var plugs = PlugMemory()

    /// The last judgement, with every supply: what the last ``read()`` published.
    package private(set) var judgement: PowerJudgement
    /// Read again after this time, whatever happens: an attribute failed, supplies may yet show up, or the verdict rests
    /// on a plug that was pulled a moment ago.
    package private(set) var rereadAfter: Duration?

    /// Begins to listen, then reads for the first time. Fails only where `root` is no directory.
    package init(root: String, supplies: Policy.Supplies) throws(SystemError) {
        tree = try PowerTree(root: root)
        self.supplies = supplies
        listener = Listener(root: tree.root)
        judgement = PowerJudgement(
            reading: PowerReading(verdict: .unknown, reason: "not read yet"), supplies: [])
        read()
    }

    /// To be watched for reading, level-triggered; nil where there is nothing to watch.
    package var descriptor: Int32? { listener.number }
    package var source: Origin { listener.source }

    /// Takes the events that wait, any number of them as one; whether ``read()`` may have another answer now.
    package func drain() -> Bool { listener.drain() }

    /// Reads all supplies anew and judges them.
    @discardableResult
    package func read() -> PowerReading {
        listener.arm()
        let sinceBoot = PowerTree.sinceBoot()
        return judge(tree.scan(sinceBoot: sinceBoot), sinceBoot: sinceBoot)
    }

    /// An attribute that could be read and now can't is on its way out, or its driver hiccups: the last verdict
    /// stands for a second, however often is read and whatever else fails meanwhile. What fails then is gone.
    func judge(_ scan: PowerScan, sinceBoot: Duration) -> PowerReading {
        if let judged, scan.hasFailed(since: judged, supplies) {
            let end = (holdEnds ?? sinceBoot + Self.retryDelay)
            if sinceBoot < end {
                holdEnds = end
                rereadAfter = end - sinceBoot
                return judgement.reading
            }
        }
        judged = scan
        holdEnds = nil
        if scan.extent == .whole { plugs.note(scan.standings(by: supplies), at: sinceBoot) }
        judgement = PowerRule.judge(scan, supplies: supplies, pulled: plugs.pulled)
        rereadAfter = laterLook(scan, sinceBoot: sinceBoot)
        return judgement.reading
    }

    private func laterLook(_ scan: PowerScan, sinceBoot: Duration) -> Duration? {
        let comingUp = scan.isComingUp ? max(PowerTree.comingUp - sinceBoot, Self.retryDelay) : nil
        let doubtEnds = judgement.isPassing ? plugs.end.map { $0 - sinceBoot } : nil
        return [comingUp, doubtEnds].compactMap(\.self).min()
    }
}

extension PowerTracker {
    /// The kind of event that works for the root.
    private enum Listener: ~Copyable {
        case monitor(UdevMonitor)
        case watch(TreeWatch)
        case deaf(SystemError)

        init(root: String) {
            do throws(SystemError) {
                if root == "/sys" {
                    self = .monitor(try UdevMonitor(.running, hearing: "power_supply"))
                } else {
                    self = .watch(try TreeWatch(root: root))
                }
            } catch {
                self = .deaf(error)
            }
        }

        var number: Int32? {
            switch self {
            case .monitor(let monitor): monitor.number
            case .watch(let watch): watch.number
            case .deaf: nil
            }
        }

        var source: Origin {
            switch self {
            case .monitor(let monitor):
                switch monitor.group {
                case .udev: .udev
                case .kernel: .kernel
                }
            case .watch: .tree
            case .deaf(let error): .none("\(error)")
            }
        }

        func arm() {
            switch self {
            case .watch(let watch): watch.arm()
            case .monitor: break
            case .deaf: break
            }
        }

        func drain() -> Bool {
            switch self {
            case .monitor(let monitor): monitor.drain()
            case .watch(let watch): watch.drain()
            case .deaf: false
            }
        }
    }
}

extension PowerScan {
    /// Whether something that counts fails here and did not in the scan before.
    fileprivate func hasFailed(since last: PowerScan, _ policy: Policy.Supplies) -> Bool {
        supplies.contains { supply in
            guard supply.fault != nil || !supply.unreadable.isEmpty else { return false }
            // What a mouse fails to say is nobody's business.
            if SupplyStanding(supply, supplies: policy).role == .ignored { return false }
            let before = last.supplies.first { $0.name == supply.name }
            if supply.fault != nil { return before?.fault == nil }
            return supply.unreadable.contains { before?.unreadable.contains($0) != true }
        }
    }
}
