import Slipway
import SlipwayPictures
import Testing

/// What becomes of a launch, row by row.
struct WhatIfTests {
    private static func rows(_ whatIf: WhatIf) -> [String] {
        whatIf.rows.map { row in
            let after = row.after.map { " after \($0.timespan)" } ?? ""
            let skipped = row.skipped.isEmpty ? "" : ", skips \(row.skipped.joined(separator: " "))"
            return "\(row.assumption): \(row.ending.rawValue)\(after)\(skipped)"
        }
    }

    @Test func whatIfTellsHowFarItIs() throws {
        var plan = Plan("shop")
        for number in 0..<5 { plan.add("o\(number)") { _ in } }
        var told: [[Int]] = []
        _ = try Graph(plan).whatIf(
            SimulationTerms(width: 8),
            keepsActions: true,
            programs: [:],
            onProgress: { told.append([$0, $1]) },
            course: { _ in SimulatedCourse(.milliseconds(10), .succeeds) }
        )
        #expect(told == (0..<15).map { [$0 / 3, 5] })
    }

    @Test func eachOperationFailsHangsAndIsSlowOnce() throws {
        var plan = Plan("shop", deadline: .seconds(3))
        plan.add("sdk", on: .main, timeout: .seconds(1)) { _ in }
        plan.add("user", requires: [Named("sdk")]) { _ in }
        plan.add("banner", optional: true, timeout: .milliseconds(300)) { _ in }
        plan.add("ad", requires: [Named("banner")], optional: true) { _ in }
        let whatIf = try Graph(plan).whatIf(default: .milliseconds(100))
        #expect(
            Self.rows(whatIf) == [
                "nothing goes wrong: ready after 200ms",
                "'sdk' fails: failed after 100ms, skips user",
                "'sdk' hangs: failed after 1s, skips user",
                "'sdk' is 10 times slower: ready after 1.100s",
                "'user' fails: failed after 200ms",
                "'user' hangs: failed after 3s",
                "'user' is 10 times slower: ready after 1.100s",
                "'banner' fails: degraded after 200ms, skips ad",
                "'banner' hangs: degraded after 300ms, skips ad",
                "'banner' is 10 times slower: degraded after 300ms, skips ad",
                "'ad' fails: degraded after 200ms",
                "'ad' hangs: failed after 3s",
                "'ad' is 10 times slower: ready after 1.100s",
            ]
        )
        #expect(whatIf.unbounded == ["user", "ad"])
        #expect(
            whatIf.text.hasSuffix(
                "Only the launch's deadline of 3s ends a hang of: 'user', 'ad'"
            )
        )
    }

    @Test func aHangWithoutADeadlineLastsForEver() throws {
        var plan = Plan("shop")
        plan.add("user") { _ in }
        let whatIf = try Graph(plan).whatIf()
        #expect(whatIf.rows.map(\.ending) == [.ready, .failed, .never, .ready])
        #expect(
            whatIf.text.hasSuffix("Nothing ends a hang of: 'user'")
        )
    }

    @Test func aGroupLimitsWhatIsInIt() throws {
        var plan = Plan("shop", deadline: .seconds(9))
        plan.group("login", timeout: .seconds(1)) { plan in plan.add("token") { _ in } }
        let whatIf = try Graph(plan).whatIf()
        #expect(whatIf.unbounded == [])
        #expect(whatIf.rows.first { $0.trouble == .hangs }?.after == .seconds(1))
    }

    @Test func sendersAreToldWhatBecomesOfTheirActions() throws {
        var plan = Plan("shop", deadline: .seconds(3))
        plan.add("sdk", timeout: .seconds(1)) { _ in }
        plan.add("user", requires: [Named("sdk")]) { _ in }
        plan.add("ads", optional: true) { _ in }
        plan.action("open", requires: [Named("user")]) { (_: String) in }
        plan.action("show", requires: [Named("ads")]) { (_: String) in }
        plan.action("later", requires: [Named("ads")], policy: ActionPolicy(unmet: .wait)) {
            (_: String) in
        }
        let graph = try Graph(plan)
        let whatIf = graph.whatIf(durations: ["sdk": .milliseconds(200)])
        let answers = { (operation: String, trouble: WhatIf.Trouble, whatIf: WhatIf) in
            whatIf.rows.first { $0.operation == operation && $0.trouble == trouble }?.actions.map(
                \.answer
            )
        }
        #expect(
            answers("sdk", .fails, whatIf) == [
                .fails(operation: "sdk"), .runs(after: .milliseconds(100)),
                .runs(after: .milliseconds(100)),
            ]
        )
        #expect(
            answers("ads", .fails, whatIf)?.dropFirst() == [.fails(operation: "ads"), .nextLaunch]
        )
        // The deadline cancels it: it may well succeed next time.
        #expect(answers("user", .hangs, whatIf)?.first == .nextLaunch)
        #expect(
            answers("user", .hangs, graph.whatIf(keepsActions: false))?.first
                == .fails(operation: nil)
        )
    }

    @Test func whatStaysMayEndLater() throws {
        var plan = Plan("shop")
        plan.service("web") { _ in }
        plan.service("mail", optional: true) { _ in }
        plan.service("cache", ended: .restart) { _ in }
        let whatIf = try Graph(plan).whatIf()
        let ends = whatIf.rows.filter { $0.trouble == .dies }
        #expect(ends.map(\.operation) == ["web", "mail", "cache"])
        #expect(ends.map(\.ending) == [.failed, .degraded, .degraded])
        #expect(ends.map(\.after) == [.zero, nil, .milliseconds(1100)])
    }

    @Test func whatIsNotNeededCannotGoWrong() throws {
        var plan = Plan("shop")
        plan.add("beta", when: Condition("asked") { _ in true }) { _ in }
        let graph = try Graph(plan)
        var course = SimulatedCourse(.zero, .notNeeded)
        course.conditionHolds = false
        let whatIf = graph.whatIf(SimulationTerms(), keepsActions: true, programs: [:]) {
            [course] _ in course
        }
        #expect(whatIf.notNeeded == ["beta"])
        #expect(whatIf.rows.count == 1)
    }

    @Test(
        arguments: [
            ("ready", WhatIfRequirement(.ready(within: nil))),
            ("ready within 30", WhatIfRequirement(.ready(within: .seconds(30)))),
            ("hangs: ends within 5", WhatIfRequirement(.ends(within: .seconds(5)), if: .hangs)),
            ("not failed", WhatIfRequirement(.not(.failed))),
            ("fails: not degraded", WhatIfRequirement(.not(.degraded), if: .fails)),
            ("ready in 3", nil), ("ready within", nil), ("breaks: ready", nil), ("not good", nil),
            ("", nil),
        ]
    )
    func requirementsAreRead(text: String, requirement: WhatIfRequirement?) {
        #expect(WhatIfRequirement(text) { Int($0).map { .seconds($0) } } == requirement)
    }

    @Test func aRequirementFindsTheRowsThatBreakIt() throws {
        var plan = Plan("shop", deadline: .seconds(3))
        plan.add("user", timeout: .seconds(1)) { _ in }
        plan.add("ads", optional: true) { _ in }
        let rows = try Graph(plan).whatIf().rows
        let broken = { (requirement: WhatIfRequirement) in
            rows.filter { !requirement.isMet(by: $0) }.map(\.assumption)
        }
        #expect(
            broken(WhatIfRequirement(.ready(within: .seconds(1))))
                == ["'user' fails", "'user' hangs", "'ads' hangs"]
        )
        #expect(broken(WhatIfRequirement(.not(.degraded), if: .fails)) == ["'ads' fails"])
        #expect(broken(WhatIfRequirement(.ends(within: .seconds(1)))) == ["'ads' hangs"])
    }
}
