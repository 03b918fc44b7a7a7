import Slipway
import SlipwayTesting
import Testing

/// An error with more than words.
private struct Refused: Error, Equatable { let status: Int }

struct ThrownErrorTests {
    private func run(_ plan: Plan) throws -> Report { try VirtualLaunch(Graph(plan)).run() }

    private func failure(_ report: Report, of name: String) throws -> Failure {
        guard case .failed(let failure)? = report[name]?.outcome else {
            throw Failure("\(name): \(String(describing: report[name]?.outcome))")
        }
        return failure
    }

    @Test func anOutcomeHasTheErrorThatTheBodyThrew() throws {
        var plan = Plan("thrown")
        plan.add("last", optional: true, retry: .constant(attempts: 2, pause: .seconds(1))) {
            context in
            throw Refused(status: 400 + context.attempt)
        }
        plan.add(
            "condition",
            optional: true,
            when: Condition("c") { _ in throw Refused(status: 1) }
        ) {}
        plan.add("failure", optional: true) { throw Failure("known") }
        plan.add("gave-up", optional: true) { throw CancellationError() }
        let report = try run(plan)
        #expect(try failure(report, of: "last").error as? Refused == Refused(status: 402))
        #expect(report["last"]?.attempts.first?.failure?.error as? Refused == Refused(status: 401))
        #expect(try failure(report, of: "condition").error as? Refused == Refused(status: 1))
        #expect(try failure(report, of: "failure").error as? Failure == Failure("known"))
        #expect(try failure(report, of: "gave-up").error is CancellationError)
    }

    @Test func aGroupHasTheErrorsOfAllThatFailedInIt() throws {
        var plan = Plan("group")
        plan.group("outer", optional: true, failsFast: false) { plan in
            plan.add("a") { throw Refused(status: 1) }
            plan.group("inner", failsFast: false) { plan in
                plan.add("b") { throw Refused(status: 2) }
                plan.add("c", timeout: .seconds(1)) { context in
                    try await context.sleep(for: .seconds(9))
                }
            }
        }
        let failure = try failure(run(plan), of: "outer")
        #expect(failure.error as? Refused == Refused(status: 1))
        #expect(failure.errors.compactMap { $0 as? Refused }.map(\.status) == [1, 2])
        #expect(failure.errors.compactMap { $0 as? Failure }.map(\.kind) == [.timedOut])
        #expect(failure.errors.count == 3)
    }

    @Test func theErrorOfALaunchHasThoseOfAllRootCauses() async throws {
        var plan = Plan("failed")
        plan.group("checks", failsFast: false) { plan in
            plan.add("disk") { throw Refused(status: 1) }
            plan.add("clock") { throw Refused(status: 2) }
        }
        plan.add("home", requires: ["checks"]) {}
        let launch = Launch(try Graph(plan))
        let error = await #expect(throws: LaunchError.self) { try await launch.run() }
        let statuses = error?.errors.compactMap { ($0 as? Refused)?.status }
        #expect(statuses.map(Set.init) == [1, 2])
        #expect(error?.rootCauses.compactMap(\.operation).sorted() == ["clock", "disk"])
        #expect(LaunchError.alreadyRun.errors.isEmpty)
    }

    @Test func anOperationThatWasCancelledIsNotSaidToHaveFailed() async throws {
        var plan = Plan("cancelled")
        let disk = plan.add("disk") {}
        plan.add("home", requires: [disk]) {}
        let launch = Launch(try Graph(plan))
        launch.cancel(disk, reason: "not wanted")
        let error = await #expect(throws: LaunchError.self) { try await launch.run() }
        #expect(
            error?.description
                == "cannot launch 'cancelled': 'disk' was cancelled: not wanted; skipped: home"
        )
        #expect(error?.rootCauses.map(\.isCancelled) == [true])
        #expect(
            error?.rootCauses.map(\.description) == [
                "'disk' was cancelled: not wanted; skipped 'home'"
            ]
        )
    }

    /// An error whose text is empty.
    private struct Silent: Error, CustomStringConvertible { var description: String { " " } }

    @Test func anErrorWithoutATextIsToldByItsType() {
        #expect(Failure(Silent()).message == "Silent")
        #expect(Failure(Failure("") as any Error).message == "Failure")
        #expect(Failure(Refused(status: 1)).message == "Refused(status: 1)")
    }

    @Test func aTimeoutStandsForItself() throws {
        var plan = Plan("slow")
        plan.add("slow", optional: true, timeout: .seconds(1)) { context in
            do { try await context.sleep(for: .seconds(9)) } catch { throw Refused(status: 1) }
        }
        let failure = try failure(run(plan), of: "slow")
        #expect(failure.error == nil)
        #expect(failure.errors.compactMap { $0 as? Failure } == [failure])
    }

    @Test func anOperationWhoseFallbackFailedTooHasBoth() throws {
        var plan = Plan("both")
        plan.add("a", optional: true, fallback: .from { _ in throw Refused(status: 2) }) {
            () throws -> Int in
            throw Refused(status: 1)
        }
        let errors = try failure(run(plan), of: "a").errors
        #expect(errors.compactMap { ($0 as? Refused)?.status } == [1, 2])
    }

    @Test func anActionHasTheErrorOfItsHandlerOrOfWhatItRequires() throws {
        var plan = Plan("actions")
        let login = plan.add("login", optional: true) { throw Refused(status: 1) }
        let broken = plan.action("broken") { (_: Int) in throw Refused(status: 2) }
        let waiting = plan.action("waiting", requires: [login]) { (_: Int) in }
        let launch = VirtualLaunch(try Graph(plan))
        let first = try launch.launch.submit(broken, 1),
            second = try launch.launch.submit(waiting, 1)
        try launch.run()
        let errors = [first, second].map { action -> Refused? in
            guard case .failed(let failure, _) = launch.launch.action(action.id)?.state else {
                return nil
            }
            return failure.error as? Refused
        }
        #expect(errors == [Refused(status: 2), Refused(status: 1)])
    }

    @Test func failuresThatSayTheSameAreEqual() {
        let thrown = Failure(Refused(status: 1))
        let read = Failure(.error, thrown.message, type: "Refused")
        #expect(thrown == read)
        #expect(Set([thrown, read]).count == 1)
    }
}
