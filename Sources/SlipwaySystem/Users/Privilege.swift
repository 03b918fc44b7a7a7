/// A right that root has, and that others lack; see capabilities(7).
package enum Privilege: Hashable, Sendable, CaseIterable {
    /// To become another user, to have other groups, and to end what runs so.
    case changeUser
    /// To give files to others.
    case changeOwner
    /// To get more of the processors.
    case raisePriority
    /// To have higher limits than those that were given, and to be killed later when memory runs out.
    case exceedLimits

    /// The capabilities that it takes.
    package var capabilities: [String] {
        switch self {
        case .changeUser: ["cap_setuid", "cap_setgid", "cap_kill"]
        case .changeOwner: ["cap_chown"]
        case .raisePriority: ["cap_sys_nice"]
        case .exceedLimits: ["cap_sys_resource"]
        }
    }

    /// The capabilities by number, as the kernel has them.
    private var bits: [UInt64] {
        switch self {
        case .changeUser: [7, 6, 5]
        case .changeOwner: [0]
        case .raisePriority: [23]
        case .exceedLimits: [24]
        }
    }

    /// The privileges that go with a set of capabilities, named as systemd does.
    package static func all(with capabilities: Set<String>) -> Set<Privilege> {
        Set(allCases.filter { $0.capabilities.allSatisfy(capabilities.contains) })
    }

    /// The privileges that this process has.
    ///
    /// - Throws: The machine failed as the privileges were looked for.
    package static func own() throws(ErrorNumber) -> Set<Privilege> {
        let bytes: [UInt8]
        do throws(SmallFile.Failure) {
            bytes = try SmallFile.bytes(of: "/proc/self/status", limit: 1 << 16)
        } catch {
            if case .notRead(let number) = error, number.isOfMachine { throw number }
            return []
        }
        let name = "CapEff:"
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix(name) }),
            let word = line.dropFirst(name.count).split(whereSeparator: \.isWhitespace).first,
            let mask = UInt64(word, radix: 16)
        else { return [] }
        return Set(allCases.filter { $0.bits.allSatisfy { mask & (1 << $0) != 0 } })
    }
}
