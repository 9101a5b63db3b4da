// ReportProgress, ShowLife, ExtendRun and DeferRun: what the run of the calling process says of itself.
import BGRunJob

/// What is said for the run that the calling process belongs to.
package protocol RunSpeech: SchedulerCall {
    var words: RunWords { get }
}

/// How far it is.
package struct ReportProgressCall: RunSpeech, WireObject {
    package typealias Reply = NoFields

    package var method: SchedulerMethod { .reportProgress }
    package var percent: Int
    package var text: String?
    package var words: RunWords { RunWords(percent: percent, text: text) }

    package init(percent: Int, text: String?) {
        self.percent = percent
        self.text = text
    }

    package static let wire = WireTable<ReportProgressCall>(
        .key("percent", .integer(in: 0...100), \.percent, "from 0 to 100"),
        .key("text", .optional(.string), \.text, "what it is doing; 200 bytes of it are kept"),
        make: { ReportProgressCall(percent: $0, text: $1) })
}

/// It goes on.
package struct ShowLifeCall: RunSpeech, WireObject {
    package typealias Reply = NoFields

    package var method: SchedulerMethod { .showLife }
    package var words: RunWords { .alive }

    package init() {}

    package static let wire = WireTable<ShowLifeCall>(make: { ShowLifeCall() })
}

/// It needs more time.
package struct ExtendRunCall: RunSpeech, WireObject {
    package var method: SchedulerMethod { .extendRun }
    package var duration: Duration
    package var words: RunWords { RunWords(extension: .by(duration)) }

    package init(by duration: Duration) { self.duration = duration }

    package static let wire = WireTable<ExtendRunCall>(
        .key("duration", .span(), \.duration), make: { ExtendRunCall(by: $0) })

    package struct Reply: WireObject, Hashable {
        package var timeLeft: Duration

        package init(timeLeft: Duration) { self.timeLeft = timeLeft }

        package static let wire = WireTable<Reply>(
            .key("timeLeftSeconds", .seconds, \.timeLeft, "until it is told to end"), make: Reply.init)
    }
}

/// It does not finish its occurrence this time.
package struct DeferRunCall: RunSpeech, WireObject {
    package typealias Reply = NoFields

    package var method: SchedulerMethod { .deferRun }
    /// How long the occurrence is left alone; nil for the usual rest.
    package var duration: Duration?
    package var words: RunWords { RunWords(deferral: duration.map { .by($0) } ?? .usual) }

    package init(for duration: Duration?) { self.duration = duration }

    package static let wire = WireTable<DeferRunCall>(
        .key("duration", .optional(.span()), \.duration), make: { DeferRunCall(for: $0) })
}
