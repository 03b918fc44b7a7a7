import Slipway
import SlipwayPictures
import Testing

/// Advice that can be taken: what it says is what happens then.
struct AdviceTests {
    private static func ms(_ number: Int64) -> Duration { .milliseconds(number) }

    /// Two operations of main that come first, because more operations follow them.
    private static func declareRoundabouts(in plan: inout Plan) {
        for name in ["theme", "fonts"] {
            let first = plan.add(name, on: .main) { _ in }
            let next = plan.add("\(name)-next", requires: [first]) { _ in }
            plan.add("\(name)-last", requires: [next]) { _ in }
        }
    }

    @Test func itRanksWhatToMakeFasterAndNamesWhatGainsNothing() throws {
        var plan = Plan("shop")
        plan.add("sdk", on: .main) { _ in }
        plan.add("toggles", requires: [Named("sdk")]) { _ in }
        plan.add("user") { _ in }
        let report = try Graph(plan).simulate(
            durations: ["sdk": Self.ms(400), "toggles": Self.ms(600), "user": Self.ms(300)]
        )
        let advice = try Advice([report])
        #expect(advice.replayed == advice.ready)
        #expect(advice.faster.map(\.operation) == ["toggles", "sdk"])
        #expect(advice.faster.map(\.gain) == [Self.ms(300), Self.ms(200)])
        #expect(advice.useless.map(\.operation) == ["user"])
        #expect(advice.text().contains("toggles 50% faster: ready 300ms sooner (it took 600ms)"))
        #expect(advice.text().contains("nothing would be gained:\n  user (it took 300ms)"))
    }

    @Test func whereOperationsQueueForMainItRaisesTheOneThatMatters() throws {
        var plan = Plan("shop")
        Self.declareRoundabouts(in: &plan)
        let sdk = plan.add("sdk", on: .main) { _ in }
        plan.add("fetch", requires: [sdk]) { _ in }
        let durations = [
            "theme": Self.ms(100), "fonts": Self.ms(100), "sdk": Self.ms(50), "fetch": Self.ms(500),
        ]
        let report = try Graph(plan).simulate(durations: durations)
        let advice = try Advice([report, report])
        let proposal = try #require(advice.proposals.first)
        #expect(proposal.change == .priorities(["sdk"]))
        #expect(proposal.gain == Self.ms(200))
        #expect(proposal.lines == ["operations:", "  sdk:", "    priority: high"])
        // It is what happens.
        var raised = Plan("shop")
        Self.declareRoundabouts(in: &raised)
        let first = raised.add("sdk", on: .main, priority: .high) { _ in }
        raised.add("fetch", requires: [first]) { _ in }
        let after = try Graph(raised).simulate(durations: durations)
        #expect(report.readyAt == after.readyAt?.advanced(by: proposal.gain))
    }

    @Test func aNarrowQueueIsToBeWider() throws {
        var plan = Plan("shop")
        plan.queues[.named("disk")] = .fixed(1)
        for number in 0..<4 { plan.add("load\(number)", on: .named("disk")) { _ in } }
        let advice = try Advice([Graph(plan).simulate(default: Self.ms(100))])
        let proposal = try #require(advice.proposals.first)
        #expect(proposal.change == .width(.named("disk"), 4))
        #expect(proposal.gain == Self.ms(300))
        #expect(proposal.lines == ["queues:", "  disk: { width: 4 }"])
    }

    @Test func whatTookThePlaceOfACriticalOperationIsToComeAfterIt() throws {
        var plan = Plan("shop")
        plan.add("config") { _ in }
        plan.add("warm", on: .main) { _ in }
        let sdk = plan.add("sdk", on: .main, requires: [Named("config")]) { _ in }
        plan.add("fetch", requires: [sdk]) { _ in }
        let report = try Graph(plan).simulate(
            durations: [
                "config": Self.ms(10), "warm": Self.ms(300), "sdk": Self.ms(50),
                "fetch": Self.ms(500),
            ]
        )
        let advice = try Advice([report])
        let proposal = try #require(advice.proposals.first)
        #expect(proposal.change == .later("warm", after: ["sdk"]))
        #expect(proposal.gain == Self.ms(290))
        #expect(proposal.lines == ["operations:", "  warm:", "    after: [sdk]"])
    }

    @Test func edgesThatNeverMatteredAreNamed() throws {
        var plan = Plan("shop")
        let fast = plan.add("fast") { _ in }
        let slow = plan.add("slow") { _ in }
        plan.add("a", requires: [slow], after: [fast]) { _ in }
        plan.add("b", after: [slow]) { _ in }
        let graph = try Graph(plan)
        let report = graph.simulate(
            durations: ["fast": Self.ms(10), "slow": Self.ms(50)],
            default: Self.ms(5)
        )
        let unneeded = try Advice([report]).unneeded
        #expect(unneeded.map { [$0.operation, $0.after] } == [["a", "fast"]])
        let other = graph.simulate(
            durations: ["fast": Self.ms(60), "slow": Self.ms(50)],
            default: Self.ms(5)
        )
        #expect(try Advice([report, other]).unneeded == [])
    }

