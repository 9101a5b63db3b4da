// What a test needs of the machine and of whoever runs it; without, it is skipped, with the reason.
import BGRunLinux
import BGRunTestSupport
import Glibc
import Testing

extension Trait where Self == ConditionTrait {
    /// Other users, or a machine that can be changed.
    package static var root: Self { .enabled(if: geteuid() == 0, "only root can play this") }

    /// A file system that never answers.
    package static var muteMount: Self {
        .enabled(if: MuteMount.isPossible, "only root can mount what never answers, with /dev/fuse")
    }

    /// A tree of cgroups in which we may make some.
    package static var cgroups: Self {
        .enabled(if: Cgroups.root != nil, "no cgroup can be made here below /sys/fs/cgroup")
    }

    /// The right to wake the machine.
    package static var wakeAlarm: Self {
        .enabled(
            if: Machine.wakeAbility() != .notPermitted, "only root can set a timer that wakes the machine")
    }

    /// Mounts and clocks of their own.
    package static var nameSpaces: Self {
        .enabled("only root can make name spaces, where the kernel has them") {
            try geteuid() == 0 && Command.run(["unshare", "--mount", "--time", "true"]).status == 0
        }
    }

    /// The threads of the kernel, which another name space of processes has none of.
    package static var kernelThreads: Self {
        .enabled(if: ProcessSight(of: 2)?.name == "kthreadd", "no kernel thread is seen here")
    }
}

/// The tree of cgroups, version 2.
package enum Cgroups {
    /// Where it is mounted, if we may make groups in it.
    package static let root = ["/sys/fs/cgroup/unified", "/sys/fs/cgroup"].first {
        access("\($0)/cgroup.procs", W_OK) == 0
    }
}
