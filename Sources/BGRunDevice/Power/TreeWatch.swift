// Changes in a plain tree that stands in for sysfs.

import BGRunLinux

/// Watches the supplies of a tree that is not the kernel's sysfs.
///
/// sysfs sends no inotify events for what drivers change, and nobody sends uevents for a plain tree, so each
/// kind of root has the kind of event that works there: writing `0` into `AC/online` of a plain tree is the
/// event that pulling the plug is on a laptop.
struct TreeWatch: ~Copyable {
    private let inotify: Inotify
    private let root: String

    init(root: String) throws(SystemError) {
        inotify = try Inotify()
        self.root = root
    }

    var number: Int32 { inotify.descriptor.rawValue }

    /// Watches the class directory, the directories above it, and each supply; before a scan, so that what
    /// changes after the scan is told. Watching again what is watched already changes nothing.
    func arm() {
        let entries: Inotify.Changes = [.created, .deleted, .moved]
        for directory in [root, "\(root)/class", "\(root)/class/power_supply"] {
            watch(directory, for: entries)
        }
        guard let directory = try? Directory(path: "\(root)/class/power_supply"),
            let names = try? directory.names(limit: PowerTree.entryLimit)
        else { return }
        // A value counts once its writer has closed the file: half a line is no value.
        for name in names.prefix(PowerTree.supplyLimit) {
            watch("\(root)/class/power_supply/\(name)", for: [.closedAfterWriting, .deleted, .moved])
        }
    }

    /// Takes every event that waits; whether there was one.
    func drain() -> Bool {
        guard let events = try? inotify.events() else { return true }
        return !events.isEmpty
    }

    /// What is not there, or went meanwhile, needs no watch: the directory above tells when it comes.
    private func watch(_ path: String, for changes: Inotify.Changes) {
        _ = try? inotify.watch(path, for: changes)
    }
}
