// Some properties of one object of one service on the bus.

/// Reads the properties when the service comes and whenever one of its interface changes.
///
/// A signal only says that something has changed: what is so now is always read, so no order of signals and no signal
/// that makes no sense leaves an old value standing.
final class PropertyFollower {
    enum State: Equatable {
        /// The bus or the service has not answered yet.
        case asking
        /// There is nothing to know, for this reason.
        case absent(String)
        /// The bus or the service does not answer: what it would tell is unknown, whoever else knows.
        case silent(String)
        /// Those of the properties that the object has.
        case known([String: BusValue])
    }

    private let service: BusService
    private let title: String
    private let path: String
    private let interface: String
    private let names: [String]
    private var match: BusMatch?
    /// A question is under way; and it was too early for the last signal.
    private var isReading = false
    private var isStale = false

    private(set) var state = State.asking
    /// Called with each answer, changed or not.
    var answered: () -> Void = {}

    init(
        _ bus: SystemBus, name: String, title: String, path: String, interface: String, properties: [String]
    ) {
        service = BusService(bus, name: name, title: title)
        self.title = title
        self.path = path
        self.interface = interface
        names = properties
        service.news = { [weak self] news in self?.hear(news) }
    }

    /// The answer comes at once or with the bus.
    func observe() { service.ask() }

    func ignore() {
        service.leave()
        forget(.asking)
    }

    private func forget(_ state: State) {
        match = nil
        isReading = false
        isStale = false
        self.state = state
    }

    private func hear(_ news: BusService.News) {
        switch news {
        case .absent(let reason):
            forget(.absent(reason))
            answered()
        case .present:
            forget(.asking)
            let rule = PropertyChange.rule(.path(path), of: interface)
            match = service.listen(rule, read: { _ in }) { [weak self] _ in self?.read() }
            read()
        case .silent(let reason):
            isReading = false
            state = .silent(reason)
            answered()
        case .back: read()
        }
    }

    private func read() {
        isStale = isReading
        guard !isReading else { return }
        isReading = true
        service.properties(names, of: path, interface) { [weak self] answer in
            guard let self else { return }
            isReading = false
            switch answer {
            case .success(let values): state = .known(values)
            // Told as news.
            case .failure(.silent): return
            case .failure(let fault): state = .absent("\(title): \(fault)")
            }
            if isStale { read() } else { answered() }
        }
    }
}
