internal import Glibc
internal import Slipway
internal import SlipwayConfiguration
internal import SlipwaySystem
internal import Synchronization

/// A name that could not be resolved.
struct LookupFailure: Error, Hashable {
    let reason: String
    /// No name server was asked: there was no descriptor, thread, memory or slot for one more
    /// lookup.
    let isShortage: Bool

    init(_ host: NetworkHost, _ reason: String, isShortage: Bool = false) {
        self.isShortage = isShortage
        self.reason = "cannot resolve '\(host.name)': \(reason)"
    }
}

/// Looks up names.
///
/// The C library blocks for as long as a name server is silent. So each lookup has its own thread,
/// and no try waits for it longer than the try may take. A host has at most one lookup, which later
/// tries join.
final class NameLookup: Sendable {
    typealias Addresses = Result<[SocketAddress], LookupFailure>

    /// The instance that all bodies share.
    static let shared = NameLookup()

    /// The most lookups at a time, so that hanging ones cannot use up the threads.
    static let most = 64

    private let lookUp: @Sendable (NetworkHost) -> Addresses
    /// The tries that wait for each host that is being looked up, in their order.
    private let waiting = Mutex<[NetworkHost: [Waiter]]>([:])

    /// A try that waits for a lookup.
    private struct Waiter: Sendable {
        /// The sign by which the try is found when it gives up; `nil` if it never does.
        let owner: ObjectIdentifier?
        let answer: @Sendable (Addresses) -> Void
    }

    /// - Parameter lookUp: Finds the addresses of a host, without a port; it may block its thread.
    init(lookUp: @escaping @Sendable (NetworkHost) -> Addresses = { addresses(of: $0) }) {
        self.lookUp = lookUp
    }

    /// The addresses of a host, each with the port, not empty.
    ///
    /// The loop must run.
    ///
    /// - Throws: ``LookupFailure``; `CancellationError` at once when the task is cancelled.
    func addresses(of place: HostAndPort, in time: TryTime) async throws -> [SocketAddress] {
        // A numeric address needs no lookup and no thread.
        if case .success(let own) = NameLookup.addresses(of: place.host, flags: AI_NUMERICHOST) {
            return own.map { $0.withPort(place.port) }
        }
        var owner: ObjectIdentifier?
        let end = await firstAnswer(within: time.rest) {
            (answer: Promise<TryEnd<Addresses>>) in
            owner = ObjectIdentifier(answer)
            begin(place.host, for: owner) { answer.resolve(.answered($0)) }
        }
        // A lookup may hang for longer than any number of tries.
        if let owner { leave(place.host, owner) }
        switch end {
        case .answered(let result): return try result.get().map { $0.withPort(place.port) }
        case .timedOut: throw LookupFailure(place.host, "no answer within \(time.limit.timespan)")
        case .cancelled: throw CancellationError()
        }
    }

    private enum Beginning {
        case first, joined, tooMany
    }

    /// Joins the lookup of a host, or starts one on a thread of its own.
    ///
    /// - Parameters:
    ///   - host: The name of the host.
    ///   - owner: The sign for ``leave(_:_:)``; `nil` for none.
    ///   - answer: Called once, also when there is no thread or there are too many lookups.
    func begin(
        _ host: NetworkHost,
        for owner: ObjectIdentifier? = nil,
        answer: @escaping @Sendable (Addresses) -> Void
    ) {
        let waiter = Waiter(owner: owner, answer: answer)
        let beginning = waiting.withLock { waiting -> Beginning in
            if waiting[host] != nil {
                waiting[host]?.append(waiter)
                return .joined
            }
            guard waiting.count < Self.most else { return .tooMany }
            waiting[host] = [waiter]
            return .first
        }
        switch beginning {
        case .joined: return
        case .tooMany:
            let reason = "\(Self.most) lookups are under way already"
            answer(.failure(LookupFailure(host, reason, isShortage: true)))
        case .first:
            do throws(Thread.Refusal) {
                try Thread("slipway-names", blocking: .full) { [self] in end(host, lookUp(host)) }
            } catch {
                let isShortage = ErrorNumber(error.code).isShortage
                end(host, .failure(LookupFailure(host, "\(error)", isShortage: isShortage)))
            }
        }
    }

    /// Waits no longer for the lookup of a host, which goes on.
    private func leave(_ host: NetworkHost, _ owner: ObjectIdentifier) {
        waiting.withLock { $0[host]?.removeAll { $0.owner == owner } }
    }

    /// The number of tries that wait for a host; `nil` if it is not being looked up.
    func count(waitingFor host: NetworkHost) -> Int? { waiting.withLock { $0[host]?.count } }

    private func end(_ host: NetworkHost, _ addresses: Addresses) {
        // Frees the slot of this lookup before the callbacks run.
        let waiters = waiting.withLock { $0.removeValue(forKey: host) } ?? []
        for waiter in waiters { waiter.answer(addresses) }
    }
}
