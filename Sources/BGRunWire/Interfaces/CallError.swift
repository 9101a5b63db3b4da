// Any error a call can be answered with, as the client gets it.
import BGRunJSON

/// An error answer, read.
package enum CallError: Error, Hashable, Sendable {
    case scheduler(SchedulerError)
    case applications(ApplicationsError)
    case service(ServiceError)
    /// An error that this side does not know, or whose parameters it can't read; by its full name.
    case unknown(name: String)

    package init(name: String, parameters: JSONObject) {
        func short(_ interface: String) -> String? {
            name.hasPrefix(interface + ".") ? String(name.dropFirst(interface.count + 1)) : nil
        }
        do throws(FieldFault) {
            if let known = short(SchedulerInterface.name).flatMap(SchedulerError.Name.init) {
                self = .scheduler(try SchedulerError(known, parameters: parameters))
            } else if let known = short(ApplicationsInterface.name).flatMap(ApplicationsError.Name.init) {
                self = .applications(try ApplicationsError(known, parameters: parameters))
            } else if let known = short(ServiceInterface.name).flatMap(ServiceError.Name.init) {
                self = .service(try ServiceError(known, parameters: parameters))
            } else {
                self = .unknown(name: name)
            }
        } catch {
            self = .unknown(name: name)
        }
    }
}
