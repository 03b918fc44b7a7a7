internal import Slipway
internal import Synchronization

/// Counts events.
final class CountingReporter: LaunchReporter {
    private struct State {
        var figures = EventFigures()
        var readyAt: Instant?
    }

    private let state = Mutex(State())

    func report(_ event: Event) {
        state.withLock { state in
            state.figures.events += 1
            switch event.kind {
            case .launchReady: state.readyAt = event.at
            case .eventsLost(let count, _): state.figures.lost += count
            default: break
            }
        }
    }

    var figures: EventFigures { state.withLock { $0.figures } }

    /// When the launch was ready.
    var readyAt: Instant? { state.withLock { $0.readyAt } }
}

/// The event counts of one run.
package struct EventFigures: Sendable {
    /// Events reported.
    package var events = 0
    /// Events dropped.
    package var lost = 0

    private static let latest = Mutex(EventFigures())

    /// The counts of the last observed run of this process.
    package static var last: EventFigures {
        get { latest.withLock { $0 } }
        set { latest.withLock { $0 = newValue } }
    }
}
