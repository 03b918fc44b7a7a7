import Slipway
import Testing

/// The parts that a declaration adds to a plan.
struct PlanTests {
    @MainActor private static func onMain() -> Int { 1 }
    private static func anywhere() async -> Int { 1 }

    @Test func aPlanTakesItsSettingsWhereItIsMade() {
        let plan = Plan("test", deadline: .seconds(3), grace: .seconds(2), drain: .seconds(1))
        #expect(plan.grace == .seconds(2))
        #expect(Plan("test").grace == .seconds(10))
        #expect([plan.deadline, plan.drain] == [.seconds(3), .seconds(1)])
    }

    /// Compiles, and each call takes the overload that a reader expects.
    @Test func takesBodiesOfEveryKind() {
        var plan = Plan("test")
        plan.add("synchronous") { _ in 1 }
        plan.add("blocking", blocking: true) { _ in 1 }
        plan.add("asynchronous") { _ in await Self.anywhere() }
        plan.add("on the main actor") { _ in await Self.onMain() }
        plan.add("isolated") { @MainActor (_) async in Self.onMain() }
        plan.add("several statements") { (context: OperationContext) async throws -> String in
            let value = await Self.anywhere()
            return "\(context.name) \(value)"
        }
        let stored: @Sendable (OperationContext) async throws -> Int = { _ in 1 }
        plan.add("stored", body: stored)
        let nothing = plan.add("nothing") { _ in }
        let read: Handle<Int> = plan.add("reading", reading: nothing) { _, _ in 2 }
        plan.add("reading two", reading: read, nothing) { number, _, _ in
            await Self.anywhere() + number
        }
        plan.add("without the context") { 1 }
        plan.add("reading, without the context", reading: read) { number in number + 1 }
        plan.add("reading three", reading: read, read, read) { one, two, three in one + two + three
        }
        plan.add("reading four", reading: read, read, read, nothing) { one, two, three, _, _ in
            one + two + three
        }
        plan.add("on the main actor, without await") { @MainActor in Self.onMain() }
        plan.add("by name", requires: ["stored"]) {}
        plan.add("as an optional", reading: read.ifPresent) { number in number ?? 0 }
        #expect(plan.operations.count == 17)
    }

    @Test func readingIsRequiring() throws {
        var plan = Plan("test")
        let user = plan.add("user") { _ in "user" }
        let toggles = plan.add("toggles") { _ in 3 }
        let other = plan.add("other") { _ in }
        plan.add("page", reading: user, toggles, requires: [other]) { user, toggles, _ in
            "\(user) \(toggles)"
        }
        #expect(try Graph(plan).names(of: .requires, for: "page") == ["user", "toggles", "other"])
    }

    @Test func remembersWhereAnOperationWasDeclared() {
        var plan = Plan("test")
        plan.add("a") { _ in }
        plan.add("b", origin: Origin(file: "f.yaml", line: 4, column: 9)) { _ in }
        plan.add("c", file: "Other/File.swift", line: 12) { _ in }
        plan.add("d") { _ in }
        #expect(
            plan.operations.map(\.origin?.file) == [
                #fileID, "f.yaml", "Other/File.swift", #fileID,
            ]
        )
        #expect(plan.operations[1].origin == Origin(file: "f.yaml", line: 4, column: 9))
        #expect(plan.operations[2].origin?.line == 12)
    }

    @Test func remembersWhereAnOperationRuns() {
        var plan = Plan("test")
        let queues: [Queue] = [
            .main, .userInitiated, .named("disk"), .named("net"), .named("disk"), .named("main"),
        ]
        for (number, queue) in queues.enumerated() { plan.add("\(number)", on: queue) { _ in } }
        #expect(plan.operations.map(\.queue) == queues)
    }

    @Test func saysWhatAConditionAsks() {
        var plan = Plan("test")
        let toggles = plan.add("toggles") { _ in ["beta"] }
        let isBeta = Condition.value(of: toggles, "flag 'beta'") { $0.contains("beta") }
        let isDebug = Condition("debug build") { _ in false }
        plan.add("banner", requires: [toggles], when: .all([.not(isBeta), isDebug])) { _ in }
        plan.add("other", requires: [toggles], when: .any([isBeta, isDebug])) { _ in }
        #expect(
            plan.operations.map(\.condition) == [
                nil, "(not flag 'beta' and debug build)", "(flag 'beta' or debug build)",
            ]
        )
    }

    @Test func showsWhatWasDeclared() throws {
        var plan = Plan("test")
        plan.add(
            "a",
            on: .main,
            optional: true,
            stage: .background,
            priority: .low,
            locks: ["k", "k"],
            when: .not(Condition("flag 'x'") { _ in true }),
            timeout: .seconds(1),
            retry: .exponential(attempts: 4),
            budget: .seconds(3),
            fallback: .value(1)
        ) { _ in 2 }
        plan.add("b") { _ in }
        let a = plan.operations[0]
        #expect(a.isOptional && a.stage == .background && a.priority == .low && a.locks == ["k"])
        #expect(a.condition == "not flag 'x'" && a.attemptLimit == 4 && a.hasFallback && !a.isGroup)
        #expect(a.timeout == .seconds(1) && a.budget == .seconds(3))
        let b = plan.operations[1]
        #expect(!b.isOptional && b.stage == .launch && b.priority == .normal && b.locks.isEmpty)
        #expect(b.condition == nil && b.attemptLimit == 1 && !b.hasFallback && b.group == nil)
    }

    @Test func showsAGroupOnceAndWhatItIsHeldUpBy() {
        var plan = Plan("test")
        let first = plan.add("first") { _ in }
        let group = plan.group("g", requires: [first], locks: ["k"], timeout: .seconds(2)) { plan in
            let a = plan.add("a") { _ in }
            plan.add("b", after: [a]) { _ in }
        }
        plan.add("last", requires: [group]) { _ in }
        let shown = plan.operations
        #expect(shown.map(\.name) == ["first", "a", "b", "g", "last"])
        #expect(shown.map(\.group) == [nil, "g", "g", nil, nil])
        #expect(shown.map { $0.requires } == [[], [], [], ["first"], ["g"]])
        #expect(shown.map { $0.after } == [[], [], ["a"], [], []])
        #expect(shown[3].isGroup && shown[3].locks == ["k"] && shown[3].timeout == .seconds(2))
    }
}
