import Slipway
import SlipwayConfiguration
import SlipwaySystem
import SlipwayTestSupport
import Testing

@testable import SlipwayOperations

/// What a new configuration changes.
struct ReloadPlanTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let base = """
        name: shop
        operations:
          login: { exec: [/bin/login] }
          user: { requires: [login], exec: { command: [/bin/user], output: json } }
          page: { exec: [/bin/page, "${operations.user.value.id}"] }
          db: { exec: { command: [/bin/db], ready: notify } }
          web: { requires: [db], exec: { command: [/bin/web], ready: notify }, replace: overlap }
          serving:
            group:
              operations:
                cart: { exec: [/bin/cart] }
                stock: { requires: [cart], exec: [/bin/stock] }
          last: { requires: [serving], after: [page], exec: [/bin/last] }
        actions:
          open: { requires: [web], exec: [/bin/open] }

        """

    func source(_ yaml: String) throws -> GenerationSource {
        let configured = try ConfiguredGraph(
            parsing: ConfigurationFile(name: "shop.yaml", bytes: Array(yaml.utf8))
        )
        return GenerationSource(configured.configuration, configured.credentials, in: [:])
    }

    private func plan(
        _ old: String = base,
        to new: String,
        ends: [String: Outcome] = [:],
        undoable: Set<String> = ["db", "web"]
    ) throws -> ReloadPlan {
        try ReloadPlanner(
            from: source(old),
            to: source(new),
            ends: ends,
            undoable: undoable
        ).plan
    }

    func moved(_ plan: ReloadPlan) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: plan.steps.filter { $0.fate != .stays }
                .map { ($0.name, "\($0.fate): \($0.reason)") }
        )
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let text: String
        let replacement: String
        let moved: [String: String]
        var testDescription: String { "\(text) -> \(replacement)" }
    }

    @Test(arguments: [
        Change(text: "", replacement: "", moved: [:]),
        // Where something is written does not count.
        Change(text: "name: shop\n", replacement: "# first\nname: shop\n\n", moved: [:]),
        Change(text: "name: shop\n", replacement: "name: shop\ndeadline: 5s\n", moved: [:]),
        Change(
            text: "[/bin/login]",
            replacement: "[/bin/login, -v]",
            moved: [
                "login": "runs: its exec changed",
                "user": "runs: it requires 'login', which runs",
                "page": "runs: it requires 'user', which runs",
            ]
        ),
        // In the order of the manual, not of the file.
        Change(
            text: "last: { requires: [serving], after: [page], exec: [/bin/last] }",
            replacement:
                "last: { requires: [serving], after: [page], exec: [/bin/other], stop: [/bin/end], queue: main }",
            moved: ["last": "runs: its queue, stop, exec changed"]
        ),
        Change(
            text: "[/bin/page,",
            replacement: "[/bin/page, -n,",
            moved: ["page": "runs: its exec changed"]
        ),
        Change(
            text: "[/bin/db]",
            replacement: "[/bin/db, -n]",
            moved: [
                "db": "replaced: its exec changed",
                "web": "overlaps: it requires 'db', which runs",
            ]
        ),
        Change(
            text: "[/bin/cart]",
            replacement: "[/bin/cart, -n]",
            moved: [
                "cart": "runs: its exec changed", "stock": "runs: it requires 'cart', which runs",
                "serving": "runs: 'cart' in it runs",
                "last": "runs: it requires 'serving', which runs",
            ]
        ),
        Change(
            text: "  serving:\n",
            replacement: "  serving:\n    timeout: 5s\n",
            moved: [
                "serving": "runs: its timeout changed",
                "cart": "runs: its group 'serving' has changed",
                "stock": "runs: its group 'serving' has changed",
                "last": "runs: it requires 'serving', which runs",
            ]
        ),
        Change(
            text: "  login: { exec: [/bin/login] }\n  user: { requires: [login], exec",
            replacement: "  new: { exec: [/bin/new] }\n  user: { requires: [new], exec",
            moved: [
                "login": "goes: it is no longer declared", "new": "runs: it is new",
                "user": "runs: its requires changed",
                "page": "runs: it requires 'user', which runs",
            ]
        ),
        Change(
            text: "name: shop\n",
            replacement: "name: shop\ndefaults: { timeout: 9s }\n",
            moved: [
                "login": "runs: its timeout changed", "user": "runs: its timeout changed",
                "page": "runs: its timeout changed", "db": "replaced: its timeout changed",
                "web": "overlaps: its timeout changed", "cart": "runs: its timeout changed",
                "stock": "runs: its timeout changed", "last": "runs: its timeout changed",
                "serving": "runs: 'stock' in it runs",
            ]
        ),
    ])
    func onlyWhatChangedRunsAndWhatRequiresIt(_ change: Change) throws {
        let new = Self.base.replacing(change.text, with: change.replacement, maxReplacements: 1)
        #expect(try moved(plan(to: change.text.isEmpty ? Self.base : new)) == change.moved)
    }

    @Test(
        arguments: [
            // What requires it may need what it makes.
            ("[/bin/login]", "[/bin/login, -n]", ["login"]),
            ("[/bin/db]", "[/bin/db, -n]", ["db"]),
            (
                "{ command: [/bin/web], ready: notify }",
                "{ command: [/bin/web, -n], ready: notify }", ["web"]
            ),
            ("exec: [/bin/page,", "exec: [/bin/other,", ["page"]),
            ("exec: [/bin/page,", "when: { env: A }, exec: [/bin/other,", []),
            ("exec: [/bin/page,", "fallback: { value: 1 }, exec: [/bin/other,", []),
            // Its old program would be ended for it.
            ("{ requires: [db], exec:", "{ requires: [db], optional: true, exec:", ["web"]),
            ("after: [page]", "after: [web]", ["last"]),
            ("", "", []),
        ]
    )
    func aStartIsLookedAtUnlessAnEarlierStepMayMakeWhatItNeeds(
        text: String,
        replacement: String,
        names: [String]
    ) throws {
        let new =
            text.isEmpty
            ? Self.base : Self.base.replacing(text, with: replacement, maxReplacements: 1)
        let starts = try plan(to: new).startsToLookAt(in: source(new).configuration)
        #expect(starts == Set(names))
    }

    @Test func whatDidNotSucceedRunsAgainAndTheRestStaysAsItEnded() throws {
        let plan = try plan(
            to: Self.base,
            ends: [
                "login": .succeeded, "user": .degraded(reason: "away"),
                "page": .notNeeded(condition: ""), "cart": .failed(Failure("no")),
                "stock": .skipped(root: "cart"),
            ]
        )
        #expect(plan.adopted["user"] == .degraded)
        #expect(plan.adopted["page"] == .notNeeded)
        #expect(plan.adopted["login"] == .value)
        #expect(plan.adopted["cart"] == nil)
        #expect(moved(plan)["cart"] == "runs: it did not succeed before")
        #expect(moved(plan)["last"] == "runs: it requires 'serving', which runs")
    }

    @Test func theNotesTellWhatElseChanges() throws {
        let new = Self.base.replacing("[/bin/open]", with: "[/bin/open, -n]")
            .replacing("name: shop\n", with: "name: shop\nstorage: required\ngrace: 3s\n")
        #expect(
            try plan(to: new).notes == [
                "'grace' changed: it counts from the new generation on",
                "'storage' changed: it counts from the next start of the service on",
                "launch action 'open' changed",
            ]
        )
    }

    @Test func aProgramWhoseLimitsAloneChangeGoesOnWithThem() throws {
        func text(_ program: String, _ step: String) -> String {
            """
            name: shop
            operations:
              web: { exec: { command: [/bin/web], ready: notify\(program) } }
              index: { exec: { command: [/bin/index]\(step) } }
            """
        }
        func plan(_ program: String, _ step: String = "") throws -> ReloadPlan {
            try ReloadPlanner(
                from: source(text(", resources: { memoryMax: 64M }", "")),
                to: source(text(program, step)),
                ends: [:],
                undoable: ["web"]
            ).plan
        }
        let same = try plan(", resources: { memoryMax: 64M }")
        #expect(same.limits.isEmpty && same.notes.isEmpty)
        let other = try plan(", resources: { memoryMax: 128M, tasksMax: 9 }")
        #expect(moved(other) == [:])
        #expect(other.limits["web"]?.values == [.memoryMax: 128 << 20, .tasksMax: 9])
        #expect(other.notes == ["program 'web' goes on with other limits"])
        #expect(try plan("").limits["web"]?.values == [:])
        // What runs to its end runs with them only when it runs again.
        let step = try plan(", resources: { memoryMax: 64M }", ", resources: { tasksMax: 9 }")
        #expect(moved(step)["index"] == "runs: its exec changed")
        // Where more has changed, it is started with them.
        let replaced = try plan(", umask: \"0077\", resources: { tasksMax: 9 }")
        #expect(moved(replaced)["web"] == "replaced: its exec changed")
        #expect(replaced.limits.isEmpty)
    }

    @Test(arguments: [
        ("ended: degrade", ["ended", "restart"]),
        ("ended: restart, restart: { attempts: 9 }", ["restart"]),
        (
            "ended: stop, success: [0, 3], exitStatus: own",
            ["ended", "restart", "success", "exitStatus"]
        ),
        ("ended: restart, dependents: restarted", ["restart", "dependents"]),
    ])
    func aProgramGoesOnWhereOnlyTheMeaningOfItsEndChanged(keys: String, changed: [String]) throws {
        func source(_ keys: String) throws -> GenerationSource {
            try self.source(
                "name: shop\noperations: { web: { exec: { command: [web], ready: notify }, \(keys) } }\n"
            )
        }
        let old = try source("ended: restart, restart: { attempts: 2 }")
        let planner = try ReloadPlanner(from: old, to: source(keys), ends: [:], undoable: ["web"])
        let plan = planner.plan
        #expect(moved(plan) == [:])
        #expect(
            plan.notes == [
                "program 'web' goes on, and what its end means changed: \(changed.joined(separator: ", "))"
            ]
        )
        #expect(plan.ends["web"] == planner.new.configuration.operation(named: "web")?.program?.end)
        let again = ReloadPlanner(from: old, to: old, ends: [:], undoable: ["web"]).plan
        #expect(again.ends.isEmpty && again.notes.isEmpty)
    }

    @Test func aKindWithALockOfWhatRunsRestsFirst() throws {
        func file(_ command: String) -> String {
            """
            name: shop
            operations:
              migrate: { exec: [\(command)], locks: [database] }
            actions:
              backup: { exec: [/bin/backup], locks: [database] }
              open: { exec: [/bin/open] }
            """
        }
        #expect(try plan(file("/bin/a"), to: file("/bin/b")).kindsWithLocks == ["backup"])
        #expect(try plan(file("/bin/a"), to: file("/bin/a")).kindsWithLocks == [])
    }
}
