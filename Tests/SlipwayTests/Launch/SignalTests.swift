import Glibc
import Testing

@testable import Slipway

/// Signals belong to the process: one test at a time.
@Suite(.serialized) struct SignalTests {
    @Test func aSignalThatWasBlockedWhenTheProcessStartedIsNotForgotten() async {
        let caught = await withCheckedContinuation { continuation in
            _ = try? Thread("signal-test") {
                var blocked = sigset_t()
                sigemptyset(&blocked)
                sigaddset(&blocked, SIGTERM)
                pthread_sigmask(SIG_BLOCK, &blocked, nil)
                raise(SIGTERM)
                let signals = Signals()
                _ = signals.capture()
                let caught = Signals.take()
                signals.release()
                continuation.resume(returning: caught)
            }
        }
        #expect(caught == SIGTERM)
    }

    @Test func aSignalThatComesBeforeTheClockWatchesForItIsKept() async throws {
        let signals = Signals()
        #expect(signals.capture())
        raise(SIGTERM)
        let (heard, hearing) = AsyncStream.makeStream(of: Int32.self)
        let clock = Clock<Int>(
            fired: { _ in },
            readSignals: { if let signal = Signals.take() { hearing.yield(signal) } }
        )
        try clock.start()
        #expect(await heard.first { _ in true } == SIGTERM)
        clock.stop()
        signals.release()
    }

    @Test func aSignalThatIsHeldIsCaughtLater() async {
        let caught = await withCheckedContinuation { continuation in
            _ = try? Thread("signal-test") {
                let signals = Signals()
                let held = signals.hold()
                raise(SIGTERM)
                _ = signals.capture()
                let caught = Signals.take()
                signals.release()
                held.release()
                continuation.resume(returning: caught)
            }
        }
        #expect(caught == SIGTERM)
    }

    @Test func onlyOneLaunchCatchesThem() {
        let signals = Signals()
        #expect(signals.capture())
        #expect(!Signals().capture())
        signals.release()
        #expect(signals.capture())
        signals.release()
    }

    @Test func whatASignalDidBeforeItDoesAgain() throws {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        var before = sigaction()
        sigaction(SIGTERM, &action, &before)
        defer { sigaction(SIGTERM, &before, nil) }
        let signals = Signals()
        #expect(signals.capture())
        signals.release()
        var after = sigaction()
        sigaction(SIGTERM, nil, &after)
        #expect(
            unsafeBitCast(after.__sigaction_handler.sa_handler, to: Int.self)
                == unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        )
    }
}
