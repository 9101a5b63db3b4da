// WaitAll: be told how the current occurrences of several jobs end.
import BGRunCalendar
import BGRunJob

/// Asks to be answered when the current occurrences of all these jobs have ended.
package struct WaitAllCall: SchedulerCall, WireObject {
    package var method: SchedulerMethod { .waitAll }
    package var identifiers: [JobIdentifier]
    package var owner: UserID?
    /// As with ``WaitCall/since``.
    package var since: WallTime?

    package var isAnsweredAtOnce: Bool { false }

    package init(_ identifiers: [JobIdentifier], owner: UserID? = nil, since: WallTime? = nil) {
        self.identifiers = identifiers
        self.owner = owner
        self.since = since
    }

    package static let wire = WireTable<WaitAllCall>(
        .key(
            "identifiers", .list(.identifier), \.identifiers, "1 to \(SubmitAllCall.most), none of them twice"
        ),
        .key("owner", .optional(.user), \.owner),
        .key("since", .optional(.date), \.since, "as with Wait"),
        make: { identifiers, owner, since throws(FieldFault) in
            guard (1...SubmitAllCall.most).contains(identifiers.count),
                Set(identifiers).count == identifiers.count
            else { throw FieldFault("identifiers") }
            return WaitAllCall(identifiers, owner: owner, since: since)
        })

    /// How the occurrence of one of them ended.
    package struct End: WireObject, Hashable {
        package var identifier: JobIdentifier
        package var end: WaitCall.Reply

        package init(identifier: JobIdentifier, end: WaitCall.Reply) {
            self.identifier = identifier
            self.end = end
        }

        package static let wire = WireTable<End>(
            named: "JobEnd", about: "How the occurrence of a job ended; see Wait.",
            .key("identifier", .identifier, \.identifier), .keys(WaitCall.Reply.wire, \.end),
            make: End.init)
    }

    package struct Reply: WireObject, Hashable {
        package var ends: [End]

        package init(ends: [End]) {
            self.ends = ends
        }

        package static let wire = WireTable<Reply>(
            .key("ends", .list(.object), \.ends, "in the order of the identifiers"), make: Reply.init)
    }
}

extension WaitAllCall.Reply {
    /// Nil where not all of the ends are known.
    package init?(_ call: WaitAllCall, _ ended: [JobIdentifier: WaitCall.Reply]) {
        ends = call.identifiers.compactMap { identifier in
            ended[identifier].map { WaitAllCall.End(identifier: identifier, end: $0) }
        }
        if ends.count < call.identifiers.count { return nil }
    }
}
