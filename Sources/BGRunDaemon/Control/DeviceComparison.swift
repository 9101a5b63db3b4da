// Whether one who follows the device is to be told of it again.
import BGRunCalendar
import BGRunScheduler
import BGRunWire

/// Looks through all conditions that somebody may see, piece by piece, for anything that they were not told.
///
/// A class, as it goes on in place.
final class DeviceComparison {
    private var conditions: ConditionList
    private var outline: DeviceOutline
    /// Of what they were told last.
    let digest: Int
    /// What the scheduler had come to before.
    let revision: UInt64

    init(_ device: DeviceReport, _ conditions: ConditionList, digest: Int, revision: UInt64) {
        outline = DeviceOutline(of: device)
        self.conditions = conditions
        self.digest = digest
        self.revision = revision
    }

    var bytes: Int { conditions.bytes }

    /// Looks at some more.
    ///
    /// - Returns: At the end, whether there is anything new.
    func advance(_ scheduler: Scheduler, at now: Now) -> Bool? {
        for _ in 0..<LongAnswer.stretch {
            switch scheduler.nextCondition(in: &conditions, at: now) {
            case .element(let condition): outline.add(ConditionReport(condition))
            case .nothing: break
            case .end: return outline.digest != digest
            }
        }
        return nil
    }
}
