import Slipway
import SlipwayTesting
import Testing

/// Bodies that wait for the callback of an old-style API.
@Suite(.timeLimit(.minutes(5)))
struct CallbackTests {
    private struct Refused: Error {}
    private struct Other: Error {}

    /// Keeps a callback, as an API does that calls it later.
    private final class Kept: Sendable {
        private let callback = Mutex<Callback<Int>?>(nil)

        func keep(_ finish: Callback<Int>) { callback.withLock { $0 = finish } }
        func call(_ value: Int) { callback.withLock { $0 }?(value) }
        func letGo() { callback.withLock { $0 = nil } }
    }

    /// The launch of one operation, in virtual time, and what it came to.
    private func outcome(
        of body: @escaping @Sendable (OperationContext) async throws -> Int,
        _ calls: (VirtualLaunch) -> Void = { _ in }
    ) throws -> (outcome: Outcome?, value: Int?, end: Duration?) {
        var plan = Plan("callbacks")
        let login = plan.add("login", optional: true, body: body)
        let launch = VirtualLaunch(try Graph(plan), patience: .zero)
        calls(launch)
        let report = try launch.run()
        return (
            report["login"]?.outcome, try? launch.launch.output(of: login), report.end(of: "login")
        )
    }

    @Test func theBodyGetsTheValueOfTheCall() throws {
        let kept = Kept()
        let (outcome, value, end) = try outcome { context in
            try await context.callback { finish in kept.keep(finish) } + 1
        } _: { launch in
            launch.at(.seconds(3)) { _ in kept.call(6) }
        }
        #expect(outcome == .succeeded)
        #expect(value == 7)
        #expect(end == .seconds(3))
    }

    @Test func theBodyGetsTheErrorOfTheCallThrown() throws {
        let (outcome, _, _) = try outcome { context in
            try await context.callback { finish in finish(throwing: Refused()) }
        }
        guard case .failed(let failure) = outcome else { return #expect(Bool(false)) }
        #expect(failure.error is Refused)
    }

    @Test func aResultIsAValueOrAnError() throws {
        let given: Result<Int, Refused> = .success(1)
        let refused: Result<Int, Refused> = .failure(Refused())
        #expect(
            try outcome { try await $0.callback { finish in finish(given) } }.value == 1
        )
        #expect(
            try outcome { try await $0.callback { finish in finish(.success(2)) } }.value == 2
        )
        let failed = try outcome { try await $0.callback { finish in finish(refused) } }.outcome
        guard case .failed(let failure) = failed else { return #expect(Bool(false)) }
        #expect(failure.error is Refused)
    }

    @Test func aCallWithoutAValueEndsTheWait() throws {
        let (_, value, _) = try outcome { context in
            try await context.callback(of: Void.self) { finish in finish() }
            return 1
        }
        #expect(value == 1)
    }

    @Test func onlyTheFirstCallCounts() throws {
        let (outcome, value, _) = try outcome { context in
            try await context.callback { finish in
                finish(1)
                finish(2)
                finish(throwing: Refused())
            }
        }
        #expect(outcome == .succeeded)
        #expect(value == 1)
    }

