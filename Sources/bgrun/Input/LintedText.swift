// What bgrun lint is given, text by text: of files, of directories of them, and of lists.
import BGRunJob

/// One text, read.
struct LintedText {
    enum Content {
        case descriptors([DescriptorFile.Read])
        case manifest(ApplicationManifest)
        case broken(InputFile.Fault)
    }

    /// What it is called where something is said of it.
    let label: String
    /// The name of its file, which a jobs directory goes by; nil of a line, and of standard input.
    let fileName: String?
    let content: Content

    /// The texts at a path; what can't be read is one of them.
    static func all(at path: String) -> [LintedText] {
        do throws(InputFile.Fault) {
            let (texts, areSeveral) = try SubmittedFiles.texts(at: path)
            let areLines = areSeveral && (path == "-" || path.hasSuffix(".jsonl"))
            let isFile = !areLines && NamedFile.descriptor(path) == nil
            return texts.map { LintedText($0.label, isFile: isFile, content(of: $0.text)) }
        } catch {
            return [LintedText(path, isFile: false, .broken(error))]
        }
    }

    private init(_ label: String, isFile: Bool, _ content: Content) {
        self.label = label
        fileName = isFile ? label.split(separator: "/").last.map(String.init) : nil
        self.content = content
    }

    private static func content(of text: InputFile) -> Content {
        do throws(InputFile.Fault) {
            if text.isManifest { return .manifest(try ManifestFile(text).manifest) }
            return .descriptors(try DescriptorFile.all(in: text))
        } catch {
            return .broken(error)
        }
    }

    /// The jobs that it describes.
    var jobs: [JobIdentifier] {
        guard case .descriptors(let all) = content else { return [] }
        return all.compactMap { read in
            if case .success(let file) = read.file { file.descriptor.identifier } else { read.instance }
        }
    }
}
