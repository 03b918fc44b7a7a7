import Slipway
import Testing

/// A launch that leaves out what is optional.
struct OmissionTests {
    @Test func whatIsOptionalIsCancelledAndTheLaunchIsDegraded() throws {
        var plan = Plan("some")
        plan.add("needed") {}
        plan.add("wanted", optional: true) {}
        let driver = try MachineDriver.startedWithoutOptional(plan)
        #expect(driver.runningNames == ["needed"])
        #expect(driver.outcome("wanted") == .cancelled(reason: "safe mode"))
        driver.end(0)
        #expect(driver.phase == .ready(degraded: true))
    }

    @Test func whatRequiresItIsSkippedAndWhatRunsAfterItRuns() throws {
        var plan = Plan("some")
        let wanted = plan.add("wanted", optional: true) {}
        plan.add("more", requires: [wanted], optional: true) {}
        plan.add("next", after: [wanted]) {}
        let driver = try MachineDriver.startedWithoutOptional(plan)
        #expect(driver.outcome("more") == .skipped(root: "wanted"))
        #expect(driver.runningNames == ["next"])
    }

    @Test func aFallbackStandsInOnceThereIsWhatItRequires() throws {
        var plan = Plan("some")
        let sdk = plan.add("sdk") {}
        let toggles = plan.add("toggles", requires: [sdk], optional: true, fallback: .value(())) {}
        plan.add("page", requires: [toggles]) {}
        let driver = try MachineDriver.startedWithoutOptional(plan)
        #expect(driver.fallingBack == [])
        driver.end(0)
        #expect(driver.fallingBack == [1])
        driver.endFallback(of: 1, .success(FallbackUse(source: "value")))
        #expect(driver.runningNames == ["page"])
        driver.end(2)
        #expect(driver.phase.isReady)
    }

    @Test func aGroupIsLeftOutAsAWholeAndWhatIsInItDoesNotRun() throws {
        var plan = Plan("some")
        plan.group("wanted", optional: true) { plan in
            plan.add("child") {}
            plan.add("other") {}
        }
        plan.group("needed") { plan in
            plan.add("inner") {}
            plan.add("extra", optional: true) {}
        }
        let driver = try MachineDriver.startedWithoutOptional(plan)
        #expect(driver.runningNames == ["inner"])
        for name in ["wanted", "child", "other", "extra"] {
            #expect(driver.status(name)?.startedAt == nil)
            #expect(driver.outcome(name) != nil)
        }
        driver.end(try driver.node("inner"))
        #expect(driver.phase == .ready(degraded: true))
    }

    @Test func aLongChainOfWhatIsOptionalEndsAtOnce() throws {
        var plan = Plan("chain")
        var last = plan.add("0", optional: true) {}
        for number in 1..<10_000 { last = plan.add("\(number)", after: [last], optional: true) {} }
        let driver = try MachineDriver.startedWithoutOptional(plan)
        #expect(driver.phase == .ready(degraded: true))
    }

    @Test func inTheBackgroundToo() throws {
        var plan = Plan("later")
        plan.add("now") {}
        plan.add("warm", optional: true, stage: .background) {}
        let driver = try MachineDriver.startedWithoutOptional(plan)
        driver.end(0)
        #expect(driver.outcome("warm") == .cancelled(reason: "safe mode"))
        #expect(driver.phase.isReady)
    }
}

extension Phase {
    fileprivate var isReady: Bool { if case .ready = self { true } else { false } }
}
