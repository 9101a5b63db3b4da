// The forms of the Swift 5 target at work, as far as they can be given a scheduler of a test's.
import Foundation
import SurfaceSwift5
import Testing

@testable import BackgroundTasks

@Suite struct `A program in Swift 5 mode` {
    @Test func `tells errors by code and domain, and the code by its own words`() throws {
        let program = Program("/nowhere/socket")
        do {
            try program.scheduler.submit(BGProcessingTaskRequest(nightly: "a"))
            Issue.record("it was accepted")
        } catch {
            #expect(code(of: error) == .unavailable)
            #expect(isDomain(error))
            #expect(code(of: error).map { "\($0)" } == "unavailable")
        }
        #expect(code(of: CocoaError(.fileNoSuchFile)) == nil)
    }

    @Test func `keeps errors in sets, and can't throw a code`() {
        let errors = [1, 3, 3, 4].compactMap { BGTaskScheduler.Error.Code(rawValue: $0) }
            .map { BGTaskScheduler.Error($0) }
        #expect(errors[1] == errors[2] && errors[0] != errors[1])
        #expect(Set(errors).count == 3)
        // A code that was thrown is caught by nobody who waits for an error of the scheduler's.
        let code: Any = BGTaskScheduler.Error.notPermitted
        #expect(!(code is any Error))
    }

    @Test func `makes requests by its own initialisers`() {
        let request = BGProcessingTaskRequest(nightly: "a")
        #expect(request.requiresExternalPower && request.requiresNetworkConnectivity)
        #expect(
            Service().research().protectionTypeOfRequiredData.rawValue == FileProtectionType.complete.rawValue
        )
    }
}
