// From what was recorded of the machine to a story that can be played again.
import BGRunCalendar
import BGRunJob

extension Story {
    /// The past as it was recorded, with what is assumed where nothing was.
    ///
    /// - Parameter assumed: What is taken for the truth of a kind wherever nothing is recorded of it.
    package init(_ record: MachineTimeline, assuming assumed: [Requirement.Kind: Verdict] = [:]) {
        var moments: [Moment] = []
        for lane in record.lanes {
            let name = ConditionName(lane.text, owner: lane.owner)
            let kind = Requirement.Kind(rawValue: String(lane.text.prefix { $0 != " " }))
            for stretch in lane.stretches {
                // Nobody looked while the machine slept or was off, and what is seen afterwards is told then.
                if stretch.verdict == nil, record.isGap(stretch.from) { continue }
                let verdict = stretch.verdict ?? kind.flatMap { assumed[$0] } ?? .unknown
                moments.append(Moment(stretch.from, .condition(name, verdict)))
            }
        }
        for gap in record.gaps {
            switch gap.absence {
            case .asleep:
                moments.append(Moment(gap.from, .sleep))
                moments.append(Moment(gap.to, .wake))
            case .stopped:
                moments.append(Moment(gap.from, .shutdown))
                moments.append(Moment(gap.to, .start))
            case .unknown: break
            }
        }
        // Of the same instant: what ends a gap, then what is seen, then what begins one.
        let ordered = moments.enumerated().sorted { one, other in
            (one.element.at, one.element.rank, one.offset) < (
                other.element.at, other.element.rank, other.offset
            )
        }
        let seen = assumed.sorted { $0.key.rawValue < $1.key.rawValue }.map { kind, verdict in
            Moment(record.from, .condition(ConditionName(kind.rawValue), verdict))
        }
        self.init(from: record.from, to: record.to, seen + ordered.map(\.element))
    }
}

extension Story {
    /// A story that begins while the machine sleeps or is off begins when that is over: nobody submits anything then.
    package mutating func skipGap(of record: MachineTimeline) {
        guard
            let gap = record.gaps.first(where: { $0.absence != .unknown && $0.from <= begin && begin < $0.to }
            )
        else { return }
        begin = min(gap.to, end)
        moments.removeAll { $0.at <= gap.to && ($0.happening?.isOfGap ?? false) }
    }
}

extension Story.Happening {
    /// Whether it says how things are from then on, and not what happens.
    var isState: Bool {
        switch self {
        case .power, .network, .condition, .work, .launch: true
        case .sleep, .wake, .shutdown, .crash, .start, .login, .unlock, .changed, .submit: false
        }
    }

    fileprivate var isOfGap: Bool {
        switch self {
        case .sleep, .wake, .shutdown, .crash, .start: true
        case .power, .network, .condition, .login, .unlock, .changed, .work, .launch, .submit: false
        }
    }
}

extension Story.Moment {
    fileprivate var rank: Int {
        switch happening {
        case .wake, .start: 0
        case .sleep, .shutdown, .crash: 2
        case .power, .network, .condition, .login, .unlock, .changed, .work, .launch, .submit, nil: 1
        }
    }
}

extension MachineTimeline {
    fileprivate func isGap(_ instant: WallTime) -> Bool {
        gaps.contains { $0.absence != .unknown && $0.from <= instant && instant < $0.to }
    }
}
