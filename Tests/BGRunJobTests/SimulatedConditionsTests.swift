// Simulated conditions as people write them, there and back.
import BGRunJob
import Testing

private func fault(_ text: String) -> String {
    do throws(SimulatedConditions.Fault) {
        return "read as \(try SimulatedConditions(text: text).text)"
    } catch {
        return "\(error.key): \(error.reason); \(error.advice)"
    }
}

@Suite struct `Conditions to be simulated` {
    // B-37
    @Test func `are read and printed in one spelling`() throws {
        let text = """
            externalPower=off,batteryLevel=15,network=off,idle=10m,locked=on,load=0.5,pathExists=off,lid=closed,\
            powerSaver=on,temperature=80
            """
        let conditions = try SimulatedConditions(text: text)
        #expect(conditions.text == text)
        #expect(conditions.value(of: .load) == .number(50))
        #expect(conditions.value(of: .lid) == .lid(.closed))
        #expect(conditions.value(of: .idle) == .span(.seconds(600)))
        #expect(conditions.value(of: .locked) == .verdict(.yes))
        #expect(conditions.value(of: .device) == nil)
    }

    @Test func `may be in any order, and say yes and no`() throws {
        let conditions = try SimulatedConditions(text: "idle=no,externalPower=yes")
        #expect(conditions.text == "externalPower=on,idle=off")
        #expect(conditions == (try SimulatedConditions(text: "externalPower=on,idle=off")))
    }

    @Test func `can be on, off and unknown for every kind`() throws {
        for kind in Requirement.Kind.allCases {
            for value in ["on", "off", "unknown"] {
                #expect(try SimulatedConditions(text: "\(kind)=\(value)").text == "\(kind)=\(value)")
            }
        }
    }

    @Test(arguments: [
        ("load=2", 200), ("load=0.05", 5), ("load=1.25", 125), ("load=1000", 100_000),
        ("batteryLevel=0", 0), ("batteryLevel=100", 100), ("temperature=-50", -50),
    ])
    func `compare numbers`(text: String, number: Int) throws {
        let conditions = try SimulatedConditions(text: text)
        #expect(conditions.assignments.map(\.value) == [.number(number)])
        #expect(conditions.text == text)
    }

    @Test func `that can't be say where, why and what may be written`() {
        #expect(
            [
                "", "externalPower", "externalpowr=off", "xyz=on", "batteryLevel=101", "lid=ajar",
                "idle=ten", "externalPower=off,externalPower=on", "externalPower=", "a\u{1B}=on",
            ].map(fault).joined(separator: "\n") == """
                : "" is no condition with a value; write one such as "externalPower=off"
                : "externalPower" is no condition with a value; write one such as "externalPower=off"
                externalpowr: there is no condition "externalpowr"; did you mean "externalPower"?
                xyz: there is no condition "xyz"; write one of \
                \(Requirement.Kind.allCases.map(\.rawValue).joined(separator: ", "))
                batteryLevel: batteryLevel can't be "101"; write a percentage from 0 to 100, on, off or unknown
                lid: lid can't be "ajar"; write open, closed, on, off or unknown
                idle: idle can't be "ten"; write a duration such as 10m, on, off or unknown
                externalPower: externalPower is given twice; write it once
                externalPower: externalPower can't be ""; write on, off or unknown
                a\u{1B}: there is no condition "a\\u{1b}"; write one of \
                \(Requirement.Kind.allCases.map(\.rawValue).joined(separator: ", "))
                """)
    }

    @Test(arguments: [
        "batteryLevel=-1", "batteryLevel=+5", "batteryLevel=05", "batteryLevel=1e1", "load=.5", "load=1.",
        "load=0.005", "load=1001", "load=-1", "load=99999", "load=1.2.3", "temperature=201",
        "temperature=99999999999999999999", "idle=-10m", "locked=open", "externalPower=15", "network=10m",
        "externalPower=ON", "externalPower=off,", ",", "=", "externalPower==off",
    ])
    func `of no sense are refused`(text: String) {
        #expect(throws: SimulatedConditions.Fault.self) { try SimulatedConditions(text: text) }
    }
}
