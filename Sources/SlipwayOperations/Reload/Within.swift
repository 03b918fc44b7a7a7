internal import Slipway
internal import Synchronization

/// Runs a body, and gives it up once its time is over.
///
/// - Parameters:
///   - limit: The time.
///   - longest: The longest time, if the body asks for more; `nil`: it gets no more.
///   - runner: Waits until the time is over.
///   - body: The body; it gets a function that extends its time, counted from the call.
/// - Throws: What the body threw, or ``TimePassed``.
func within(
    _ limit: Duration,
    upTo longest: Duration? = nil,
    _ runner: any BodyRunning,
    _ body:
        @escaping @Sendable (_ extend: @escaping @Sendable (Duration) -> Void) async throws -> Void
) async throws {
    let time = ExtensibleTime(limit, upTo: longest ?? limit)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await body { time.extend(by: $0) } }
        group.addTask { throw TimePassed(limit: try await time.pass(runner)) }
        defer { group.cancelAll() }
        do {
            try await group.next()
        } catch var passed as TimePassed {
            group.cancelAll()
            // The body may have ended well at that instant; otherwise it may say how far it was.
            switch await group.nextResult() {
            case .failure(let error as Cancelled): passed.lack = error.description
            case .failure: break
            case .success, nil: return
            }
            throw passed
        }
    }
}

/// The time of a body, which may ask for more.
private final class ExtensibleTime: Sendable {
    private let begin = Instant.now
    private let longest: Duration
    private let limit: Mutex<Duration>

    init(_ limit: Duration, upTo longest: Duration) {
        self.longest = longest
        self.limit = Mutex(limit)
    }

    func extend(by duration: Duration) {
        let asked = min(begin.duration(to: .now) + duration, longest)
        limit.withLock { $0 = max($0, asked) }
    }

    /// Waits until the time has passed, and returns how long it was.
    func pass(_ runner: any BodyRunning) async throws -> Duration {
        while true {
            let end = limit.withLock { $0 }
            try await runner.sleep(until: begin.advanced(by: end))
            if limit.withLock({ $0 }) <= end { return end }
        }
    }
}

/// Something took too long.
struct TimePassed: Error, CustomStringConvertible {
    let limit: Duration
    /// The step that the body had come to, in words; `nil` if that is not known.
    var lack: String?
    var description: String {
        ["not done within \(limit.timespan)", lack].compactMap(\.self).joined(separator: ": ")
    }
}
