// What applications and the daemon write to each other, the other reads as the same value.
import BGRunJSON
import BGRunJob
import Testing

@testable import BGRunWire

/// Through the bytes, as a peer gets it.
private func crossed(_ object: JSONObject) throws -> JSONObject {
    let bytes = JSONValue.object(object).bytes()
    guard case .object(let read) = try JSONValue(parsing: bytes, limits: .message) else { return [:] }
    return read
}

@Suite struct `What applications say` {
    @Test func `arrives as it was sent, of every method`() throws {
        for call in Samples.applicationsCalls {
            let request = try call.method.request(try crossed(call.parameters), .stream)
            #expect(request.map(parameters) == call.parameters, "\(call.method.rawValue)")
        }
        #expect(Set(Samples.applicationsCalls.map { $0.method }) == Set(ApplicationsMethod.allCases))
    }

    /// What was read, as it would be sent again.
    private func parameters(of request: ApplicationsRequest) -> JSONObject {
        switch request {
        case .attach(let call): call.parameters
        case .assert(let call): call.parameters
        case .query(.pendingTasks(let call)): call.parameters
        case .query(.list(let call)): call.parameters
        case .command(.serve(let call)): call.parameters
        case .command(.submitTask(let call)): call.parameters
        case .command(.cancelTask(let call)): call.parameters
        case .command(.cancelAllTasks(let call)): call.parameters
        case .command(.taskBegan(let call)): call.parameters
        case .command(.taskProgressed(let call)): call.parameters
        case .command(.taskEnded(let call)): call.parameters
        case .command(.permit(let call)): call.parameters
        case .command(.forbid(let call)): call.parameters
        }
    }

    @Test func `is answered by what arrives as it was sent`() throws {
        for (method, reply) in Samples.applicationsReplies {
            func check<R: WireObject>(_ reply: R) throws {
                let read = try R(reply: try crossed(reply.object))
                #expect(read.object == reply.object, "\(method.rawValue)")
            }
            try check(reply)
        }
        #expect(Set(Samples.applicationsReplies.map(\.0)) == Set(ApplicationsMethod.allCases))
        for request in Samples.taskRequests {
            #expect(try TaskRequest(reply: try crossed(request.object)) == request)
        }
    }

    @Test func `is refused by errors that arrive as they were sent`() throws {
        for error in Samples.applicationsErrors {
            guard case .error(let name, let parameters) = error.answer else { continue }
            #expect(CallError(name: name, parameters: try crossed(parameters)) == .applications(error))
        }
        #expect(Set(Samples.applicationsErrors.map(\.name)) == Set(ApplicationsError.Name.allCases))
        let name = "org.bgrun.Applications.NotPermitted"
        #expect(CallError(name: name, parameters: [:]) == .unknown(name: name))
    }

    @Test func `needs a stream to become a host or to hold an assertion, and nothing else does`() throws {
        for call in Samples.applicationsCalls {
            let once = try call.method.request(call.parameters, .once)
            #expect((once == nil) == [.attach, .assert].contains(call.method), "\(call.method.rawValue)")
        }
    }

    @Test func `every refusal of the scheduler to an application has an error`() {
        let refusals: [Refusal] = [
            .notPermitted("x"), .tooManyPending(.processing, limit: 10), .notImmediate(Samples.blockers),
            .notAHost("x"), .notYourHost, .withdrawn, .tooManyApplications(limit: 100),
            .unknownApplication("x"), .ownerNotAllowed, .storage("x"), .shuttingDown, .tooManyJobs(limit: 9),
            .tooMuchText(limit: 9),
            .unavailable("x"), .tooManyAssertions(limit: 32),
        ]
        #expect(
            refusals.map { ApplicationsError($0).name } == [
                .notPermitted, .tooManyPending, .notImmediate, .notAHost, .notYourHost, .withdrawn,
                .tooManyApplications, .unknownApplication, .ownerNotAllowed, .storageFailed, .shuttingDown,
                .unavailable, .unavailable, .unavailable, .tooManyAssertions,
            ])
    }
}

