internal import NIOCore
internal import Synchronization

/// Who holds one of the places that a server has for connections.
///
/// Whoever connects and never says a word holds a place that others need: when there is none left,
/// the oldest such connection makes room.
final class ConnectionPlaces: Sendable {
    private struct Silent {
        let channel: any Channel
        let since: NIODeadline
    }

    private struct State {
        var count = 0
        /// Those that have not sent anything, the oldest first.
        var silent: [Silent] = []

        mutating func forget(_ channel: any Channel) {
            silent.removeAll { $0.channel === channel }
        }
    }

    private let limit: Int
    private let silence: TimeAmount
    private let state = Mutex(State())

    init(_ limits: ControlLimits) {
        limit = limits.connections
        silence = TimeAmount(limits.silence)
    }

    /// Gives a new connection a place until it is closed, if there is one.
    func take(_ channel: any Channel) -> Bool {
        let now = NIODeadline.now()
        let (isTaken, evicted) = state.withLock { state -> (Bool, (any Channel)?) in
            guard state.count >= limit else {
                state.count += 1
                state.silent.append(Silent(channel: channel, since: now))
                return (true, nil)
            }
            guard let oldest = state.silent.first, now - oldest.since >= silence else {
                return (false, nil)
            }
            // Its place passes to the new one.
            state.silent.removeFirst()
            state.count += 1
            state.silent.append(Silent(channel: channel, since: now))
            return (true, oldest.channel)
        }
        guard isTaken else { return false }
        channel.closeFuture.whenComplete { [self] _ in
            state.withLock { state in
                state.count -= 1
                state.forget(channel)
            }
        }
        evicted?.close(promise: nil)
        return true
    }

    /// Notes that a connection has sent something.
    func heard(_ channel: any Channel) {
        state.withLock { $0.forget(channel) }
    }
}
