internal import Slipway

/// A kind of launches whose times can be compared: reloads of a running service, and what starts began with.
public struct LaunchKind: Hashable, Sendable {
    /// The conditions at the start of the launches.
    public var start: RecordedLaunch.Start
    /// The launches are reloads of a running service.
    public var isReload: Bool

    /// Names a kind.
    public init(_ start: RecordedLaunch.Start, isReload: Bool = false) {
        self.start = start
        self.isReload = isReload
    }

    /// All kinds, starts first.
    ///
    /// A reload begins with what its process has.
    public static let all =
        RecordedLaunch.Start.allCases.map { LaunchKind($0) } + [LaunchKind(.warm, isReload: true)]

    /// A number of such launches: `1 cold start`, `20 warm starts`, `3 starts after a crash` or
    /// `2 reloads`.
    public func words(_ count: Int) -> String {
        guard !isReload else { return counted(count, "reload") }
        switch start {
        case .cold: return counted(count, "cold start")
        case .warm: return counted(count, "warm start")
        case .afterCrash: return counted(count, "start") + " after a crash"
        }
    }
}

extension RecordedLaunch {
    /// The kind of launches that this one may be compared with.
    public var kind: LaunchKind { LaunchKind(isReload ? .warm : start, isReload: isReload) }
}
