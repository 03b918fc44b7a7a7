import Slipway
import SlipwayConfiguration
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
            retry: { attempts: 4, initial: 1s, maximum: 9s, factor: 3, jitter: 0 }
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
        #expect(policy.retry == retry)
        let planned = policy.policy
        #expect(planned.limit == 5)
        #expect(planned.coalescing == .latest)
        #expect(planned.retry?.attempts == 4)
        #expect(planned.effect == .once)
        #expect(planned.durability == .disk)
        #expect(planned.unmet == .wait)
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
}
