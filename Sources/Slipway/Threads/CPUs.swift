internal import CSlipway

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The CPUs that the process can use.
enum CPUs {
    /// The number of CPUs that the process can keep busy: those that it may run on, or fewer if its
    /// control group has a quota; at least 1.
    ///
    /// Read from the kernel at the first use, which takes about ten system calls.
    static let count: Int = {
        guard usable > 1, let quota = CPUQuota.current(read: contents(of:)) else { return usable }
        return max(1, min(usable, Int(quota.rounded(.up))))
    }()

    /// The number of CPUs that the process may run on, as of the first use; at least 1.
    static let usable = Int(slipway_usable_cpus())

    /// The number of threads that are useful for CPU-bound work: ``count``, but on a small machine
    /// without reading the quota, because the first operations would wait for that.
    static let threads = usable <= 4 ? usable : count

    /// The automatic width of a queue: ``count``, but at least 8, since bodies that only wait need
    /// no CPU.
    static var automaticWidth: Int { usable <= 8 ? 8 : max(8, count) }

    /// The first 4 KiB of a small file; `nil` when it cannot be read.
    private static func contents(of path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &bytes, bytes.count)
        guard count >= 0 else { return nil }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}

/// The CPU quotas of the control groups around a process.
enum CPUQuota {
    /// The tightest quota of the process's control group and its ancestors, in CPUs; `nil` when
    /// there is none, or no control group can be read.
    ///
    /// Supports both versions: `cpu.max` (`50000 100000` is half a CPU), and `cpu.cfs_quota_us`
    /// with `cpu.cfs_period_us`. Source:
    /// https://docs.kernel.org/admin-guide/cgroup-v2.html#cpu-interface-files
    static func current(read: (String) -> String?) -> Double? {
        guard let groups = read("/proc/self/cgroup") else { return nil }
        var quotas: [Double] = []
        for line in groups.split(separator: "\n") {
            // hierarchy:controllers:path
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            if parts[0] == "0" {
                quotas += paths("/sys/fs/cgroup", parts[2]).compactMap {
                    version2(read("\($0)/cpu.max"))
                }
            } else if parts[1].split(separator: ",").contains("cpu") {
                quotas += paths("/sys/fs/cgroup/cpu", parts[2]).compactMap {
                    version1(read("\($0)/cpu.cfs_quota_us"), read("\($0)/cpu.cfs_period_us"))
                }
            }
        }
        return quotas.min()
    }

    /// The folders of a control group and of its ancestors.
    private static func paths(_ root: String, _ path: Substring) -> [String] {
        var folders = [root]
        for name in path.split(separator: "/") {
            folders.append("\(folders.last ?? root)/\(name)")
        }
        return folders
    }

    private static func version2(_ text: String?) -> Double? {
        let fields = text?.split(whereSeparator: \.isWhitespace) ?? []
        guard fields.count == 2, let quota = Double(fields[0]), let period = Double(fields[1]),
            period > 0
        else { return nil }  // `max 100000`: no quota.
        return quota / period
    }

    private static func version1(_ quota: String?, _ period: String?) -> Double? {
        guard
            let quota = quota?.split(whereSeparator: \.isWhitespace).first.flatMap({ Double($0) }),
            let period = period?.split(whereSeparator: \.isWhitespace).first.flatMap({ Double($0) }
            ),
            quota > 0, period > 0
        else { return nil }  // -1: no quota.
        return quota / period
    }
}
