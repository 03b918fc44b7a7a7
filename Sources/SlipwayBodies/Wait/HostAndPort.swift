import Dispatch
import Glibc
import Synchronization

/// Where a TCP service listens: a host name or address, and a port.
struct HostAndPort {
    private let host: String
    private let port: String

    /// Reads `host:port`; IPv6 addresses stand in brackets.
    init(_ text: String) throws(WaitError) {
        func refuse(_ reason: String) -> WaitError {
            WaitError("tcp \(text)", "\(reason); write HOST:PORT or [IPV6]:PORT")
        }
        guard let colon = text.lastIndex(of: ":") else { throw refuse("it has no port") }
        var host = text[..<colon]
        let port = text[text.index(after: colon)...]
        if host.first == "[" && host.last == "]" {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw refuse("an IPv6 address stands in brackets")
        }
        guard !host.isEmpty, !host.utf8.contains(0) else { throw refuse("it has no host") }
        guard let number = UInt16(port), number > 0, port.utf8.first != UInt8(ascii: "+") else {
            throw refuse("'\(beginning(of: port.utf8))' is not a port from 1 to 65535")
        }
        self.host = String(host)
        self.port = String(number)
    }

    /// Why no one accepts a connection; `nil` if someone does.
    ///
    /// Every address of a name is tried; the first one's error is the reason.
    func connectionFailure() async throws(CancellationError) -> String? {
        let addresses: [SocketAddress]
        switch try await resolve() {
        case .success(let found): addresses = found
        case .failure(let failure): return failure.reason
        }
        var failure: String?
        for address in addresses {
            let error = try await address.connectionError()
            if error == 0 { return nil }
            failure = failure ?? systemErrorText(error)
        }
        return failure ?? "'\(host)' has no address"
    }

    /// The addresses of the host.
    ///
    /// Looking up a name blocks, so it happens on a thread that may; a cancelled task does not wait
    /// for it.
    private func resolve() async throws(CancellationError) -> Result<[SocketAddress], LookupFailure>
    {
        let numeric = lookUp(host, port: port, flags: AI_NUMERICHOST)
        if case .success = numeric { return numeric }
        let answer = Answer()
        let (host, port) = (host, port)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                answer.wait(with: continuation)
                DispatchQueue.global().async {
                    answer.give(lookUp(host, port: port, flags: AI_ADDRCONFIG))
                }
            }
        } onCancel: {
            answer.give(nil)
        }
        guard let result else { throw CancellationError() }
        return result
    }
}

/// A name that could not be resolved, now.
private struct LookupFailure: Error {
    let reason: String
}

private typealias Lookup = Result<[SocketAddress], LookupFailure>

/// The first of two answers: the lookup's, or the cancellation's, which is `nil`.
private final class Answer: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Lookup?, Never>)
        case given(Lookup?)
    }

    private let state = Mutex(State.open)

    func wait(with continuation: CheckedContinuation<Lookup?, Never>) {
        let early = state.withLock { state -> Lookup?? in
            if case .given(let answer) = state { return .some(answer) }
            state = .waiting(continuation)
            return nil
        }
        if let early { continuation.resume(returning: early) }
    }

    func give(_ answer: Lookup?) {
        let waiting = state.withLock { state -> CheckedContinuation<Lookup?, Never>? in
            switch state {
            case .given: return nil
            case .open:
                state = .given(answer)
                return nil
            case .waiting(let continuation):
                state = .given(answer)
                return continuation
            }
        }
        waiting?.resume(returning: answer)
    }
}

private func lookUp(_ host: String, port: String, flags: Int32) -> Lookup {
    var hints = addrinfo()
    hints.ai_flags = flags | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, port, &hints, &list)
    guard code == 0 else {
        let text = gai_strerror(code).map { String(cString: $0) } ?? "error \(code)"
        return .failure(LookupFailure(reason: "cannot resolve '\(host)': \(text)"))
    }
    defer { freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var next = list
    while let entry = next?.pointee {
        let bytes = UnsafeRawBufferPointer(start: entry.ai_addr, count: Int(entry.ai_addrlen))
        addresses.append(SocketAddress(bytes: Array(bytes), family: entry.ai_family))
        next = entry.ai_next
    }
    return .success(addresses)
}
