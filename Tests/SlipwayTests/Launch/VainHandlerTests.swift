import SlipwayTesting
import Testing

@testable import Slipway

/// Handlers of launch actions that wait for what they themselves keep from coming.
@Suite(.timeLimit(.minutes(5)))
struct VainHandlerTests {
    /// The kinds that handlers submit, once they are declared.
    private final class Kinds: Sendable {
        private let known = Mutex<[ActionKind<Int>]>([])
        func add(_ kind: ActionKind<Int>) { known.withLock { $0.append(kind) } }
        subscript(place: Int) -> ActionKind<Int>? {
            known.withLock { place < $0.count ? $0[place] : nil }
        }
    }

    /// Kinds of which a handler waits in vain, and what is said of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let words: String
        /// The actions that are submitted, by the places of their kinds.
        var submitted = [0]
        let declare: @Sendable (inout Plan) -> [ActionKind<Int>]

        var testDescription: String { words }
    }

    private static func wait(for id: ActionID?, _ context: OperationContext) async throws {
        if let id { await context.launch.outcome(of: id) }
        try Task.checkCancellation()
    }

    static let cases = [
        Case(
            words: "'renew' waits in its body for itself: let 'renew' return without waiting for "
                + "the action"
        ) { plan in
            [
                plan.action("renew", timeout: nil) { (_: Int, context) in
                    try await wait(for: context.actionID, context)
                }
            ]
        },
        Case(
            words: "'renew' waits in its body for another action of its kind: let 'renew' return "
                + "without waiting for the action"
        ) { plan in
            let kinds = Kinds()
            let renew = plan.action("renew", timeout: nil) { (number: Int, context) in
                // The second does not submit a third.
                guard number == 1, let own = kinds[0] else { return }
                try await wait(for: context.launch.submit(own, 2).id, context)
            }
            kinds.add(renew)
            return [renew]
        },
        Case(
            words: "'upload' waits in its body for another action of its kind: let 'upload' return "
                + "without waiting for the action",
            submitted: [0, 0]
        ) { plan in
            let kinds = Kinds()
            let upload = plan.action("upload", timeout: nil, policy: ActionPolicy(width: 2)) {
                (number: Int, context) in
                guard number == 1, let own = kinds[0] else { return }
                // Both slots are taken before either waits.
                try await context.sleep(for: .seconds(1))
                try await wait(for: context.launch.submit(own, 2).id, context)
            }
            kinds.add(upload)
            return [upload]
        },
        Case(
            words:
                "'renew' waits in its body for an action 'pay', which waits in its body for an action "
                + "'renew': let 'renew' return without waiting for the action"
        ) { plan in
            let kinds = Kinds()
            let pay = plan.action("pay") { (number: Int, context) in
                guard number == 1, let renew = kinds[1] else { return }
                try await wait(for: context.launch.submit(renew, 1).id, context)
            }
            let renew = plan.action("renew", timeout: nil) { (_: Int, context) in
                guard let pay = kinds[0] else { return }
                try await wait(for: context.launch.submit(pay, 2).id, context)
            }
            kinds.add(pay)
            kinds.add(renew)
            return [pay, renew]
        },
        Case(
            words:
                "'show' waits in its body for 'page', which needs queue 'main' that 'show' holds: let "
                + "'show' return, and do what needs 'page' in an operation that requires 'page'"
        ) { plan in
            [
                plan.action("show", on: .main, timeout: nil) { (_: Int, context) in
                    let page = try context.add { $0.add("page", on: .main) { 1 } }
                    _ = try await context.launch.value(of: page)
                }
            ]
        },
    ]

    @Test(arguments: cases)
    func aHandlerThatWaitsInVainFailsAtOnceAndNamesTheCircle(_ vain: Case) throws {
        var plan = Plan("vain")
        let kinds = vain.declare(&plan)
        // It goes on all the while: no stall shows the wait.
        plan.add("poll", stage: .background) { context in try await context.sleep(for: .seconds(60))
        }
        let launch = VirtualLaunch(try Graph(plan))
        for place in vain.submitted { try launch.launch.submit(kinds[place], 1) }
        try launch.run(for: .seconds(2))
        let failures = launch.launch.report.actions.compactMap { action -> String? in
            guard case .failed(let failure, _) = action.state else { return nil }
            return failure.message
        }
        #expect(failures.contains(vain.words), "\(launch.launch.report.actions)")
        #expect(!launch.launch.report.actions.contains { $0.state == .running })
    }

    @Test func aHandlerThatWaitsForAnActionThatWillRunIsLeftAlone() throws {
        var plan = Plan("waits")
        let other = plan.action("other") { (_: Int, context) in
            try await context.sleep(for: .seconds(3))
        }
        let renew = plan.action("renew", timeout: nil) { (_: Int, context) in
            try await Self.wait(for: context.launch.submit(other, 1).id, context)
        }
        let launch = VirtualLaunch(try Graph(plan))
        try launch.launch.submit(other, 1)
        try launch.launch.submit(renew, 1)
        try launch.run(for: .seconds(10))
        #expect(launch.launch.report.actions.map(\.state) == [.done, .done, .done])
    }

    /// Each of them has added what it waits for, and together they have all slots of the queue.
    @Test func handlersThatWaitForTheirAdditionsLeaveThemTheirPlaces() throws {
        var plan = Plan("pages")
        let fetch = plan.action("fetch", timeout: nil, policy: ActionPolicy(width: 64)) {
            (_: Int, context) in
            let page = try context.add { plan in
                plan.add("page") { context in
                    try await context.sleep(for: .seconds(1))
                    return 1
                }
            }
            _ = try await context.launch.value(of: page)
        }
        let launch = VirtualLaunch(try Graph(plan))
        for _ in 1...64 { try launch.launch.submit(fetch, 1) }
        try launch.run(for: .seconds(100))
        let states = launch.launch.report.actions.map(\.state)
        #expect(states.count == 64 && states.allSatisfy { $0 == .done }, "\(states)")
    }

    /// One step runs when the stop comes, and the next has not begun: that one ends first.
    @Test func aStopDoesNotFailAHandlerThatWaitsForItsAdditions() throws {
        var plan = Plan("pages")
        plan.drain = .seconds(1)
        let fetch = plan.action(
            "fetch",
            policy: ActionPolicy(retry: .constant(attempts: 3, pause: .zero))
        ) {
            (_: Int, context) in
            let page = try context.add { plan in
                let token = plan.add("sign-in") { context in
                    try await context.sleep(for: .seconds(60))
                    return 1
                }
                return plan.add("page", reading: token) { $0 }
            }
            _ = try await context.launch.value(of: page)
        }
        let launch = VirtualLaunch(try Graph(plan))
        try launch.launch.submit(fetch, 1)
        try launch.run(for: .seconds(1))
        launch.launch.stop(reason: "SIGTERM")
        try launch.run(for: .seconds(5))
        #expect(launch.launch.report.actions.map(\.state) == [.cancelled(reason: "SIGTERM")])
    }

    /// It still has its slot on `main`, and may return.
    @Test func aHandlerMayWaitForWhatABodyHoldsThatWasLeftBehind() throws {
        var plan = Plan("pages")
        plan.add("slow", on: .main, optional: true) { _ in }
        plan.action("show") { (_: Int, _) in }
        // It goes on all the while: what waits is not given up for a stall.
        plan.add("poll", stage: .background) { _ in }
        let driver = try MachineDriver.started(plan)
        driver.cancel(try driver.node("slow"))
        driver.fireNext()
        #expect(driver.phase == .ready(degraded: true))
        try driver.submit("first")
        let show = try #require(driver.machine.topology.kinds.first)
        var page = Plan("addition")
        page.add("page", on: .main) { _ in }
        try driver.add(page, by: show)
        driver.beginWait(of: show, for: try driver.node("page"))
        #expect(driver.asked == [try driver.node("slow")])
        try driver.end("slow")
        #expect(driver.runningNames == ["poll", "show", "page"])
    }

    /// What closes the circle comes after the handler has begun to wait.
    enum Later: CaseIterable {
        case itsStepWaits, theQueueGoesOn
    }

    @Test(arguments: Later.allCases)
    func aWaitThatBecomesVainLaterEndsThen(_ later: Later) throws {
        var plan = Plan("pages")
        let show = plan.action("show", on: .main, timeout: nil) { (_: Int, context) in
            try await context.sleep(for: .seconds(1))
            let page = try context.add { plan in
                plan.add("page", on: later == .itsStepWaits ? .userInitiated : .main) { context in
                    try await context.sleep(for: .seconds(1))
                    let picture = try context.add { $0.add("picture", on: .main) { 1 } }
                    return try await context.launch.value(of: picture)
                }
            }
            _ = try await context.launch.value(of: page)
        }
        plan.add("poll", stage: .background) { context in try await context.sleep(for: .seconds(60))
        }
        let launch = VirtualLaunch(try Graph(plan))
        try launch.launch.submit(show, 1)
        if later == .theQueueGoesOn {
            try launch.run(for: .milliseconds(500))
            launch.launch.pause(.main)
            try launch.run(for: .seconds(1))
            #expect(launch.launch.report.actions.first?.state == .running)
            launch.launch.resume(.main)
        }
        try launch.run(for: .seconds(5))
        guard case .failed(let failure, _)? = launch.launch.report.actions.first?.state else {
            Issue.record("\(launch.launch.report.actions)")
            return
        }
        #expect(failure.message.hasPrefix("'show' waits in its body for 'page', which "))
    }
}
