import Slipway
import Testing

/// Values of plans that are written as literals, or as one word with its arguments.
struct LiteralTests {
    @Test func aQueueAndItsWidthAreLiterals() throws {
        var plan = Plan("test")
        plan.queues["downloads"] = 4
        plan.queues[.userInitiated] = 16
        plan.add("logo", on: "downloads") {}
        plan.add("show", on: "main") {}
        #expect(plan.queues == [.named("downloads"): .fixed(4), .userInitiated: .fixed(16)])
        #expect(plan.operations.map(\.queue) == [.named("downloads"), .main])
        _ = try Graph(plan)
    }

    @Test func aLiteralWidthBelowOneIsAFault() {
        var plan = Plan("test")
        plan.queues["downloads"] = 0
        plan.queues["uploads"] = -1
        #expect(
            Graph.faults(of: plan) == [
                "queue 'downloads' has width 0; a width is at least 1",
                "queue 'uploads' has width -1; a width is at least 1",
            ]
        )
    }

    @Test func aRestartIsWrittenWithItsLimits() {
        #expect(EndPolicy.restart(attempts: 3) == .restart(RestartLimits(attempts: 3)))
        #expect(
            EndPolicy.restart(
                attempts: nil,
                within: .seconds(1),
                initial: .seconds(2),
                maximum: .seconds(3),
                steady: .seconds(4),
                onlyFailures: true
            )
                == .restart(
                    RestartLimits(
                        attempts: nil,
                        within: .seconds(1),
                        initial: .seconds(2),
                        maximum: .seconds(3),
                        steady: .seconds(4),
                        onlyFailures: true
                    )
                )
        )
        var plan = Plan("test")
        plan.service("web", ended: .restart(attempts: 0)) { ready in ready() }
        #expect(
            Graph.faults(of: plan) == [
                "attempts of the restarts of 'web' are 0; at least 1 attempt is needed"
            ]
        )
    }
}
