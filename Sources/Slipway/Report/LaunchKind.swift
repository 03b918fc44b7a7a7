/// A kind of launches whose times can be compared: reloads of a running service, and what starts began with.
public struct LaunchKind: Hashable, Sendable {
    /// What they began with.
    public var start: RecordedLaunch.Start
    /// They are reloads of a running service.
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

    /// `cold starts`, `warm starts`, `starts after a crash`, `reloads`.
    public var words: String {
        guard !isReload else { return "reloads" }
        switch start {
        case .cold: return "cold starts"
        case .warm: return "warm starts"
        case .afterCrash: return "starts after a crash"
        }
    }
}

extension RecordedLaunch {
    /// The kind of launches that it may be compared with.
    public var kind: LaunchKind { LaunchKind(isReload ? .warm : start, isReload: isReload) }
}
