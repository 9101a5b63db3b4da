// Assert: a program's word that it is finishing something, for as long as the stream is open.
import BGRunCalendar
import BGRunJob

/// The caller is finishing something. Whoever closes the connection has ended it.
package struct AssertCall: ApplicationsCall, WireObject {
    package var method: ApplicationsMethod { .assert }
    /// What is being finished, for people.
    package var why: String
    /// How long it may take; nil: as long as the daemon usually lets one.
    package var limit: Duration?

    package init(why: String, limit: Duration? = nil) {
        self.why = why
        self.limit = limit
    }

    package static let wire = WireTable<AssertCall>(
        .key("why", .string, \.why), .key("limit", .optional(.span()), \.limit),
        make: { AssertCall(why: $0, limit: $1) })

    /// One message to the program. One of the two is there, but in the last: the assertion is over.
    package struct Reply: WireObject, Hashable {
        package var granted: Granted?
        package var expiring: Expiring?

        package init(granted: Granted? = nil, expiring: Expiring? = nil) {
            self.granted = granted
            self.expiring = expiring
        }

        package static let wire = WireTable<Reply>(
            .sparse("granted", .object, \.granted), .sparse("expiring", .object, \.expiring), make: Reply.init
        )
    }

    /// The assertion is held from now on.
    package struct Granted: WireObject, Hashable {
        package var assertion: AssertionID
        package var until: WallTime
        /// How long it is until then, by a clock that stands still while the machine sleeps.
        package var left: Duration

        package init(assertion: AssertionID, until: WallTime, left: Duration) {
            self.assertion = assertion
            self.until = until
            self.left = left
        }

        package static let wire = WireTable<Granted>(
            named: "Granted", about: "An assertion that is held from now on.",
            .key("assertion", .assertion, \.assertion),
            .key("until", .date, \.until, "when it ends by itself, unless the machine sleeps meanwhile"),
            .key("seconds", .seconds, \.left, "how long it is until then"), make: Granted.init)
    }

    /// The warning that what is being finished must be left now.
    package struct Expiring: WireObject, Hashable {
        /// `timeBudget` where its limit is near.
        package var reason: StopReason
        package var left: Duration

        package init(reason: StopReason, left: Duration) {
            self.reason = reason
            self.left = left
        }

        package static let wire = WireTable<Expiring>(
            named: "Expiring", about: "The warning that what is being finished must end.",
            .key(
                "reason", .stopReason, \.reason,
                "timeBudget where its limit is near, systemSleep, or shutdown: the machine's or the daemon's"),
            .key("seconds", .seconds, \.left, "how long is left"), make: Expiring.init)
    }
}
