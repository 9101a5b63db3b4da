// What one requirement says of another: that it holds as well, or that the two never hold at the same time.

extension Requirement {
    /// Whether the two never hold at the same time, whatever happens to the machine.
    ///
    /// What is unknown holds nowhere, so only what is known counts. Where it can't be told the answer is no.
    package func excludes(_ other: Requirement) -> Bool {
        switch (self, other) {
        case (.not(let mine), .not(let theirs)): mine.isSecondState(of: theirs)
        case (.not(let mine), let theirs): theirs.implies(mine)
        case (let mine, .not(let theirs)): mine.implies(theirs)
        case (let mine, let theirs): mine.isSecondState(of: theirs)
        }
    }

    /// Whether the two are the states of what has no third.
    ///
    /// Not so `locked`: of root's users one may have locked their session and another not, and a user who is not logged
    /// in has done neither.
    private func isSecondState(of other: Requirement) -> Bool {
        switch (self, other) {
        case (.lid(let mine), .lid(let theirs)): mine != theirs
        case (.powerSaver(let mine), .powerSaver(let theirs)): mine != theirs
        case _: false
        }
    }

    /// Whether the other holds wherever this does. Neither is an opposite.
    private func implies(_ other: Requirement) -> Bool {
        if self == other { return true }
        switch self {
        case .charging: return other == .externalPower
        case .batteryLevel(let mine):
            if case .batteryLevel(let theirs) = other { return mine >= theirs }
        case .idle(let mine):
            if case .idle(let theirs) = other { return mine >= theirs }
        case .load(let mine):
            if case .load(let theirs) = other { return mine <= theirs }
        case .temperature(let mine):
            if case .temperature(let theirs) = other { return mine <= theirs }
        case .pressure(let resource, let mine):
            if case .pressure(resource, let theirs) = other { return mine <= theirs }
        case .freeSpace(let mine):
            if case .freeSpace(let theirs) = other {
                return mine.path == theirs.path && mine.bytes >= theirs.bytes
            }
            return Self.pathExists(mine.path).implies(other)
        case .pathExists(let mine):
            // A file is there only where the directories on its way are.
            if case .pathExists(let theirs) = other {
                return theirs == "/" || mine.utf8.starts(with: "\(theirs)/".utf8)
            }
        case .interface(let mine):
            if case .interface(let theirs) = other {
                return mine.allSatisfy { name in theirs.contains { TextPattern($0).covers(name) } }
            }
        case .transport(let mine):
            if case .transport(let theirs) = other { return Set(theirs).isSuperset(of: mine) }
        case .ssid(let mine):
            if case .ssid(let theirs) = other { return Set(theirs).isSuperset(of: mine) }
        case .device(let mine):
            if case .device(let theirs) = other { return mine.isCovered(by: theirs) }
        case .externalPower, .network, .unmetered, .vpn, .online, .reachable, .locked, .mounted, .lid,
            .powerSaver, .command, .not:
            break
        }
        return false
    }
}

extension DeviceMatch {
    /// Whether each device that has these properties has the other's too.
    fileprivate func isCovered(by other: DeviceMatch) -> Bool {
        other.properties.allSatisfy { wanted in
            properties.contains { $0.name == wanted.name && TextPattern(wanted.value).covers($0.value) }
        }
    }
}

extension TextPattern {
    /// Whether it matches all that another pattern does; where that takes more than a look, it says no.
    fileprivate func covers(_ pattern: String) -> Bool {
        // A star of the other's is met by a star only: no other part of a pattern has one in it.
        matches(pattern)
    }
}
