// An instant at which a job comes up, as `next` lists it.
import BGRunJob

extension UpcomingInstant: WireObject {
    package static let wire = WireTable<UpcomingInstant>(
        named: "Instant", about: "An instant at which a job comes up.",
        .key("at", .date, \.at),
        .key(
            "zone", .optional(.string), \.zone,
            "the one whose clock its schedule follows, null for the machine's own"),
        .key(
            "latest", .optional(.date), \.latest, "there where randomDelay or accuracy may put it off so far"),
        .key(
            "opens", .optional(.date), \.opens,
            "there where its allowed hours are closed at that instant: when they open"),
        make: UpcomingInstant.init)
}
