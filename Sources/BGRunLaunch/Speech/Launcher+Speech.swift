// What runs say of themselves: where they may, and which run it is that speaks.
import BGRunJob
import BGRunLinux
import Glibc

extension Launcher {
    /// The value of NOTIFY_SOCKET for a run with the rights of a user; nil where there can't be any, which is no reason not
    /// to run.
    func speechAddress(for user: UserID) -> String? {
        if let inbox = inboxes[user] { return inbox.path }
        guard let runtime = try? Directory(path: settings.runtimeDirectory),
            (try? RunPlace.passage(SpeechInbox.directory, in: runtime)) != nil
        else { return nil }
        let path = "\(settings.runtimeDirectory)/\(SpeechInbox.directory)/\(user)"
        let inbox = try? SpeechInbox(at: path, owner: settings.newOwner(of: user)) {
            number throws(SystemError) in try watchSpeech(number, of: user)
        }
        inboxes[user] = inbox
        return inbox?.path
    }

    /// Gives up the sockets that no run has any more.
    func closeSpeech(after live: LiveTree) {
        guard case .run = live.name, let inbox = inboxes[live.rights],
            !trees.values.contains(where: { other in
                if case .run = other.name { other.rights == live.rights } else { false }
            })
        else { return }
        forgetSpeech(inbox.token)
        inboxes[live.rights] = nil
    }

    /// What the runs of a user have said, for each run together.
    func speech(of user: UserID) -> [LaunchEvent] {
        var said: [(run: RunID, words: RunWords)] = []
        inboxes[user]?.read { bytes, sender in
            let words = RunWords(notification: bytes)
            guard !words.isEmpty, let run = run(of: sender) else { return }
            if let place = said.firstIndex(where: { $0.run == run }) {
                said[place].words.append(words)
            } else {
                said.append((run, words))
            }
        }
        return said.map { .said($0.run, $0.words) }
    }

    /// The run that a message has come from. Its sender may have ended, and then only a main process is still known; and its
    /// number may be another's by now, which another user's is not taken for.
    private func run(of sender: UnixSocket.Peer) -> RunID? {
        guard sender.pid > 0 else { return nil }
        for live in trees.values where live.end == nil && live.main?.pid == sender.pid {
            if case .run(let run) = live.name { return run }
        }
        guard let process = try? ProcessDescriptor(pid: sender.pid), let users = ProcessUsers(of: sender.pid),
            users.real == sender.user || users.effective == sender.user
        else { return nil }
        return run(containing: process)
    }
}
