public import Slipway

/// A launch in virtual time.
///
/// A virtual launch runs the same bodies as a real one, but on one thread, in an order that a seed
/// decides, and without waiting for time to pass.
///
/// ```swift
/// let launch = VirtualLaunch(try Graph(plan), seed: 7)
/// launch.at(.milliseconds(50)) { $0.pause(.main) }
/// launch.at(.milliseconds(80)) { $0.resume(.main) }
/// let report = try launch.run()
/// #expect(report.start(of: "open-window") == .milliseconds(80))
/// ```
///
/// The same plan, seed and calls give the same launch and the same report, to the nanosecond. For
/// that its bodies must wait only for the virtual time and for each other: with
/// `OperationContext.sleep(for:)` or a ``VirtualClock``, in child tasks, actors, streams.
/// Computation takes no virtual time.
///
/// Bodies have the task-local values of the caller of `run`, so that an `#expect` in a body belongs to the
/// test that runs it.
///
/// A body may also wait for something outside: the main actor, a socket, an unstructured task, real
/// time. Then the launch waits for that too before time moves on, but only as long as `patience`
/// and `limit` allow; the seed does not decide whether it comes in time.
public final class VirtualLaunch {
    /// The launch, to submit actions to, to pause, to cancel, to read its report.
    ///
    /// Run it with this object's `run`, not with its own.
    public let launch: Launch
    /// The clock of the launch.
    public let clock: VirtualClock

    private let driver: VirtualDriver
    private let start: Instant
    private let limit: Duration

    /// Prepares a launch whose process starts at the clock's present time; nothing runs yet, but
    /// actions can be submitted.
    ///
    /// - Parameters:
    ///   - graph: The graph to launch.
    ///   - seed: Decides the order of events at the same instant, the jitter of retries, and
    ///     identities. `nil` for a fixed order: bodies end, limits pass, bodies start, each in the
    ///     order in which they came.
    ///   - width: The width of queues with automatic width, on any machine; at least 1.
    ///   - clock: The time; other code may use it too.
    ///   - patience: How long to wait, in real time, for something outside before the virtual time
    ///     moves on.
    ///   - limit: How long to wait, in real time, for something outside when nothing else can
    ///     happen.
    ///   - values: Where the values of operations are stored, with ages by the wall clock; `nil`
    ///     for nowhere.
    ///   - reporters: Get every event, on the thread that runs the launch, before anything else
    ///     happens; without heartbeats and refreshes.
    public init(
        _ graph: Graph,
        seed: UInt64? = nil,
        width: Int = 8,
        clock: VirtualClock = VirtualClock(),
        patience: Duration = .milliseconds(50),
        limit: Duration = .seconds(10),
        values: (any ValueStore)? = nil,
        reportingTo reporters: [any LaunchReporter] = []
    ) {
        self.clock = clock
        self.limit = limit
        start = clock.now
        driver = VirtualDriver(
            graph,
            in: clock.time,
            seed: seed,
            jitter: seed ?? 0,
            width: width,
            patience: patience,
            limit: limit,
            values: values,
            reporters: reporters
        )
        launch = driver.launch
    }

    deinit { driver.close() }

    /// The virtual time since the launch's process started.
    public var elapsed: Duration { start.duration(to: clock.now) }

    /// Calls a function at an instant, on the thread that runs the launch.
    ///
    /// - Parameters:
    ///   - elapsed: The time since the process's start.
    ///   - call: Gets the launch.
    public func at(_ elapsed: Duration, _ call: @escaping @Sendable (Launch) -> Void) {
        let launch = launch
        clock.time.call(at: start.advanced(by: elapsed)) { call(launch) }
    }

    /// Runs the launch until it has ended, or is idle for ever: it is ready, has no work left, and
    /// no call will stop it.
    ///
    /// In the idle case this can be called again when there is more work. Blocks the calling thread
    /// while the launch runs; an `async` function calls the other form, which does not.
    ///
    /// - Parameters:
    ///   - goal: When the launch is to stop by itself.
    ///   - limit: The most virtual time it may take from now on, so that a launch that never
    ///     becomes idle ends too.
    /// - Returns: The report, whether the launch is ready, has stopped, or has failed.
    /// - Throws: ``VirtualLaunchError``; the launch stays in its state.
    @discardableResult
    public func run(
        until goal: Launch.Goal = .stopped,
        within limit: Duration = .seconds(86_400)
    ) throws(VirtualLaunchError) -> Report {
        let end = clock.now.advanced(by: limit)
        return try report(after: driver.run(until: goal, upTo: end), limit)
    }

    /// Runs the launch on its own thread until it has ended, or is idle for ever.
    ///
    /// Like the other form, without blocking: the main actor's code can run meanwhile.
    @discardableResult
    public nonisolated(nonsending) func run(
        until goal: Launch.Goal = .stopped,
        within limit: Duration = .seconds(86_400)
    ) async throws(VirtualLaunchError) -> Report {
        let end = clock.now.advanced(by: limit)
        return try report(after: await driver.runAside(until: goal, upTo: end), limit)
    }

    /// Runs the launch until that much virtual time has passed, or it has ended; may be called
    /// again.
    ///
    /// - Returns: The report at that time.
    /// - Throws: ``VirtualLaunchError/waitsOutside(operations:waited:)`` and
    ///   ``VirtualLaunchError/spins(operations:at:)``.
    @discardableResult
    public func run(for duration: Duration) throws(VirtualLaunchError) -> Report {
        let end = clock.now.advanced(by: duration)
        let halt = driver.run(until: .stopped, upTo: end)
        if case .quiet = halt { clock.time.move(to: end) }
        return try report(after: halt, nil)
    }

    private func report(
        after halt: VirtualDriver.Halt,
        _ end: Duration?
    ) throws(VirtualLaunchError) -> Report {
        switch halt {
        case .ended, .quiet: return launch.report
        case .reachedInstant:
            guard let end else { return launch.report }
            throw .neverRests(within: end)
        case .waitsOutside(let operations):
            throw .waitsOutside(operations: operations, waited: limit)
        case .spins(let operations):
            throw .spins(operations: operations, at: elapsed)
        }
    }
}

/// Why a launch cannot continue in virtual time.
public enum VirtualLaunchError: Error, Hashable, Sendable {
    /// Nothing can happen, and these operations wait for something outside virtual time.
    case waitsOutside(operations: [String], waited: Duration)
    /// These operations continue endlessly without time passing.
    case spins(operations: [String], at: Duration)
    /// The launch is still not idle after that much virtual time.
    case neverRests(within: Duration)
}

extension VirtualLaunchError: CustomStringConvertible {
    /// The fault and the remedy, in one line.
    public var description: String {
        switch self {
        case .waitsOutside(let operations, let waited):
            "cannot go on in virtual time: \(Self.list(operations)) waited for something outside "
                + "it for \(waited.timespan); sleep with context.sleep(for:) or a VirtualClock, wait for "
                + "child tasks (async let, a task group) in place of Task { }, have a callback called by "
                + "the test, or raise the limit"
        case .spins(let operations, let elapsed):
            "cannot go on in virtual time: \(Self.list(operations)) went on without end at "
                + "\(elapsed.timespan); sleep between two checks"
        case .neverRests(let limit):
            "cannot come to an end in virtual time: something still happens after "
                + "\(limit.timespan); stop the launch, give run a goal, or call run(for:)"
        }
    }

    private static func list(_ operations: [String]) -> String {
        operations.isEmpty ? "a task" : operations.map { "'\($0)'" }.joined(separator: ", ")
    }
}
