import Testing

@testable import Slipway

struct CPUQuotaTests {
    @Test func theQuotaIsThatOfTheControlGroup() {
        #expect(
            quota(
                "0::/system.slice/storefront.service\n",
                ["/sys/fs/cgroup/system.slice/storefront.service/cpu.max": "150000 100000\n"]
            ) == 1.5
        )
    }

    @Test func theTightestOfTheGroupsAroundCounts() {
        #expect(
            quota(
                "0::/a/b",
                [
                    "/sys/fs/cgroup/cpu.max": "max 100000",
                    "/sys/fs/cgroup/a/cpu.max": "50000 100000",
                    "/sys/fs/cgroup/a/b/cpu.max": "200000 100000",
                ]
            ) == 0.5
        )
    }

    @Test func theFirstVersionIsUnderstoodToo() {
        #expect(
            quota(
                "4:cpu,cpuacct:/docker/x\n1:name=systemd:/docker/x\n",
                [
                    "/sys/fs/cgroup/cpu/docker/x/cpu.cfs_quota_us": "300000\n",
                    "/sys/fs/cgroup/cpu/docker/x/cpu.cfs_period_us": "100000\n",
                ]
            ) == 3
        )
    }

    @Test(arguments: ["max 100000", "", "100000", "x 100000", "100000 0", "-1 -1"])
    func whatIsNoQuotaIsNone(text: String) {
        #expect(quota("0::/", ["/sys/fs/cgroup/cpu.max": text]) == nil)
    }

    @Test(arguments: ["", "nonsense", "0:", "0::"])
    func whatIsNoListOfGroupsIsNone(groups: String) {
        #expect(quota(groups, [:]) == nil)
    }

    @Test func theMachineHasAProcessorAndAQueueOfAtLeastEight() {
        #expect(CPUs.count >= 1)
        #expect(CPUs.automaticWidth >= 8)
    }

    private func quota(_ groups: String, _ files: [String: String]) -> Double? {
        CPUQuota.current { path in path == "/proc/self/cgroup" ? groups : files[path] }
    }
}
