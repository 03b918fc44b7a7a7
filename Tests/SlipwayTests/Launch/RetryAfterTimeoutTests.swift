import Slipway
import SlipwayTesting
import Synchronization
import Testing

/// What decides whether an attempt whose time has passed is followed by another.
struct RetryAfterTimeoutTests {
    private final class Count: Sendable {
        private let value = Mutex(0)
        func add() { value.withLock { $0 += 1 } }
        var total: Int { value.withLock { $0 } }
    }

    private struct Refused: Error {}

    /// How a body answers when it is asked to give up.
    enum Answer: CaseIterable {
        case cancelled, error, value
    }

    /// Does not end within any time of these tests, unless it is asked to.
    private static func hang(_ context: OperationContext, _ answer: Answer) async throws {
        do {
            try await context.sleep(for: .seconds(3600))
        } catch {
            switch answer {
            case .cancelled: throw error
            case .error: throw Refused()
            case .value: return
            }
        }
    }

    private let isNoTimeout: @Sendable (any Error) -> Bool = { ($0 as? Failure)?.kind != .timedOut }

    @Test(arguments: Answer.allCases, [true, false])
    func anOperationIsAskedAboutATimeout(answer: Answer, isAsked: Bool) throws {
        let attempts = Count()
        var plan = Plan("test")
        plan.add(
            "charge",
            optional: true,
            timeout: .seconds(1),
            retry: .constant(
                attempts: 4,
                pause: .seconds(1),
                if: isAsked ? isNoTimeout : nil
            )
        ) { context in
            attempts.add()
            try await Self.hang(context, answer)
        }
        let report = try VirtualLaunch(Graph(plan)).run()
        #expect(attempts.total == (isAsked ? 1 : 4))
        guard case .failed(let failure)? = report["charge"]?.outcome else {
            Issue.record("\(String(describing: report["charge"]?.outcome))")
            return
        }
        #expect(failure.kind == .timedOut)
    }

    @Test func aValueThatCameTooLateIsUndoneBeforeItIsAsked() throws {
        let (undone, asked) = (Count(), Count())
        var plan = Plan("test")
        plan.add(
            "charge",
            optional: true,
            timeout: .seconds(1),
            retry: .constant(attempts: 3, pause: .seconds(1)) { _ in
                asked.add()
                return asked.total < 2 && undone.total == asked.total
            },
            teardown: { undone.add() }
        ) { context in
            try await Self.hang(context, .value)
        }
        _ = try VirtualLaunch(Graph(plan)).run()
        #expect(undone.total == 2 && asked.total == 2)
    }

    /// Four charges in place of one.
    @Test(arguments: [ActionPolicy.Effect.once, .idempotent])
    func aKindOfActionIsAskedAboutATimeout(effect: ActionPolicy.Effect) throws {
        let attempts = Count()
        var plan = Plan("test")
        let charge = plan.action(
            "charge",
            timeout: .seconds(1),
            policy: ActionPolicy(
                effect: effect,
                retry: .constant(attempts: 4, pause: .seconds(1), if: isNoTimeout)
            )
        ) { (_: Int, context) in
            attempts.add()
            try await Self.hang(context, .error)
        }
        let launch = VirtualLaunch(try Graph(plan))
        let action = try launch.launch.submit(charge, 1)
        let report = try launch.run()
        #expect(attempts.total == 1)
        guard
            case .failed(let failure, _)? = report.actions.first(where: { $0.id == action.id })?
                .state
        else {
            Issue.record("\(report.actions)")
            return
        }
        #expect(failure.kind == .timedOut)
    }

    @Test(arguments: [true, false])
    func aGroupIsAskedAboutATimeout(mayRetry: Bool) throws {
        let attempts = Count()
        var plan = Plan("test")
        plan.group(
            "charge",
            optional: true,
            timeout: .seconds(1),
            retry: .constant(attempts: 4, pause: .seconds(1)) { [isNoTimeout] in
                mayRetry || isNoTimeout($0)
            }
        ) { plan in
            plan.add("send") { context in
                attempts.add()
                try await Self.hang(context, .cancelled)
            }
        }
        _ = try VirtualLaunch(Graph(plan)).run()
        #expect(attempts.total == (mayRetry ? 4 : 1))
    }
}
