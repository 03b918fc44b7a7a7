import Slipway
import Testing

struct FallbackTests {
    private let cached = FallbackUse(source: "cache", age: .seconds(60))

    @Test func aFallbackStandsInForAFailureAndWhatRequiresItRuns() throws {
        let driver = try started()
        driver.end(0, .failed("no network"))
        #expect(driver.fallingBack == [0])
        #expect(driver.status(0).obstacle == .fallback)
        driver.endFallback(of: 0, .success(cached))
        #expect(driver.outcome(0) == .degraded(reason: "no network"))
        #expect(driver.status(0).fallback == cached)
        #expect(driver.runningNames == ["b"])
        driver.end(1)
        #expect(driver.phase == .ready(degraded: true))
    }

    @Test func theAttemptsComeFirst() throws {
        let driver = try started(retry: .constant(attempts: 2, pause: .zero))
        driver.end(0, .failed("first"))
        #expect(driver.fallingBack.isEmpty)
        driver.fireNext()
        driver.end(0, .failed("second"))
        #expect(driver.fallingBack == [0])
    }

    @Test func aFallbackThatFailsTooSaysBoth() throws {
        let driver = try started()
        driver.end(0, .failed("no network"))
        driver.endFallback(of: 0, .failure(Failure(.error, "no cache")))
        #expect(
            driver.outcome(0)
                == .failed(Failure(.error, "no network; its fallback failed too: no cache"))
        )
    }

    @Test func aFallbackThatDeclinesLeavesTheOutcomeAsItWas() throws {
        let driver = try started()
        driver.end(0, .failed("unauthorized"))
        driver.endFallback(of: 0, .success(nil))
        #expect(driver.outcome(0) == .failed(Failure("unauthorized")))
        #expect(driver.rootCauses.map(\.operation) == ["a"])
    }

    @Test func aFallbackThatDeclinesWhatCannotRunLeavesItSkipped() throws {
        var plan = Plan("skipped")
        let a = plan.add("a", optional: true) {}
        let b = plan.add("b", requires: [a], fallback: .value(())) {}
        plan.add("c", requires: [b]) {}
        let driver = try MachineDriver.started(plan)
        driver.end(0, .failed("broken"))
        driver.endFallback(of: 1, .success(nil))
        #expect(driver.outcome(1) == .skipped(root: "a"))
        #expect(driver.rootCauses.map(\.operation) == ["a"])
    }

    @Test func aFallbackStandsInForWhatCannotRun() throws {
        var plan = Plan("skipped")
        let a = plan.add("a", optional: true) { _ in }
        let b = plan.add("b", requires: [a], fallback: .value(())) { _ in }
        plan.add("c", requires: [b]) { _ in }
        let driver = try MachineDriver.started(plan)
        driver.end(0, .failed("broken"))
        #expect(driver.fallingBack == [1])
        driver.endFallback(of: 1, .success(cached))
        #expect(driver.outcome(1) == .degraded(reason: "'a' did not succeed"))
        #expect(driver.runningNames == ["c"])
    }

    @Test func aBodyThatDoesNotReturnDoesNotKeepTheFallbackFromStandingIn() throws {
        let driver = try started(timeout: .seconds(1))
        driver.fireNext()
        driver.fireNext()
        #expect(driver.now == .at(11_000))
        #expect(driver.fallingBack == [0])
        driver.endFallback(of: 0, .success(cached))
        #expect(driver.runningNames == ["a", "b"])
    }

    @Test func aFallbackThatNeverReturnsIsLeftBehindWithItsBody() throws {
        let driver = try started(timeout: .seconds(1))
        driver.fireNext()
        driver.fireNext()
        driver.stop()
        driver.fireNext()
        #expect(driver.phase == .stopped)
    }

    @Test func whatSomebodyCancelledDoesNotFallBack() throws {
        let driver = try started()
        driver.cancel(0)
        driver.end(0, .failed("interrupted"))
        #expect(driver.fallingBack.isEmpty)
        #expect(driver.phase == .failed)
    }

    @Test func noFallbackIsLookedForWhileTheLaunchStops() throws {
        let driver = try started()
        driver.stop()
        driver.end(0, .failed("interrupted"))
        #expect(driver.fallingBack.isEmpty)
        #expect(driver.isFinished)
    }

    private func started(timeout: Duration? = nil, retry: Retry? = nil) throws -> MachineDriver {
        var plan = Plan("fallback")
        let a = plan.add("a", timeout: timeout, retry: retry, fallback: .value(())) { _ in }
        plan.add("b", requires: [a]) { _ in }
        return try MachineDriver.started(plan)
    }
}
