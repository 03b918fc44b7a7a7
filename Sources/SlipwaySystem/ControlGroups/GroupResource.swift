/// A limit of a control group, by the key that sets it; see the kernel's cgroup-v2 manual.
package enum GroupResource: String, Hashable, Sendable, CaseIterable {
    case memoryHigh, memoryMax, memorySwapMax, cpuWeight, cpuQuota, tasksMax

    /// A value without a limit.
    package static let unlimited = UInt64.max
    /// The period of a quota, in microseconds: the kernel's default.
    private static let period: UInt64 = 100_000
    /// The weight that the kernel gives each group.
    private static let usualWeight: UInt64 = 100

    /// The kernel's controller for the limit.
    package var controller: String {
        switch self {
        case .memoryHigh, .memoryMax, .memorySwapMax: "memory"
        case .cpuWeight, .cpuQuota: "cpu"
        case .tasksMax: "pids"
        }
    }

    /// The file of a group that sets the limit.
    package var file: String {
        switch self {
        case .memoryHigh: "memory.high"
        case .memoryMax: "memory.max"
        case .memorySwapMax: "memory.swap.max"
        case .cpuWeight: "cpu.weight"
        case .cpuQuota: "cpu.max"
        case .tasksMax: "pids.max"
        }
    }

    /// The text that the file takes.
    ///
    /// - Parameter value: Bytes, a weight, percent of one processor or a number of tasks; `nil` for what a
    ///   group has without a limit.
    /// - Returns: Without a line end.
    package func text(_ value: UInt64?) -> String {
        switch self {
        case .cpuWeight: return "\(value ?? Self.usualWeight)"
        case .cpuQuota:
            guard let value, value != Self.unlimited else { return "max \(Self.period)" }
            return "\(value * (Self.period / 100)) \(Self.period)"
        case .memoryHigh, .memoryMax, .memorySwapMax, .tasksMax:
            guard let value, value != Self.unlimited else { return "max" }
            return "\(value)"
        }
    }
}
