// Many short stretches as fewer: what took the most of each piece of the window.
import BGRunCalendar
import BGRunJob

extension JobTimeline {
    /// Its waits, a few more than `most` of them at most. Where there are more, those that begin in one piece of the window and
    /// follow each other count as the longest of them.
    func coarseWaits(to most: Int) -> [Stretch] {
        coarse(waits, from: from, to: to, most: most, span: { ($0.from, $0.to) }) { longest, from, to in
            Stretch(from: from, to: to, absence: longest.absence, lacks: longest.lacks)
        }
    }
}

extension MachineTimeline.Lane {
    /// The same of what was seen.
    func coarse(to most: Int) -> [MachineTimeline.Stretch] {
        guard let first = stretches.first, let last = stretches.last else { return [] }
        return BGRunReport.coarse(
            stretches, from: first.from, to: last.to, most: most, span: { ($0.from, $0.to) }
        ) { longest, from, to in MachineTimeline.Stretch(from: from, to: to, longest.verdict) }
    }
}

private func coarse<Stretch>(
    _ stretches: [Stretch], from: WallTime, to: WallTime, most: Int, span: (Stretch) -> (WallTime, WallTime),
    _ join: (Stretch, WallTime, WallTime) -> Stretch
) -> [Stretch] {
    let most = Int64(max(most, 1))
    guard stretches.count > most else { return stretches }
    let piece = max(from.duration(to: to).wholeMicroseconds / most, 1)
    var joined: [Stretch] = []
    var group: (longest: Stretch, length: Duration, from: WallTime, to: WallTime, piece: Int64)?
    func end() { if let group { joined.append(join(group.longest, group.from, group.to)) } }
    for stretch in stretches {
        let (begin, finish) = span(stretch)
        let length = begin.duration(to: finish)
        let place = from.duration(to: begin).wholeMicroseconds / piece
        if var known = group, known.piece == place {
            if length > known.length { (known.longest, known.length) = (stretch, length) }
            known.to = max(known.to, finish)
            group = known
        } else {
            end()
            group = (stretch, length, begin, finish, place)
        }
    }
    end()
    return joined
}
