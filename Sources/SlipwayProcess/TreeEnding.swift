internal import Glibc
internal import Slipway

/// Ends processes: asks each with SIGTERM, and kills what is left after the grace.
///
/// Looks at what lives, again and again. What one that was asked starts to clean up is not asked
/// itself, as long as the one that started it lives.
struct TreeEnding {
    /// What to do after a look.
    enum Action: Hashable {
        case signal(Int32, pid_t)
        /// Nothing is left.
        case gone
        /// These do not go: the kernel holds them, as it does with a dead file server, or they are
        /// another user's by now. None, if it could not be found out which.
        case stuck([pid_t])
    }

    /// How long killed processes may take to go.
    static let patience = Duration.seconds(5)

    private(set) var killTime: Instant
    private var hasLooked = false
    private var asked: Set<pid_t> = []

    /// Begins at `now` with a grace; zero kills at once.
    init(at now: Instant, grace: Duration) {
        killTime = now.advanced(by: max(grace, .zero))
    }

    /// There is no time left: kills with the next look.
    mutating func hurry(at now: Instant) { killTime = min(killTime, now) }

    /// Takes in which processes live.
    ///
    /// - Parameters:
    ///   - members: What is known to live.
    ///   - isAll: Whether there is nothing else; otherwise that none is known means nothing.
    ///   - now: When that was seen.
    /// - Returns: What to do, in order.
    mutating func look(_ members: [ProcessEntry], isAll: Bool = true, at now: Instant) -> [Action] {
        guard !members.isEmpty || !isAll else { return [.gone] }
        guard now < killTime else {
            let isStuck = now >= killTime.advanced(by: Self.patience)
            guard !isStuck else { return [.stuck(isAll ? members.map(\.pid) : [])] }
            return members.map { .signal(SIGKILL, $0.pid) }
        }
        let living = Set(members.map(\.pid))
        let due = members.filter { !hasLooked || !living.contains($0.parent) }
        hasLooked = hasLooked || !members.isEmpty
        return due.filter { asked.insert($0.pid).inserted }.map { .signal(SIGTERM, $0.pid) }
    }
}
