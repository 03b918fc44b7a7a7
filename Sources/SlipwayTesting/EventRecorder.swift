public import Slipway
internal import Synchronization

/// A reporter that records every event, for a test to check.
///
/// ```swift
/// let recorder = EventRecorder()
/// try VirtualLaunch(graph, seed: seed, reportingTo: [recorder]).run()
/// #expect(recorder.started == ["sdk-init", "user-data"])
/// ```
public final class EventRecorder: LaunchReporter {
    private let recorded = Mutex<[Event]>([])

    /// Creates an empty recorder.
    public init() {}

    /// Records an event.
    public func report(_ event: Event) { recorded.withLock { $0.append(event) } }

    /// The events so far, in order.
    public var events: [Event] { recorded.withLock { $0 } }

    /// The names of the operations and groups that started, in that order.
    public var started: [String] {
        events.compactMap {
            if case .operationStarted(let status) = $0.kind { status.name } else { nil }
        }
    }

    /// The names of the operations and groups that ended, in that order.
    public var ended: [String] {
        events.compactMap {
            if case .operationEnded(let status) = $0.kind { status.name } else { nil }
        }
    }
}
