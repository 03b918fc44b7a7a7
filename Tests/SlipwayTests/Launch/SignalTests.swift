import Glibc
import Testing

@testable import Slipway

/// Signals are the process's: one test at a time.
@Suite(.serialized) struct SignalTests {
    @Test func aSignalThatWasBlockedWhenTheProcessStartedIsNotForgotten() async {
        let caught = await withCheckedContinuation { continuation in
            _ = IdleThread.run("signal-test") {
                var blocked = sigset_t()
                sigemptyset(&blocked)
                sigaddset(&blocked, SIGTERM)
                pthread_sigmask(SIG_BLOCK, &blocked, nil)
                raise(SIGTERM)
                let signals = Signals()
                let caught = Signals.take()
                signals.close()
                continuation.resume(returning: caught)
            }
        }
        #expect(caught == SIGTERM)
    }

    @Test func aSignalThatComesBeforeAnybodyWatchesForItIsKept() async {
        // The thread that watches is there already, for somebody who does not want signals.
        let other = Timekeeper(fired: { _ in }, caught: { _ in Issue.record("not asked for") })
        other.start()
        other.arm(.relief, at: .now.advanced(by: .seconds(100)))
        let signals = Signals()
        raise(SIGTERM)
        let (heard, hearing) = AsyncStream.makeStream(of: Int32.self)
        let timekeeper = Timekeeper(
            watchesSignals: true,
            fired: { _ in },
            caught: { hearing.yield($0) }
        )
        timekeeper.start()
        #expect(await heard.first { _ in true } == SIGTERM)
        timekeeper.stop()
        other.stop()
        signals.close()
    }
}
