import Slipway
import SlipwayTesting
import Testing

/// A body that reads what it may not is told what is meant.
struct OutputFaultTests {
    /// Why the operation 'reader' fails, whose body reads something.
    private func words(
        after: Bool = false,
        _ read: @escaping @Sendable (OperationContext, Handle<Int>) throws -> Void
    ) throws -> String? {
        var plan = Plan("reads")
        let user = plan.add("user", optional: true) { 1 }
        plan.add("reader", after: after ? [user] : [], optional: true) { context in
            try read(context, user)
        }
        return try VirtualLaunch(Graph(plan)).run()["reader"]?.outcome?.message
    }

    @Test func whatItRunsAfterIsReadIfItIsPresent() throws {
        let said = try words(after: true) { _ = try $0.output(of: $1) }
        #expect(
            said
                == "'reader' reads the value of 'user' but only runs after it, so there may be no "
                + "value; use outputIfPresent, or add it to requires"
        )
        #expect(try words(after: true) { _ = try $0.outputIfPresent(of: $1) } == nil)
        #expect(try words(after: true) { _ = try $0.output(of: $1.ifPresent) } == nil)
    }

    @Test func onWhatItDoesNotDependItIsToDepend() throws {
        let required =
            "'reader' reads the value of 'user', which it does not require; add it to requires"
        #expect(try words { _ = try $0.output(of: $1) } == required)
        let either =
            "'reader' reads 'user', on which it does not depend; add it to requires or after"
        #expect(try words { _ = try $0.output(of: $1.ifPresent) } == either)
        #expect(try words { _ = try $0.outputIfPresent(of: $1) } == either)
        #expect(try words { _ = try $0.outcome(of: $1) } == either)
    }

    @Test func anUnknownNameIsCorrected() throws {
        #expect(
            try words { context, _ in let _: Int? = try context.output(named: "usr") }
                == "'reader' reads 'usr', but the launch has no operation of that name; did you "
                + "mean 'user'?"
        )
        #expect(
            try words { context, _ in _ = try context.outcome(of: "elsewhere") }
                == "'reader' reads 'elsewhere', but the launch has no operation of that name; "
                + "correct the name"
        )
    }
}
