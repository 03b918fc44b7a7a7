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
        machine.now = .at(0)
        machine.start()
        let closed = machine.topology.queues.firstIndex { $0.queue == .named("closed") }
        _ = machine.pause(try #require(closed))
        while machine.takeNext(.pool) != nil {}
        machine.restore([])
        try finish("there", in: &machine)
        try machine.sendOneOfEachKind(at: .at(1))
        return machine
    }

    private func finish(
        _ name: String,
        _ result: LaunchMachine.Result = .succeeded,
        in machine: inout LaunchMachine
    ) throws {
        let node = try #require(machine.topology.index(named: name))
        machine.now = .at(2)
        _ = machine.ended(node, result)
        machine.keepEverything(at: .at(2))
    }

    /// They require what failed, or what is skipped because of that.
    @Test(arguments: ["user", "behind"])
    func theyFailOrWaitAsTheirKindSays(name: String) throws {
        var machine = try started()
        try finish("user", .failed("401"), in: &machine)
        #expect(
            machine.action(ofKind: "\(name)-fail")?.state
                == .failed(Failure(.error, "401"), operation: "user")
        )
        let kept = machine.action(ofKind: "\(name)-wait")
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
        #expect(machine.action(ofKind: "\(name)-\(unmet)")?.isPostponed == true)
    }

    @Test func atADeadlineAllWaitForTheNextLaunch() throws {
        var machine = try started()
        machine.now = .at(3000)
        machine.deadlinePassed()
        machine.keepEverything(at: .at(3000))
        for kind in machine.book.kinds.keys {
            let name = machine.name(of: kind)
            #expect(machine.action(ofKind: name)?.isPostponed == true, "\(name)")
        }
    }

    /// Each row requires another operation of a launch without what is optional; `needed` runs, and fails.
    @Test(arguments: ["wanted", "behind", "group", "inside", "vain", "needed"])
    func whatRequiresSomethingLeftOutRunsInTheNextLaunch(name: String) throws {
        var plan = Plan("some")
        let wanted = plan.add("wanted", optional: true) {}
        plan.add("behind", requires: [wanted], optional: true) {}
        plan.group("group", optional: true) { plan in plan.add("inside") {} }
        plan.add("vain", optional: true, fallback: .value(())) {}
        plan.add("needed") {}
        plan.action(name, requires: [name]) { (_: Int, _) in }
        var machine = LaunchMachine(try Graph(plan), processStart: .at(0), isDurable: true)
        machine.leaveOutOptional(reason: "safe mode")
        machine.now = .at(0)
        machine.restore([])
        try machine.sendOneOfEachKind(at: .at(0))
        machine.start()
        let vain = try #require(machine.topology.index(named: "vain"))
        machine.now = .at(1)
        machine.fallbackEnded(vain, .success(nil))
        while let place = machine.takeNext(.pool) {
            _ = machine.ended(place, name == "needed" ? .failed("401") : .succeeded)
        }
        machine.keepEverything(at: .at(1))
        let state = machine.action(ofKind: name)?.state
        guard name != "needed" else {
            #expect(state == .failed(Failure(.error, "401"), operation: "needed"))
            return
        }
        #expect(state == .waiting(missing: []))
        #expect(machine.action(ofKind: name)?.isPostponed == true)
    }

    /// It is accepted when that is known already.
    @Test func thatOneWaitsForTheNextLaunchIsToldOnce() throws {
        var plan = Plan("some")
        let wanted = plan.add("wanted", optional: true) {}
        plan.action("late", requires: [wanted]) { (_: Int, _) in }
        var machine = LaunchMachine(try Graph(plan), processStart: .at(0), isDurable: true)
        machine.leaveOutOptional(reason: "safe mode")
        machine.now = .at(0)
        machine.restore([])
        machine.start()
        let reader = machine.log.addReader()
        try machine.sendOneOfEachKind(at: .at(1))
        let (events, _) = machine.readEvents(reader, upTo: .max)
        let told = events.compactMap { event -> Bool? in
            guard case .whole(.actionChanged(let status)) = event.content else { return nil }
            return status.isPostponed
        }
        #expect(told == [true])
    }
}