@Suite struct `Words of applications that break the contract` {
    private func fault(_ method: ApplicationsMethod, _ parameters: JSONObject) -> String? {
        do throws(FieldFault) {
            _ = try method.request(parameters, .stream)
            return nil
        } catch {
            return error.field
        }
    }

    @Test func `are named, the first one`() {
        #expect(fault(.attach, [:]) == "version")
        #expect(fault(.attach, ["version": 1, "application": "a b"]) == "application")
        #expect(fault(.attach, ["version": 1, "busy": [["run": 1]]]) == "busy.0.identifier")
        #expect(fault(.attach, ["version": 1]) == nil)
        for host in [JSONValue("started"), "started-", "started-01", "started--1", "guest-x", "visitor-1", 3]
        {
            #expect(fault(.serve, ["host": host, "identifiers": []]) == "host", "\(host.text())")
        }
        #expect(fault(.serve, ["host": "guest-1", "identifiers": ["a.*.b"]]) == "identifiers.0")
        #expect(fault(.submitTask, [:]) == "request")
        #expect(fault(.submitTask, ["request": ["identifier": "a"]]) == "request.kind")
        let request: JSONObject = ["identifier": "a", "kind": "refresh"]
        #expect(fault(.submitTask, ["request": .object(request)]) == nil)
        // Who means "requiresNetwork" is not run without one.
        #expect(
            fault(.submitTask, ["request": ["identifier": "a", "kind": "refresh", "requiresNetwrok": true]])
                == "request.requiresNetwrok")
        for (key, value) in [
            ("earliestBeginDate", JSONValue("soon")), ("earliestBeginDate", "+-1s"), ("protection", "weak"),
            ("strategy", "wait"), ("resources", ["water"]), ("requiresNetwork", "yes"), ("title", 3),
        ] {
            var bad = request
            bad[key] = value
            #expect(
                fault(.submitTask, ["request": .object(bad)])?.hasPrefix("request.\(key)") == true, "\(key)")
        }
        #expect(fault(.taskBegan, ["host": "guest-1", "run": "1"]) == "run")
        #expect(fault(.taskProgressed, ["host": "guest-1", "run": 1, "completedUnits": 1]) == "totalUnits")
        #expect(fault(.taskEnded, ["host": "guest-1", "run": 1, "success": 1]) == "success")
        #expect(fault(.permit, ["manifest": "text"]) == "manifest")
        #expect(fault(.assert, ["limit": "30s"]) == "why")
        for limit in [JSONValue("0s"), "-1s", "soon", 30, "99999999999999999999h"] {
            #expect(fault(.assert, ["why": "x", "limit": limit]) == "limit", "\(limit.text())")
        }
        #expect(fault(.assert, ["why": "x", "limit": .null]) == nil)
    }

    @Test func `are named in what a daemon says to a host too`() {
        func fault(_ reply: JSONObject) -> String? {
            do throws(FieldFault) {
                _ = try AttachCall.Reply(reply: reply)
                return nil
            } catch {
                return error.field
            }
        }
        #expect(fault(["news": "of a later daemon"]) == nil)
        #expect(
            fault(["attached": ["host": "guest-1", "application": "a", "permitted": ["*"]]])
                == "attached.permitted.0")
        #expect(fault(["launch": ["run": 1, "simulated": false]]) == "launch.request")
        #expect(fault(["expire": ["run": 1, "reason": "boredom", "seconds": 1]]) == "expire.reason")
        #expect(fault(["expire": ["run": 1, "reason": "timeBudget", "seconds": 1e300]]) == "expire.seconds")
    }

    @Test func `are named in what a daemon says to a program with an assertion too`() {
        func fault(_ reply: JSONObject) -> String? {
            do throws(FieldFault) {
                _ = try AssertCall.Reply(reply: reply)
                return nil
            } catch {
                return error.field
            }
        }
        #expect(fault([:]) == nil)
        #expect(fault(["granted": ["assertion": 1, "until": "soon", "seconds": 1]]) == "granted.until")
        #expect(fault(["expiring": ["reason": "boredom", "seconds": 1]]) == "expiring.reason")
        #expect(fault(["expiring": ["reason": "shutdown", "seconds": "4s"]]) == "expiring.seconds")
    }
}
