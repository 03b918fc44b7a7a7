internal import CSlipwayProcess
internal import Glibc
internal import Synchronization

/// What all processes of one child have in common, and no other process has.
///
/// It is the soft limit of a resource that Linux has not limited since 2.6 (RLIMIT_LOCKS): every
/// process inherits it from its parent and keeps it when it executes a program, makes its own session,
/// or drops its variables and descriptors; see getrlimit(2).
struct TreeMark: Hashable {
    /// To which child a process belongs.
    enum Owner: Hashable {
        case child(TreeMark)
        /// It belongs to none.
        case nothing
        /// It has ended, or it is of another user.
        case unknown
    }

    private static let resource = __rlimit_resource_t(__RLIMIT_LOCKS.rawValue)
    private static let last = Mutex(UInt64.random(in: 1 << 32..<1 << 61))

    private let number: UInt64

    /// A mark that no other child has; `nil` where the hard limit is lower.
    static func next() -> TreeMark? {
        let number = last.withLock { last in
            last += 1
            return last
        }
        return number < UInt64(hardLimit) ? TreeMark(number: number) : nil
    }

    /// The child to which a process belongs.
    static func owner(of pid: pid_t) -> Owner {
        var number: UInt64 = 0
        guard slipway_soft_limit(pid, resource, &number) == 0 else { return .unknown }
        return number < UInt64(hardLimit) ? .child(TreeMark(number: number)) : .nothing
    }

    /// The limit that gives a child the mark.
    var limit: slipway_limit {
        slipway_limit(resource: Self.resource, soft: number, hard: UInt64(Self.hardLimit))
    }

    private static let hardLimit: rlim_t = {
        var limit = rlimit()
        return getrlimit(resource, &limit) == 0 ? limit.rlim_max : 0
    }()
}
