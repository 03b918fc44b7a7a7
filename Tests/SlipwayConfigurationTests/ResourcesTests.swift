import Slipway
import SlipwayConfiguration
import SlipwayOperations
import SlipwaySystem
import Testing

/// The keys of `resources`.
struct ResourcesTests {
    @Test func readsEveryKey() throws {
        let keys =
            "memoryHigh: 200M, memoryMax: 1G, memorySwapMax: 0, cpuWeight: 50, cpuQuota: 150%, tasksMax: 100"
        let configuration = try read(
            operation("exec: { command: [/bin/a], resources: { \(keys) } }")
        )
        guard case .exec(let exec) = configuration.operations[0].body else { return }
        let values: [GroupResource: UInt64] = [
            .memoryHigh: 200 << 20, .memoryMax: 1 << 30, .memorySwapMax: 0, .cpuWeight: 50,
            .cpuQuota: 150, .tasksMax: 100,
        ]
        #expect(exec.settings.resources.values == values)
        let texts = GroupResource.allCases.map { "\($0.file)=\($0.text(values[$0]))" }
        #expect(
            texts == [
                "memory.high=209715200", "memory.max=1073741824", "memory.swap.max=0",
                "cpu.weight=50", "cpu.max=150000 100000", "pids.max=100",
            ]
        )
        let usual = GroupResource.allCases.map { $0.text(nil) }
        #expect(usual == ["max", "max", "max", "100", "max 100000", "max"])
    }

    @Test func unlimitedIsNoLimit() throws {
        let keys = "memoryHigh: 2G, memoryMax: unlimited, cpuQuota: unlimited, tasksMax: unlimited"
        let configuration = try read(
            operation("exec: { command: [/bin/a], resources: { \(keys) } }")
        )
        guard case .exec(let exec) = configuration.operations[0].body else { return }
        let values = exec.settings.resources.values
        #expect(GroupResource.memoryMax.text(values[.memoryMax]) == "max")
        #expect(GroupResource.cpuQuota.text(values[.cpuQuota]) == "max 100000")
        #expect(GroupResource.tasksMax.text(values[.tasksMax]) == "max")
    }

    @Test(
        arguments: [
            (
                "memoryMax: 0",
                ".memoryMax: found '0'; expected at least 1M of bytes, such as 256M or 1G, or 'unlimited'"
            ),
            (
                "memoryMax: lots",
                ".memoryMax: found 'lots'; expected at least 1M of bytes, such as 256M or 1G, or 'unlimited'"
            ),
            (
                "cpuQuota: 50",
                ".cpuQuota: found '50'; expected percent of one processor from 1% to 100000%, such as 50%, or "
                    + "'unlimited'"
            ),
            (
                "cpuQuota: 0%",
                ".cpuQuota: found '0%'; expected percent of one processor from 1% to 100000%, such as 50%, or "
                    + "'unlimited'"
            ),
            (
                "cpuWeight: 0", ".cpuWeight: found '0'; expected a whole number from 1 to 10000"
            ),
            (
                "tasksMax: 0",
                ".tasksMax: found '0'; expected a whole number from 1 to 4000000, or 'unlimited'"
            ),
            (
                "memoryHigh: 2G, memoryMax: 1536M",
                ": has a memoryHigh (2G) above its memoryMax (1.5G), which would have no effect; let it be lower"
            ),
        ]
    )
    func saysWhatIsWrong(key: String, words: String) {
        let found = faults(operation("exec: { command: [/bin/a], resources: { \(key) } }"))
        #expect(
            found.count == 1
                && found.first?.hasSuffix(": operations.x.exec.resources\(words)") == true,
            "\(found)"
        )
    }

    @Test func whichLimitsCannotHoldIsSaidWithTheReason() throws {
        let text = operation(
            "exec: { command: [/bin/a], resources: { memoryMax: 64M, cpuQuota: 20% } }"
        )
        let configuration = try read(text)
        #expect(configuration.hasResources && configuration.asksForControlGroups)
        let absent = configuration.limitsThatCannotHold(with: .absent("it is read-only"))
        let place = "test.yaml:3:3: operations.x.exec.resources"
        #expect(
            absent.map(\.description) == [
                "\(place).memoryMax: cannot hold, and limits nothing: it is read-only",
                "\(place).cpuQuota: cannot hold, and limits nothing: it is read-only",
            ]
        )
        let some = configuration.limitsThatCannotHold(
            with: .there(controllers: ["memory", "pids"])
        )
        #expect(
            some.map(\.description) == [
                "\(place).cpuQuota: cannot hold, and limits nothing: the kernel's controller 'cpu' is not there "
                    + "for the service's control group"
            ]
        )
        let all = configuration.limitsThatCannotHold(
            with: .there(controllers: ["cpu", "memory", "pids"])
        )
        #expect(all.isEmpty)
    }

    @Test func stepsWithoutLimitsAskForNoControlGroups() throws {
        #expect(try !read(operation("exec: [/bin/a]")).asksForControlGroups)
        let program = operation("exec: { command: [/bin/a], ready: notify }")
        #expect(try read(program).asksForControlGroups)
    }
}
