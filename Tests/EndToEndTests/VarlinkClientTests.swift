// Another implementation of Varlink, the PyPI package of its authors, against the real daemon.
import BGRunTestSupport
import Foundation
import Testing

@Suite struct `The Varlink client of the Python package index` {
    /// Runs a script whose variable `client` is connected to a fresh daemon; what it prints is the result.
    private func play(_ script: String) throws -> String {
        let daemon = try DaemonFixture()
        try daemon.start()
        let opening = """
            import json, sys, varlink
            client = varlink.Client.new_with_address(sys.argv[1])
            scheduler = client.open("org.bgrun.Scheduler")

            """
        let file = try daemon.scratch.file("play.py", opening + script)
        // Made by `make deps`.
        let python = Repository.path(".venv/bin/python")
        try #require(FileManager.default.isExecutableFile(atPath: python), "run make deps: .venv is missing")
        let played = try Command.run([python, file, "unix:" + daemon.socket])
        #expect(played.status == 0, "\(played.errors)\n\(daemon.log)")
        #expect(try daemon.stop() == 0)
        return played.output
    }

    @Test func `reads what the service is, and the descriptions of all its interfaces`() throws {
        let output = try play(
            """
            info = client.get_interface("org.varlink.service")
            service = client.open("org.varlink.service")
            for name in service.GetInfo()["interfaces"]:
                members = client.get_interface(name).members
                print(name, "Submit" in members, "GetInfo" in members)
            """)
        #expect(
            output
                == "org.varlink.service False True\norg.bgrun.Scheduler True False\norg.bgrun.Applications False False\n"
        )
    }

    @Test func `submits a job, waits for it and reads what it has written`() throws {
        let output = try play(
            """
            job = {"identifier": "org.example.hello", "shell": "echo hello; exit 3", "earliestBeginDate": "+1s"}
            print(scheduler.Submit(job)["acceptance"])
            end = scheduler.Wait("org.example.hello")
            print(end["outcome"])
            print(scheduler.Logs("org.example.hello", None, end["run"])["text"], end="")
            print([entry["exitCode"] for entry in scheduler.History("org.example.hello")["entries"]])
            """)
        #expect(output == "new\nfailed\nhello\n[3]\n")
    }

    // B-2
    @Test func `is told why a job waits, and follows the status as a stream`() throws {
        let output = try play(
            """
            job = {"identifier": "org.example.later", "command": ["true"], "earliestBeginDate": "+1h"}
            scheduler.Submit(job)
            print([blocker["requirement"] for blocker in scheduler.Why("org.example.later")["blockers"]])
            other = varlink.Client.new_with_address(sys.argv[1]).open("org.bgrun.Scheduler")
            seen = []
            for status in scheduler.Status(_more=True):
                seen.append([job["identifier"] for job in status["jobs"]])
                if not seen[-1]:
                    break
                other.Cancel("org.example.later")
            print(seen[0], seen[-1])
            """)
        #expect(output == "['earliestBeginDate']\n['org.example.later'] []\n")
    }

    @Test func `looks ahead, pauses, switches off and on`() throws {
        let output = try play(
            """
            def job():
                job = scheduler.Status()["jobs"][0]
                return job["state"], job.get("pause") is not None, job.get("enabled")
            def fault(call):
                try:
                    call()
                    print("no error")
                except varlink.VarlinkError as error:
                    print(error.error(), json.dumps(error.parameters()))
            name = "org.example.sync"
            scheduler.Submit({"identifier": name, "command": ["true"], "earliestBeginDate": "+1h",
                "schedule": {"every": "6h"}})
            print(scheduler.Status()["jobs"][0]["descriptor"]["schedule"])
            print(len(scheduler.Next(name, None, 3)["next"]), len(scheduler.Next(name)["next"]))
            scheduler.Pause(name, None, "2h")
            print(job())
            scheduler.Unpause(name)
            scheduler.Pause()
            print(job())
            scheduler.Unpause()
            scheduler.Disable(name)
            print(job())
            scheduler.Enable(name)
            print(job())
            fault(lambda: scheduler.Pause(name, None, "0s"))
            fault(lambda: scheduler.Next(name, None, 0))
            fault(lambda: scheduler.Disable("org.example.nothing"))
            """)
        #expect(
            output == """
                [{'every': '6h', 'from': 'grid'}]
                3 10
                ('paused', True, None)
                ('paused', True, None)
                ('disabled', False, False)
                ('scheduled', False, None)
                org.varlink.service.InvalidParameter {"parameter": "duration"}
                org.varlink.service.InvalidParameter {"parameter": "count"}
                org.bgrun.Scheduler.UnknownJob {"identifier": "org.example.nothing"}

                """)
    }

    // B-37
    @Test func `is told what a job requires as it was written, and plays conditions for it`() throws {
        let output = try play(
            """
            name = "org.example.backup"
            requires = {"externalPower": True, "anyOf": [{"pathExists": "/nonexistent"}, {"batteryLevel": 90}]}
            scheduler.Submit({"identifier": name, "command": ["true"], "requires": requires,
                "prefers": {"idle": "10m", "for": "1d"}})
            why = scheduler.Why(name)
            while why["requirements"][1]["state"] == "unknown": why = scheduler.Why(name)
            print(why["job"]["descriptor"]["requires"] == requires, why["job"]["descriptor"]["prefers"])
            print([(state["text"], state["state"]) for state in why["requirements"][:3]])
            print(scheduler.SimulateConditions({"externalPower": "off", "batteryLevel": "15"}, "5m", name)["until"][-1])
            print(scheduler.Status()["device"]["simulations"][0]["conditions"])
            print([state["simulated"] for state in scheduler.Why(name)["requirements"]])
            print(scheduler.SimulateConditions(None, None, name, None, True))
            print(scheduler.Status()["device"]["simulations"])
            print(scheduler.HeldBack(name, None, 1)["identifier"], len(scheduler.Forecast(name)["forecasts"]))
            """)
        #expect(
            output == """
                True {'idle': '10m', 'for': '1d'}
                [('externalPower', 'holds'), ('pathExists /nonexistent', 'lacking'), ('batteryLevel 90', 'lacking')]
                Z
                {'externalPower': 'off', 'batteryLevel': '15'}
                [True, False, True, False]
                {}
                []
                org.example.backup 1

                """)
    }

    @Test func `gets errors with their parameters, and goes on`() throws {
        let output = try play(
            """
            def fault(call):
                try:
                    call()
                    print("no error")
                except varlink.VarlinkError as error:
                    print(error.error(), json.dumps(error.parameters()))
            fault(lambda: scheduler.Why("org.example.nothing"))
            fault(lambda: scheduler.Stop("a..b"))
            fault(lambda: scheduler.Submit({"identifier": "a", "command": []}))
            fault(lambda: scheduler.Events())
            print(scheduler.Status()["jobs"])
            """)
        let lines = output.split(separator: "\n")
        try #require(lines.count == 5)
        #expect(lines[0] == #"org.bgrun.Scheduler.UnknownJob {"identifier": "org.example.nothing"}"#)
        #expect(lines[1] == #"org.varlink.service.InvalidParameter {"parameter": "identifier"}"#)
        #expect(lines[2].hasPrefix(#"org.bgrun.Scheduler.InvalidDescriptor {"keyPath": "command""#))
        #expect(lines[3] == "org.varlink.service.ExpectedMore {}")
        #expect(lines[4] == "[]")
    }
}
