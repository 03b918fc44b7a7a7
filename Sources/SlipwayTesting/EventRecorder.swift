public import Slipway
internal import Synchronization

/// A reporter that keeps everything that happens, to be looked at by a test.
///
/// ```swift
/// let recorder = EventRecorder()
/// try VirtualLaunch(graph, seed: seed, reportingTo: [recorder]).run()
/// #expect(recorder.started == ["sdk-init", "user-data"])
/// ```
public final class EventRecorder: LaunchReporter {
    private let recorded = Mutex<[Event]>([])

    /// Creates a recorder that has seen nothing.
    public init() {}

    /// Keeps an event.
    public func report(_ event: Event) { recorded.withLock { $0.append(event) } }

    /// What has happened, in order.
    public var events: [Event] { recorded.withLock { $0 } }

    /// The names of the operations and groups that began, in that order.
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
