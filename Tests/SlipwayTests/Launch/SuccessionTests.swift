import Slipway
import Testing

/// One launch of a service takes another one's place.
struct SuccessionTests {
    private func graph() throws -> Graph {
        var plan = Plan("service")
        plan.add("step") { 7 }
        return try Graph(plan)
    }

    private func successor() throws -> Launch {
        Launch(try graph(), deadlineFrom: .run, keeper: nil, isSuccessor: true)
    }

    /// Else the first launch of a service would hold all that came after it.
    @Test func aLaunchThatHasEndedDoesNotHoldTheOneThatTookItsPlace() async throws {
        let old = Launch(try graph())
        var new: Launch? = try successor()
        weak let held = new
        async let running: Void = old.run()
        await old.waitUntilReady()
        if let new { await old.handOver(to: new) }
        await old.waitUntilHandedOver()
        old.stop()
        try await running
        new = nil
        #expect(held == nil)
    }

    @Test func theResultOfAnOperationIsThereForTheNextLaunch() async throws {
        let old = Launch(try graph())
        async let running: Void = old.run()
        let found = await old.result(of: "step", as: Int.self)
        #expect(found?.outcome == .succeeded)
        #expect(found?.value == 7)
        #expect(await old.result(of: "other", as: Int.self) == nil)
        old.stop()
        try await running
    }

    /// Nothing that fails there ends the service any more.
    @Test func aLaunchThatWasReplacedDoesNotFail() async throws {
        let old = Launch(try graph())
        async let running: Void = old.run()
        await old.waitUntilReady()
        #expect(old.supersede(handingOn: []))
        old.fail(Failure("its program died"))
        #expect(old.report.phase == .ready(degraded: false))
        old.stop()
        try await running
        #expect(!old.supersede(handingOn: []))
    }
}
