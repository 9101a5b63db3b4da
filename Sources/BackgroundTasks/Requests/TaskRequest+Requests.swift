// Between the requests of the library and the one value that crosses the wire.
internal import BGRunCalendar
internal import BGRunJob
internal import Foundation

extension TaskRequest {
    /// What `request` asks for.
    ///
    /// Nil where its identifier is none, or it is of the abstract base class; then nothing can permit it.
    init?(_ request: BGTaskRequest) {
        // Only jobs have instances, behind an @.
        guard let identifier = JobIdentifier(request.identifier), identifier.instance == nil,
            let kind = request.kind
        else { return nil }
        self.init(identifier: identifier, kind: kind, earliestBegin: JobDescriptor.EarliestBegin(of: request))
        request.describe(in: &self)
    }

    /// A request of the class that its kind has in the library.
    var libraryRequest: BGTaskRequest {
        let request: BGTaskRequest =
            switch kind {
            case .refresh: BGAppRefreshTaskRequest(identifier: identifier.text)
            case .processing: BGProcessingTaskRequest(identifier: identifier.text)
            case .healthResearch: BGHealthResearchTaskRequest(identifier: identifier.text)
            case .continued:
                BGContinuedProcessingTaskRequest(
                    identifier: identifier.text, title: title ?? "", subtitle: subtitle ?? "")
            }
        switch earliestBegin {
        case .date(let date):
            request.earliestBeginDate = Date(
                timeIntervalSince1970: Double(date.microseconds) / 1_000_000)
        case .after(let span): request.earliestBeginInterval = span
        case nil: break
        }
        request.take(from: self)
        return request
    }
}

extension JobDescriptor.EarliestBegin {
    /// Years 0 to 9999, what text can name, in seconds since 1970.
    private static let nameable = -62_167_219_200.0...253_402_300_799.0

    /// Nil: at once, also where the date is no number.
    init?(of request: BGTaskRequest) {
        if let span = request.earliestBeginInterval {
            self = .after(min(max(span, .zero), Duration.longestText))
        } else if let date = request.earliestBeginDate, !date.timeIntervalSince1970.isNaN {
            let seconds = min(
                max(date.timeIntervalSince1970, Self.nameable.lowerBound), Self.nameable.upperBound)
            self = .date(WallTime(microseconds: Int64((seconds * 1_000_000).rounded())))
        } else {
            return nil
        }
    }
}
