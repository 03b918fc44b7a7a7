import Slipway
import SlipwayTesting
import Synchronization
import Testing

/// A value that is not to be kept goes with the last that may read it, and not before.
@Suite(.timeLimit(.minutes(5)))
struct ValueLifetimeTests {
    private final class Big: Sendable {}

    /// Sees whether a value is still kept.
    private final class Sight: Sendable {
        private struct Seen: Sendable { weak var value: Big? }
        private let seen = Mutex(Seen())

        func make() -> Big {
            let value = Big()
            seen.withLock { $0.value = value }
            return value
        }

        var isKept: Bool { seen.withLock { $0.value != nil } }
    }

    private func launch(
        readers: Int,
        keepsValue: Bool,
        _ sight: Sight
    ) throws -> (VirtualLaunch, Handle<Big>) {
        var plan = Plan("values")
        let big = plan.add("big", keepsValue: keepsValue) { sight.make() }
        for number in 0..<readers {
            plan.add("reader \(number)", reading: big, stage: .background) { big, context in
                try await context.sleep(for: .seconds(number + 1))
                withExtendedLifetime(big) {}
            }
        }
        // Goes on after them.
        plan.add("last", stage: .background) { context in try await context.sleep(for: .seconds(60))
        }
        return (VirtualLaunch(try Graph(plan)), big)
    }

    @Test(arguments: [0, 1, 2])
    func itGoesWithItsLastReader(readers: Int) throws {
        let sight = Sight()
        let (launch, big) = try launch(readers: readers, keepsValue: false, sight)
        if readers > 0 {
            try launch.run(for: .milliseconds(readers * 1000 - 500))
            #expect(sight.isKept)
        }
        try launch.run(for: .seconds(10))
        #expect(!sight.isKept)
        #expect(throws: ValueFault.released) { try launch.launch.output(of: big) }
        #expect(launch.launch.report["big"]?.outcome == .succeeded)
    }

    @Test func unlessSaidItStaysAsLongAsTheLaunch() throws {
        let sight = Sight()
        let (launch, big) = try launch(readers: 1, keepsValue: true, sight)
        try launch.run(for: .seconds(10))
        #expect(sight.isKept)
        _ = try launch.launch.output(of: big)
    }

    @Test func aReaderOfTheGroupThatGivesItCounts() throws {
        let sight = Sight()
        var plan = Plan("values")
        let group = plan.group("group") { plan in
            plan.add("big", keepsValue: false) { sight.make() }
        }
        plan.add("reader", reading: group, stage: .background) { big, context in
            try await context.sleep(for: .seconds(1))
            withExtendedLifetime(big) {}
        }
        plan.add("last", stage: .background) { context in try await context.sleep(for: .seconds(60))
        }
        let launch = VirtualLaunch(try Graph(plan))
        try launch.run(for: .milliseconds(500))
        #expect(sight.isKept)
        try launch.run(for: .seconds(10))
        #expect(!sight.isKept)
    }

    @Test func aReaderThatIsTriedAgainReadsItAgain() throws {
        let sight = Sight()
        let read = Mutex(0)
        var plan = Plan("values")
        let big = plan.add("big", keepsValue: false) { sight.make() }
        plan.group("group", retry: .constant(attempts: 3, pause: .seconds(1))) { plan in
            plan.add("reader", reading: big) { _, context in
                read.withLock { $0 += 1 }
                if context.groupAttempt < 3 { throw Failed() }
            }
        }
        plan.add("last", stage: .background) { context in try await context.sleep(for: .seconds(60))
        }
        let launch = VirtualLaunch(try Graph(plan))
        try launch.run(for: .seconds(10))
        #expect(read.withLock { $0 } == 3)
        #expect(launch.launch.report.phase == .ready(degraded: false))
        #expect(!sight.isKept)
    }

    @Test func itsTeardownStillGetsIt() throws {
        let undone = Mutex(0)
        var plan = Plan("values")
        plan.add(
            "big",
            teardown: { (value: Int) in undone.withLock { $0 = value } },
            keepsValue: false
        ) { 7 }
        try VirtualLaunch(Graph(plan)).run(until: .ready)
        #expect(undone.withLock { $0 } == 7)
    }

    @Test(arguments: [false, true])
    func whatIsAddedLaterAndReadsItFailsAndSaysWhy(mayBeAbsent: Bool) throws {
        let (launch, big) = try launch(readers: 0, keepsValue: false, Sight())
        try launch.run(for: .seconds(1))
        try launch.launch.add { plan in
            if mayBeAbsent {
                plan.add("late", reading: big.ifPresent) { _ in }
            } else {
                plan.add("late", reading: big) { _ in }
            }
        }
        try launch.run(for: .seconds(1))
        #expect(
            launch.launch.report["late"]?.outcome?.message
                == "'late' reads the value of 'big', which is gone: 'big' has keepsValue: false, "
                + "and everything that read it has ended; leave out keepsValue: false to read it "
                + "later"
        )
    }

    @Test func thatOfAnAdditionGoesToo() throws {
        let sight = Sight()
        var plan = Plan("values")
        plan.add("last", stage: .background) { context in try await context.sleep(for: .seconds(60))
        }
        let launch = VirtualLaunch(try Graph(plan))
        try launch.run(for: .seconds(1))
        try launch.launch.add { plan in
            let big = plan.add("big", keepsValue: false) { sight.make() }
            plan.add("reader", reading: big) { _, context in
                try await context.sleep(for: .seconds(5))
            }
        }
        try launch.run(for: .seconds(1))
        #expect(sight.isKept)
        try launch.run(for: .seconds(10))
        #expect(!sight.isKept)
    }

    private struct Failed: Error {}
}
