internal import Synchronization

/// Carries events from whoever caused them to those who watch, in order, on a thread of its own.
///
/// Appending is a short lock and at most one write, so that no observer can slow an operation.
/// What a slow observer has not taken is bounded: past the limit events are dropped, and it is told
/// how many.
final class EventHub: Sendable {
    private struct State: Sendable {
        var events: [Event] = []
        var lost = 0
        var lastSequence: UInt64 = 0
        var streams: [Stream] = []
        /// Whether there is anybody to keep events for.
        var isObserved = false
        var isParked = false
        var isClosed = false
    }

    private struct Stream: Sendable {
        let continuation: AsyncStream<Event>.Continuation
        /// What happened until then is not its business.
        let after: UInt64
    }

    /// How many events may wait for a slow reporter or stream.
    static let limit = 65_536

    private let reporters: [any LaunchReporter]
    private let report: @Sendable () -> Report
    private let state = Mutex(State())
    private let wakeup = Wakeup()
    private let thread = Mutex<Thread?>(nil)

    init(reporters: [any LaunchReporter], report: @escaping @Sendable () -> Report) {
        self.reporters = reporters
        self.report = report
    }

    deinit { wakeup.close() }

    /// Adds an observer that takes events at its own pace; it sees those appended from now on.
    func stream() -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream<Event>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.limit)
        )
        let isClosed = state.withLock { state in
            let stream = Stream(continuation: continuation, after: state.lastSequence)
            if !state.isClosed { state.streams.append(stream) }
            state.isObserved = true
            return state.isClosed
        }
        if isClosed { continuation.finish() } else { start() }
        return stream
    }

    /// Starts the thread, if there is somebody to tell.
    func startIfObserved() {
        guard !reporters.isEmpty else { return }
        state.withLock { $0.isObserved = true }
        start()
    }

    private func start() {
        thread.withLock { thread in
            guard thread == nil else { return }
            thread = Thread("slipway-events") { [self] in deliver() }
        }
    }

    /// Takes an event.
    ///
    /// Called with the machine's lock held, which is what keeps the order; wakes nobody: ``wake()``
    /// does.
    func append(_ kind: Event.Kind, at instant: Instant) {
        state.withLock { state in
            state.lastSequence += 1
            guard state.isObserved else { return }
            // However slow somebody is, how the launch as a whole fares is never lost.
            guard state.events.count < Self.limit || kind.isAboutTheLaunch else {
                state.lost += 1
                return
            }
            if state.lost > 0 {
                let lost = Event.Kind.eventsLost(count: state.lost)
                state.events.append(
                    Event(sequence: state.lastSequence - 1, at: instant, kind: lost)
                )
                state.lost = 0
            }
            state.events.append(Event(sequence: state.lastSequence, at: instant, kind: kind))
        }
    }

    func wake() {
        let mustWake = state.withLock { $0.isParked && !$0.events.isEmpty }
        if mustWake { wakeup.wake() }
    }

    /// Delivers what is there, ends the streams and the thread, and waits for that.
    func close() {
        state.withLock { $0.isClosed = true }
        wakeup.wake()
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        thread?.join()
    }

    private func deliver() {
        var isMoving = false
        while true {
            let (batch, streams, isClosed) = state.withLock { state in
                defer { state.events.removeAll(keepingCapacity: state.events.count < 1024) }
                return (state.events, state.streams, state.isClosed)
            }
            for event in batch { isMoving = event.isMoving ?? isMoving }
            // One reporter after the other: the first, who tells the service manager, does not wait
            // for the lines that the next one writes.
            for reporter in reporters {
                for event in batch { reporter.report(event) }
            }
            for stream in streams {
                for event in batch where event.sequence > stream.after {
                    stream.continuation.yield(event)
                }
            }
            guard batch.isEmpty else { continue }
            if isClosed {
                for stream in streams { stream.continuation.finish() }
                return
            }
            rest(upTo: isMoving ? .seconds(1) : nil)
        }
    }

    private func rest(upTo duration: Duration?) {
        let mayRest = state.withLock { state in
            state.isParked = state.events.isEmpty && !state.isClosed
            return state.isParked
        }
        guard mayRest else { return }
        let start = Instant.now
        Wakeup.wait(for: wakeup.descriptor, upTo: duration)
        let hasEvents = state.withLock { state in
            state.isParked = false
            return !state.events.isEmpty
        }
        wakeup.clear()
        if let duration, !hasEvents, start.duration(to: .now) >= duration {
            let report = report()
            for reporter in reporters { reporter.refresh(report) }
        }
    }
}

extension Event.Kind {
    fileprivate var isAboutTheLaunch: Bool {
        switch self {
        case .launchStarted, .launchReady, .launchStopping, .launchEnded: true
        case .operationReady, .operationStarted, .operationEnded, .operationStuck, .actionChanged,
            .operationTornDown, .eventsLost:
            false
        }
    }
}

extension Event {
    /// Whether elapsed time is worth showing after this event; `nil` when it does not change that.
    fileprivate var isMoving: Bool? {
        switch kind {
        case .launchStarted, .launchStopping: true
        case .launchReady, .launchEnded: false
        case .operationReady, .operationStarted, .operationEnded, .operationStuck, .actionChanged,
            .operationTornDown, .eventsLost:
            nil
        }
    }
}
