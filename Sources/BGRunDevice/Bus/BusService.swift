// One service on the bus, known by its name: whether it is there, and who it is.

import BGRunLinux

/// A service as one tracker follows it.
///
/// Anyone may send a signal straight to us under any path and member; the bus lets it through whatever the match
/// rules say, and sd-bus delivers it. Only the sender's unique name can't be forged. So the service's owner is
/// followed, calls go to that owner, and a signal of anyone else is dropped.
///
/// All that was asked of one owner ends with it: answers that come later are dropped unread, with the descriptors in
/// them.
///
/// A service that leaves a question without an answer is silent. The question stays open, asked again more and more
/// rarely, and nothing else is asked; the first word of the service ends the silence.
final class BusService {
    /// What the tracker hears.
    enum News: Equatable, Sendable {
        /// The service is there, and new: nothing of what was asked before stands.
        case present
        /// It is not there, for this reason. It is heard of when it comes.
        case absent(String)
        /// It is there, or may be, and does not answer, for this reason: what it said before may be wrong by now. What
        /// it is listened to for still stands.
        case silent(String)
        /// It may have changed in silence: all that was read of it has to be read anew.
        case back
    }

    private static let busName = "org.freedesktop.DBus"
    private static let busPath = "/org/freedesktop/DBus"

    let bus: SystemBus
    let name: String
    /// The service in words, for reasons: "logind".
    let title: String
    private(set) var connection: BusConnection?
    private var ownerMatch: BusMatch?
    private(set) var owner: String?
    /// Who the owner is, asked of the bus.
    private var ownerQuestion: BusQuestion?
    /// What a silent service owes.
    private var overdueQuestion: BusQuestion?
    /// Counts the owners, so that an answer knows whom it was asked of.
    private(set) var epoch: UInt64 = 0
    private var isAsked = false
    /// Whom the news go to. It must not own this service strongly, nor be owned by it.
    var news: (News) -> Void = { _ in }

    init(_ bus: SystemBus, name: String, title: String) {
        self.bus = bus
        self.name = name
        self.title = title
    }

    var isPresent: Bool { owner != nil }
    /// What was heard last; nil before the first news.
    private var word: News?
    /// Why nothing can be asked of it now; nil where something can, or where that is not known yet.
    var absence: String? {
        switch word {
        case .absent(let reason)?, .silent(let reason)?: reason
        case .present?, .back?, nil: nil
        }
    }
    /// Whether it leaves a question without an answer, or the bus leaves that about its owner.
    var isSilent: Bool { if case .silent? = word { true } else { false } }

    /// Follows the service from now on; the first news come at once, or with the bus's answer. Asking again for one
    /// that is not there tries again.
    func ask() {
        if !isAsked {
            isAsked = true
            bus.join(self)
        } else if connection == nil {
            bus.tryAgain()
        }
    }

    /// Follows it no more. No news come of that.
    func leave() {
        guard isAsked else { return }
        isAsked = false
        word = nil
        forgetConnection()
        bus.leave(self)
    }

    // MARK: - Silence

    var silence: String { "\(title) does not answer" }

    func fallSilent(over call: BusCall) {
        guard !isSilent, let connection, let owner else { return }
        let question = BusQuestion(call, of: owner, on: connection, patience: bus.patience, tries: 1)
        question.answered = { [weak self] _ in self?.hear() }
        overdueQuestion = question
        tell(.silent(silence))
        // Where it can't be sent, the connection is about to end.
        try? question.ask()
    }

    /// It has been heard of, which ends a silence.
    func hear() {
        checkedAt = Clock.read(.monotonic)
        guard isSilent, isPresent else { return }
        overdueQuestion = nil
        tell(.back)
    }

    /// When it was last heard of, or asked; microseconds of the monotonic clock.
    private var checkedAt: Int64 = 0

    /// From when on its word is not to be believed without asking again; nil while there is none.
    var staleAt: Int64? {
        isPresent && !isSilent ? checkedAt &+ Int64(clamping: bus.patience.trust) : nil
    }

    /// Asks it for all that it has told: it may hang since, and a service that hangs tells nothing.
    func readAnew() {
        guard isPresent, !isSilent else { return }
        checkedAt = Clock.read(.monotonic)
        news(.back)
    }

    // MARK: - From the bus

    /// The bus has not answered so far. It is still waited for.
    func wait() {
        if word == nil { tell(.silent("the system bus does not answer")) }
    }

    func connected(_ connection: BusConnection) {
        self.connection = connection
        // A bus that did not answer has to show that it does; whether it has the service is a new question.
        if !isSilent { word = nil }
        let rule = BusRule(
            place: .path(Self.busPath), interface: Self.busName, member: "NameOwnerChanged",
            firstArgument: name)
        do throws(BusFault) {
            // First the match, then the question, so that no change falls in between.
            ownerMatch = try connection.match(rule.text(sender: Self.busName)) { [weak self] message in
                self?.hearOwner(message)
            }
            try askOwner(on: connection)
        } catch {
            forgetConnection()
            tell(.absent(error.description))
        }
    }

    private func askOwner(on connection: BusConnection) throws(BusFault) {
        let call = BusCall(
            path: Self.busPath, interface: Self.busName, member: "GetNameOwner", .text(name))
        let question = BusQuestion(call, of: Self.busName, on: connection, patience: bus.patience)
        question.late = { [weak self] in self?.wait() }
        question.answered = { [weak self] message in self?.takeOwner(message) }
        ownerQuestion = question
        try question.ask()
    }

    func lost(_ loss: BusLoss) {
        let wasSilent = isSilent && !loss.isAbsence
        forgetConnection()
        // One that hung is not known to have left before another try has shown it.
        tell(loss.isSilence || wasSilent ? .silent("the system bus does not answer") : .absent(loss.reason()))
    }

    private func tell(_ news: News) {
        word = news
        self.news(news)
    }

    private func forgetConnection() {
        connection = nil
        ownerMatch = nil
        ownerQuestion = nil
        change(to: nil)
    }

    /// What was asked of the owner before ends.
    private func change(to fresh: String?) {
        epoch &+= 1
        owner = fresh
        overdueQuestion = nil
    }

    private func hearOwner(_ message: borrowing BusMessage) {
        guard message.sender == Self.busName else { return }
        do throws(BusFault) {
            guard try message.text() == name else { return }
            _ = try message.text()
            // Newer than any answer about it.
            ownerQuestion = nil
            change(owner: try message.text())
        } catch {
            // The bus itself does not stammer; what can't be read changes nothing.
        }
    }

    private func takeOwner(_ message: borrowing BusMessage) {
        ownerQuestion = nil
        bus.answered()
        switch message.refusal {
        case nil: change(owner: (try? message.text()) ?? "")
        case .refused(name: "org.freedesktop.DBus.Error.NameHasNoOwner", _)?: change(owner: "")
        case let refusal?: tell(.absent("\(title): \(refusal)"))
        }
    }

    private func change(owner fresh: String) {
        if let owner, owner == fresh { return }
        let wasPresent = owner != nil
        change(to: fresh.isEmpty ? nil : fresh)
        if isPresent {
            checkedAt = Clock.read(.monotonic)
            return tell(.present)
        }
        tell(.absent(wasPresent ? "\(title) has left the system bus" : "\(title) is not on the system bus"))
    }
}
