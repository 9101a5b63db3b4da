// Whose the watched paths are: with what rights each is looked at, and its owner's share of the kernel's watches.
import BGRunJob
import BGRunLinux

/// The bounds of watched paths. Each watch holds about a kilobyte of the kernel's memory.
package struct PathLimits: Sendable {
    /// Directories of one request's tree.
    package var directories = 8192
    /// Entries of one request's tree that are looked at: the loop waits for as long as it takes.
    package var entries = 32_768
    /// Watches of all requests together.
    package var watches = 65_536
    /// Watches of one owner's requests, so that nobody takes all of them.
    package var watchesPerOwner = 16_384

    package init() {}
}

/// The owners of all that one queue of the kernel's watches.
struct PathOwners {
    /// How many watches may still be added, and the bound they come under first.
    struct Room {
        let left: Int
        let limit: Int
    }

    private struct Standing {
        /// Nil for one the machine does not know.
        let rights: UserRights?
        var paths = 0
        var watches = 0
    }

    let limits: PathLimits
    private var standings: [UserID: Standing] = [:]
    /// The paths so far.
    private var count = 0

    init(_ limits: PathLimits) { self.limits = limits }

    /// One more path of theirs, and its number: they are told of in the order in which they came.
    mutating func enter(_ owner: UserID) -> Int {
        standings[owner, default: Standing(rights: UserRights(owner: owner))].paths += 1
        count += 1
        return count
    }

    /// One path less, with its watches.
    mutating func leave(_ owner: UserID, giving watches: Int) {
        add(-watches, of: owner)
        standings[owner]?.paths -= 1
        if standings[owner]?.paths == 0 { standings[owner] = nil }
    }

    mutating func add(_ watches: Int, of owner: UserID) { standings[owner]?.watches += watches }

    func rights(of owner: UserID) -> UserRights? { standings[owner]?.rights }

    /// What a path may still have, of all and of its owner's share, once it has given some back.
    ///
    /// - Parameter all: How many there are, of everybody.
    func room(for owner: UserID, among all: Int, giving count: Int = 0) -> Room {
        let own = standings[owner]?.watches ?? 0
        let share = Room(left: limits.watchesPerOwner - own + count, limit: limits.watchesPerOwner)
        let rest = Room(left: limits.watches - all + count, limit: limits.watches)
        return rest.left < share.left ? rest : share
    }
}
