// The answer of `doctor network`.
import BGRunJob

extension NetworkExplanation: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        self.init(
            network: try fields.required("network", .choice(Verdict.self)),
            why: try fields.required("why", .string),
            routes: try fields.required("routes", .list(of: .object(Route.self))))
    }

    package var fields: [Field] {
        [
            Field("network", .choice(Verdict.self), network),
            Field("why", .string, why),
            Field("routes", .list(of: .object(Route.self)), routes),
        ]
    }
}

extension NetworkExplanation.Route: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        self.init(
            family: try fields.required("family", .choice(NetworkExplanation.Family.self)),
            link: try fields.optional("link", .string),
            table: try fields.required("table", .integer),
            metric: try fields.required("metric", .integer),
            fault: try fields.optional("fault", .string))
    }

    package var fields: [Field] {
        [
            Field("family", .choice(NetworkExplanation.Family.self), family),
            Field("link", .string, orNull: link),
            Field("table", .integer, table),
            Field("metric", .integer, metric),
            Field("fault", .string, orNull: fault),
        ]
    }
}
