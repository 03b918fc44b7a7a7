import Slipway
import SlipwayConfiguration
import SlipwayOperations
import Testing

/// The values that `defaults` gives, and the operations that get them.
struct DefaultsTests {
    private let text = """
        name: test
        defaults:
          queue: main
          timeout: 3s
          retry: { attempts: 2 }
          priority: high
          ended: restart
          restart: { attempts: 9 }
        operations:
          plain: { sleep: 1s }
          own: { sleep: 1s, queue: userInitiated, timeout: 1s, retry: 1, priority: low }
          group: { group: { operations: { nested: { sleep: 1s } } } }
          web: { exec: { command: [web], ready: notify } }
          job: { exec: { command: [job], ready: notify }, ended: fail }
        actions:
          act: { sleep: 1s }
        """

    private var operations: [String: OperationSpecification] {
        get throws {
            let all = try read(text).allOperations.map { ($0.operation.name, $0.operation) }
            return Dictionary(uniqueKeysWithValues: all)
        }
    }

    @Test(arguments: ["plain", "nested", "web"])
    func anOperationAtAnyDepthHasThem(name: String) throws {
        let operation = try #require(try operations[name])
        #expect(operation.queue == .main)
        #expect(operation.timeout == .seconds(3))
        #expect(operation.retry == RetrySpecification(attempts: 2))
        #expect(operation.priority == (name == "nested" ? nil : .high))
    }

    @Test func whatAnOperationSaysItselfCounts() throws {
        let operation = try #require(try operations["own"])
        #expect(operation.queue == .userInitiated)
        #expect(operation.timeout == .seconds(1))
        #expect(operation.retry == RetrySpecification(attempts: 1))
        #expect(operation.priority == .low)
    }

    @Test func groupsAndActionsDoNotHaveThem() throws {
        let group = try #require(try operations["group"])
        #expect(group.timeout == nil)
        // It gives it to what is in it.
        #expect(group.priority == .high)
        let action = try read(text).actions[0]
        #expect(action.queue == .userInitiated)
        #expect(action.timeout == .seconds(60))
    }

    @Test func onlyProgramsEndAndRestart() throws {
        #expect(try operations["plain"]?.program == nil)
        #expect(try operations["web"]?.program?.ended == .restart)
        #expect(try operations["web"]?.program?.restarts?.attempts == 9)
        #expect(try operations["job"]?.program?.ended == .fail)
        #expect(try operations["job"]?.program?.restarts == nil)
    }

    private func processes(_ defaults: String) throws -> Configuration {
        try read(
            """
            name: test
            \(defaults)
            operations:
              list: { exec: [step], stop: [undo] }
              grouped: { exec: { command: [step], group: log } }
              own: { exec: { command: [step], user: root } }
              group: { group: { operations: { nested: { exec: [step] } } } }
              web:
                exec: { command: [web], ready: { exec: [look] } }
                health: { exec: [look] }
                ended: restart
                beforeGivingUp: [last]
            actions: { act: { exec: [handle] } }
            """
        )
    }

    /// In a service whose daemon is root, for the users of others.
    @Test func everyProcessThatNamesNoUserHasThatOfDefaults() throws {
        let without = try processes("")
        #expect(
            Set(without.processesOfRoot(because: "it is root").map(\.key)) == [
                "operations.list.exec.user", "operations.list.stop.user",
                "operations.grouped.exec.user",
                "operations.group.group.operations.nested.exec.user",
                "operations.web.exec.user", "operations.web.exec.ready.exec.user",
                "operations.web.health.exec.user", "operations.web.beforeGivingUp.user",
                "actions.act.exec.user",
            ]
        )
        #expect(
            without.warnings.filter { $0.key.hasPrefix("actions") }.map(\.description) == [
                "test.yaml:13:12: actions.act.exec.user: is not set, and the daemon is root, for the users of "
                    + "others: it runs as root, for everyone who may send the action; name a user here or in "
                    + "'defaults', or write root if that is meant"
            ]
        )
        let with = try processes("defaults: { user: shop, group: www }")
        #expect(with.processesOfRoot(because: "it is root").isEmpty)
        #expect(with.warnings.isEmpty)
        // The right that all of them take is missing once, and a group of one's own is kept.
        #expect(
            Set(with.faults(with: [], of: "it").map(\.key)) == [
                "defaults.user", "defaults.group", "operations.grouped.exec.group",
                "operations.own.exec.user",
            ]
        )
        #expect(with.faults(with: [], of: "it").count == 4)
        guard case .exec(let handler) = with.actions[0].body else { return #expect(Bool(false)) }
        #expect(handler.settings.user == "shop")
        #expect(handler.settings.group == "www")
    }

    @Test func anOptionalProgramDoesNotTakeWhatItCannotHave() throws {
        let configuration = try read(
            """
            name: test
            defaults: { ended: fail }
            operations: { web: { optional: true, exec: { command: [web], ready: started } } }
            """
        )
        #expect(configuration.operations[0].program?.ended == .degrade)
    }

    @Test(
        arguments: [
            (
                "defaults: { stop: [a] }\n",
                "2:13: defaults.stop: unknown key; accepted are queue, timeout, retry, priority, ended, "
                    + "restart, user or group"
            ),
            (
                "defaults: { queue: mian }\n",
                "2:20: defaults.queue: no queue is named 'mian'; did you mean 'main'?"
            ),
            (
                "defaults: { ended: never }\n",
                "2:20: defaults.ended: found 'never'; expected fail, restart, degrade or stop"
            ),
            (
                "defaults: { timeout: 9s, retry: { attempts: 2, budget: 3s } }\n",
                "2:56: defaults.retry.budget: is shorter than the timeout of one attempt, 9s; write at "
                    + "least that, or a shorter timeout"
            ),
            (
                """
                defaults: { retry: { attempts: 2, budget: 3s } }
                operations: { x: { sleep: 1s, timeout: 9s } }

                """,
                "3:40: operations.x.timeout: one attempt may take 9s, but all together only 3s, the "
                    + "budget under defaults; write a shorter timeout, or a retry"
            ),
        ]
    )
    func saysWhatIsWrong(text: String, expected: String) {
        #expect(faults("name: test\n" + text) == ["test.yaml:" + expected])
    }
}
