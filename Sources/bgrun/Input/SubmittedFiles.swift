// The descriptors that bgrun submit is given: files, directories of them, and lists with one on each line.
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire
import Glibc

/// A descriptor, one of a template's too, and what it is called where something is said of it.
struct SubmittedFile {
    let label: String
    /// Without which of a template's jobs it is.
    let path: String
    let file: DescriptorFile
}

/// What was given: one descriptor, or several that belong together, however many there are of them.
enum SubmittedFiles {
    case one(SubmittedFile)
    case several([SubmittedFile])

    /// Names in one directory that are looked at.
    private static let mostNames = 10_000

    /// Reads all of them; every mistake of each is told.
    ///
    /// - Parameter takeManifest: What is done with the manifest of an application; nil where none may be among them.
    init(_ paths: [String], takeManifest: ((ApplicationManifest) -> Void)? = nil) throws {
        var (texts, mistakes): ([(label: String, text: InputFile)], [String]) = ([], [])
        var areSeveral = paths.count > 1
        for path in paths {
            do throws(InputFile.Fault) {
                let found = try Self.texts(at: path)
                texts += found.texts
                areSeveral = areSeveral || found.areSeveral
            } catch {
                mistakes += error.lines.map { "\(path.visible): \($0)" }
            }
        }
        var files: [SubmittedFile] = []
        for (label, text) in texts {
            if text.isManifest, takeManifest == nil {
                mistakes.append(
                    "\(label.visible) is the manifest of an application, and no job; hand it over with bgrun permit"
                )
                continue
            }
            do throws(InputFile.Fault) {
                if text.isManifest {
                    takeManifest?(try ManifestFile(text).manifest)
                    continue
                }
                for read in try DescriptorFile.all(in: text) {
                    let path = label
                    let label = read.label(in: path)
                    // A template stands for several jobs, also where its list has one.
                    areSeveral = areSeveral || read.instance != nil
                    switch read.file {
                    case .success(let file): files.append(SubmittedFile(label: label, path: path, file: file))
                    case .failure(let fault): mistakes += fault.lines.map { "\(label.visible): \($0)" }
                    }
                }
            } catch {
                mistakes += error.lines.map { "\(label.visible): \($0)" }
            }
        }
        if !mistakes.isEmpty { throw Failure.usage(mistakes.joined(separator: "\n")) }
        guard files.count <= SubmitAllCall.most else {
            throw Failure.usage(
                "these are \(files.count) jobs, and one submission has \(SubmitAllCall.most) at most",
                advice: "submit them in parts")
        }
        self = if !areSeveral, let file = files.first { .one(file) } else { .several(files) }
    }

    /// The texts at a path, and whether they are more than one text by their kind, however many there are.
    static func texts(
        at path: String
    ) throws(InputFile.Fault) -> (texts: [(label: String, text: InputFile)], areSeveral: Bool) {
        if path == "-" || path.hasSuffix(".jsonl") {
            let text = try InputFile(path: path, limit: MessageReader.serverLimit)
            guard path == "-", !isList(text) else { return (try lines(of: text, path), true) }
            return ([(path, text)], false)
        }
        guard isDirectory(path) else { return ([(path, try InputFile(path: path))], false) }
        var texts: [(label: String, text: InputFile)] = []
        for name in try names(in: path) {
            let label = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
            // Nobody has named it: what may wait for a writer is not read.
            let kind = (try? File.status(of: label))?.kind
            if let kind, kind != .regular, kind != .directory {
                throw InputFile.Fault(
                    "\(name) is no regular file", advice: "move it out of the directory")
            }
            texts.append((label, try InputFile(path: label)))
        }
        return (texts, true)
    }

    // MARK: - Lists

    /// Whether it is a list with a descriptor on each line: the first line is a whole one, and not the last.
    private static func isList(_ text: InputFile) -> Bool {
        let lines = filledLines(of: text)
        guard lines.count > 1 else { return false }
        return (try? InputFile(bytes: Array(lines[0].text)).object()) != nil
    }

    private static func lines(
        of text: InputFile, _ path: String
    ) throws(InputFile.Fault) -> [(label: String, text: InputFile)] {
        guard text.bytes.count <= MessageReader.serverLimit else {
            throw InputFile.Fault("this is longer than 1 MiB", advice: "submit it in parts")
        }
        let lines = filledLines(of: text)
        if lines.isEmpty {
            throw InputFile.Fault("there is no descriptor", advice: "write one on each line")
        }
        return lines.map { ("\(path):\($0.number)", InputFile(bytes: Array($0.text))) }
    }

    private static func filledLines(of text: InputFile) -> [(number: Int, text: ArraySlice<UInt8>)] {
        text.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
            .map { (number: $0.offset + 1, text: $0.element) }
            .filter { line in !line.text.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }
    }

    // MARK: - Directories

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func names(in path: String) throws(InputFile.Fault) -> [String] {
        let names: [String]
        do throws(SystemError) {
            // Also where it is a link.
            names = try Directory(path: path + "/.").names(limit: mostNames)
        } catch {
            throw InputFile.Fault(
                "can't be read: \(SystemError.text(of: error.errno))", advice: "check its name")
        }
        let found = names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        if found.isEmpty {
            throw InputFile.Fault("no file in it ends in .json", advice: "check its name")
        }
        return found
    }
}
