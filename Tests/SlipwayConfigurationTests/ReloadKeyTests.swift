import Slipway
import SlipwayConfiguration
import SlipwaySystem
import SlipwayTestSupport
import Testing

@testable import SlipwayOperations

/// Each key of an operation that has done its work, when a reload changes it.
struct ReloadKeyTests {
    private func source(_ operations: String) throws -> GenerationSource {
        let configured = try ConfiguredGraph(
            parsing: .test("name: shop\noperations:\n\(operations)")
        )
        return GenerationSource(configured.configuration, configured.credentials, in: [:])
    }

    /// A change of an operation that has ended, and others that require it.
    private func plan(
        _ old: String,
        to new: String,
        ends: [String: Outcome] = [:]
    ) throws -> ReloadPlan {
        let old = try source(old)
        let names = old.configuration.allOperations.map(\.operation.name)
        let succeeded = Dictionary(uniqueKeysWithValues: names.map { ($0, Outcome.succeeded) })
        return try ReloadPlanner(
            from: old,
            to: source(new),
            ends: succeeded.merging(ends) { $1 },
            undoable: Set(names)
        ).plan
    }

    private func fates(_ plan: ReloadPlan) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: plan.steps.map { step in
                (step.name, step.reason.isEmpty ? "\(step.fate)" : "\(step.fate): \(step.reason)")
            }
        )
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let old: String
        let new: String
        /// The keys that have changed; the program or step goes on.
        let keys: String?
        init(_ old: String, _ new: String, goesOn keys: String?) {
            (self.old, self.new, self.keys) = (old, new, keys)
        }
        var testDescription: String { "\(old) -> \(new)" }
    }

    private static let check = "health: { exec: [/bin/true], every: 5s }"

    @Test(arguments: [
        Change(Self.check, "health: { exec: [/bin/true], every: 9s }", goesOn: "health"),
        Change(Self.check, "health: { exec: [/bin/false], every: 5s }", goesOn: "health"),
        Change("", Self.check, goesOn: "health"),
        Change(Self.check, "", goesOn: "health"),
        Change("timeout: 5s", "timeout: 9s", goesOn: "timeout"),
        Change("timeout: 5s", "", goesOn: "timeout"),
        Change("", "stop: [/bin/true]", goesOn: "stop"),
        Change("stop: [/bin/true]", "stop: [/bin/false]", goesOn: "stop"),
        Change("", "beforeGivingUp: [/bin/true]", goesOn: "beforeGivingUp"),
        Change("", "priority: high", goesOn: "priority"),
        Change("", "retry: { attempts: 3 }", goesOn: "retry"),
        Change("replace: stopFirst", "replace: overlap", goesOn: "replace"),
        Change("timeout: 5s", "timeout: 9s, priority: high", goesOn: "priority, timeout"),
        Change("watchdog: 10s", "watchdog: 20s", goesOn: "watchdog"),
        Change("watchdog: 10s", "", goesOn: "watchdog"),
        // It was not told to ping, or not so often.
        Change("", "watchdog: 10s", goesOn: nil),
        Change("watchdog: 20s", "watchdog: 10s", goesOn: nil),
        Change("", "sockets: [http]", goesOn: nil),
        Change("", "queue: main", goesOn: nil),
        Change("", "locks: [disk]", goesOn: nil),
        Change("", "when: { exists: /etc }", goesOn: nil),
        Change("", "stage: background", goesOn: nil),
    ])
    func whatOnlySaysHowAProgramIsWatchedOrEndedIsTakenOver(_ change: Change) throws {
        func text(_ keys: String) -> String {
            """
              db: { exec: { command: [/bin/db], ready: notify }\(keys.isEmpty ? "" : ", " + keys) }
              shop: { requires: [db], exec: [/bin/shop], stage: background }
            """
        }
        let plan = try plan(text(change.old), to: text(change.new))
        guard let keys = change.keys else {
            #expect(fates(plan)["db"]?.hasSuffix(" changed") == true)
            #expect(plan.changes.isEmpty)
            return
        }
        #expect(fates(plan) == ["db": "stays", "shop": "stays"])
        #expect(plan.notes == ["program 'db' goes on, and its \(keys) changed"])
        #expect(plan.changes == ["db": Set(keys.split(separator: ", ").map(String.init))])
    }

    @Test(arguments: [
        Change("", ", grace: 3s", goesOn: "grace"),
        Change(", stopSignal: INT", "", goesOn: "stopSignal"),
        Change("", ", killMode: tree", goesOn: "killMode"),
        Change(", grace: 3s", ", grace: 5s, umask: \"0077\"", goesOn: nil),
        Change("", ", nice: 5", goesOn: nil),
    ])
    func soIsWhatSaysHowItsProcessesEnd(_ change: Change) throws {
        func text(_ keys: String) -> String {
            "  db: { exec: { command: [/bin/db], ready: started\(keys) } }\n"
        }
        let plan = try plan(text(change.old), to: text(change.new))
        #expect(fates(plan)["db"]?.hasPrefix("stays") == (change.keys != nil))
        #expect(
            plan.notes
                == (change.keys.map { ["program 'db' goes on, and its \($0) changed"] } ?? [])
        )
    }

    @Test func anotherSignOfReadinessIsARestart() throws {
        let plan = try plan(
            "  db: { exec: { command: [/bin/db], ready: started } }\n",
            to: "  db: { exec: { command: [/bin/db], ready: notify }, timeout: 9s }\n"
        )
        #expect(fates(plan) == ["db": "replaced: its timeout, exec changed"])
    }

    @Test(arguments: [
        Change("timeout: 5s", "timeout: 9s", goesOn: "timeout"),
        Change("", "retry: { attempts: 3 }", goesOn: "retry"),
        Change("", "priority: high", goesOn: "priority"),
        Change("", "optional: true", goesOn: "optional"),
        Change("", "stop: [/bin/true]", goesOn: "stop"),
        Change("", "locks: [disk]", goesOn: nil),
    ])
    func aStepThatHasSucceededNeedNotRunAgain(_ change: Change) throws {
        func text(_ keys: String) -> String {
            "  step: { exec: [/bin/step]\(keys.isEmpty ? "" : ", " + keys) }\n"
        }
        let (old, new) = (text(change.old), text(change.new))
        let plan = try plan(old, to: new)
        #expect((fates(plan)["step"] == "stays") == (change.keys != nil))
        #expect(
            plan.notes
                == (change.keys.map { ["operation 'step' is not run again, and its \($0) changed"] }
                    ?? [])
        )
        // One that has not, does.
        for end in [Outcome.failed(Failure("no")), .degraded(reason: "no")] {
            let runs = try self.plan(old, to: new, ends: ["step": end])
            #expect(fates(runs)["step"]?.hasSuffix(" changed") == true)
            #expect(runs.notes.isEmpty && runs.changes.isEmpty)
        }
    }

    @Test func theTimeoutOfAGroupRunsNothingInIt() throws {
        func text(_ timeout: String) -> String {
            "  all: { timeout: \(timeout), group: { operations: { one: { exec: [/bin/one] } } } }\n"
        }
        let plan = try plan(text("5s"), to: text("9s"))
        #expect(fates(plan) == ["all": "stays", "one": "stays"])
        #expect(plan.notes == ["operation 'all' is not run again, and its timeout changed"])
    }

    /// What each edge of `web` leads to: `db` stays, `new` is not there yet, `changed` runs again.
    @Test(arguments: [
        ("requires: [db]", "", "stays"),
        ("", "requires: [db]", "stays"),
        ("after: [db]", "", "stays"),
        ("", "after: [changed]", "stays"),
        ("requires: [db, changed]", "requires: [db]", "stays"),
        ("requires: [db, other]", "requires: [other, db]", "stays"),
        ("", "requires: [new]", "replaced: it requires 'new', which runs"),
        ("", "requires: [changed]", "replaced: it requires 'changed', which runs"),
        ("requires: [db]", "optional: true", "stays"),
    ])
    func edgesThatGoOrComeToWhatWasTakenOverRunNothing(
        old: String,
        new: String,
        fate: String
    ) throws {
        func text(_ keys: String, _ more: String, _ word: String) -> String {
            """
              db: { exec: [/bin/db] }
              other: { exec: [/bin/other] }
              changed: { exec: [/bin/echo, \(word)] }
            \(more)  web: { exec: { command: [/bin/web], ready: notify }\(keys.isEmpty ? "" : ", " + keys) }
            """
        }
        let plan = try plan(
            text(old, "", "one"),
            to: text(new, "  new: { exec: [/bin/new] }\n", "two")
        )
        #expect(fates(plan)["web"] == fate)
    }

    /// A health check is a reader, too.
    @Test func whatAKeyThatIsTakenOverNamesForTheFirstTimeHasNotChanged() throws {
        let folder = try TemporaryFolder()
        try folder.write("A=1\n", to: "env")
        func text(_ stop: String) -> String {
            "  web: { exec: { command: [/bin/web], ready: notify }\(stop) }\n"
        }
        let plan = try plan(
            text(""),
            to: text(", stop: { command: [/bin/true], environmentFiles: [\"\(folder.path)/env\"] }")
        )
        #expect(fates(plan) == ["web": "stays"])
    }

    /// Each place of a program and of a step that may have one.
    @Test(arguments: [
        "exec: { command: [/bin/web], ready: notify, STDIN }",
        "exec: { command: [/bin/web], ready: { exec: { command: [/bin/true], STDIN } } }",
        "exec: { command: [/bin/web], ready: notify }, health: { exec: { command: [/bin/true], STDIN } }",
        "exec: { command: [/bin/web], ready: notify }, beforeGivingUp: { command: [/bin/true], STDIN }",
        "exec: { command: [/bin/web], ready: notify }, stop: { command: [/bin/true], STDIN }",
        "exec: { command: [/bin/web], STDIN }",
        "http: { url: 'http://localhost', headers: { Authorization: '${credential.pass}' } }",
        "write: { path: /run/web, content: '${credential.pass}' }",
    ])
    func whatReadsACredentialThatHasChangedRunsAgain(keys: String) throws {
        let stdin = "stdin: '${credential.pass}'"
        let text = "name: shop\noperations:\n  web: { \(keys.replacing("STDIN", with: stdin)) }\n"
        func source(_ pass: String) throws -> GenerationSource {
            let configured = try ConfiguredGraph(parsing: .test(text))
            return GenerationSource(configured.configuration, Credentials(["pass": pass]), in: [:])
        }
        func fate(_ old: String, _ new: String) throws -> String? {
            let plan = try ReloadPlanner(
                from: source(old),
                to: source(new),
                ends: ["web": .succeeded],
                undoable: ["web"]
            ).plan
            return fates(plan)["web"]
        }
        #expect(try fate("one", "one") == "stays")
        #expect(try fate("one", "two") == "replaced: the credential 'pass' changed")
    }

    /// What runs has not read it.
    @Test(arguments: [
        "stop: { command: [/bin/true], STDIN }", "beforeGivingUp: { command: [/bin/true], STDIN }",
        "health: { exec: { command: [/bin/true], STDIN } }",
    ])
    func aCredentialThatOnlyAKeyNamesWhichIsTakenOverIsNew(key: String) throws {
        let key = key.replacing("STDIN", with: "stdin: '${credential.pass}'")
        func source(_ more: String, _ credentials: [String: String]) throws -> GenerationSource {
            let keys = "exec: { command: [/bin/web], ready: notify }\(more)"
            let text = "name: shop\noperations:\n  web: { \(keys) }\n"
            let configured = try ConfiguredGraph(parsing: .test(text))
            return GenerationSource(configured.configuration, Credentials(credentials), in: [:])
        }
        let plan = try ReloadPlanner(
            from: source("", [:]),
            to: source(", \(key)", ["pass": "one"]),
            ends: ["web": .succeeded],
            undoable: ["web"]
        ).plan
        #expect(fates(plan) == ["web": "stays"])
    }

    /// Each command of an operation may name one.
    @Test(arguments: [
        "exec: { command: [/bin/web], ready: notify, FILES }",
        "exec: { command: [/bin/web], ready: { exec: { command: [/bin/true], FILES } } }",
        "exec: { command: [/bin/web], ready: notify }, health: { exec: { command: [/bin/true], FILES } }",
        "exec: { command: [/bin/web], ready: notify }, beforeGivingUp: { command: [/bin/true], FILES }",
        "exec: { command: [/bin/web], ready: notify }, stop: { command: [/bin/true], FILES }",
        "exec: { command: [/bin/web], FILES }",
    ])
    func whatReadsAnEnvironmentFileThatHasChangedRunsAgain(keys: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("A=1\n", to: "env")
        let files = "environmentFiles: [\"\(folder.path)/env\"]"
        let text = "  web: { \(keys.replacing("FILES", with: files)) }\n"
        let before = try source(text)
        func fate() throws -> String? {
            let plan = try ReloadPlanner(
                from: before,
                to: source(text),
                ends: ["web": .succeeded],
                undoable: ["web"]
            ).plan
            return fates(plan)["web"]
        }
        #expect(try fate() == "stays")
        try folder.write("A=2\n", to: "env")
        let reason = "the environment file '\(folder.path)/env' changed"
        #expect(try fate() == "replaced: \(reason)")
    }
}
