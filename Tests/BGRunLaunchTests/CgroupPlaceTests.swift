// Finding our cgroup in the kernel's own tables.
import Testing

@testable import BGRunLaunch

@Suite struct `Our cgroup's directory` {
    private let unified = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
    private let hybrid = """
        31 23 0:27 / /sys/fs/cgroup ro - tmpfs tmpfs ro
        32 31 0:28 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu
        33 31 0:29 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw

        """

    @Test func `is found on a laptop`() {
        let place = CgroupPlace.find(mounts: unified, groups: "0::/system.slice/bgrund.service\n")
        #expect(place == .at("/sys/fs/cgroup/system.slice/bgrund.service"))
    }

    @Test func `is found beside version 1`() {
        let place = CgroupPlace.find(mounts: hybrid, groups: "9:name=systemd:/a\n1:cpu:/b\n0::/\n")
        #expect(place == .at("/sys/fs/cgroup/unified"))
    }

    @Test func `is found where only a part of the tree is mounted`() {
        let mounts = "30 23 0:26 /box /mnt/my\\040groups rw - cgroup2 none rw\n"
        #expect(CgroupPlace.find(mounts: mounts, groups: "0::/box/a\n") == .at("/mnt/my groups/a"))
        #expect(CgroupPlace.find(mounts: mounts, groups: "0::/box\n") == .at("/mnt/my groups"))
        #expect(CgroupPlace.find(mounts: mounts, groups: "0::/boxes\n") == .outside)
    }

    @Test func `is none where there is no version 2`() {
        #expect(CgroupPlace.find(mounts: unified, groups: "1:cpu:/b\n") == .noHierarchy)
        #expect(CgroupPlace.find(mounts: "", groups: "0::/\n") == .noHierarchy)
        #expect(
            CgroupPlace.find(mounts: "garbage\n- cgroup2\n1 2 3 - cgroup2", groups: "0::/\n") == .noHierarchy)
        #expect(CgroupPlace.find(mounts: unified, groups: "0::/../other\n") == .outside)
    }

    @Test func `or the reason for its absence is known on this machine`() {
        switch CgroupTree.find(for: .oneUser) {
        case .usable(let tree): #expect(tree.path.hasPrefix("/"))
        case .unusable(let reason): #expect(!reason.isEmpty)
        }
    }
}

@Suite struct `A line of a process's stat` {
    @Test func `is read behind whatever name the process has`() {
        let fields = (3...52).map { $0 == 3 ? "S" : "\($0)" }.joined(separator: " ")
        let entry = ProcessTable.parse(stat: Array("77 (a) R 1 (b) \(fields)".utf8), 77)
        #expect(entry == ProcessTable.Entry(pid: 77, parent: 4, session: 6, start: 22, isZombie: false))
    }

    @Test(arguments: [
        "", "77 (a", "77 (a) S 1", "77 (a) S x 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20",
    ])
    func `that is none is passed over`(line: String) {
        #expect(ProcessTable.parse(stat: Array(line.utf8), 77) == nil)
    }
}
