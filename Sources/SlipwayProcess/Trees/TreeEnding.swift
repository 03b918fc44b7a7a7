internal import Glibc
internal import Slipway

/// Ends processes: asks each with SIGTERM (and SIGCONT, if it is stopped), and kills the rest after the grace.
///
/// It checks again and again which processes live. A process that an asked one starts, for example
/// to clean up, is not asked itself while its parent lives.
struct TreeEnding {
    /// What to do after a check.
    enum Action: Hashable {
        case signal(Int32, pid_t)
        /// No process is left.
        case gone
        /// These processes do not end: the kernel holds them, for example at a dead file server, or
        /// they belong to another user now. Empty if they could not be found out.
        case stuck([pid_t])
    }

    /// How long killed processes may take to disappear.
    static let patience = Duration.seconds(5)

    private(set) var killTime: Instant
    private var hasLooked = false
    private var asked: Set<pid_t> = []

    /// Begins at `now` with a grace; zero kills at once.
    init(at now: Instant, grace: Duration) {
        killTime = now.advanced(by: max(grace, .zero))
    }

    /// Ends the grace: the next check kills.
    mutating func hurry(at now: Instant) { killTime = min(killTime, now) }

    /// Takes the living processes.
    ///
    /// - Parameters:
    ///   - members: The processes known to live.
    ///   - isAll: Whether these are all; otherwise an empty list means nothing.
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
        // A stopped process takes the first signal only once it goes on.
        return due.filter { asked.insert($0.pid).inserted }
            .flatMap { [.signal(SIGTERM, $0.pid), .signal(SIGCONT, $0.pid)] }
    }
}
