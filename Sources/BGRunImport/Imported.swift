// What a foreign schedule has become: descriptors, and what there is to say of it.
import BGRunJSON
import BGRunJob

/// Descriptors that were made of foreign schedules, and a remark for each thing that these say.
package struct Imported: Sendable {
    package private(set) var jobs: [JSONObject] = []
    /// All that was said, also what is not told in the end.
    private var said: [Remark] = []
    /// Where each job begins, by its name.
    private var places: [String: Place] = [:]
    /// The names that were given to jobs, refused ones among them.
    private var names: Set<String> = []
    /// How many jobs have asked for a name.
    private var askers: [String: Int] = [:]
    /// Bytes of the descriptors so far, and whether that was too many.
    private var (length, isFull) = (0, false)

    package init() {}

    /// What is told: of a refused job the refusal alone, and each thing once, since a variable of a table holds for
    /// many entries.
    package var remarks: [Remark] {
        let refused = Set(refusals.compactMap(\.job))
        let paths = Set(places.filter { !refused.contains($0.key) }.map(\.value.path))
        var told: Set<[String]> = []
        return said.filter { remark in
            let place = [remark.path, "\(remark.line ?? 0)", remark.subject, remark.reason]
            guard remark.verdict != .refused else { return told.insert(place + [remark.job ?? ""]).inserted }
            // What is about all jobs of a text is told where there is one.
            let isOfJob = remark.job.map { !refused.contains($0) } ?? paths.contains(remark.path)
            return isOfJob && told.insert(place).inserted
        }
    }

    /// What was refused as a whole.
    package var refusals: [Remark] { said.filter { $0.verdict == .refused } }

    /// How many jobs or entries that is: of one there may be several reasons.
    package var refusedCount: Int { Set(refusals.map { $0.job ?? "\($0.path):\($0.line ?? 0)" }).count }

    mutating func say(_ remark: Remark) { said.append(remark) }

    /// Adds what the machine tells of a job.
    package mutating func note(_ reason: String, of job: String, in path: String) {
        said.append(Remark(.note, Place(path: path, line: nil, subject: ""), reason, job: job))
    }

    /// Leaves out jobs that the machine has something against.
    ///
    /// - Parameter fault: What it is; nil where there is nothing.
    package mutating func refuse(where fault: (JSONObject) -> String?) {
        jobs.removeAll { job in
            guard let fault = fault(job), case .string(let name)? = job["identifier"] else { return false }
            let place = places[name] ?? Place(path: name, line: nil, subject: "")
            said.append(Remark(.refused, place, fault, job: name))
            return true
        }
    }

    /// A name that no other job of these has, as near to the wanted one as an identifier can be.
    mutating func name(_ wanted: String) -> String {
        let base = Self.identifier(wanted)
        var name = base
        while !names.insert(name).inserted {
            let count = askers[base, default: 1] + 1
            askers[base] = count
            name = "\(base)-\(count)"
        }
        return name
    }

    private static let longestName = 200

    /// What an identifier can't have becomes a dash.
    private static func identifier(_ wanted: String) -> String {
        var text = ""
        for scalar in wanted.unicodeScalars.prefix(longestName) {
            let isFine =
                scalar.isASCII
                && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || "._-@".unicodeScalars.contains(scalar))
            let mark = isFine ? Character(scalar) : "-"
            if text.isEmpty, !mark.isLetter, !mark.isNumber { continue }
            text.append(mark == "." && text.last == "." ? "-" : mark)
        }
        while let last = text.last, last == "-" || last == "." { text.removeLast() }
        return JobIdentifier(text) == nil
            ? JobIdentifier(text.replacing("@", with: "-"))?.text ?? "job" : text
    }

    /// File by file as each came first, and within it by lines; what is about all of it comes last.
    private static func byLine(_ remarks: [Remark]) -> [Remark] {
        var places: [String: Int] = [:]
        for remark in remarks where places[remark.path] == nil { places[remark.path] = places.count }
        let order = remarks.enumerated().sorted { left, right in
            let (one, other) = (left.element, right.element)
            return (places[one.path] ?? 0, one.line ?? .max, left.offset)
                < (places[other.path] ?? 0, other.line ?? .max, right.offset)
        }
        return order.map(\.element)
    }

    /// More than all schedules of a machine come to; in bytes, since each descriptor has all variables of its table.
    private static let longest = 4 << 20

    /// Whether a descriptor has room beside the others. Of those that have none the first is refused, and the others go
    /// with it.
    private mutating func hasRoom(for sketch: JobSketch) -> Bool {
        length += JSONValue.object(sketch.object).text(layout: .compact).utf8.count
        guard length > Self.longest else { return true }
        isFull = true
        say(
            Remark(
                .refused, sketch.place,
                "the descriptors are longer than \(Self.longest >> 20) MiB together: this one and all behind it are left out",
                advice: "import fewer at once", job: sketch.name))
        return false
    }

    /// Takes a job over, or that it can't be one.
    mutating func take(_ sketch: JobSketch) {
        guard !isFull, sketch.isRefused || hasRoom(for: sketch) else { return }
        said += Self.byLine(sketch.remarks)
        places[sketch.name] = sketch.place
        guard !sketch.isRefused else { return }
        do throws(DescriptorError) {
            guard case .object(let object) = try JobDescriptor(value: .object(sketch.object)).json else {
                return
            }
            jobs.append(object)
        } catch {
            say(
                Remark(
                    .refused, sketch.place, "no descriptor can be made of it: \(error.lines)",
                    job: sketch.name))
        }
    }
}
