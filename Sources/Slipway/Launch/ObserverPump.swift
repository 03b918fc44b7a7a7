internal import Synchronization

/// Tells a reporter what happens, on a thread of its own, at its own pace: no operation waits for a
/// reporter, and no reporter for another.
final class ObserverPump: Sendable {
    private let reporter: any LaunchReporter
    private let reader: EventReader
    private let parker = Parker()
    private let thread = Guarded<Thread?>(nil)
    /// The launch does not begin: nothing will happen.
    private let isAbandoned = Atomic(false)

    /// The number of events that are read at a time.
    private static let batch = 256
    /// The time that the pump sleeps before it reads on, when operations or actions follow each
    /// other quickly.
    ///
    /// So the pump need not be woken for each of them; what concerns more than one wakes it at
    /// once.
    private static let rest = Duration.microseconds(500)
    /// The time between two refreshes of a line that shows elapsed time.
    private static let refresh = Duration.seconds(1)

    /// Makes a pump that tells the reporter what happens from now on.
    init(_ reporter: any LaunchReporter, _ launch: Launch) {
        self.reporter = reporter
        reader = EventReader(launch)
    }

    func start() throws(Thread.Refusal) {
        let thread = try Thread("slipway-events") { [self] in run() }
        self.thread.withLock { $0 = thread }
    }

    /// Waits until the reporter has been told everything; after the launch's end.
    ///
    /// - Returns: Whether it has been, within `limit`.
    func close(within limit: Duration) -> Bool {
        thread.withLock(\.self)?.join(within: limit) ?? true
    }

    /// Ends the thread of a launch that does not begin.
    func abandon() {
        isAbandoned.store(true, ordering: .sequentiallyConsistent)
        parker.notify()
    }

    /// The reporter's name, for the line that says that it does not return.
    var name: String { "\(type(of: reporter))" }

    private func run() {
        var isMoving = false
        var hasRested = false
        while !isAbandoned.load(ordering: .sequentiallyConsistent) {
            let events = reader.read(upTo: Self.batch).events
            for event in events {
                isMoving = event.isMoving ?? isMoving
                reporter.report(event)
                // The event decides, and not the launch's state: a launch that was stopped before
                // it began has ended before it tells so.
                if event.isLast { return }
            }
            guard events.isEmpty else {
                hasRested = false
                continue
            }
            let pause = hasRested ? (isMoving ? Self.refresh : nil) : Self.rest
            let isWoken = reader.sleep(with: parker, isResting: !hasRested, upTo: pause)
            if !isWoken, hasRested { reporter.refresh() }
            hasRested = true
        }
    }
}

extension Event {
    /// No event follows.
    fileprivate var isLast: Bool {
        switch kind {
        case .launchEnded: true
        case .eventsLost(_, let report): report.endedAt != nil
        case .launchStarted, .launchReady, .launchDegraded, .launchStopping, .operationsAdded,
            .operationsRenewed, .operationReady, .operationStarted, .operationRetrying,
            .operationEnded, .operationStuck, .operationWaitsInVain, .actionChanged,
            .programChanged,
            .storageChanged, .operationTearingDown, .operationTornDown, .paused, .resumed:
            false
        }
    }

    /// Elapsed time is worth showing after this event; `nil` when it does not change that.
    fileprivate var isMoving: Bool? {
        switch kind {
        case .launchStarted, .launchStopping: true
        case .launchReady, .launchEnded: false
        case .eventsLost(_, let report):
            switch report.phase {
            case .starting, .stopping: true
            case .ready, .stopped, .failed: false
            }
        case .operationsAdded, .operationsRenewed, .operationReady, .operationStarted,
            .operationRetrying,
            .operationEnded, .operationStuck, .operationWaitsInVain, .actionChanged,
            .programChanged, .storageChanged, .operationTearingDown, .operationTornDown, .paused,
            .resumed, .launchDegraded:
            nil
        }
    }
}
