// The errors of the scheduler: Apple's domain and codes, with what to do about them.
public import Foundation

extension BGTaskScheduler {
    /// Why a request was not accepted.
    ///
    /// It is caught by code (`catch BGTaskScheduler.Error.notPermitted`) and is an `NSError` where one is wanted (`error as
    /// NSError`) with ``BGTaskScheduler/errorDomain``. Its `userInfo` has a description, the reason and what to do
    /// (`localizedDescription`, `localizedFailureReason`, `localizedRecoverySuggestion`).
    ///
    /// Unlike on Apple's systems an `NSError` that a program has made itself with this domain is not found by `as?
    /// BGTaskScheduler.Error`: Foundation on Linux does not bridge back.
    public struct Error: _BridgedStoredNSError {
        /// The same error as Foundation keeps it.
        public let _nsError: NSError

        /// For Foundation.
        public init(_nsError error: NSError) { _nsError = error }

        /// ``BGTaskScheduler/errorDomain``.
        public static var _nsErrorDomain: String { BGTaskScheduler.errorDomain }
        /// ``BGTaskScheduler/errorDomain``.
        public static var errorDomain: String { BGTaskScheduler.errorDomain }

        /// The codes, with Apple's numbers.
        public enum Code: Int, Sendable, _ErrorCodeProtocol {
            /// The error that has the code.
            public typealias _ErrorType = BGTaskScheduler.Error

            /// Nothing can be scheduled: there is no daemon or it does not answer, it speaks another version of the
            /// protocol, its disk is full, or the application's manifest says `"enabled": false`. (Apple: the user has
            /// switched background refresh off, or the program runs in the simulator.)
            case unavailable = 1
            /// The application has as many pending requests of this kind as there may be: 1 refresh, 10 processing, 10
            /// continued, unless the policy says otherwise. One that replaces another counts once.
            case tooManyPendingTaskRequests = 2
            /// The program is no application or may be two, its manifest does not have the task, the policy does not let
            /// its user have jobs, or a continued request wants resources that bgrun does not hand out.
            case notPermitted = 3
            /// A continued request with the strategy `fail` can't begin at once.
            case immediateRunIneligible = 4
        }

        /// ``Code/unavailable``.
        public static var unavailable: Code { .unavailable }
        /// ``Code/tooManyPendingTaskRequests``.
        public static var tooManyPendingTaskRequests: Code { .tooManyPendingTaskRequests }
        /// ``Code/notPermitted``.
        public static var notPermitted: Code { .notPermitted }
        /// ``Code/immediateRunIneligible``.
        public static var immediateRunIneligible: Code { .immediateRunIneligible }

        /// Errors that are equal have one code. Foundation's own hash of an `NSError` ends the program on Linux.
        public func hash(into hasher: inout Hasher) { hasher.combine(errorCode) }

        init(_ complaint: Complaint) {
            let remedy =
                complaint.isUncertain
                ? "submit again: the request may have been accepted, and replaces itself" : complaint.remedy
            self.init(
                complaint.code,
                userInfo: [
                    NSLocalizedDescriptionKey: "The task request was not accepted: \(complaint.reason).",
                    NSLocalizedFailureReasonErrorKey: complaint.reason,
                    NSLocalizedRecoverySuggestionErrorKey: remedy,
                ])
        }
    }
}
