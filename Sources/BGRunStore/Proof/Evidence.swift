// What lies in the state directory before SQLite has touched it, held to what was promised.

/// What was promised, and what is there of it.
struct Evidence {
    enum Verdict: Equatable {
        /// Nothing is missing, as far as is known without a look into the database.
        case sound
        /// The log ends before so many of its last commits, or is gone.
        case cutOff(commits: Int)
        /// In the middle of the log is damage, and behind it are commits that SQLite would drop.
        case damaged(commits: Int)
        /// There is no database any more, nor a log of it.
        case gone
    }

    let claim: Claim?
    let log: WriteAheadLog?
    let verdict: Verdict
    /// The claim speaks of exactly the last commit that is there, so that what it counts can be held against it.
    let isExact: Bool

    init(claim: Claim?, log: WriteAheadLog?, hasDatabase: Bool) {
        self.claim = claim
        self.log = log
        guard let claim else {
            (verdict, isExact) = (.sound, false)
            return
        }
        let isSameLog = log?.number == claim.log
        let valid = isSameLog ? log?.validFrames ?? 0 : 0
        isExact = claim.isFolded ? log == nil || isSameLog && valid <= claim.frames : valid == claim.frames
        if !hasDatabase, log?.frames.isEmpty != false {
            verdict = .gone
        } else if claim.isFolded || valid >= claim.frames || log.map({ $0.follows(claim.log) }) == true {
            verdict = .sound
        } else {
            let commits = max(1, claim.commits - (isSameLog ? log?.validCommits ?? 0 : 0))
            let isMoreThere = isSameLog && (log?.frames.count ?? 0) > valid + 1
            verdict = isMoreThere ? .damaged(commits: commits) : .cutOff(commits: commits)
        }
    }
}

extension WriteAheadLog {
    /// Whether it was begun after the log of that number. The upper half counts them up; the lower one is by chance.
    fileprivate func follows(_ other: UInt64) -> Bool {
        let distance = UInt32(truncatingIfNeeded: number >> 32) &- UInt32(truncatingIfNeeded: other >> 32)
        return validFrames > 0 && (1..<1 << 24).contains(distance)
    }
}
