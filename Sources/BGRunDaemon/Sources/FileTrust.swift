// Whose files may say what the daemon does.
import BGRunLinux

/// Which owners and modes of a file are good enough to be obeyed.
enum FileTrust {
    /// A user's daemon does what that user's files say; it could do nothing the user can't.
    case anyone
    /// Root's daemon obeys only what root alone can write.
    case rootOnly

    /// Why a file or directory may hold what somebody else wants; nil where it may not.
    func fault(of status: FileStatus) -> String? {
        switch self {
        case .anyone: return nil
        case .rootOnly: break
        }
        if status.user != 0 { return "it belongs to user \(status.user); root has to own it (chown root)" }
        if status.othersMayWrite { return "others may write it; take that right away (chmod go-w)" }
        return nil
    }
}
