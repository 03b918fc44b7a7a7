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
    private let threads = AdaptiveMutex(Table<Thread>())
    /// Whether they have been started; written with their lock held.
    private let isStarted = Atomic(false)

    /// Whether the reporters have threads.
    var hasThreads: Bool { isStarted.load(ordering: .relaxed) }

    /// How many events are read at a time.
    private static let batch = 64
    /// How long a thread sleeps, when operations follow each other quickly, before it reads on.
    ///
    /// So nobody has to wake it for each of them; what concerns the launch as a whole does.
    private static let rest = Duration.microseconds(500)

    /// How long it sleeps before it reads for the first time, unless much happens meanwhile, or
    /// something that concerns the launch as a whole: a processor is worth more to the first
    /// operations than to the news of them.
    private static let start = Duration.milliseconds(5)

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
    }

    /// Starts the threads as soon as something concerns the launch as a whole, other than its start,
    /// or much has happened; somebody else may do so before.
    ///
    /// Until then there is nothing to tell that could not be told later, and to make a thread takes
    /// one processor some 60 µs, and another to run it: a fifth of a short launch.
    func startWhenNeeded() {
        if !source.rest(.call { self.start() }, atStartOf: readers) { start() }
    }

    /// Starts a thread for each reporter, unless that has been done; from any thread.
    func start() {
        guard !hasThreads else { return }
        // With the lock held: who closes waits for all of them.
        threads.withLock { threads in
            guard !hasThreads else { return }
            for place in threads.count..<reporters.count {
                let thread = Thread("slipway-events") { [self] in
                    tell(reporters[place], readers[place], Parker())
                }
                // Refused although the launch prepared it: it is asked for again.
                guard let thread else { return }
                threads.append(thread)
            }
            isStarted.store(true, ordering: .relaxed)
        }
    }

    /// Waits until every reporter has been told everything; after the source's end.
    func close() {
        start()
        let threads = threads.withLock { exchange(&$0, with: Table()) }
        for place in threads.indices { threads[place].join() }
        // Without a thread, here: nothing is lost.
        for place in threads.count..<reporters.count {
            tell(reporters[place], readers[place], Parker())
        }
    }

    private func tell(_ reporter: any LaunchReporter, _ reader: EventReader, _ parker: Parker) {
        var isMoving = false
        var hasRested = false
        if source.rest(.thread(parker), atStartOf: [reader]), !parker.wait(upTo: Self.start) {
            source.unpark(parker)
        }
        while true {
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
    /// If nothing but the start of the launch concerns it as a whole yet, has the observer woken when
    /// something does, or when there is much to read.
    func rest(_ observer: Observers.Waiting, atStartOf readers: [EventReader]) -> Bool
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
