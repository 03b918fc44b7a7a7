import Slipway
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ActionOutcomeTests {
    private struct Refused: Error {}

    /// Runs a launch while `body` runs, and stops it afterwards.
    private func whileRunning(
        _ plan: Plan,
        _ body: @Sendable (Launch) async throws -> Void
    ) async throws {
        let launch = Launch(try Graph(plan))
        let running = Task { try await launch.run() }
        try await body(launch)
        launch.stop()
        try await running.value
    }

    @Test func itIsTheStateInWhichTheActionEnded() async throws {
        var plan = Plan("outcomes")
        let works = plan.action("works") { (_: Int) in }
        let fails = plan.action("fails") { (_: Int) in throw Refused() }
        let waits = plan.action("waits", requires: ["never"]) { (_: Int) in }
        plan.add("never", stage: .background) { context in
            try await context.sleep(for: .seconds(3600))
        }
        try await whileRunning(plan) { launch in
            let working = try launch.submit(works, 1)
            #expect(await launch.outcome(of: working) == .done)
            let failed = await launch.outcome(of: try launch.submit(fails, 1))
            guard case .failed(let failure, nil)? = failed else {
                Issue.record("\(String(describing: failed))")
                return
            }
            #expect(failure.error is Refused)
            let waiting = try launch.submit(waits, 1)
            let outcome = Task { await launch.outcome(of: waiting.id) }
            launch.cancel(waiting.id, reason: "not wanted")
            #expect(await outcome.value == .cancelled(reason: "not wanted"))
            #expect(await launch.outcome(of: waiting) == .cancelled(reason: "not wanted"))
        }
    }

    @Test func anActionIsTriedAgainForTheErrorsOfItsRetryOnly() async throws {
        let attempts = Lines()
        let retry = Retry.constant(attempts: 3, pause: .zero) { !($0 is Refused) }
        var plan = Plan("retry")
        let kind = plan.action("try", policy: ActionPolicy(retry: retry)) { (isRefused: Bool) in
            attempts.add("\(isRefused)")
            if isRefused { throw Refused() }
            throw Failure("unreachable")
        }
        try await whileRunning(plan) { launch in
            await launch.outcome(of: try launch.submit(kind, true))
            await launch.outcome(of: try launch.submit(kind, false))
        }
        #expect(attempts.all == ["true", "false", "false", "false"])
    }

    @Test func thereIsNoneOfAnActionThatTheLaunchDoesNotKnow() async throws {
        let launch = Launch(try Graph(Plan("empty")))
        #expect(await launch.outcome(of: ActionID("unknown")) == nil)
    }

    @Test func cancellingTheTaskEndsTheWaitOnly() async throws {
        let gate = Gate()
        var plan = Plan("waits")
        let kind = plan.action("slow") { (_: Int) in await gate.pass() }
        try await whileRunning(plan) { launch in
            let action = try launch.submit(kind, 1)
            let waiting = Task { await launch.outcome(of: action) }
            waiting.cancel()
            #expect(await waiting.value == nil)
            #expect(launch.action(action.id)?.state.isEnded == false)
            gate.open()
            #expect(await launch.outcome(of: action) == .done)
        }
    }

    @Test func aRefusedTokenIsRenewedOnceForAllWhoWait() async throws {
        let token = Mutex(1), renewals = Lines()
        var plan = Plan("token")
        let renew = plan.action("renew") { (refused: Int) in
            let isOld = token.withLock { token in
                defer { if token == refused { token += 1 } }
                return token == refused
            }
            if isOld { renewals.add("renewed \(refused)") }
        }
        let rendezvous = Rendezvous(5)
        for number in 1...5 {
            plan.add("page-\(number)") { context in
                let refused = token.withLock { $0 }
                await rendezvous.arrive()
                let renewal = try context.launch.submit(renew, refused)
                #expect(await context.launch.outcome(of: renewal) == .done)
                #expect(token.withLock { $0 } == 2)
            }
        }
        try await Launch(Graph(plan)).run(until: .ready)
        #expect(renewals.all == ["renewed 1"])
    }
}
