import Glibc
import Synchronization

/// When a task was cancelled.
final class CancellationTime: Sendable {
    private let instant = Mutex<ContinuousClock.Instant?>(nil)

    func note() {
        instant.withLock { $0 = $0 ?? .now }
    }

    /// The time since the cancellation; zero without one.
    var elapsed: Duration {
        instant.withLock { $0?.duration(to: .now) ?? .zero }
    }
}

/// Runs work to its end although the task is cancelled, and waits for it.
///
/// A cancelled child still has things to say until it is gone, and has to be waited for; in a
/// cancelled task every read and sleep would give up at once.
func evenWhenCancelled<Value: Sendable, Fault: Error>(
    _ work: @Sendable @escaping () async throws(Fault) -> Value
) async throws(Fault) -> Value {
    let result = await Task { () async -> Result<Value, Fault> in
        do throws(Fault) { return .success(try await work()) } catch { return .failure(error) }
    }.value
    return try result.get()
}

/// Waits until a session that was asked to end has no process left; after the grace, ends it.
///
/// The number cannot be another's: while one process of the session's group lives, the kernel
/// gives it to no one else.
func endSession(of leader: pid_t, grace: Duration) async {
    await evenWhenCancelled {
        if await !isGone(within: grace) {
            _ = kill(-leader, SIGKILL)
            _ = await isGone(within: .seconds(1))
        }
    }

    @Sendable func isGone(within time: Duration) async -> Bool {
        let deadline = ContinuousClock.now + time
        var looks = 0
        while kill(-leader, 0) == 0 {
            looks += 1
            // Reading all of /proc is for those whose parent, such as a busy PID 1, is late.
            if looks.isMultiple(of: 10), isOnlyZombies(leader) { return true }
            if ContinuousClock.now >= deadline { return isOnlyZombies(leader) }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return true
    }
}
