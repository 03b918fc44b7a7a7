import Slipway
import SlipwayTesting
import Testing

private struct Unauthorized: Error {}
private struct Unreachable: Error {}

struct FallbackErrorTests {
    private func run(_ plan: Plan) throws -> Report { try VirtualLaunch(Graph(plan)).run() }

    @Test(arguments: [true, false])
    func aFixedValueStandsInForTheErrorsThatItIsFor(isAccepted: Bool) throws {
        var plan = Plan("value")
        let error: any Error = isAccepted ? Unreachable() : Unauthorized()
        plan.add("a", optional: true, fallback: .value(1, if: { !($0 is Unauthorized) })) {
            () throws -> Int in
            throw error
        }
        let outcome = try run(plan)["a"]?.outcome
        let failure = Failure(error)
        #expect(outcome == (isAccepted ? .degraded(reason: failure.message) : .failed(failure)))
    }

    @Test func aFallbackGetsTheErrorOfTheLastAttempt() throws {
        let lines = Lines()
        var plan = Plan("thrown")
        plan.add(
            "a",
            retry: .constant(attempts: 2, pause: .seconds(1)),
            fallback: .from { error, context in
                lines.add("\(context.name): \(error)")
                return FallbackValue(1, source: "cache")
            }
        ) { context -> Int in
            if context.attempt == 1 { throw Unreachable() }
            throw Unauthorized()
        }
        #expect(try run(plan)["a"]?.fallback?.source == "cache")
        #expect(lines.all == ["a: Unauthorized()"])
    }

    @Test func aFallbackTellsATimeoutByTheKindOfItsFailure() throws {
        var plan = Plan("slow")
        let ofTimeout = Fallback.value(1, if: { ($0 as? Failure)?.kind == .timedOut })
        plan.add("slow", timeout: .seconds(1), fallback: ofTimeout) { context in
            try await context.sleep(for: .seconds(9))
            return 2
        }
        #expect(try run(plan)["slow"]?.outcome?.word == "degraded")
    }

    @Test func aFallbackOfWhatWasSkippedGetsTheOutcomeOfTheRoot() throws {
        var plan = Plan("skipped")
        let login = plan.add("login", optional: true) { throw Unauthorized() }
        let profile = plan.add("profile", requires: [login], optional: true) { 1 }
        let ofUnauthorized = Fallback.value(
            1,
            if: { error in
                guard let root = error as? OperationFailure, root.operation == "login",
                    case .failed(let failure) = root.outcome
                else { return false }
                return failure.error is Unauthorized
            }
        )
        plan.add("home", requires: [profile], fallback: ofUnauthorized) { 2 }
        #expect(try run(plan)["home"]?.outcome == .degraded(reason: "'login' did not succeed"))
    }

    @Test func aFixedValueIsThereForWhatIsNotNeededWhateverItsErrors() throws {
        var plan = Plan("not-needed")
        let a = plan.add(
            "a",
            when: Condition("never") { _ in false },
            fallback: .value(1, if: { _ in false })
        ) { 2 }
        plan.add("b", reading: a) { #expect($0 == 1) }
        let report = try run(plan)
        #expect(report["a"]?.outcome == .notNeeded(condition: "never"))
        #expect(report["b"]?.outcome == .succeeded)
    }

    @Test func aFallbackThatIsComputedSeesThatTheConditionDidNotHold() throws {
        let lines = Lines()
        var plan = Plan("declined")
        plan.add(
            "a",
            when: Condition("never") { _ in false },
            fallback: .from { error, _ -> FallbackValue<Int>? in
                lines.add("\(error)")
                return nil
            }
        ) { 2 }
        #expect(try run(plan)["a"]?.outcome == .notNeeded(condition: "never"))
        let words =
            "operation 'a' has no value: skipped, not needed: its condition does not hold: never"
        #expect(lines.all == [words])
    }
}