    @Test func theErrorOfWhatStartsTheWorkIsThrown() throws {
        let (outcome, _, _) = try outcome { context in
            try await context.callback { (finish: Callback<Int>) in
                finish(1)
                throw Other()
            }
        }
        guard case .failed(let failure) = outcome else { return #expect(Bool(false)) }
        #expect(failure.error is Other)
    }

    @Test func aDroppedCallbackIsAFailureThatSaysSo() throws {
        let kept = Kept()
        for letsGoLater in [false, true] {
            let (outcome, _, end) = try outcome { context in
                try await context.callback { finish in if letsGoLater { kept.keep(finish) } }
            } _: { launch in
                launch.at(.seconds(2)) { _ in kept.letGo() }
            }
            guard case .failed(let failure) = outcome else { return #expect(Bool(false)) }
            #expect(failure.error as? CallbackFailure == .letGo(operation: "login"))
            #expect(
                failure.message
                    == "the callback of 'login' was let go of and never called: call it on every path"
            )
            #expect(end == .seconds(letsGoLater ? 2 : 0))
        }
    }

    @Test func aCallbackThatDoesNotComeInTimeIsAFailureAtThatInstant() throws {
        let kept = Kept()
        let (outcome, _, end) = try outcome { context in
            try await context.callback(timeout: .seconds(5)) { finish in kept.keep(finish) }
        } _: { launch in
            launch.at(.seconds(6)) { _ in kept.call(1) }
        }
        guard case .failed(let failure) = outcome else { return #expect(Bool(false)) }
        #expect(
            failure.error as? CallbackFailure == .timedOut(operation: "login", limit: .seconds(5))
        )
        #expect(failure.message == "the callback of 'login' did not come within 5s")
        #expect(end == .seconds(5))
    }

    @Test func aCallbackThatComesInTimeEndsTheWaitAndItsTimeout() throws {
        let kept = Kept()
        let (outcome, value, end) = try outcome { context in
            try await context.callback(timeout: .seconds(5)) { finish in kept.keep(finish) }
        } _: { launch in
            launch.at(.seconds(4)) { _ in kept.call(1) }
        }
        #expect(outcome == .succeeded && value == 1)
        #expect(end == .seconds(4))
    }

    @Test func aFailedWaitIsTriedAgain() throws {
        let lines = Lines()
        var plan = Plan("callbacks")
        plan.add("login", retry: .constant(attempts: 3, pause: .seconds(1))) { context in
            try await context.callback(of: Int.self, timeout: .seconds(5)) { finish in
                lines.add("attempt \(context.attempt)")
                if context.attempt == 3 { finish(1) }
            }
        }
        let report = try VirtualLaunch(Graph(plan)).run()
        #expect(report.phase == .ready(degraded: false))
        #expect(lines.all == ["attempt 1", "attempt 2", "attempt 3"])
    }

    @Test func aHandlerOfAnActionWaitsToo() throws {
        let kept = Kept()
        let lines = Lines()
        var plan = Plan("callbacks")
        let pay = plan.action("pay") { (amount: Int, context) in
            let receipt = try await context.callback(timeout: .seconds(5)) { finish in
                kept.keep(finish)
            }
            lines.add("\(amount) paid, receipt \(receipt)")
        }
        let launch = VirtualLaunch(try Graph(plan), patience: .zero)
        try launch.launch.submit(pay, 3)
        launch.at(.seconds(2)) { _ in kept.call(42) }
        let report = try launch.run()
        #expect(lines.all == ["3 paid, receipt 42"])
        #expect(report.actions.map(\.state) == [.done])
    }

    @Test func aCancelledBodyDoesNotWaitForItsCallback() async throws {
        let (kept, begun) = (Kept(), Gate())
        var plan = Plan("callbacks")
        plan.grace = .seconds(100_000)
        plan.add("login", optional: true) { context in
            try await context.callback(of: Int.self, timeout: .seconds(100_000)) { finish in
                kept.keep(finish)
                begun.open()
            }
        }
        let launch = Launch(try Graph(plan))
        async let run: Void = launch.run(until: .ready)
        await begun.pass()
        launch.cancel("login", reason: "not wanted")
        try await run
        #expect(launch.report["login"]?.outcome == .cancelled(reason: "not wanted"))
        kept.call(1)
    }

    @Test func whatIsCancelledAlreadyStartsNoWork() async throws {
        let (lines, begun) = (Lines(), Gate())
        var plan = Plan("callbacks")
        plan.add("login", optional: true) { context in
            begun.open()
            while !Task.isCancelled { await Task.yield() }
            return try await context.callback(of: Int.self) { _ in lines.add("started") }
        }
        let launch = Launch(try Graph(plan))
        async let run: Void = launch.run(until: .ready)
        await begun.pass()
        launch.cancel("login", reason: "not wanted")
        try await run
        #expect(launch.report["login"]?.outcome == .cancelled(reason: "not wanted"))
        #expect(lines.all.isEmpty)
    }

    @Test(arguments: [Queue.main, .userInitiated])
    func theCallMayComeFromAnyThread(queue: Queue) async throws {
        var plan = Plan("callbacks")
        let login = plan.add("login", on: queue) { context in
            try await context.callback(of: Int.self, timeout: .seconds(100_000)) { finish in
                try Thread("callback") { finish(7) }
            }
        }
        let launch = Launch(try Graph(plan))
        async let run: Void = launch.run(until: .ready)
        try await run
        #expect(try launch.output(of: login) == 7)
    }
}
