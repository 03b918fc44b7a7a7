import Testing

@testable import Slipway

/// The fate of stored actions when the launch fails before the operations that they require are
/// there.
struct UnmetRequirementTests {
    private let plan: Plan = {
        var plan = Plan("shop", deadline: .seconds(3))
        plan.queues[.named("narrow")] = .fixed(1)
        plan.queues[.named("closed")] = .fixed(1)
        let user = plan.add("user") { _ in }
        let needed = [
            "user": user, "behind": plan.add("behind", requires: [user]) { _ in },
            "running": plan.add("running", on: .named("narrow")) { _ in },
            "queued": plan.add("queued", on: .named("narrow")) { _ in },
            "there": plan.add("there") { _ in },
        ]
        for name in needed.keys.sorted() {
            for unmet in ActionPolicy.Unmet.allCases {
                plan.action(
                    "\(name)-\(unmet)",
                    on: .named("closed"),
                    requires: needed[name].map { [$0] } ?? [],
                    policy: ActionPolicy(unmet: unmet)
                ) { (_: Int, _) in }
            }
        }
        return plan
    }()

    /// A launch whose store keeps everything at once.
    private func started() throws -> LaunchMachine {
        let graph = try Graph(plan)
        var machine = LaunchMachine(graph, processStart: .at(0), isDurable: true)
        machine.start(at: .at(0))
        let closed = machine.topology.queues.firstIndex { $0.queue == .named("closed") }
        _ = machine.pause(try #require(closed), at: .at(0))
        while machine.takeNext(.pool, at: .at(0)) != nil {}
        machine.restore([], at: .at(0))
        try finish("there", in: &machine)
        for kind in machine.book.kinds.keys.sorted() {
            let name = machine.name(of: kind)
            try machine.submit(.stored(.sent(name, kind: name)), of: kind, at: .at(1))
        }
        store(&machine)
        return machine
    }

    private func finish(
        _ name: String,
        _ result: LaunchMachine.Result = .succeeded,
        in machine: inout LaunchMachine
    ) throws {
        let node = try #require(machine.topology.index(named: name))
        _ = machine.ended(node, result, at: .at(2))
        store(&machine)
    }

    private func store(_ machine: inout LaunchMachine) {
        while case let effects = machine.takeEffects(), !effects.isEmpty {
            for case .store(let change, _) in effects {
                machine.stored(change, .stored, at: .at(2))
            }
        }
    }

    /// They require what failed, or what is skipped because of that.
    @Test(arguments: ["user", "behind"])
    func theyFailOrWaitAsTheirKindSays(name: String) throws {
        var machine = try started()
        try finish("user", .failed("401"), in: &machine)
        #expect(
            machine.action(ActionID("\(name)-fail"))?.state
                == .failed(Failure(.error, "401"), operation: "user")
        )
        let kept = machine.action(ActionID("\(name)-wait"))
        #expect(kept?.isPostponed == true, "\(String(describing: kept?.state))")
    }

    /// The operation that they require is there, was cancelled before it began, or asked to give up
    /// while it ran: none of these has failed.
    @Test(arguments: ["there", "queued", "running"], ActionPolicy.Unmet.allCases)
    func whoseRequirementsDidNotFailRunsInTheNextLaunch(
        name: String,
        unmet: ActionPolicy.Unmet
    ) throws {
        var machine = try started()
        try finish("user", .failed("401"), in: &machine)
        #expect(machine.action(ActionID("\(name)-\(unmet)"))?.isPostponed == true)
    }

    @Test func atADeadlineAllWaitForTheNextLaunch() throws {
        var machine = try started()
        machine.deadlinePassed(at: .at(3000))
        store(&machine)
        for kind in machine.book.kinds.keys {
            let name = machine.name(of: kind)
            #expect(machine.action(ActionID(name))?.isPostponed == true, "\(name)")
        }
    }
}
