internal import Glibc
internal import Slipway

/// Ends processes: asks the main one with a signal (and SIGCONT, if it is stopped), then what is left
/// when that has ended, and kills the rest after the grace.
///
/// The main process comes first because it may want to end the others itself, in its own order. What is
/// left then gets SIGTERM: a signal of the program's own means something to its main process only.
/// The living processes are looked at again and again. A process that an asked one starts, for
/// example to clean up, is not asked itself while its parent lives.
struct TreeEnding {
    /// The action that is due after a check.
    enum Action: Hashable {
        case signal(Int32, pid_t)
        /// No process is left; these had to be killed.
        case gone(killed: [pid_t])
        /// The processes do not end: the kernel holds them, for example at a dead file server, or
        /// they belong to another user now; empty if they could not be found out.
        case stuck([pid_t])
    }

    /// The longest time that killed processes may take to disappear.
    static let patience = Duration.seconds(5)

    private(set) var killTime: Instant
    /// The main process; `nil` if all are asked at once.
    private let leader: pid_t?
    /// The signal for the main process, or for all of them.
    private let signal: Int32
    private var hasAskedAll = false
    private var asked: Set<pid_t> = []
    private var killed: Set<pid_t> = []

    /// Begins at `now` with a grace; zero kills at once.
    init(
        _ leader: pid_t?,
        at now: Instant,
        grace: Duration,
        signal: Int32 = SIGTERM,
        endsWhole: Bool = false
    ) {
        self.leader = endsWhole ? nil : leader
        self.signal = signal
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
        guard !members.isEmpty || !isAll else { return [.gone(killed: killed.sorted())] }
        guard now < killTime else {
            let isStuck = now >= killTime.advanced(by: Self.patience)
            guard !isStuck else { return [.stuck(isAll ? members.map { abs($0.pid) } : [])] }
            killed.formUnion(members.map { abs($0.pid) })
            return members.map { .signal(SIGKILL, $0.pid) }
        }
        let due = due(members)
        // A stopped process takes the first signal only once it goes on.
        return due.filter { asked.insert($0.pid).inserted }
            .flatMap { [.signal(signal(for: $0.pid), $0.pid), .signal(SIGCONT, $0.pid)] }
    }

    private func signal(for pid: pid_t) -> Int32 {
        leader.map { $0 == pid } ?? true ? signal : SIGTERM
    }

    /// The processes that may be asked now.
    private mutating func due(_ members: [ProcessEntry]) -> [ProcessEntry] {
        let living = Set(members.map(\.pid))
        if let leader, living.contains(leader) { return members.filter { $0.pid == leader } }
        defer { hasAskedAll = hasAskedAll || !members.isEmpty }
        return members.filter { !hasAskedAll || !living.contains($0.parent) }
    }
}
