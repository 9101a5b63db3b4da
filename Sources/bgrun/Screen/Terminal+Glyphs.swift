// Which characters the terminal's locale has.
import BGRunLinux
import BGRunText

extension Terminal {
    /// By the first of the variables that is set, as the C library goes by them. Where none is, UTF-8 is what nearly every
    /// terminal shows.
    static var glyphs: Glyphs {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
            .compactMap { Machine.environment($0) }.first { !$0.isEmpty }
        guard let locale else { return .unicode }
        let name = locale.lowercased()
        if name.contains("utf-8") || name.contains("utf8") { return .unicode }
        return name == "c" || name == "posix" || name.contains("ascii") ? .ascii : .unicode
    }
}
