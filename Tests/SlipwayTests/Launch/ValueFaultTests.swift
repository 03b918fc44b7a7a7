import Slipway
import SlipwayTesting
import Testing

/// An error that is looked for among the causes.
private struct Refused: Error, Equatable, CustomStringConvertible {
    let status: Int
    var description: String { "HTTP \(status)" }
}

/// Where there is no value, the fault leads to the operation and the error behind that.
@Suite(.timeLimit(.minutes(10)))
struct ValueFaultTests {
    /// Runs a plan, and gives the fault of reading one of its values.
    private func fault<Value>(
        _ declare: (inout Plan) throws -> Handle<Value>
    ) throws -> ValueFault {
        var plan = Plan("values")
        let handle = try declare(&plan)
        let virtual = VirtualLaunch(try Graph(plan))
        try virtual.run()
        return try #require(
            #expect(throws: ValueFault.self) { try virtual.launch.output(of: handle) }
        )
    }

    private func statuses(_ fault: ValueFault) -> [Int] {
        fault.errors.compactMap { ($0 as? Refused)?.status }
    }

    @Test func ofWhatWasSkippedItHasTheErrorOfTheRoot() throws {
        let fault = try fault { plan in
            let login = plan.add("login", optional: true) { () throws -> Int in
                throw Refused(status: 401)
            }
            let user = plan.add("user", reading: login, optional: true) { $0 }
            return plan.add("page", reading: user, optional: true) { $0 }
        }
        #expect(statuses(fault) == [401])
        #expect(
            fault.description
                == "operation 'page' has no value: skipped, because 'login' failed: HTTP 401"
        )
    }

    @Test func aTimeoutStandsForItself() throws {
        let fault = try fault { plan in
            let login = plan.add("login", optional: true, timeout: .seconds(5)) { context in
                try await context.sleep(for: .seconds(9))
            }
            return plan.add("page", requires: [login], optional: true) { 1 }
        }
        #expect(fault.errors.compactMap { ($0 as? Failure)?.kind } == [.timedOut])
        #expect(
            fault.description
                == "operation 'page' has no value: skipped, because 'login' failed: timed out after 5s"
        )
    }

    @Test func ofWhatAGroupCutOffItHasTheErrorOfTheCulprit() throws {
        let fault = try fault { plan in
            var slow: Handle<Int>?
            plan.group("g", optional: true) { plan in
                plan.add("broken") { throw Refused(status: 503) }
                slow = plan.add("slow") { context in
                    try await context.sleep(for: .seconds(9))
                    return 1
                }
            }
            return try #require(slow)
        }
        #expect(statuses(fault) == [503])
        #expect(
            fault.description
                == "operation 'slow' has no value: cancelled, because 'broken' failed: HTTP 503"
        )
    }

    @Test func ofWhatTheLaunchCutOffItHasItsRootCause() throws {
        let fault = try fault { plan in
            plan.add("broken") { throw Refused(status: 500) }
            return plan.add("slow") { context in
                try await context.sleep(for: .seconds(9))
                return 1
            }
        }
        #expect(statuses(fault) == [500])
        #expect(
            fault.description
                == "operation 'slow' has no value: cancelled, because 'broken' failed: HTTP 500"
        )
    }

    @Test func ofAGroupItHasTheErrorsOfAllThatFailedInIt() throws {
        let fault = try fault { plan in
            let group = plan.group("g", optional: true, failsFast: false) { plan in
                plan.add("a") { throw Refused(status: 1) }
                return plan.add("b") { () throws -> Int in throw Refused(status: 2) }
            }
            return plan.add("page", reading: group, optional: true) { $0 }
        }
        #expect(statuses(fault) == [1, 2])
        #expect(
            fault.description
                == "operation 'page' has no value: skipped, because 'a' failed: HTTP 1; 'b' failed: "
                + "HTTP 2"
        )
    }

    @Test func ofWhatFailedOrWasCancelledByItselfItHasThat() throws {
        let failed = try fault { plan in
            plan.add("a", optional: true) { () throws -> Int in throw Refused(status: 7) }
        }
        #expect(statuses(failed) == [7])
        #expect(failed.description == "operation 'a' has no value: failed, HTTP 7")
        var plan = Plan("cancelled")
        let a = plan.add("a", optional: true) { 1 }
        let b = plan.add("b", reading: a, optional: true) { $0 }
        let virtual = VirtualLaunch(try Graph(plan))
        virtual.launch.cancel(a, reason: "not wanted")
        try virtual.run()
        let fault = #expect(throws: ValueFault.self) { try virtual.launch.output(of: b) }
        let end = OperationFailure(operation: "a", outcome: .cancelled(reason: "not wanted"))
        #expect(fault?.errors.compactMap { $0 as? OperationFailure } == [end])
        #expect(
            fault?.description
                == "operation 'b' has no value: skipped, because 'a' was cancelled: not wanted"
        )
    }

    @Test func whatWasNotNeededHasNoError() throws {
        let fault = try fault { plan in
            plan.add("a", when: Condition("never") { _ in false }) { 1 }
        }
        #expect(fault.errors.isEmpty)
        #expect(ValueFault.released.errors.isEmpty)
    }

    /// The name of the root is free by the time at which the fault is made.
    @Test func theErrorIsThatOfTheOperationNotOfAnotherOneOfItsName() throws {
        let virtual = VirtualLaunch(try Graph(Plan("names")))
        try virtual.run(for: .seconds(1))
        let page = try virtual.launch.add { plan in
            let login = plan.add("login") { () throws -> Int in throw Refused(status: 1) }
            return plan.add("page", reading: login) { $0 }
        }
        try virtual.run(for: .seconds(1))
        try virtual.launch.add { plan in
            plan.add("login") { () throws -> Int in throw Refused(status: 2) }
        }
        try virtual.run(for: .seconds(1))
        let fault = try #require(
            #expect(throws: ValueFault.self) { try virtual.launch.output(of: page) }
        )
        #expect(!statuses(fault).contains(2))
    }

    @Test func aWaitForTheValueThrowsTheSame() async throws {
        let launch = try Launch(Graph(Plan("launch")))
        let run = Task { try await launch.run() }
        await launch.waitUntilReady()
        let page = try launch.add { plan in
            let login = plan.add("login") { () throws -> Int in throw Refused(status: 401) }
            return plan.add("page", reading: login) { $0 }
        }
        do {
            _ = try await launch.value(of: page)
            Issue.record("there is a value")
        } catch let fault as ValueFault where fault.errors.contains(where: { $0 is Refused }) {
            #expect(statuses(fault) == [401])
        }
        launch.stop()
        try await run.value
    }
}
