// The description is the contract: every value that is sent has exactly the fields and types it promises.
import BGRunJSON
import BGRunJob
import Testing

@testable import BGRunWire

@Suite struct `The description of org.bgrun.Scheduler` {
    private let interface: InterfaceScanner

    init() throws {
        interface = try InterfaceScanner(SchedulerInterface.description)
    }

    @Test func `names the interface, all methods and all errors, and no others`() {
        #expect(interface.name == SchedulerInterface.name)
        #expect(Set(interface.methods.keys) == Set(SchedulerMethod.allCases.map(\.rawValue)))
        #expect(Set(interface.errors.keys) == Set(SchedulerError.Name.allCases.map(\.rawValue)))
    }

    @Test func `holds for the parameters of every method`() {
        for call in Samples.calls {
            let method = call.method.rawValue
            interface.check(.object(call.parameters), interface.methods[method]?.input, at: method)
        }
    }

    @Test func `holds for the replies of every method`() {
        for (method, reply) in Samples.replies {
            interface.check(reply.json, interface.methods[method.rawValue]?.output, at: method.rawValue)
        }
    }

    @Test func `holds for the parameters of every error`() {
        for error in Samples.schedulerErrors {
            guard case .error(_, let parameters) = error.answer else { continue }
            interface.check(
                .object(parameters), interface.errors[error.name.rawValue], at: error.name.rawValue)
        }
    }

    @Test func `tells every word of the closed lists`() {
        #expect(interface.types["State"] == .choice(JobState.allCases.map(\.rawValue)))
        #expect(interface.types["Outcome"] == .choice(Outcome.allCases.map(\.rawValue)))
        #expect(interface.types["Verdict"] == .choice(Verdict.allCases.map(\.rawValue)))
        #expect(interface.types["Requirement"] == .choice(Requirement.Kind.allCases.map(\.rawValue)))
        #expect(interface.types["SkipReason"] == .choice(SkipReason.allCases.map(\.rawValue)))
        #expect(interface.types["TriggerEvent"] == .choice(TriggerEvent.Name.allCases.map(\.rawValue)))
        #expect(interface.types["PowerCondition"] == .choice(PowerCondition.allCases.map(\.rawValue)))
        for blocker in Samples.blockers where Requirement.Kind(rawValue: blocker.name) == nil {
            #expect(SchedulerInterface.description.contains(blocker.name))
        }
    }

    // Clients keep types, methods and errors in one table by their names: the later one would hide the other.
    @Test func `has no name twice`() {
        let names = Array(interface.types.keys) + interface.methods.keys + interface.errors.keys
        #expect(names.count == Set(names).count)
    }

    @Test func `stays flat`() { interface.checkIsFlat() }
}

@Suite struct `The description of org.bgrun.Applications` {
    private let interface: InterfaceScanner

    init() throws {
        interface = try InterfaceScanner(ApplicationsInterface.description)
    }

    @Test func `names the interface, all methods and all errors, and no others`() {
        #expect(interface.name == ApplicationsInterface.name)
        #expect(Set(interface.methods.keys) == Set(ApplicationsMethod.allCases.map(\.rawValue)))
        #expect(Set(interface.errors.keys) == Set(ApplicationsError.Name.allCases.map(\.rawValue)))
    }

    @Test func `holds for the parameters and replies of every method`() {
        for call in Samples.applicationsCalls {
            let method = call.method.rawValue
            interface.check(.object(call.parameters), interface.methods[method]?.input, at: method)
        }
        for (method, reply) in Samples.applicationsReplies {
            interface.check(reply.json, interface.methods[method.rawValue]?.output, at: method.rawValue)
        }
    }

    @Test func `holds for the parameters of every error`() {
        for error in Samples.applicationsErrors {
            guard case .error(_, let parameters) = error.answer else { continue }
            interface.check(
                .object(parameters), interface.errors[error.name.rawValue], at: error.name.rawValue)
        }
    }

    @Test func `has no name twice, and stays flat`() {
        let names = Array(interface.types.keys) + interface.methods.keys + interface.errors.keys
        #expect(names.count == Set(names).count)
        interface.checkIsFlat()
    }
}

extension InterfaceScanner {
    // Nested empty structs and structs without a name trip the scanner of the PyPI client.
    fileprivate func checkIsFlat() {
        func isFlat(_ kind: InterfaceScanner.FieldKind) -> Bool {
            switch kind {
            case .named, .choice: true
            case .structure: false
            case .list(let inner), .map(let inner), .optional(let inner): isFlat(inner)
            }
        }
        var members = methods.values.flatMap { $0.input + $0.output }
        members += errors.values.flatMap { $0 }
        for case .structure(let fields) in types.values { members += fields }
        #expect(members.allSatisfy { isFlat($0.kind) })
    }

    fileprivate func check(_ json: JSONValue, _ fields: [InterfaceScanner.Member]?, at place: String) {
        guard let fields else {
            Issue.record("\(place) is not described")
            return
        }
        check(json, .structure(fields), at: place)
    }

    private func check(_ json: JSONValue, _ kind: InterfaceScanner.FieldKind, at place: String) {
        switch (kind, json) {
        case (.optional(let inner), _): if json != .null { check(json, inner, at: place) }
        case (.named("string"), .string), (.named("int"), .integer), (.named("bool"), .bool),
            (.named("float"), .number), (.named("float"), .integer), (.named("object"), .object):
            break
        case (.named(let name), _):
            guard let type = types[name] else {
                Issue.record("\(place): \(json.kindInWords) is no \(name)")
                return
            }
            check(json, type, at: place)
        case (.choice(let words), .string(let word)):
            #expect(words.contains(word), "\(place): \(word)")
        case (.list(let inner), .array(let values)):
            for value in values { check(value, inner, at: place + "[]") }
        case (.map(let inner), .object(let object)):
            for member in object.members { check(member.value, inner, at: "\(place)[\(member.key)]") }
        case (.structure(let fields), .object(let object)):
            for member in object.members where !fields.contains(where: { $0.name == member.key }) {
                Issue.record("\(place).\(member.key) is not described")
            }
            for field in fields {
                check(object[field.name] ?? .null, field.kind, at: "\(place).\(field.name)")
            }
        default:
            Issue.record("\(place): \(json.kindInWords) is not what is described")
        }
    }
}

@Suite struct `The description of org.varlink.service` {
    @Test func `has the methods and errors that are spoken`() throws {
        let interface = try InterfaceScanner(ServiceInterface.description)
        #expect(interface.name == ServiceInterface.name)
        #expect(Set(interface.methods.keys) == Set(ServiceInterface.Method.allCases.map(\.rawValue)))
        #expect(Set(interface.errors.keys) == Set(ServiceError.Name.allCases.map(\.rawValue)))
        #expect(
            interface.methods["GetInfo"]?.output.map(\.name)
                == ServiceIdentity.bgrun.object.members.map(\.key))
    }
}
