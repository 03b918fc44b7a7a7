internal import Slipway
internal import SlipwayLoop
internal import SlipwayProcess

extension ExecBody {
    /// Runs the program for its effect; one that takes longer than its time is ended with its
    /// processes.
    ///
    /// - Parameters:
    ///   - runner: Starts it.
    ///   - time: The time in which it has to end.
    ///   - grace: How long its processes have to end after SIGTERM.
    /// - Throws: What ``run(with:grace:)`` throws, or ``TimeIsUp``.
    func run(with runner: ProcessRunner, in time: TryTime, grace: Duration) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await run(with: runner, grace: grace) }
            group.addTask {
                let rest = time.rest
                let end = Instant.now.advanced(by: rest)
                try await pause(for: rest)
                // After a standstill of this process, an end of the program that came in time is
                // heard first.
                if Standstill.isTold(by: .now, for: end) {
                    try await pause(for: Standstill.catchingUp)
                }
                throw TimeIsUp(program: program, limit: time.limit)
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

/// A program did not end in its time.
struct TimeIsUp: Error, Hashable, CustomStringConvertible {
    let program: String
    let limit: Duration

    /// `'/usr/bin/drain' did not end within 9s`.
    var description: String { "'\(program)' did not end within \(limit.timespan)" }
}
