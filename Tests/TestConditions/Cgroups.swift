// Where tests may make cgroups.
import Glibc

/// The tree of cgroups, version 2.
package enum Cgroups {
    /// Where it is mounted, if we may make groups in it.
    package static let root = ["/sys/fs/cgroup/unified", "/sys/fs/cgroup"].first {
        access("\($0)/cgroup.procs", W_OK) == 0
    }
}
