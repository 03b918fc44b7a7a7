internal import NIOCore
internal import Synchronization

/// The HTTP client that all bodies share, started by the first body that needs it.
///
/// Without ``shutdown()`` it stays until the process ends: shutting down takes threads, which an
/// ending daemon may not get.
final class SharedHTTPClient: Sendable {
    private enum State {
        case unused
        case open(Open)
        case shutDown
    }

    private struct Open {
        let loop: any EventLoop
        /// A configuration has few different kinds.
        var clients: [TimedHTTPClient.Kind: Unmanaged<TimedHTTPClient>] = [:]
    }

    let names: NameLookup
    private let state = Mutex(State.unused)

    /// - Parameter names: Looks hosts up.
    init(names: NameLookup = .shared) { self.names = names }

    /// The client of a kind; starts the thread if there is none yet.
    ///
    /// - Throws: ``HTTPStartError``; the next call tries again. `CancellationError` after
    ///   ``shutdown()``.
    func client(_ kind: TimedHTTPClient.Kind) throws -> TimedHTTPClient {
        try state.withLock { state in
            var open: Open
            switch state {
            case .open(let those): open = those
            case .shutDown: throw CancellationError()
            case .unused: open = Open(loop: try HTTPLoop.start())
            }
            if let client = open.clients[kind] { return client.takeUnretainedValue() }
            let client = TimedHTTPClient(kind, on: open.loop)
            open.clients[kind] = .passRetained(client)
            state = .open(open)
            return client
        }
    }

    /// Whether there is something to close.
    var isOpen: Bool {
        state.withLock { if case .open = $0 { true } else { false } }
    }

    /// Closes the connections, and ends the thread if there is one.
    func shutdown() async {
        let open = state.withLock { state -> Open? in
            defer { state = .shutDown }
            guard case .open(let open) = state else { return nil }
            return open
        }
        guard let open else { return }
        for client in open.clients.values { await client.takeRetainedValue().shutdown() }
        // It fails if the loop is already down, which is the goal.
        try? await open.loop.shutdownGracefully()
    }
}
