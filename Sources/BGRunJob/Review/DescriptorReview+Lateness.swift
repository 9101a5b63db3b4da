// What is doubtful about the rest: ends, catching up, delays, waking, budgets.
import BGRunCalendar

extension DescriptorReview {
    /// A job that has to find power within so long of its instant finds it by chance.
    private static let shortLateness: Duration = .seconds(3600)

    private var needsPower: Bool {
        descriptor.requirements.contains(.externalPower) || descriptor.requirements.contains(.charging)
    }

    /// What was written as "now" is no slip of the pen.
    private static let present: Duration = .seconds(60)

    /// `earliestBeginDate`. With a schedule a date in the past may be meant: a grid begins there.
    var beginWarnings: [DescriptorWarning] {
        guard descriptor.schedules.isEmpty, case .date(let date)? = descriptor.earliestBegin,
            date < now.advanced(by: .zero - Self.present)
        else { return [] }
        return [warning("earliestBeginDate", .beginPassed(zones.local.civil(at: date)))]
    }

    /// `missed` and `maxLateness`.
    var catchUpWarnings: [DescriptorWarning] {
        guard !descriptor.schedules.isEmpty else { return latenessWarnings }
        var warnings: [DescriptorWarning] = []
        switch descriptor.missed {
        case .once: break
        case .skip, .all:
            if !hasInstants {
                warnings.append(warning("missed", .noInstants))
            } else if descriptor.missed == .skip, needsPower, descriptor.wakeSystem == .never {
                warnings.append(warning("missed", .skippedAsleep))
            }
        }
        // After an event, a short wait for power may be just what is meant.
        if hasInstants, needsPower, let lateness = descriptor.maxLateness, lateness <= Self.shortLateness {
            warnings.append(warning("maxLateness", .powerInTime(lateness)))
        }
        return warnings + latenessWarnings
    }

    /// `randomDelay` and `fixedDelay`.
    var delayWarnings: [DescriptorWarning] {
        let delays = [("randomDelay", descriptor.randomDelay), ("fixedDelay", descriptor.fixedDelay)]
        return delays.compactMap { key, delay in delay.flatMap { longerThanInterval(key, $0) } }
            + delayBeyondHours
    }

    /// `until` and `maxRuns`.
    var endWarnings: [DescriptorWarning] {
        var warnings: [DescriptorWarning] = []
        if let until = descriptor.until {
            if until < now {
                warnings.append(warning("until", .untilPassed(zones.local.civil(at: until))))
            } else if let first = earliestInstant, isOver(at: first) {
                warnings.append(
                    warning(
                        "until",
                        .untilBeforeFirst(
                            until: zones.local.civil(at: until), first: zones.local.civil(at: first))))
            }
        }
        if descriptor.schedules.isEmpty, let runs = descriptor.maxRuns, runs > 1 {
            warnings.append(warning("maxRuns", .runsOnce))
        }
        return warnings
    }

    /// `latestBegin` as a date.
    var lateWarnings: [DescriptorWarning] {
        guard case .date(let latest)? = descriptor.latestBegin, latest <= begin else { return [] }
        return [warning("latestBegin", .overdueAtOnce)]
    }

    var wakeWarnings: [DescriptorWarning] {
        switch descriptor.wakeSystem {
        case .never: return []
        case .onExternalPower, .always:
            if !hasInstants { return [warning("wakeSystem", .noInstants)] }
            let isInVain =
                descriptor.wakeSystem == .always && needsPower
            return isInVain ? [warning("wakeSystem", .wokenInVain)] : []
        }
    }

    /// Only a budget that was chosen is doubted: the usual one is longer than many a sound interval, and says nothing of
    /// how long a run takes. ``EarlierRuns`` do.
    var budgetWarnings: [DescriptorWarning] {
        guard isBudgetChosen else { return watchdogWarnings }
        return (longerThanInterval("timeBudget", descriptor.timeBudget).map { [$0] } ?? []) + watchdogWarnings
    }

    /// A service has no budget, and a run may be given a longer one.
    private var watchdogWarnings: [DescriptorWarning] {
        let budget = max(descriptor.timeBudget, descriptor.maxTimeBudget ?? .zero)
        guard descriptor.kind != .service, let watchdog = descriptor.watchdog, budget <= watchdog else {
            return []
        }
        return [warning("watchdog", .neverSilentForSoLong(budget: budget))]
    }

    /// `accuracy` of a job that neither an instant nor a delay makes due.
    var accuracyWarnings: [DescriptorWarning] {
        let hasDelay = descriptor.schedules.contains {
            if case .event(_, let delay) = $0 { delay > .zero } else { false }
        }
        guard descriptor.accuracy != nil, !hasInstants, !hasDelay, descriptor.spacing == nil else {
            return []
        }
        return [warning("accuracy", .noInstants)]
    }

    private func longerThanInterval(_ key: String, _ span: Duration) -> DescriptorWarning? {
        guard let interval = shortestInterval, span > interval else { return nil }
        return warning(key, .longerThanInterval(span, interval: interval))
    }
}
