// Networks that people have met, from Fixtures/network-cases.jsonl.

import BGRunTestSupport
import Foundation
import Testing

@testable import BGRunDevice

/// One situation, with what it comes to.
struct NetworkCase: Decodable, Sendable, CustomTestStringConvertible {
    struct Expectation: Decodable, Sendable {
        /// `yes` or `no`.
        let network: String
        /// Why, and what somebody else met.
        let why: String
        /// Interfaces that lead to the internet, used or standing by.
        let interfaces: [String]?
        let notInterfaces: [String]?
        let vpn: Bool?
    }

    let id: String
    /// Commands for an empty network name space.
    let setup: [String]
    /// Tunnels whose program is there.
    let hold: [String]
    let expect: Expectation

    var testDescription: String { id }

    static let all: [NetworkCase] = {
        guard let file = Bundle.module.url(forResource: "Fixtures/network-cases", withExtension: "jsonl"),
            let text = try? String(contentsOf: file, encoding: .utf8),
            let cases = try? text.split(separator: "\n").map({
                try JSONDecoder().decode(NetworkCase.self, from: Data($0.utf8))
            })
        else { preconditionFailure("the fixtures are part of the tests, one JSON object a line") }
        return cases
    }()

    /// Sets the situation up in the name space of this thread; nil where the kernel has no links of a kind that it needs.
    ///
    /// - Returns: The programs of the tunnels, to be kept.
    func play() throws -> [TunnelProgram]? {
        var programs: [TunnelProgram] = []
        for command in setup {
            let words = command.split(separator: " ").map(String.init)
            switch words.first {
            case "sysctl":
                let setting = try #require(words.last).split(separator: "=").map(String.init)
                let path = "/proc/sys/" + setting[0].replacingOccurrences(of: ".", with: "/")
                try Data(setting[1].utf8).write(to: URL(filePath: path))
            default:
                guard let name = try make(words) else { return nil }
                if hold.contains(name) { programs.append(try TunnelProgram(name)) }
            }
        }
        return programs
    }

    /// Does one command of `ip`; the name of a tunnel that it makes, else "". Nil where it can't be made.
    private func make(_ words: [String]) throws -> String? {
        if words.starts(with: ["ip", "tuntap", "add"]) {
            try ip(line(words))
            return words[3]
        }
        guard words.starts(with: ["ip", "link", "add"]) else {
            try ip(line(words))
            return ""
        }
        do {
            try ip(line(words))
            return ""
        } catch {
            // A tunnel of another driver stands for one that this kernel does not have.
            guard hold.contains(words[3]), words.contains("wireguard") else { return nil }
            try ip("tuntap add \(words[3]) mode tun")
            return words[3]
        }
    }

    /// As `ip -batch` takes it, which has no options in a line.
    private func line(_ words: [String]) -> String {
        let isSixth = words.contains("-6")
        return words.dropFirst().filter { $0 != "-6" }
            .map { isSixth && $0 == "default" ? "::/0" : $0 }.joined(separator: " ")
    }
}
