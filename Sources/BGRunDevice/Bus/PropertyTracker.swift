// A property of the machine that a service on the bus tells, or where none does, the kernel.
import BGRunJob

/// What the kernel itself tells of a property, for who watches it.
protocol KernelProperty: AnyObject {
    /// Watches it from now on, and reads it.
    ///
    /// - Parameter absence: Why no service tells of it.
    func read(because absence: String) -> Observation
    func ignore()
}

/// Publishes a property: the word of the first service that has one, else the kernel's. A service that is there and
/// does not answer may know better than the kernel, so the property is unknown meanwhile.
package final class PropertyTracker: SubjectTracker {
    private let services: [PropertyFollower]
    private let kernel: any KernelProperty
    private let word: ([String: BusValue]) -> Observation?
    private var isObserved = false
    private var publication = Publication()

    /// - Parameters:
    ///   - kernel: Watched in the queue that has something to say when ``process()`` is to be called.
    ///   - word: What the properties of a service say; nil where it has nothing to say.
    init(
        _ services: [PropertyFollower], else kernel: any KernelProperty,
        word: @escaping ([String: BusValue]) -> Observation?
    ) {
        self.services = services
        self.kernel = kernel
        self.word = word
        for service in services { service.answered = { [weak self] in self?.judge() } }
    }

    package func observe() {
        isObserved = true
        publication.ask()
        for service in services { service.observe() }
        judge()
    }

    package func ignore() {
        isObserved = false
        for service in services { service.ignore() }
        kernel.ignore()
        publication.forget()
    }

    package func look() {
        publication.ask()
        judge()
    }

    package func process() { judge() }

    package func takeObservation() -> Observation? { publication.take() }

    private func judge() {
        guard isObserved else { return }
        var absence = ""
        for service in services {
            switch service.state {
            // What nobody takes meanwhile would wake us on and on.
            case .asking: return kernel.ignore()
            case .silent(let reason):
                kernel.ignore()
                return publication.publish(.unknown(reason))
            case .absent(let reason): if absence.isEmpty { absence = reason }
            case .known(let values):
                guard let observation = word(values) else { continue }
                kernel.ignore()
                return publication.publish(observation)
            }
        }
        publication.publish(kernel.read(because: absence))
    }
}
