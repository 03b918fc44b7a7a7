internal import Glibc
internal import Slipway
internal import SlipwayConfiguration
internal import SlipwaySystem
internal import Synchronization

/// A name that could not be resolved, now.
struct LookupFailure: Error {
    let reason: String
}

/// Looks up names.
///
/// The C library blocks while it does, for as long as a name server is silent: each lookup has a
/// thread of its own, which no one waits for.
enum NameLookup {
    /// How many may be under way: what hangs must not take up thread after thread.
    static let most = 8

    private static let underWay = Atomic<Int>(0)

    /// The addresses of a host, not empty.
    ///
    /// - Throws: ``LookupFailure``; `CancellationError` at once when the task is cancelled.
    static func addresses(
        of place: HostAndPort,
        within limit: Duration
    ) async throws -> [SocketAddress] {
        // An address is its own, and takes no thread.
        if case .success(let address) = lookUp(place, flags: AI_NUMERICHOST) { return address }
        let end = await firstAnswer(within: limit) { answer in
            begin(place) { answer.give(.answered($0)) }
        }
        switch end {
        case .answered(let result): return try result.get()
        case .timedOut: throw failure(place, "no answer within \(limit.timespan)")
        case .cancelled: throw CancellationError()
        case .notTimed(let error): throw failure(place, "\(error)")
        }
    }

    typealias Addresses = Result<[SocketAddress], LookupFailure>

    /// Starts a lookup on a thread of its own, or says why there is none.
    static func begin(
        _ place: HostAndPort,
        answer: @escaping @Sendable (Addresses) -> Void
    ) {
        let (_, count) = underWay.add(1, ordering: .relaxed)
        guard count <= most else {
            underWay.subtract(1, ordering: .relaxed)
            return answer(.failure(failure(place, "\(most) lookups are under way already")))
        }
        do throws(ErrorNumber) {
            try PlainThread.run {
                answer(lookUp(place, flags: AI_ADDRCONFIG))
                underWay.subtract(1, ordering: .relaxed)
            }
        } catch {
            underWay.subtract(1, ordering: .relaxed)
            answer(.failure(failure(place, "\(error)")))
        }
    }

    private static func failure(_ place: HostAndPort, _ reason: String) -> LookupFailure {
        LookupFailure(reason: "cannot resolve '\(place.host.name)': \(reason)")
    }

    private static func reason(of code: Int32) -> String {
        if code == EAI_SYSTEM { return "\(ErrorNumber.current)" }
        if let shortage = FreeDescriptors.shortage { return "\(shortage)" }
        return gai_strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }

    private static func lookUp(_ place: HostAndPort, flags: Int32) -> Addresses {
        var hints = addrinfo()
        hints.ai_flags = flags | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(place.host.name, "\(place.port)", &hints, &list)
        guard code == 0 else {
            return .failure(failure(place, reason(of: code)))
        }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = list
        while let entry = next?.pointee {
            addresses.append(SocketAddress(entry.ai_addr, length: entry.ai_addrlen))
            next = entry.ai_next
        }
        return .success(addresses)
    }
}
