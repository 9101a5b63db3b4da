// NetworkManager, followed over the system bus: captive portals, metered traffic and wireless networks.

import BGRunJob

/// Publishes what NetworkManager says of the connection, whole, and only what differs from the last.
///
/// A signal is only a reason to look anew, so that nothing rests on having understood each of them. One look is under
/// way at a time; what changes meanwhile is seen by the one that follows. Of an absent bus or service the reason is
/// published at once; of one that is there, nothing before the first look is done.
///
/// What wakes: a property of the manager, of an active connection or of a device changes, which happens when something
/// connects or disconnects. Access points (the strength of each changes with every scan) are not listened to, nor are
/// wireless devices, whose bit rate changes every few seconds: a connection's profile has one network, so a device that roams
/// stays in it. Only while a device is connected and between two access points is it listened to.
package final class ConnectionTracker: SubjectTracker {
    let service: BusService
    private var matches: [BusMatch] = []
    /// By device: those that were between two access points when they were looked at.
    private var roaming: [String: BusMatch] = [:]
    private var inquiry: ConnectionLook?
    /// Something has changed since the look began.
    private var isStale = false
    private var publication = Publication()

    package init(_ bus: SystemBus) {
        service = BusService(bus, name: "org.freedesktop.NetworkManager", title: "NetworkManager")
        service.news = { [weak self] news in self?.hear(news) }
    }

    /// Asking again, where the bus or the service is not there, tries again.
    package func observe() {
        publication.ask()
        service.ask()
    }

    /// Leaves the bus as well.
    package func ignore() {
        service.leave()
        forgetAll()
        publication.forget()
    }

    /// Looks, and tells what is new.
    package func readAnew() { service.readAnew() }

    package func look() {
        publication.ask()
        guard let reason = service.absence else { return lookAnew() }
        publication.publish(service.isSilent ? .unknown(reason) : .absent(reason))
    }

    /// All that is heard comes over the bus, which its owner has at work.
    package func process() {}

    package func takeObservation() -> Observation? { publication.take() }

    // MARK: - NetworkManager comes and goes

    private func hear(_ news: BusService.News) {
        switch news {
        case .present:
            forgetAll()
            listen()
            lookAnew()
        case .absent(let reason):
            forgetAll()
            publication.publish(.absent(reason))
        case .silent(let reason):
            inquiry = nil
            publication.publish(.unknown(reason))
        case .back: lookAnew()
        }
    }

    private func forgetAll() {
        matches = []
        roaming = [:]
        inquiry = nil
        isStale = false
    }

    // MARK: - Signals

    private func listen() {
        matches = [
            match(.path(ConnectionLook.managerPath), ConnectionLook.manager, ConnectionLook.managerNames),
            match(
                .below(ConnectionLook.connectionsPath), ConnectionLook.connection,
                ConnectionLook.connectionNames),
            match(.below(ConnectionLook.devicesPath), ConnectionLook.device, ConnectionLook.deviceNames),
            matchStart(),
        ].compactMap { $0 }
    }

    /// NetworkManager has its name on the bus a moment before it has anything to ask.
    private func matchStart() -> BusMatch? {
        let rule = BusRule(
            place: .path("/org/freedesktop"), interface: "org.freedesktop.DBus.ObjectManager",
            member: "InterfacesAdded", firstPath: ConnectionLook.managerPath)
        return service.listen(rule, read: { _ in }, then: { [weak self] _ in self?.lookAnew() })
    }

    /// Looks anew when one of these properties changes.
    private func match(_ place: BusRule.Place, _ interface: String, _ names: [String]) -> BusMatch? {
        let rule = PropertyChange.rule(place, of: interface)
        return service.listen(rule, read: PropertyChange.reader(of: names)) { [weak self] signal in
            // One that can't be read is a reason as well.
            if (try? signal.get())?.isThere ?? true { self?.lookAnew() }
        }
    }

    // MARK: - Looking

    private func lookAnew() {
        guard service.isPresent, !service.isSilent else { return }
        isStale = inquiry != nil
        guard inquiry == nil else { return }
        let fresh = ConnectionLook(service) { [weak self] findings in self?.take(findings) }
        inquiry = fresh
        fresh.begin()
    }

    private func take(_ findings: Result<ConnectionLook.Findings, BusFault>) {
        inquiry = nil
        switch findings {
        case .success(let findings):
            publication.publish(.connection(findings.reading))
            listen(toRoaming: findings.roaming)
        case .failure(.refused(name: "org.freedesktop.DBus.Error.UnknownMethod", _)):
            publication.publish(.unknown("NetworkManager is still starting"))
        case .failure(let fault):
            publication.publish(.unknown("NetworkManager does not tell of the connection: \(fault)"))
        }
        if isStale { lookAnew() }
    }

    private func listen(toRoaming devices: Set<String>) {
        roaming = roaming.filter { devices.contains($0.key) }
        for device in devices.sorted() where roaming[device] == nil {
            roaming[device] = match(
                .path(device), ConnectionLook.wireless, [ConnectionLook.activeAccessPoint])
            // It may have arrived before anyone listened.
            if roaming[device] != nil { isStale = true }
        }
    }
}
