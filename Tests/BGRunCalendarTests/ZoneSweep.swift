// What a zone's clock shows around an instant, looked at every half minute: slow, and plainly right.
import BGRunCalendar
import BGRunTestSupport

/// The days around an instant, on a grid of half a minute, on which every transition and offset in question lies.
struct ZoneSweep {
    static let step: Int64 = 30

    let zone: Zone
    let instants: [Int64]
    /// What the clock shows at each of them.
    let shown: [CivilTime]
    /// The first instant at which the clock shows a reading or a later one, for all that lie well inside.
    let firsts: [CivilTime: Int64]

    init(zone: Zone, around center: WallTime, hours: Int64 = 30) {
        let center = center.microseconds / 1_000_000 / 3600 * 3600
        let instants = Array(
            stride(from: center - hours * 3600, to: center + hours * 3600, by: Int(Self.step)))
        let shown = instants.map { zone.civil(at: WallTime(seconds: $0)) }
        var firsts: [CivilTime: Int64] = [:]
        var reached = shown.first ?? CivilTime(seconds: 0)
        for (instant, reading) in zip(instants, shown) {
            while reached < reading {
                reached = reached.advanced(bySeconds: Self.step)
                firsts[reached] = instant
            }
        }
        self.zone = zone
        self.instants = instants
        self.shown = shown
        self.firsts = firsts
    }

    /// Instants of the first three quarters, so that whatever is due within hours of them is still inside.
    func samples(_ count: Int, using random: inout SeededGenerator) -> [WallTime] {
        (0..<count).map { _ in
            let index = Int.random(in: instants.count / 8..<instants.count * 3 / 4, using: &random)
            // On the grid or beside it.
            let beside: Int64 = [0, 0, -1, 1, 500_000, 29_999_999].randomElement(using: &random) ?? 0
            return WallTime(microseconds: instants[index] * 1_000_000 + beside)
        }
    }

    /// One clock change each of the kinds there are, or none.
    static let changes: [(zone: String, instant: String)] = [
        ("Europe/Berlin", "2026-03-29T01:00:00Z"), ("Europe/Berlin", "2026-10-25T01:00:00Z"),
        ("America/New_York", "2026-03-08T07:00:00Z"), ("America/New_York", "2026-11-01T06:00:00Z"),
        ("Australia/Lord_Howe", "2026-04-04T15:00:00Z"), ("Australia/Lord_Howe", "2026-10-03T15:30:00Z"),
        ("Africa/Casablanca", "2026-02-15T02:00:00Z"), ("Africa/Casablanca", "2026-03-22T02:00:00Z"),
        ("Pacific/Apia", "2011-12-30T10:00:00Z"), ("Asia/Kathmandu", "1985-12-31T18:30:00Z"),
        ("America/St_Johns", "2010-11-07T02:31:00Z"), ("America/St_Johns", "2026-03-08T05:30:00Z"),
        ("Africa/Monrovia", "1972-01-07T00:44:30Z"), ("Europe/Dublin", "2026-03-29T01:00:00Z"),
        ("America/Santiago", "2026-04-05T03:00:00Z"), ("America/Santiago", "2026-09-06T04:00:00Z"),
        ("Antarctica/Troll", "2026-03-29T01:00:00Z"), ("UTC", "2026-03-29T01:00:00Z"),
    ]

    static func all() throws -> [ZoneSweep] {
        try changes.map { ZoneSweep(zone: try SystemZones.zone($0.zone), around: WallTime($0.instant)) }
    }
}
