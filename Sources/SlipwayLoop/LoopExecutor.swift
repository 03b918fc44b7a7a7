internal import CSlipway
internal import CSystemd
internal import Glibc
internal import Slipway
internal import SlipwaySystem
internal import Synchronization

/// Runs the loop and the code that is isolated to ``Loop``.
final class LoopExecutor: SerialExecutor {
    static let shared = LoopExecutor()

    private enum Work: Sendable {
        case job(UnownedJob)
        case call(@Loop @Sendable () -> Void)
    }

    private struct State {
        var engine: Engine?
        var hasThread = false
        var work: [Work] = []
        var isWakeDue = false
    }

    private let state = Mutex(State())
    /// The loop's thread once it runs; before that, the thread that prepared the loop.
    private let thread = Atomic<UInt>(0)

    /// The loop, for its sources; use it on its thread only.
    var event: OpaquePointer? { state.withLock { $0.engine?.event } }

    /// The source of ``LoopTimers``; use it on the loop's thread only.
    var timer: OpaquePointer? { state.withLock { $0.engine?.timer } }

    var isOnThread: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    func prepare() throws(LoopError) {
        try state.withLock { state throws(LoopError) in
            precondition(state.engine == nil, "the loop is prepared once, before it starts")
            state.engine = try Engine()
            thread.store(UInt(pthread_self()), ordering: .relaxed)
        }
    }

    func start() throws(LoopError) {
        try state.withLock { state throws(LoopError) in
            guard !state.hasThread else { return }
            let engine = if let engine = state.engine { engine } else { try Engine() }
            let preparing = thread.exchange(0, ordering: .relaxed)
            do throws(LoopError) {
                try startThread()
            } catch {
                thread.store(preparing, ordering: .relaxed)
                if state.engine == nil { engine.close() }
                throw error
            }
            state.engine = engine
            state.hasThread = true
            // Work may have been posted before the start.
            if !state.work.isEmpty { engine.wake() }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

    func post(_ call: @escaping @Loop @Sendable () -> Void) { add(.call(call)) }

    func checkIsolated() {
        precondition(isOnThread, "only the loop's thread may do this")
    }

    func isIsolatingCurrentContext() -> Bool? { isOnThread }

    private func add(_ work: Work) {
        state.withLock { state in
            state.work.append(work)
            guard !state.isWakeDue else { return }
            state.isWakeDue = true
            state.engine?.wake()
        }
    }

    /// Runs the posted work; work that is posted meanwhile waits for the next pass, so that
    /// descriptors are served in between.
    fileprivate func runWork() {
        let work = state.withLock { state in
            state.isWakeDue = false
            defer { state.work.removeAll(keepingCapacity: state.work.count < 1024) }
            return state.work
        }
        for work in work {
            switch work {
            case .call(let call): Loop.assumeIsolated { call() }
            case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
            }
        }
    }

    private func startThread() throws(LoopError) {
        do throws(Thread.Refusal) {
            // Signals are for the other threads, and for the loop's own signal sources.
            try Thread("slipway-loop", blocking: .full) { LoopExecutor.shared.run() }
        } catch {
            throw LoopError("start the loop's thread", ErrorNumber(error.code), hint: error.hint)
        }
    }

    private func run() {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        // Waits until `start` has set the engine, under the same lock.
        guard let event else { return }
        while true {
            // A failure is momentary, such as a lack of memory; the sleep prevents a busy loop.
            if sd_event_run(event, .max) < 0 { usleep(10_000) }
        }
    }
}

/// The loop's descriptors; all are created at the start, so that a later lack of descriptors cannot
/// stop the loop.
private struct Engine: Sendable {
    nonisolated(unsafe) let event: OpaquePointer  // Only the loop's thread uses what is there.
    nonisolated(unsafe) let timer: OpaquePointer  // Only the loop's thread uses what is there.
    private let wakeup: Int32

    init() throws(LoopError) {
        var event: OpaquePointer?
        try LoopError.check(sd_event_new(&event), "make an event loop")
        guard let event else { throw LoopError("make an event loop", ErrorNumber(ENOMEM)) }
        let wakeup = slipway_event_counter()
        guard wakeup >= 0 else {
            let error = ErrorNumber.current
            sd_event_unref(event)
            throw LoopError("make an event counter", error)
        }
        do throws(LoopError) {
            try Self.watch(wakeup, event)
            timer = try Self.makeTimer(event)
        } catch {
            sd_event_unref(event)
            Glibc.close(wakeup)
            throw error
        }
        self.event = event
        self.wakeup = wakeup
    }

    private static func watch(_ wakeup: Int32, _ event: OpaquePointer) throws(LoopError) {
        // The source is not asked for: it lives as long as the loop.
        let woken = sd_event_add_io(
            event,
            nil,
            wakeup,
            EPOLLIN.rawValue,
            { _, descriptor, _, _ in
                var count: UInt64 = 0
                _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
                LoopExecutor.shared.runWork()
                return 0
            },
            nil
        )
        try LoopError.check(woken, "watch the event counter")
    }

    /// The one timer of libsystemd's loop, not set.
    private static func makeTimer(_ event: OpaquePointer) throws(LoopError) -> OpaquePointer {
        var timer: OpaquePointer?
        let added = sd_event_add_time(
            event,
            &timer,
            CLOCK_MONOTONIC,
            0,
            // The accuracy is one microsecond: 0 would mean a quarter of a second.
            1,
            { _, _, _ in
                Loop.assumeIsolated { LoopTimers.shared.fire() }
                return 0
            },
            nil
        )
        try LoopError.check(added, "make a timer")
        guard let timer else { throw LoopError("make a timer", ErrorNumber(ENOMEM)) }
        sd_event_source_set_enabled(timer, Int32(SD_EVENT_OFF))
        return timer
    }

    func wake() {
        var one: UInt64 = 1
        _ = write(wakeup, &one, MemoryLayout<UInt64>.size)
    }

    func close() {
        sd_event_source_unref(timer)
        sd_event_unref(event)
        Glibc.close(wakeup)
    }
}