    @Test func anEdgeIntoAGroupThatWasTriedAgainIsJudgedByItsLastAttempt() throws {
        var plan = Plan("shop")
        plan.add("cache") { _ in }
        plan.group("login", retry: .constant(attempts: 2, pause: Self.ms(10))) { plan in
            plan.add("token") { _ in }
            plan.add("user", after: [Named("cache")]) { _ in }
        }
        let graph = try Graph(plan)
        func unneeded(cache: Int64) throws -> [String] {
            let report = graph.simulate(SimulationTerms()) { name in
                guard name == "token" else {
                    return SimulatedCourse(Self.ms(name == "cache" ? cache : 5), .succeeds)
                }
                var token = SimulatedCourse(Self.ms(10), .fails("no route", attempts: 1))
                token.countsCalls = true
                return token
            }
            #expect(report["login"]?.attempts.count == 2)
            return try Advice([report]).unneeded.map(\.operation)
        }
        // The second attempt begins after 20 ms.
        #expect(try unneeded(cache: 15) == ["user"])
        #expect(try unneeded(cache: 25) == [])
    }

    @Test func anOptionalStepThatHoldsReadyUpMayComeLater() throws {
        var plan = Plan("shop")
        plan.add("core") { _ in }
        plan.group("extras", optional: true) { plan in plan.add("inner") { _ in } }
        plan.add("warm", optional: true) { _ in }
        let report = try Graph(plan).simulate(durations: [
            "core": Self.ms(100), "warm": Self.ms(400),
        ])
        let proposal = try #require(try Advice([report]).proposals.first)
        #expect(proposal.change == .background("warm"))
        #expect(proposal.gain == Self.ms(300))
    }

    @Test func anOperationInAGroupHasItsWholePath() throws {
        var plan = Plan("shop")
        plan.group("login") { plan in
            Self.declareRoundabouts(in: &plan)
            let sdk = plan.add("sdk", on: .main) { _ in }
            plan.add("fetch", requires: [sdk]) { _ in }
        }
        let report = try Graph(plan).simulate(
            durations: ["theme": Self.ms(100), "sdk": Self.ms(50), "fetch": Self.ms(500)]
        )
        #expect(
            try Advice([report]).proposals.first?.lines == [
                "operations:", "  login:", "    group:", "      operations:", "        sdk:",
                "          priority: high",
            ]
        )
    }

    @Test func aGroupThatWasTriedAgainIsReplayed() throws {
        var plan = Plan("shop")
        plan.group("login", locks: ["session"], retry: .constant(attempts: 3, pause: Self.ms(20))) {
            plan in
            let token = plan.add("token") { _ in }
            plan.add("profile", requires: [token]) { _ in }
        }
        plan.add("sync", priority: .low, locks: ["session"]) { _ in }
        plan.add("home", after: [Named("login"), Named("sync")]) { _ in }
        var course = SimulatedCourse([
            SimulatedCourse.Attempt(Self.ms(30), failure: Failure(.error, "busy")),
            SimulatedCourse.Attempt(Self.ms(40)),
        ])
        course.countsCalls = true
        let report = try Graph(plan).simulate(SimulationTerms()) { [course] name in
            name == "profile" ? course : SimulatedCourse(Self.ms(50), .succeeds)
        }
        #expect(report["login"]?.attempts.count == 2)
        let replay = try RecordedSchedule(report).replay()
        for name in ["token", "profile", "login", "sync", "home"] {
            #expect(replay[name]?.endedAt == report[name]?.endedAt, "\(name)")
        }
        #expect(try Advice([report]).faster.first { $0.operation == "token" }?.isLowerBound == true)
    }

    @Test func whatIsNoReplayOfTheLaunchIsNoAdvice() throws {
        var plan = Plan("shop")
        plan.add("a", on: .main) { _ in }
        var report = try Graph(plan).simulate(default: Self.ms(100))
        #expect(throws: AdviceRefusal.nothing) { try Advice([]) }
        // Something else had the main queue for a second.
        report.operations[0].startedAt = report.operations[0].startedAt?.advanced(by: .seconds(1))
        report.operations[0].endedAt = report.operations[0].endedAt?.advanced(by: .seconds(1))
        report.readyAt = report.readyAt?.advanced(by: .seconds(1))
        #expect(
            throws: AdviceRefusal.differs(recorded: Self.ms(1100), replayed: Self.ms(100))
        ) { try Advice([report]) }
        report.readyAt = nil
        #expect(throws: AdviceRefusal.neverReady(launchID: report.launchID)) {
            try Advice([report])
        }
    }
}
