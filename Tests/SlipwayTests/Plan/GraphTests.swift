import Slipway
import Testing

struct GraphTests {
    @Test func acceptsAPlanWithoutFaults() throws {
        let graph = try Graph(Plan(["a": [], "b": ["a"], "c": ["a", "b"]]))
        #expect(graph.count == 3)
        #expect(graph.names(of: .requires, for: "c") == ["a", "b"])
    }

    @Test func acceptsNamesThatAreDeclaredLater() throws {
        _ = try Graph(Plan(["b": ["a"], "a": []]))
    }

    @Test(
        arguments: [
            (["a": ["a"]], ["operation 'a' requires itself; remove that dependency"]),
            (
                ["a": ["b"], "b": ["a"]],
                ["dependency cycle 'a' -> 'b' -> 'a'; remove one of these dependencies"]
            ),
            (
                ["in": ["b"], "b": ["c"], "c": ["b"]],
                ["dependency cycle 'b' -> 'c' -> 'b'; remove one of these dependencies"]
            ),
            (
                ["user-data": [], "toggles": ["user-dat"]],
                [
                    "'toggles' depends on 'user-dat', which no operation declares; did you mean 'user-data'?"
                ]
            ),
            (
                ["a": ["zebra"]],
                [
                    "'a' depends on 'zebra', which no operation declares; declare it or correct the name"
                ]
            ),
        ] as [(KeyValuePairs<String, [String]>, [String])]
    )
    func saysWhatIsWrongAndWhatToDo(edges: KeyValuePairs<String, [String]>, faults: [String]) {
        #expect(Graph.faults(of: Plan(edges)) == faults)
    }

    @Test func reportsEveryCycleInOneRun() {
        let plan = Plan([
            "a": ["b"], "b": ["a"], "c": ["d"], "d": ["e"], "e": ["c"], "free": [], "behind": ["a"],
        ])
        #expect(
            Graph.faults(of: plan) == [
                "dependency cycle 'a' -> 'b' -> 'a'; remove one of these dependencies",
                "dependency cycle 'c' -> 'd' -> 'e' -> 'c'; remove one of these dependencies",
            ]
        )
    }

    @Test func reportsCyclesThatShareAnOperation() {
        let plan = Plan(["a": ["b", "c"], "b": ["a"], "c": ["a"]])
        #expect(
            Graph.faults(of: plan) == [
                "dependency cycle 'a' -> 'b' -> 'a'; remove one of these dependencies",
                "dependency cycle 'a' -> 'c' -> 'a'; remove one of these dependencies",
            ]
        )
    }

    @Test func reportsAllKindsOfFaultsAtOnce() {
        var plan = Plan(["a": ["b"], "b": ["a"], "c": ["missing"], "d": ["d"]])
        plan.add("c") { _ in }
        plan.add("elsewhere", on: .named("disk")) { _ in }
        plan.queues[.userInitiated] = .fixed(0)
        plan.add("optional", optional: true) { _ in }
        plan.add("needs-it", requires: [Named("optional")]) { _ in }
        plan.add("late", timeout: .zero) { _ in }
        plan.action("open") { (_: Int, _) in }
        plan.action("open") { (_: Int, _) in }
        #expect(Graph.faults(of: plan).count == 9)
    }

    @Test func showsWhereEachEdgeOfACycleWasDeclared() throws {
        var plan = Plan("test")
        plan.add(
            "a",
            on: .main,
            requires: [Named("b", origin: Origin(file: "f.yaml", line: 4, column: 9))],
            origin: Origin(file: "f.yaml", line: 3)
        ) { _ in }
        plan.add("b", after: [Named("a")], origin: Origin(file: "f.yaml", line: 5)) { _ in }
        let faults = #expect(throws: GraphFaults.self) { try Graph(plan) }
        #expect(
            faults?.description == """
                dependency cycle 'a' -> 'b' -> 'a'; remove one of these dependencies
                  'a' (f.yaml:3, main) requires 'b' at f.yaml:4:9
                  'b' (f.yaml:5, userInitiated) after 'a' at f.yaml:5  <- closes the cycle
                """
        )
    }

    @Test func refusesAHandleOfAnotherPlan() {
        var other = Plan("other")
        let foreign = other.add("a") { _ in 1 }
        var plan = Plan("test")
        plan.add("b", requires: [foreign]) { _ in }
        #expect(
            Graph.faults(of: plan) == [
                "'b' depends on a handle of another plan; use handles of the plan of 'b'"
            ]
        )
    }

    @Test func givesTheSameFaultsEveryTime() {
        let plan = Plan(["x": ["y", "z"], "y": ["z", "x"], "z": ["x", "y"], "q": ["nope"]])
        let first = Graph.faults(of: plan)
        #expect(first.count > 2)
        for _ in 0..<20 { #expect(Graph.faults(of: plan) == first) }
    }

    @Test(.heavy) func checksAChainOfAMillionWithoutUsingTheStack() throws {
        var plan = Plan("chain")
        var last: Handle<Void>?
        for number in 0..<1_000_000 {
            last = plan.add("\(number)", requires: last.map { [$0] } ?? []) { _ in }
        }
        #expect(try Graph(plan).count == 1_000_000)
    }

    @Test(.heavy) func findsACycleOfAHundredThousand() throws {
        var plan = Plan("ring")
        plan.add("0", requires: [Named("99999")]) { _ in }
        for number in 1..<100_000 {
            plan.add("\(number)", requires: [Named("\(number - 1)")]) { _ in }
        }
        let faults = #expect(throws: GraphFaults.self) { try Graph(plan) }
        guard case .cycle(let steps) = faults?.faults.first else { return #expect(Bool(false)) }
        #expect(steps.count == 100_000)
    }
}

struct NearestNameTests {
    @Test(
        arguments: [
            ("user-dta", "user-data"), ("userdata", "user-data"), ("user-daat", "user-data"),
            ("toggels", "toggles"), ("x", nil), ("completely-else", nil),
        ] as [(String, String?)]
    )
    func findsWhatWasProbablyMeant(typed: String, meant: String?) {
        #expect(NearestName.of(typed, among: ["sdk-init", "user-data", "toggles"]) == meant)
    }

    @Test func aSearchEndsAlsoWhenEveryNameIsWrong() {
        let declared = (0..<10_000).map { "operation-\($0)" }
        var search = NearestName()
        let meant = declared.map { search.next("operatoin" + $0.dropFirst(9), among: declared) }
        #expect(meant.first == "operation-0")
        #expect(meant.last == .some(nil))
    }
}
