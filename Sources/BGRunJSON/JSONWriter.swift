// From values to bytes: members in their order, the same text every time.

extension JSONValue {
    /// Appends the value's text to the output. No line feed follows it.
    package func write(to output: inout [UInt8], layout: JSONLayout = .compact) {
        JSONWriter(layout: layout).write(self, level: 0, to: &output)
    }

    /// The value's text as bytes.
    package func bytes(layout: JSONLayout = .compact) -> [UInt8] {
        var output: [UInt8] = []
        write(to: &output, layout: layout)
        return output
    }

    /// The value's text as a string.
    package func text(layout: JSONLayout = .compact) -> String {
        String(decoding: bytes(layout: layout), as: UTF8.self)
    }
}

extension JSONObject {
    /// The object's compact text, in pieces around lists or strings that are written later: the first piece ends where the
    /// elements or characters of the first are to stand, and the last one begins where those of the last have stood.
    ///
    /// - Parameter lists: The keys that lead to each, in the order in which they stand in the object. One that is not
    ///   there, or is not empty, is our own contradiction and traps.
    package func pieces(around lists: [[String]]) -> [[UInt8]] {
        var pieces: [[UInt8]] = [[]]
        JSONWriter(layout: .compact).write(self, around: lists.map { $0[...] }, to: &pieces)
        precondition(pieces.count == lists.count + 1, "a list that is to be written later is not there")
        return pieces
    }
}

/// Appends values to a buffer in one layout.
struct JSONWriter {
    let layout: JSONLayout

    func write(_ value: JSONValue, level: Int, to output: inout [UInt8]) {
        switch value {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let bool): output.append(contentsOf: (bool ? "true" : "false").utf8)
        case .integer(let integer): output.append(contentsOf: String(integer).utf8)
        case .number(let number): write(number, to: &output)
        case .string(let string): write(string, to: &output)
        case .array(let elements): write(elements, level: level, to: &output)
        case .object(let object): write(object, level: level, to: &output)
        }
    }

    /// Swift prints the shortest digits that read back as the same number, in a form JSON shares.
    private func write(_ number: Double, to output: inout [UInt8]) {
        precondition(number.isFinite, "JSON has no word for a number that is not finite")
        output.append(contentsOf: number.description.utf8)
    }

    private func write(_ elements: [JSONValue], level: Int, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "["))
        for (place, element) in elements.enumerated() {
            separate(place, level: level + 1, in: &output)
            write(element, level: level + 1, to: &output)
        }
        if !elements.isEmpty { breakLine(level: level, in: &output) }
        output.append(UInt8(ascii: "]"))
    }

    private func write(_ object: JSONObject, level: Int, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "{"))
        for (place, member) in object.members.enumerated() {
            separate(place, level: level + 1, in: &output)
            write(member.key, to: &output)
            output.append(contentsOf: (layout == .pretty ? ": " : ":").utf8)
            write(member.value, level: level + 1, to: &output)
        }
        if !object.members.isEmpty { breakLine(level: level, in: &output) }
        output.append(UInt8(ascii: "}"))
    }

    /// Begins a new piece inside each of the lists.
    fileprivate func write(
        _ object: JSONObject, around lists: [ArraySlice<String>], to pieces: inout [[UInt8]]
    ) {
        pieces[pieces.count - 1].append(UInt8(ascii: "{"))
        for (place, member) in object.members.enumerated() {
            separate(place, level: 0, in: &pieces[pieces.count - 1])
            write(member.key, to: &pieces[pieces.count - 1])
            pieces[pieces.count - 1].append(UInt8(ascii: ":"))
            let inside = lists.filter { $0.first == member.key }.map { $0.dropFirst() }
            switch member.value {
            case .array([]) where inside == [[]]:
                pieces[pieces.count - 1].append(UInt8(ascii: "["))
                pieces.append([UInt8(ascii: "]")])
            case .string("") where inside == [[]]:
                pieces[pieces.count - 1].append(UInt8(ascii: "\""))
                pieces.append([UInt8(ascii: "\"")])
            case .object(let object) where !inside.isEmpty: write(object, around: inside, to: &pieces)
            case let value: write(value, level: 0, to: &pieces[pieces.count - 1])
            }
        }
        pieces[pieces.count - 1].append(UInt8(ascii: "}"))
    }

    private func separate(_ place: Int, level: Int, in output: inout [UInt8]) {
        if place > 0 { output.append(UInt8(ascii: ",")) }
        breakLine(level: level, in: &output)
    }

    private func breakLine(level: Int, in output: inout [UInt8]) {
        guard layout == .pretty else { return }
        output.append(UInt8(ascii: "\n"))
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
    }

    // MARK: Strings

    private func write(_ string: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        if string.utf8.contains(where: Self.mayNeedEscape) {
            for scalar in string.unicodeScalars { writeEscaped(scalar, to: &output) }
        } else {
            output.append(contentsOf: string.utf8)
        }
        output.append(UInt8(ascii: "\""))
    }

    /// The controls of Latin-1 begin with 0xC2, what turns the writing direction or ends a line with 0xE2; so does much else.
    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
            || byte == 0xC2
            || byte == 0xE2
    }

    /// JSON asks for the first 32 to be escaped. The others would be acted on by a terminal that is shown the text.
    private func writeEscaped(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        if scalar.isASCII, scalar.value != 0x7F {
            writeEscaped(UInt8(truncatingIfNeeded: scalar.value), to: &output)
        } else if scalar.isUnfitForOneLine {
            let digits = String(scalar.value, radix: 16)
            output.append(
                contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
        } else {
            output.append(contentsOf: String(scalar).utf8)
        }
    }

    private func writeEscaped(_ byte: UInt8, to output: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""): output.append(contentsOf: "\\\"".utf8)
        case UInt8(ascii: "\\"): output.append(contentsOf: "\\\\".utf8)
        case 0x08: output.append(contentsOf: "\\b".utf8)
        case 0x09: output.append(contentsOf: "\\t".utf8)
        case 0x0A: output.append(contentsOf: "\\n".utf8)
        case 0x0C: output.append(contentsOf: "\\f".utf8)
        case 0x0D: output.append(contentsOf: "\\r".utf8)
        case 0x00..<0x20:
            output.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
            output.append(contentsOf: String(byte, radix: 16).utf8)
        default: output.append(byte)
        }
    }
}

/// The two forms of JSON text: one for programs, one for people.
package enum JSONLayout: Sendable {
    /// One line, no spaces.
    case compact
    /// One member or element a line, indented by two spaces a level.
    case pretty
}
