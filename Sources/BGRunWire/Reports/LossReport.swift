// What was lost of what was accepted, as `status` tells it.
import BGRunCalendar

/// Something that the daemon's storage has lost, or may have lost.
package struct LossReport: WireObject, Hashable {
    package var found: WallTime
    package var text: String

    package init(found: WallTime, text: String) {
        self.found = found
        self.text = text
    }

    package static let wire = WireTable<LossReport>(
        named: "Loss", about: "Something that the daemon's storage has lost, or may have lost.",
        .key("found", .date, \.found, "when that was seen"),
        .key("text", .string, \.text, "what was lost, what was kept, and what to do"),
        make: LossReport.init)
}
