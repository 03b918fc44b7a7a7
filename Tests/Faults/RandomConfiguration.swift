/// A configuration whose steps and programs fail at random.
struct RandomConfiguration {
    let folder: String

    func text(_ random: inout SeededRandom) -> String {
        var lines = ["name: faults", "deadline: 2s", "grace: 400ms", "operations:"]
        // An operation that is required cannot require an optional one, so all are the one or the
        // other.
        let areOptional = random.chance(60)
        for number in 0..<Int(1 + random.below(6)) {
            let keys = operation(number, areOptional, &random)
            lines.append("  o\(number): { \(keys.joined(separator: ", ")) }")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func operation(
        _ number: Int,
        _ isOptional: Bool,
        _ random: inout SeededRandom
    ) -> [String] {
        var keys: [String] = []
        if number > 0, random.chance(50) {
            keys.append("requires: [o\(random.below(UInt64(number)))]")
        }
        keys.append("optional: \(isOptional)")
        switch random.below(10) {
        case 0..<6: keys += step(&random)
        case 6..<9: keys += program(&random)
        default:
            let size = random.chance(50) ? 100 : 60_000
            let content = String(repeating: "x", count: size)
            keys.append("write: { path: \"\(folder)/file\", content: \(content) }")
        }
        keys.append("timeout: \(20 + random.below(200))ms")
        return keys
    }

    private static let steps = [
        "true", "exit 3", "kill -9 $$", "kill -TERM $$", "sleep 60", "trap '' TERM; sleep 60",
        "exec <&- >&- 2>&-; exit 0", "exec >&- 2>&-; sleep 60", "sleep 60 & exit 0",
        "(setsid sleep 60 &); exit 1", "(trap '' TERM; setsid sleep 60 &); exit 0",
        "yes | head -c 300000", "head -c 3000000 /dev/zero", "cat >/dev/null; exit 1",
    ]

    private func step(_ random: inout SeededRandom) -> [String] {
        let script = Self.steps[Int(random.below(UInt64(Self.steps.count)))]
        let output = ["none", "text", "json", "lines"][Int(random.below(4))]
        let input = random.chance(30) ? ", stdin: \(String(repeating: "y", count: 200_000))" : ""
        var keys = ["exec: { command: [/bin/sh, -c, \"\(script)\"], output: \(output)\(input) }"]
        if random.chance(30) { keys.append("retry: { attempts: 3, initial: 1ms }") }
        if random.chance(20) { keys.append("fallback: { value: 1 }") }
        if random.chance(20) { keys.append("stop: [/bin/sh, -c, \"exit \(random.below(2))\"]") }
        return keys
    }

    private static let programs = [
        "systemd-notify --ready; exec sleep 60", "systemd-notify --ready; exit 0",
        "systemd-notify --ready --status=odd; sleep 0.01; kill -9 $$", "sleep 60", "exit 4",
        "systemd-notify --ready; sleep 60 & exec sleep 60",
        "systemd-notify --ready; setsid sleep 60 & trap '' TERM; sleep 60",
        "systemd-notify --ready; systemd-notify WATCHDOG=trigger; sleep 60",
        "systemd-notify EXTEND_TIMEOUT_USEC=100000; sleep 0.15; systemd-notify --ready; sleep 60",
    ]

    private func program(_ random: inout SeededRandom) -> [String] {
        let script = Self.programs[Int(random.below(UInt64(Self.programs.count)))]
        let ready = ["notify", "notify", "started", "\"socket:\(folder)/none\""]
        let exec = "command: [/bin/sh, -c, \"\(script)\"], ready: \(ready[Int(random.below(4))])"
        var keys = ["exec: { \(exec) }"]
        if random.chance(50) {
            keys += ["ended: restart", "restart: { initial: 1ms, attempts: 3 }"]
        } else {
            keys.append("ended: degrade")
        }
        if random.chance(20), exec.hasSuffix("notify") { keys.append("watchdog: 100ms") }
        if random.chance(20) {
            keys.append("health: { exec: [/bin/false], every: 100ms, misses: 1 }")
        }
        return keys
    }
}

/// A small generator: the same numbers for the same seed.
struct SeededRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    /// A number from 0 on below a limit.
    mutating func below(_ limit: UInt64) -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return (state &* 0x2545_F491_4F6C_DD1D) >> 33 % limit
    }

    /// Draws whether something happens that does so in so many of a hundred cases.
    mutating func chance(_ percent: UInt64) -> Bool { below(100) < percent }
}
