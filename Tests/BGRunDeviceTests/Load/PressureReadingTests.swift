// Pressure is read as the kernel writes it, and nothing else is taken for it.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Testing

@testable import BGRunDevice

@Suite struct `The machine's pressure` {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func line(_ value: String) -> String {
        "some avg10=\(value) avg60=1.00 avg300=0.25 total=4145796442\nfull avg10=9.99 avg60=0.00 avg300=0.00 total=0\n"
    }

    @Test func `is the share of the last ten seconds in which somebody waited`() throws {
        try scratch.file("cpu", line("0.73"))
        try scratch.file("io", line("100.00"))
        #expect(PressureReading.read(root: scratch.path) == PressureReading(cpu: 73, io: 10_000))
    }

    @Test(arguments: [("0.00", 0), ("0.05", 5), ("7.30", 730), ("12.34", 1234), ("99.99", 9999)])
    func `counts in hundredths of a percent`(value: String, wanted: Int) {
        #expect(PressureReading.some(Array(line(value).utf8)) == wanted)
    }

    @Test(arguments: [
        "", "-1.00", "+1.00", "1", "1.", ".50", "1.5", "1.500", "1.2.3", "100.01", "999.99", "1000.00",
        "1,50", "a.bc",
        "1e1.00", "99999999999999999999.00", "0.\u{0}0", "٣.٣٣",
    ])
    func `is unknown in text that the kernel does not write`(value: String) {
        #expect(PressureReading.some(Array(line(value).utf8)) == nil)
    }

    @Test(
        arguments: [
            [], Array("some".utf8), Array("some avg10=".utf8), Array("some avg10=1.00".utf8),
            Array("full avg10=1.00 avg60=0.00".utf8), Array(" some avg10=1.00 ".utf8),
            Array("some avg60=1.00 ".utf8),
            [0xff, 0xfe], [UInt8](repeating: 0x20, count: 4096),
        ] as [[UInt8]])
    func `is unknown where the line is another`(text: [UInt8]) {
        #expect(PressureReading.some(text) == nil)
    }

    /// Each beginning of a good text: none traps, and none that ends in the number is believed.
    @Test func `is unknown in a text that was cut off`() {
        let text = Array("some avg10=12.34 avg60=1.00".utf8)
        for length in text.indices {
            #expect(PressureReading.some(Array(text[..<length])) == (length > 16 ? 1234 : nil))
        }
    }

    @Test func `is unknown where the kernel has none, in whole or in part`() throws {
        #expect(PressureReading.read(root: scratch.path) == .unknown)
        try scratch.file("io", line("3.00"))
        try scratch.directory("cpu")
        #expect(PressureReading.read(root: scratch.path) == PressureReading(cpu: nil, io: 300))
        try scratch.file("huge/io", line("3.00") + String(repeating: "x", count: 1 << 16))
        #expect(PressureReading.read(root: scratch.path("huge")) == .unknown)
    }

    /// The other side of the same coin: where the kernel writes such a file, it is understood.
    @Test func `is known exactly where this machine's kernel tells it`() {
        let tells = (try? File.contents(of: "/proc/pressure/cpu", limit: 4096)) != nil
        #expect((PressureReading.read().cpu != nil) == tells)
    }
}
