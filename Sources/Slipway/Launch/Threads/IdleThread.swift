internal import CSlipway
internal import Glibc

/// A thread that waits, when its work is done, for other work: the next body that blocks, or
/// another launch of the process.
///
/// One that waits begins sooner than a new one would, above all while it still looks. After a while
/// without work it ends.
final class IdleThread: Sendable {
    private let parker = Parker()
    private let next: AdaptiveMutex<Work?>
    /// Whether it was made before there was work for it.
    private let isPrepared: Bool

    /// What a thread is to do.
    ///
    /// An object, since to copy an optional structure a process first has to make its type, some
    /// 9,000 instructions of its first launch.
    private final class Work: Sendable {
        let name: StaticString
        /// Notified when the body has returned, and nothing of it is left.
        let end: Parker?
        let body: @Sendable () -> Void

        init(_ name: StaticString, notifying end: Parker?, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.end = end
            self.body = body
        }
    }

    /// Those that wait, the last one to have begun at the end.
    private static let waiting = AdaptiveMutex<[IdleThread]>([])
    /// How long one sleeps before it ends.
    private static let patience = Duration.seconds(5)

    /// `nil`: it waits for its first work.
    private init(_ work: Work?) {
        next = AdaptiveMutex(work)
        isPrepared = work == nil
    }

    /// Runs `body` on a thread that waits, or a new one.
    ///
    /// - Parameters:
    ///   - name: What `ps -L` and `perf` show meanwhile; at most 15 bytes.
    ///   - end: Notified when it has returned, and nothing of it is left.
    ///   - body: What to run.
    /// - Returns: Why it is not run: the process may have no further thread; `nil` when it is.
    static func run(
        _ name: StaticString,
        notifying end: Parker? = nil,
        _ body: @escaping @Sendable () -> Void
    ) -> Refusal? {
        begin(Work(name, notifying: end, body))
    }

    /// Sees to it that `count` threads wait for work, so that a launch finds out before its first
    /// operation that there are not enough.
    ///
    /// - Returns: Why there are fewer; `nil` when there are as many.
    static func prepare(_ count: Int) -> Refusal? {
        let missing = count - waiting.withLock { $0.count }
        guard missing > 0 else { return nil }
        for _ in 0..<missing {
            let thread = IdleThread(nil)
            if let refusal = start(thread) { return refusal }
            // Waiting already, even before it has come up: what it is given meanwhile is there.
            waiting.withLock { $0.append(thread) }
        }
        return nil
    }

    /// Why there is no further thread.
    struct Refusal: Error, CustomStringConvertible {
        let code: Int32

        /// The system's words, and what usually limits the number of threads.
        var description: String {
            let words = String(cString: strerror(code))
            guard code == EAGAIN else { return words }
            return "\(words); see TasksMax= of the unit, and the limit on processes (RLIMIT_NPROC)"
        }
    }

    private static func begin(_ work: Work) -> Refusal? {
        if give(work) { return nil }
        guard let refusal = start(IdleThread(work)) else { return nil }
        // Meanwhile one may have become idle.
        return give(work) ? nil : refusal
    }

    /// Gives work to a thread that waits, if there is one.
    private static func give(_ work: Work) -> Bool {
        guard let thread = waiting.withLock({ $0.popLast() }) else { return false }
        thread.next.withLock { $0 = work }
        thread.parker.notify()
        return true
    }

    private static func start(_ thread: IdleThread) -> Refusal? {
        var created = pthread_t()
        let context = Unmanaged.passRetained(thread)
        let failure = pthread_create(
            &created,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<IdleThread>.fromOpaque(context).takeRetainedValue().live()
                return nil
            },
            context.toOpaque()
        )
        guard failure == 0 else {
            context.release()
            return Refusal(code: failure)
        }
        pthread_detach(created)
        return nil
    }

    private func live() {
        var name: UnsafePointer<UInt8>?
        // Not looking for work: what prepared it needs the processor more.
        if isPrepared, !awaitWork(lookingFor: nil) { return }
        repeat {
            let end = runNext(&name)
            // Before it is told: whoever waits for the end may have more work right away.
            Self.waiting.withLock { $0.append(self) }
            end?.notify()
        } while awaitWork(lookingFor: Look.brief)
    }

    /// Whether work came; else the thread is not among those that wait any more.
    private func awaitWork(lookingFor look: Duration?) -> Bool {
        parker.wait(lookingFor: look, upTo: Self.patience) || !leave()
    }

    /// A function of its own, so that nothing of the work is alive when its end is told.
    private func runNext(_ name: inout UnsafePointer<UInt8>?) -> Parker? {
        let work = next.withLock { next in
            defer { next = nil }
            return next
        }
        guard let work else { return nil }
        if name != work.name.utf8Start {
            name = work.name.utf8Start
            slipway_name_thread(work.name.utf8Start)
        }
        work.body()
        return work.end
    }

    /// Takes itself out of those that wait; `false` when somebody has done so to give it work.
    private func leave() -> Bool {
        let isOut = Self.waiting.withLock { waiting in
            guard let index = waiting.firstIndex(where: { $0 === self }) else { return false }
            waiting.remove(at: index)
            return true
        }
        // Notified a moment ago, or about to be.
        if !isOut { _ = parker.wait() }
        return isOut
    }
}
