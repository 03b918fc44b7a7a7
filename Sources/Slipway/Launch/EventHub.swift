internal import Synchronization

/// Tells the reporters what happened, each on a thread of its own, at its own pace.
///
/// The events stay where they are, in the machine's ``EventLog``; a reporter's thread reads on from
/// where it was. So nobody waits for anybody: not an operation for a reporter, and no reporter for
/// another.
final class EventHub: Sendable {
    private let source: any EventSource
    private let reporters: [any LaunchReporter]
    private let readers: [EventReader]
    private let threads = AdaptiveMutex<[Thread]>([])
    private let parkers: [Parker]
    /// Whether the launch does not begin: nothing will happen.
    private let isAbandoned = Atomic(false)

    /// How many events are read at a time.
    private static let batch = 64
    /// How long a thread sleeps, when operations follow each other quickly, before it reads on.
    ///
    /// So nobody has to wake it for each of them; what concerns the launch as a whole does.
    private static let rest = Duration.microseconds(500)

    /// How long a thread that has lost events waits for something that concerns the launch as a
    /// whole: the longer, the more there is to tell when it says where everything is.
    private var rush: Duration {
        max(.milliseconds(250), .microseconds(source.graph.operationCount))
    }

    /// The reporters will be told what happens from now on.
    init(source: any EventSource, reporters: [any LaunchReporter]) {
        self.source = source
        self.reporters = reporters
        readers = reporters.map { _ in source.addReader() }
        parkers = reporters.map { _ in Parker() }
    }

    /// Starts a thread for each reporter.
    func start() throws(Thread.Refusal) {
        for place in reporters.indices {
            let thread = try Thread("slipway-events") { [self] in
                tell(reporters[place], readers[place], parkers[place])
            }
            threads.withLock { $0.append(thread) }
        }
    }

    /// Waits until every reporter has been told everything; after the source's end.
    func close() {
        for thread in threads.withLock(\.self) { thread.join() }
    }

    /// Ends the threads of a launch that does not begin.
    func abandon() {
        isAbandoned.store(true, ordering: .sequentiallyConsistent)
        for parker in parkers { parker.notify() }
        close()
    }

    private func tell(_ reporter: any LaunchReporter, _ reader: EventReader, _ parker: Parker) {
        var isMoving = false
        var hasRested = false
        while !isAbandoned.load(ordering: .sequentiallyConsistent) {
            // Once, when the rush is over, rather than again and again during it.
            if source.rest(parker, whenBehind: reader), !parker.wait(upTo: rush) {
                source.unpark(parker)
            }
            let batch = source.read(reader, upTo: Self.batch)
            batch.forEach(at: .now) { event in
                isMoving = event.isMoving ?? isMoving
                reporter.report(event)
            }
            guard batch.isEmpty else {
                hasRested = false
                continue
            }
            switch source.park(parker, reader, isResting: !hasRested) {
            case .ended: return
            case .newer: continue
            case .parked: break
            }
            let pause = hasRested ? (isMoving ? .seconds(1) : nil) : Self.rest
            let wasNotified = parker.wait(upTo: pause)
            if !wasNotified {
                source.unpark(parker)
                if hasRested { reporter.refresh(source.report) }
            }
            hasRested = !wasNotified && !hasRested
        }
    }
}

/// Where events are read from: the launch.
protocol EventSource: Sendable {
    var graph: Graph { get }
    var report: Report { get }
    /// A reader that begins with the next event.
    func addReader() -> EventReader
    /// The next events, at most `count`; empty when there are none yet.
    func read(_ reader: EventReader, upTo count: Int) -> EventBatch
    /// Has the parker notified when there is something to read; when it rests, only when something
    /// concerns the launch as a whole.
    func park(_ parker: Parker, _ reader: EventReader, isResting: Bool) -> EventParking
    func unpark(_ parker: Parker)
    /// If events are lost that the reader has not read, and none of those that it has yet to read
    /// concerns the launch as a whole but its start, has the parker notified when one does.
    func rest(_ parker: Parker, whenBehind reader: EventReader) -> Bool
}

/// What ``EventSource/park(_:_:isResting:)`` came to.
enum EventParking: Sendable {
    case parked
    /// There is something to read already.
    case newer
    /// Everything was read, and nothing will follow.
    case ended
}

/// How far an observer has read.
final class EventReader: Sendable {
    /// The number of the next event.
    let next: Atomic<UInt64>

    init(next: UInt64) {
        self.next = Atomic(next)
    }
}

extension Event {
    /// Whether elapsed time is worth showing after this event; `nil` when it does not change that.
    fileprivate var isMoving: Bool? {
        switch kind {
        case .launchStarted, .launchStopping: true
        case .launchReady, .launchEnded: false
        case .eventsLost(_, let report):
            switch report.phase {
            case .starting, .stopping: true
            case .ready, .stopped, .failed: false
            }
        case .operationsAdded, .operationReady, .operationStarted, .operationRetrying,
            .operationEnded, .operationStuck, .actionChanged, .operationTornDown, .paused, .resumed:
            nil
        }
    }
}
