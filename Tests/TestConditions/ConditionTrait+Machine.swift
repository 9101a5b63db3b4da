// What a test needs of the machine and of whoever runs it; without, it is skipped, with the reason.
import BGRunLinux
import BGRunTestSupport
import Glibc
import Testing

/// Plays what only root can play of a test; elsewhere it is told what was left out.
package func asRoot(_ part: String, _ body: () throws -> Void) throws {
    guard geteuid() == 0 else { return print("left out: \(part): needs root, beside tests that are played") }
    try body()
}

extension Trait where Self == ConditionTrait {
    /// Other users, or a machine that can be changed.
    package static var root: Self { .enabled(if: geteuid() == 0, "needs root") }

    /// A file system that never answers.
    package static var muteMount: Self {
        .enabled(if: MuteMount.isPossible, "needs root and /dev/fuse")
    }

    /// A tree of cgroups in which we may make some.
    package static var cgroups: Self {
        .enabled(if: Cgroups.root != nil, "needs a tree of cgroups, version 2, that may be written")
    }

    /// The right to wake the machine.
    package static var wakeAlarm: Self {
        .enabled(
            if: Machine.wakeAbility() != .notPermitted, "needs CAP_WAKE_ALARM")
    }

    /// Mounts of their own.
    package static var mountNameSpace: Self { nameSpace("mount") }

    /// A clock of their own.
    package static var timeNameSpace: Self { nameSpace("time") }

    private static func nameSpace(_ kind: String) -> Self {
        .enabled("needs root and \(kind) name spaces") {
            try geteuid() == 0 && Command.run(["unshare", "--\(kind)", "true"]).status == 0
        }
    }

    /// The threads of the kernel, which another name space of processes has none of.
    package static var kernelThreads: Self {
        .enabled(if: ProcessSight(of: 2)?.name == "kthreadd", "needs to see the threads of the kernel")
    }
}
