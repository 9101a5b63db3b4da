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
        forgetSpeech(inbox)
        inboxes[live.rights] = nil
    }

    /// What the runs of a user have said, for each run together.
    ///
    /// Which run a process belongs to may take long to find where that has thousands, or a large environment; so one is looked
    /// for in a turn, and what others have said waits for the next.
    func speech(of user: UserID) -> [LaunchEvent] {
        var said: [(run: RunID, words: RunWords)] = []
        var hasSought = false
        guard let inbox = inboxes[user] else { return [] }
        if let pause = inbox.pause {
            watchSpeech(inbox.socket, insteadOf: pause, by: inbox.token)
            inbox.resume()
        }
        defer {
            if let pause = inbox.pause { watchSpeech(pause, insteadOf: inbox.socket, by: inbox.token) }
        }
        inbox.read { bytes, sender in
            let words = RunWords(notification: bytes)
            if words.isEmpty || words == .alive && !isWaitedForSigns(of: user) { return true }
            var speaker = runLed(by: sender)
            if speaker == nil {
                speaker = run(of: sender)
                hasSought = true
            }
            guard let run = speaker else { return false }
            if let place = said.firstIndex(where: { $0.run == run }) {
                said[place].words.append(words)
            } else {
                said.append((run, words))
            }
            return !hasSought
        }
        return said.filter { $0.words != .alive || trees[.run($0.run)]?.passesLife() ?? false }
            .map { .said($0.run, $0.words) }
    }

    /// Whether any run with the rights of a user owes signs of life. Else nobody is looked for who gives them.
    private func isWaitedForSigns(of user: UserID) -> Bool {
        trees.values.contains { $0.lifePause != nil && $0.rights == user }
    }

    /// The run whose main process has sent a message, which may have ended since.
    private func runLed(by sender: UnixSocket.Peer) -> RunID? {
        guard sender.pid > 0 else { return nil }
        for live in trees.values where live.end == nil && live.main?.pid == sender.pid {
            if case .run(let run) = live.name { return run }
        }
        return nil
    }

    /// The run that a message of another process of it has come from; of one that has ended nobody knows. Its number may be
    /// another's by now, which another user's is not taken for.
    private func run(of sender: UnixSocket.Peer) -> RunID? {
        guard sender.pid > 0, let process = try? ProcessDescriptor(pid: sender.pid),
            let users = ProcessUsers(of: sender.pid),
            users.real == sender.user || users.effective == sender.user
        else { return nil }
        return run(containing: process)
    }
}
