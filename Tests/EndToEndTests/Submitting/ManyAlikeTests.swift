// Templates, drop-ins and the policy's defaults, with a real daemon and the program bgrun.
import BGRunTestSupport
import Foundation
import Testing

@Suite struct `Many jobs alike` {
    private let daemon: DaemonFixture
    private let person: Person

    init() throws {
        daemon = try DaemonFixture()
        person = Person(daemon: daemon)
        try daemon.scratch.file("policy.json", #"{"defaults": {"gracePeriod": "20s"}}"#)
    }

    private let template = #"""
        {"identifier": "org.a.copy@", "instances": ["home", "photos"], "shell": "echo %i $BGRUN_INSTANCE %%",
         "earliestBeginDate": "+1d"}
        """#

    // B-105 B-106 B-107
    @Test func `come and go with a template's list, change by drop-ins, and say where they come from`() throws
    {
        try daemon.put("org.a.copy@.json", template)
        try daemon.put("org.a.copy@home.d/10.json", #"{"title": "Copy of %i", "timeBudget": "2h"}"#)
        try daemon.start()
        #expect(
            try daemon.status().jobs.map(\.identifier.text) == ["org.a.copy@home", "org.a.copy@photos"])
        let jobs = daemon.jobsDirectory
        #expect(
            try person.says("cat", "org.a.copy@home") == """
                # \(jobs)/org.a.copy@.json
                # \(jobs)/org.a.copy@home.d/10.json: title, timeBudget
                # defaults of the policy: gracePeriod
                {
                  "identifier": "org.a.copy@home",
                  "title": "Copy of home",
                  "shell": "echo home $BGRUN_INSTANCE %",
                  "earliestBeginDate": "+1d",
                  "timeBudget": "2h",
                  "gracePeriod": "20s"
                }

                """)
        #expect(try person.says("why", "org.a.copy@home").contains("org.a.copy@home.d/10.json"))
        #expect(try person.bgrun("run", "org.a.copy@photos").status == 0)
        #expect(try daemon.wait("org.a.copy@photos").outcome == .succeeded)
        #expect(try daemon.logs("org.a.copy@photos") == "photos photos %\n")

        // A directory of drop-ins that is new is watched, and what breaks is told with its place.
        try daemon.put("org.a.copy@.d/10.json", #"{"timeBudgt": "3h"}"#)
        let broken = try daemon.status(becomes: "broken") { status in
            status.jobs.allSatisfy { $0.state == .invalid }
        }
        #expect(broken.brokenFiles.map(\.path) == ["\(jobs)/org.a.copy@.d/10.json"])
        #expect(try person.says("cat", "org.a.copy@home").contains("# can't be used: "))
        try daemon.put("org.a.copy@.d/10.json", #"{"instances": ["home", "music"], "spacing": "1h"}"#)
        let status = try daemon.status(becomes: "mended") {
            $0.jobs.contains { $0.identifier.text.hasSuffix("music") }
        }
        #expect(status.jobs.map(\.identifier.text) == ["org.a.copy@home", "org.a.copy@music"])
        #expect(
            status.jobs[0].dropIns == ["\(jobs)/org.a.copy@.d/10.json", "\(jobs)/org.a.copy@home.d/10.json"])
        #expect(status.jobs[0].defaults == ["gracePeriod"])
        // And over a restart.
        #expect(try daemon.stop() == 0)
        try daemon.start()
        #expect(try daemon.job("org.a.copy@music")?.dropIns == ["\(jobs)/org.a.copy@.d/10.json"])
    }

    // B-105 B-97
    @Test func `are checked and submitted together`() throws {
        let file = try daemon.scratch.file("org.a.copy@.json", template)
        #expect(
            try person.says("lint", file)
                == "\(file): org.a.copy@home is fine\n\(file): org.a.copy@photos is fine\n")
        let wrong = try daemon.scratch.file(
            "wrong/org.a.copy@.json",
            template.replacing("+1d\"", with: "+1d\", \"after\": \"org.a.copy@home\""))
        try daemon.start()
        for command in ["lint", "submit"] {
            let said = try person.bgrun(command, wrong)
            #expect(said.status == 2)
            #expect(
                said.errors.contains(
                    "\(wrong), org.a.copy@home: after: the job would wait for itself; remove it"),
                "\(said.errors)")
        }
        #expect(try daemon.status().jobs.isEmpty)
        #expect(
            try person.says("submit", file)
                == "org.a.copy@home was accepted\norg.a.copy@photos was accepted\n")
        #expect(
            try person.says("cat", "org.a.copy@photos").hasPrefix(
                "# submitted\n# defaults of the policy: gracePeriod\n{"))
        #expect(try person.bgrun("cat", "org.a.copy").status == 5)
    }
}
