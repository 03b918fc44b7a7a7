import Slipway
import SlipwayConfiguration
import SlipwayJSON
import Testing

/// The policy of a kind of action for its line.
struct ActionPolicyTests {
    private func read(_ lines: String) throws -> ActionPolicySpecification {
        try SlipwayConfigurationTests.read(action(lines)).actions[0].policy
    }

    @Test func readsEveryKey() throws {
        let policy = try read(
            """
            sleep: 1s
            expires: 30s
            limit: 5
            priority: high
            coalesce: latest
            effect: once
            durability: disk
            whenFailed: wait
            retry: { attempts: 4, initial: 1s, maximum: 9s, factor: 3, jitter: 0, budget: 1h }
            width: 8
            orderBy: payload.account
            uniqueBy: payload
            coalesceBy: payload.page.number
            parameters: { account: { required: true }, page: { required: true } }
            """
        )
        #expect(policy.expires == .seconds(30))
        #expect(policy.limit == 5)
        #expect(policy.priority == .high)
        #expect(policy.coalescing == .latest)
        var retry = RetrySpecification(attempts: 4)
        retry.initial = .seconds(1)
        retry.maximum = .seconds(9)
        retry.factor = 3
        retry.jitter = 0
        retry.budget = .seconds(3600)
        #expect(policy.retry == retry)
        let planned = policy.policy
        #expect(planned.limit == 5)
        #expect(planned.coalescing == .latest)
        #expect(planned.retry?.attempts == 4)
        #expect(planned.effect == .once)
        #expect(planned.durability == .disk)
        #expect(planned.unmet == .wait)
        #expect(planned.width == 8)
        #expect(planned.retryBudget == .seconds(3600))
        #expect(policy.orderBy?.description == "payload.account")
        #expect(policy.uniqueBy?.description == "payload")
        #expect(policy.coalesceBy?.description == "payload.page.number")
    }

    /// Of whatever type a part is, and whatever the order of its members, equal ones are one key.
    @Test(
        arguments: [
            (["a": ["x": 1, "y": 2]], "payload.a={\"x\":1,\"y\":2}"),
            (["a": ["y": 2, "x": 1]], "payload.a={\"x\":1,\"y\":2}"),
            (["a": ["y": 2.0, "x": 1e0]], "payload.a={\"x\":1,\"y\":2}"),
            (["a": 7], "payload.a=7"), (["a": "7"], "payload.a=\"7\""),
            (["a": nil], "payload.a=null"), ([:], "payload.a=null"), (["b": 7], "payload.a=null"),
        ] as [(JSON, String)]
    )
    func thePartOfAPayloadIsAKey(payload: JSON, key: String) throws {
        let action = try SlipwayConfigurationTests.read(
            action("sleep: 1s\norderBy: payload.a\nparameters: { a: { required: true } }")
        ).actions[0]
        #expect(action.payloadKeys.of(payload) == ActionKeys(order: key))
    }

    @Test func readsLocksAndSuccess() throws {
        let action = try SlipwayConfigurationTests.read(
            action("exec: [a]\nlocks: [session]\nsuccess: [0, 3]")
        ).actions[0]
        #expect(action.planPolicy.locks == ["session"])
        guard case .exec(let exec) = action.body else { return #expect(Bool(false)) }
        #expect(exec.success == [0, 3])
    }

    @Test func thoseInMemoryAreNotStored() throws {
        #expect(try read("sleep: 1s\ndurability: memory").policy.durability == .memory)
    }

    @Test func withoutKeysAllOfThemWaitForEverAndAreTriedOnce() throws {
        let policy = try read("sleep: 1s")
        #expect(policy == ActionPolicySpecification())
        #expect(policy.expires == nil)
        #expect(policy.limit == 1024)
        #expect(policy.priority == .normal)
        #expect(policy.coalescing == .all)
        #expect(policy.retry == nil)
        #expect(policy.effect == .idempotent)
        #expect(policy.durability == .disk)
        #expect(policy.whenFailed == .fail)
    }

    @Test(
        arguments: [
            ("main", "main", 1, "1 slot"), ("narrow", "narrow", 2, "2 slots"),
            ("wide", nil, 8, ""), ("userInitiated", nil, 0, ""),
        ]
    )
    func oneThatIsWiderThanItsQueueIsWarnedOf(
        queue: String,
        warned: String?,
        slots: Int,
        words: String
    ) throws {
        let configuration = try SlipwayConfigurationTests.read(
            """
            name: test
            queues: { narrow: { width: 2 }, wide: { width: 8 } }
            actions:
              x: { queue: \(queue), width: 8, sleep: 1s }
            """
        )
        let expected = warned.map {
            "actions.x.width: queue '\($0)' has \(words), so no more actions of this kind than "
                + "that run at a time"
        }
        #expect(
            configuration.warnings.map { "\($0.key): \($0.reason)" }
                == [expected].compactMap(\.self)
        )
    }
}
