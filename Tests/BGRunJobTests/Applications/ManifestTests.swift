// Manifests of applications: what each key says, its canonical text, and what is said of a wrong one.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import GeneratedSamples
import Testing

@Suite struct `The manifest of an application` {
    @Test func `says all that its keys say`() throws {
        let photos = try manifest(Repository.everyKey(of: "manifest"))
        #expect(photos.application.text == "com.example.photos" && photos.title == "Photos")
        #expect(photos.command == ["/usr/bin/photos", "--background"])
        #expect(photos.environment.map(\.name) == ["LANG", "TOKEN"])
        #expect(photos.workingDirectory == "/srv/photos" && !photos.isEnabled && photos.noNewPrivileges)
        #expect(photos.spacing == .seconds(25 * 60))
        #expect(
            photos.tasks.map(\.pattern.description)
                == ["com.example.photos.export.*", "com.example.photos.index", "refresh"])
        let index = photos.tasks[1].rules
        #expect(index.title == "Index the pictures" && index.allowedHours?.windows == ["22:00-06:00"])
        #expect(index.latestBegin == .after(.seconds(2 * 86_400)) && index.priority == .low)
        #expect(index.keepAwake == KeepAwake(when: .onExternalPower) && index.beforeSleep == .stop)
        #expect(index.requirements == [.idle(.seconds(60))])
        #expect(index.preference == Preference([.network, .unmetered], for: .seconds(86_400)))
        #expect(index.timeBudget == .seconds(300) && index.gracePeriod == .seconds(20))
        #expect(index.onRequirementLost == .freeze && index.onExpiration == .continue)
        #expect(photos.tasks[2].rules == ApplicationManifest.TaskRules())
    }

    @Test func `only permits a task of which it says nothing, and lets its request be over with its run`()
        throws
    {
        let photos = try manifest(manifestText(tasks: #""a": {}"#))
        #expect(
            photos
                == ApplicationManifest(
                    application: try #require(JobIdentifier("com.example")), command: ["x"],
                    tasks: [.init(try #require(TaskPattern("a")))]))
        #expect(photos.tasks.first?.rules.onExpiration == .drop && photos.spacing == nil)
    }

    @Test func `leaves out what is its default when it is printed, and has its tasks by name`() throws {
        let photos = try manifest(
            """
            {"tasks": {"b": {"priority": "default", "gracePeriod": "10s", "onExpiration": "drop", "beforeSleep": "freeze",
             "keepAwake": "never", "onRequirementLost": "stop"}, "a": {"timeBudget": "300s"}}, "spacing": "0s",
             "environment": {}, "enabled": true, "noNewPrivileges": false, "command": ["x"], "application": "a"}
            """)
        #expect(
            photos.json.text()
                == #"{"application":"a","command":["x"],"spacing":"0s","tasks":{"a":{"timeBudget":"5m"},"b":{}}}"#
        )
    }

    @Test func `is the same manifest when read again`() throws {
        for (_, photos) in Generated.manifests(seed: 20_261_125).prefix(Repository.times(500)) {
            let text = photos.json.text()
            let again = try manifest(text)
            #expect(again == photos, "\(text)")
            #expect(again.json.text() == text && again.fingerprint == photos.fingerprint)
            #expect(try ApplicationManifest(value: photos.json) == photos)
        }
    }

    @Test func `hides the values of its environment from people`() throws {
        let photos = try manifest(Repository.everyKey(of: "manifest"))
        #expect(!photos.maskedJSON.text().contains("hunter2"))
        #expect(photos.maskedJSON.text().contains(#""TOKEN":"…""#))
        #expect(photos.json.text().contains("hunter2"), "the store needs them")
    }

    @Test func `has its requests read again from the store, whatever it asks for beside them`() throws {
        for (_, photos) in Generated.manifests(seed: 3).prefix(Repository.times(500)) {
            for task in photos.tasks {
                guard case .exact(let identifier) = task.pattern else { continue }
                let request = TaskRequest(
                    identifier: identifier, kind: .healthResearch, requiresExternalPower: true,
                    requiresNetwork: true, protection: .complete)
                let job = try photos.descriptor(for: request).get()
                #expect(try JobDescriptor(value: job.json) == job)
            }
        }
    }
}

// B-21
@Suite struct `A manifest that is wrong` {
    @Test(arguments: [
        ("[]", "found a list; write an object"),
        (
            "{}",
            """
            application: the key is missing; name the application, such as "application": "com.example.photos"
            command: the key is missing; write the program that is started, such as "command": ["/usr/bin/photos"]
            tasks: the key is missing; name its tasks, such as "tasks": {"com.example.photos.refresh": {}}
            """
        ),
        (
            #"{"application": "a", "command": ["x"], "tasks": {}}"#,
            """
            tasks: an application without a task may ask for nothing; write an object such as \
            {"com.example.photos.refresh": {}}
            """
        ),
        (
            #"{"application": "a", "command": ["x"], "tasks": ["b"]}"#,
            #"tasks: found a list; write an object such as {"com.example.photos.refresh": {}}"#
        ),
        (
            #"{"application": "a", "command": ["x"], "tasks": {"b": {}}, "timeBudget": "5m"}"#,
            #"timeBudget: this key stands inside "tasks.IDENTIFIER"; move it there"#
        ),
        (
            #"{"application": "a", "shell": "x", "command": ["x"], "tasks": {"b": {}}}"#,
            "shell: unknown key; remove it"
        ),
    ])
    func `is told where, why and what to write`(text: String, words: String) {
        #expect(refusal(ofManifest: text) == words)
    }

    @Test(arguments: [
        (
            #""b": true"#,
            #"tasks.b: found true; write an object such as {"timeBudget": "5m"}, or {}"#
        ),
        (
            #""b c": {}"#,
            """
            tasks["b c"]: an identifier is made of letters, digits, '.', '_' and '-'; write a task's identifier such \
            as "com.example.photos.refresh", or of continued ones "com.example.photos.*"
            """
        ),
        (
            #""b..*": {}"#,
            """
            tasks["b..*"]: an identifier can't contain '..'; write a task's identifier such as \
            "com.example.photos.refresh", or of continued ones "com.example.photos.*"
            """
        ),
        (
            #""*": {}"#,
            """
            tasks["*"]: an identifier starts with a letter or a digit; write a task's identifier such as \
            "com.example.photos.refresh", or of continued ones "com.example.photos.*"
            """
        ),
        (#""b": {"idle": "1m"}"#, #"tasks.b.idle: this key stands inside "requires"; move it there"#),
        (#""b": {"spacing": "1m"}"#, "tasks.b.spacing: unknown key; remove it"),
        (
            #""b": {"latestBegin": "2026-03-29T02:30:00Z"}"#,
            """
            tasks.b.latestBegin: a task has many requests, and a date fits only one of them; write a duration such as \
            "3d", which is counted from each
            """
        ),
        (
            #""b": {"prefers": {"lid": "open"}}"#,
            """
            tasks.b.prefers.for: nothing says how long to wait for it; write how long at most, such as "for": "3d", or \
            give the task a "latestBegin"
            """
        ),
        (#""b": {"gracePeriod": "2m"}"#, #"tasks.b.gracePeriod: 2m is too long; write at most "90s""#),
        (
            #""b": {"requires": {}}"#,
            #"tasks.b.requires: this asks for nothing; write an object such as {"externalPower": true}, or remove the key"#
        ),
        // Two tasks, one job.
        (
            #""b": {}, "com.example.b": {}"#,
            """
            tasks["com.example.b"]: the job "com.example.b" would be both this task's and that of "b"; rename one of \
            them
            """
        ),
        (
            #""b.*": {}, "com.example.b.c": {}"#,
            """
            tasks["com.example.b.c"]: the job "com.example.b.c" would be both this task's and that of "b.*"; rename \
            one of them
            """
        ),
        (
            #""com.example.b.*": {}, "b.c.*": {}"#,
            """
            tasks["com.example.b.*"]: the job "com.example.b.c" would be both this task's and that of "b.c.*"; rename \
            one of them
            """
        ),
        (
            #""com.*": {}"#,
            """
            tasks["com.*"]: the job "com.example.com" would be both this task's and that of another task of it; rename \
            one of them
            """
        ),
    ])
    func `is told of its tasks by their identifiers`(tasks: String, words: String) {
        #expect(refusal(ofManifest: manifestText(tasks: tasks)) == words)
    }

    @Test(arguments: [
        #""com.example.b.*": {}, "com.example.b.c": {}, "com.example.b.c.*": {}"#, #""b.*": {}, "b.c": {}"#,
        #""b": {}, "b.*": {}"#, #""com.example.com": {}, "com.example.*": {}"#, #""org.example.b": {}"#,
        #""com.example.com.example.b": {}, "com.example.b": {}"#,
    ])
    func `it is not where each task has a job of its own`(tasks: String) {
        #expect(refusal(ofManifest: manifestText(tasks: tasks)) == "accepted")
    }

    @Test func `gives a task no name that is too long, or none`() {
        let longest = String(repeating: "t", count: JobIdentifier.longest - "com.example.".utf8.count)
        #expect(refusal(ofManifest: manifestText(tasks: #""\#(longest)": {}"#)) == "accepted")
        let words = refusal(ofManifest: manifestText(tasks: #""\#(longest)t": {}"#))
        #expect(
            words.hasSuffix(
                #"with "com.example" before it, its job's name is none: an identifier has at most 255 bytes; shorten one of them"#
            ), "\(words)")
        #expect(refusal(ofManifest: manifestText(tasks: #""\#(longest.dropLast(2)).*": {}"#)) == "accepted")
        #expect(
            refusal(ofManifest: manifestText(tasks: #""\#(longest.dropLast()).*": {}"#)).contains("255 bytes")
        )
        let dotted = refusal(ofManifest: #"{"application": "a.", "command": ["x"], "tasks": {"b": {}}}"#)
        #expect(dotted.contains("an identifier can't contain '..'"), "\(dotted)")
    }

    @Test func `may have 64 tasks and no more`() {
        func tasks(_ count: Int) -> String {
            manifestText(tasks: (0..<count).map { #""t\#($0)": {}"# }.joined(separator: ", "))
        }
        #expect(refusal(ofManifest: tasks(64)) == "accepted")
        #expect(
            refusal(ofManifest: tasks(65))
                == #"tasks: there are 65 tasks, 64 at most; remove some, or name continued ones together, such as "com.example.photos.*""#
        )
    }

    @Test func `may have 64 KiB and no more, also in a message and by what a size becomes`() throws {
        let frame = manifestText(tasks: #""a": {"title": ""}"#).utf8.count
        func text(_ count: Int) -> String {
            manifestText(tasks: #""a": {"title": "\#(String(repeating: "x", count: count - frame))"}"#)
        }
        #expect(refusal(ofManifest: text(65_536)) == "accepted")
        #expect(refusal(ofManifest: text(65_537)).contains("longer than 65536 bytes"))
        let value: JSONValue = [
            "application": "a", "command": ["x", .string(String(repeating: "\u{1}", count: 20_000))],
            "tasks": ["b": [:]],
        ]
        let error = #expect(throws: DescriptorError.self) { _ = try ApplicationManifest(value: value) }
        #expect(error?.description.contains("bytes, 65536 at most; shorten it") == true)
    }

    @Test func `leaves a request room for conditions of its own`() {
        func text(_ count: Int) -> String {
            let paths = (0..<count).map { #"{"pathExists": "/\#($0)"}"# }
            let lists = stride(from: 0, to: count, by: 8).map {
                #"{"anyOf": [\#(paths[$0..<min($0 + 8, count)].joined(separator: ", "))]}"#
            }
            return manifestText(
                tasks: #""a": {"requires": {"anyOf": [\#(lists.joined(separator: ", "))]}}"#)
        }
        #expect(refusal(ofManifest: text(29)) == "accepted")
        #expect(
            refusal(ofManifest: text(30)).hasPrefix(
                "tasks.a.requires: this names 30 conditions, 29 at most, since a request may add some; "))
    }

    @Test func `asks for no longer run than the policy allows, where there is one`() {
        var policy = Policy()
        policy.maxTimeBudget = .seconds(60)
        let text = manifestText(tasks: #""a": {"timeBudget": "2m"}, "b": {}"#)
        #expect(refusal(ofManifest: text) == "accepted", "the store asks no policy")
        #expect(
            refusal(ofManifest: text, rules: DescriptorRules(policy: policy))
                == #"tasks.a.timeBudget: 2m is above the policy's limit; write at most "1m""#)
    }

    @Test func `is told of its first mistakes, not of thousands`() {
        let keys = (0..<5000).map { #""k\#($0)":0"# }.joined(separator: ",")
        for text in ["{\(keys)}", manifestText(tasks: #""a": {\#(keys)}"#)] {
            #expect(refusal(ofManifest: text).split(separator: "\n").count == 21)
        }
    }
}

@Suite struct `Two manifests of one owner` {
    private func clash(
        _ one: (String, String), _ other: (String, String)
    ) throws -> String? {
        let manifests = try [one, other].map { application, task in
            try manifest(#"{"application": "\#(application)", "command": ["x"], "tasks": {"\#(task)": {}}}"#)
        }
        let name = manifests[0].clash(with: manifests[1])
        #expect(manifests[1].clash(with: manifests[0]) == name, "whichever is asked")
        return name?.text
    }

    @Test func `clash in a job's name that both could give`() throws {
        #expect(try clash(("a.b", "c.d"), ("a.b.c", "d")) == "a.b.c.d")
        #expect(try clash(("a.b", "a.b.c.d"), ("a.b.c", "d")) == "a.b.c.d")
        #expect(try clash(("a.b", "c.*"), ("a.b.c", "d")) == "a.b.c.d")
        #expect(try clash(("a", "b.*"), ("a.b.c", "d.*")) == "a.b.c.d")
        #expect(try clash(("a", "b.c.*"), ("a.b", "c.d.*")) == "a.b.c.d")
        #expect(try clash(("a", "a.*"), ("a.b", "c")) == "a.b.c")
    }

    @Test func `name the first of several jobs, whichever of the two is asked`() throws {
        let one = try manifest(
            #"{"application": "a.b", "command": ["x"], "tasks": {"c.y": {}, "a.b.c.z": {}}}"#)
        let other = try manifest(#"{"application": "a.b.c", "command": ["x"], "tasks": {"y": {}, "z": {}}}"#)
        #expect(one.clash(with: other)?.text == "a.b.c.y")
        #expect(other.clash(with: one)?.text == "a.b.c.y")
    }

    @Test func `go well together where each gives names of its own`() throws {
        #expect(try clash(("a.b", "c.d"), ("a.b.c", "e")) == nil)
        #expect(try clash(("a.b", "c"), ("a.b.c", "d")) == nil, "the application's own name is no task's")
        #expect(try clash(("a.b", "c.*"), ("a.bc", "d")) == nil)
        #expect(try clash(("a.b", "c.*"), ("a.b.cd", "e")) == nil)
        #expect(try clash(("com.example.one", "t"), ("com.example.two", "t")) == nil)
        #expect(try clash(("a", "t"), ("a", "t")) == nil, "one takes the other's place")
    }
}
