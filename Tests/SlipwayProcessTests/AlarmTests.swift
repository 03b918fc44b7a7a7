import Glibc
import Slipway
import SlipwaySystem
import SlipwayTestSupport
import Synchronization
import Testing

@testable import SlipwayLoop
@testable import SlipwayProcess

/// Alarms of programs, with and without memory for a timer.
struct AlarmTests {
    private static let none: Alarm.Clockwork = { _, _ throws(LoopError) in
        throw LoopError("set a timer", .init(ENOMEM))
    }

    init() throws { try Loop.start() }

    @Test(arguments: [true, false])
    @Loop func itCallsOnceAndNotBeforeItsInstant(hasMemory: Bool) async throws {
        let instant = Instant.now.advanced(by: .milliseconds(20))
        let call = await withCheckedContinuation { continuation in
            if hasMemory {
                _ = Alarm(at: instant) { continuation.resume(returning: Instant.now) }
            } else {
                _ = Alarm(at: instant, clockwork: Self.none) {
                    continuation.resume(returning: Instant.now)
                }
            }
        }
        #expect(call >= instant)
    }

    @Test @Loop func withMemoryAgainItWaitsForATimer() async throws {
        let tries = Atomic(0)
        await withCheckedContinuation { continuation in
            _ = Alarm(at: .now.advanced(by: .milliseconds(20))) {
                instant,
                handler throws(LoopError) in
                guard tries.add(1, ordering: .relaxed).newValue == 2 else {
                    throw LoopError("set a timer", .init(ENOMEM))
                }
                return try Timer(at: instant, handler: handler)
            } handler: {
                continuation.resume()
            }
        }
        #expect(tries.load(ordering: .relaxed) == 2)
    }

    @Test @Loop func aCancelledOneDoesNotCall() async throws {
        var calls = 0
        let alarm = Alarm(at: .now, clockwork: Self.none) { calls += 1 }
        alarm.cancel()
        // Everything that was posted before has run by then.
        await withCheckedContinuation { continuation in
            Loop.post { Loop.post { continuation.resume() } }
        }
        #expect(calls == 0)
    }
}
