// What the device room knows, in the words of the wire.
import BGRunDevice
import BGRunJob
import BGRunWire

extension PowerExplanation {
    init(_ judgement: PowerJudgement) {
        self.init(
            externalPower: judgement.reading.verdict, batteryLevel: judgement.reading.batteryLevel,
            why: judgement.reading.reason,
            supplies: judgement.supplies.map { standing in
                Supply(
                    name: standing.supply.name, type: standing.supply.kind?.text,
                    online: standing.supply.online.map { Int64($0) },
                    status: standing.supply.status?.rawValue,
                    capacity: standing.supply.capacity.map { Int64($0) }, role: standing.role.rawValue,
                    why: standing.explanation)
            })
    }
}

extension NetworkExplanation {
    init(_ judgement: NetworkJudgement) {
        self.init(
            network: judgement.reading.verdict, why: judgement.reading.reason,
            routes: judgement.routes.map { route in
                Route(
                    family: Family(route.family), link: route.link, table: Int64(route.table),
                    metric: Int64(route.metric), fault: route.fault)
            })
    }
}

extension NetworkExplanation.Family {
    fileprivate init(_ family: AddressFamily) {
        switch family {
        case .ipv4: self = .ipv4
        case .ipv6: self = .ipv6
        }
    }
}
