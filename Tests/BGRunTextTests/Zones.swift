// Zones that the views of instants are shown in.
import BGRunCalendar
import BGRunTestSupport

enum Zones {
    static let berlin = zone("Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3")
    /// Half an hour is what its clocks change by.
    static let lordHowe = zone("Australia/Lord_Howe", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0")
    /// 21 August is left out, as it was once.
    static let kwajalein = zone("Pacific/Kwajalein", "<-12>12<+12>-12,J233/0,J240/0")
    /// The hour before midnight is left out.
    static let nuuk = zone("America/Nuuk", "<-02>2<-01>1,M3.5.0/-1,M10.5.0/0")
    static let kathmandu = zone("Asia/Kathmandu", "<+0545>-5:45")

    private static func zone(_ name: String, _ rule: String) -> Zone {
        guard let zone = try? Zone(name: name, tzif: zoneFile(rule: rule)) else {
            preconditionFailure("a test's zone is bad")
        }
        return zone
    }
}
