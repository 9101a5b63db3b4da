// File systems by their UUID: where udev says they are, and whether one of the mounts is theirs.
import BGRunLinux

/// udev's links, one for each file system on a connected disk, and what the kernel knows of those on several disks.
struct FileSystemLinks {
    let directory: String
    /// Where sysfs is.
    var sysfs = "/sys"

    /// Nil for a UUID that can't be one: what is no name in a directory would lead elsewhere.
    private func path(of uuid: String) -> String? {
        if uuid.isEmpty || uuid == "." || uuid == ".." || uuid.utf8.contains(where: { $0 == 0x2f || $0 == 0 })
        {
            return nil
        }
        return "\(directory)/\(uuid)"
    }

    func hasMount(of uuid: String, in table: MountTable) -> Bool {
        guard let path = path(of: uuid) else { return false }
        let disk = device(path)
        return table.mounts.contains { mount in
            if let disk, mount.device == disk { return true }
            // Those over several disks have numbers of their own, which stand for none of the disks. Elsewhere a source
            // is any text, also that of a user who wants to be taken for a disk.
            switch mount.kind {
            case "btrfs": return belongsToBtrfs(mount.source, uuid)
            case "bcachefs":
                return disk != nil
                    && mount.source.split(separator: ":").contains { device(String($0)) == disk }
            case _: return false
            }
        }
    }

    /// The kernel lists the disks of each btrfs that is mounted.
    private func belongsToBtrfs(_ source: String, _ uuid: String) -> Bool {
        guard let disk = try? File.resolve(source), let name = disk.split(separator: "/").last else {
            return false
        }
        return (try? File.status(of: "\(sysfs)/fs/btrfs/\(uuid)/devices/\(name)")) != nil
    }

    private func device(_ path: String) -> DeviceNumber? {
        guard let status = try? File.status(of: path), status.kind == .blockDevice else { return nil }
        return status.represents
    }
}
