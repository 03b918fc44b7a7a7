internal import CSlipwayProcess
internal import Glibc
internal import Synchronization

/// The mark that all processes of one child have in common, and no other process has.
///
/// The mark is the soft limit of a resource that Linux has not limited since 2.6 (RLIMIT_LOCKS):
/// every process inherits it from its parent and keeps it when it executes a program, makes its own
/// session, or drops its variables and descriptors; see getrlimit(2).
struct TreeMark: Hashable {
    /// The child to which a process belongs.
    enum Owner: Hashable {
        case child(TreeMark)
        /// The process belongs to no child.
        case nothing
        /// The process has ended, or its limit cannot be read.
        case unknown
    }

    private static let resource = __rlimit_resource_t(__RLIMIT_LOCKS.rawValue)
    /// The lowest mark: above any limit that is in use.
    private static let lowest: UInt64 = 1 << 32
    private static let first = UInt64.random(in: lowest..<1 << 61)
    private static let last = Mutex(first)

    private let number: UInt64

    /// A mark that no other child has; `nil` where the hard limit is lower.
    static func next() -> TreeMark? {
        let number = last.withLock { last in
            last += 1
            return last
        }
        return number < UInt64(hardLimit) ? TreeMark(number: number) : nil
    }

    /// The marks that this process gives.
    static var own: Range<UInt64> { range(from: first) }

    /// The marks that a process gives, by the first of them; `nil` for a number that is no mark.
    static func range(of first: UInt64) -> Range<UInt64>? {
        lowest..<1 << 61 ~= first ? range(from: first) : nil
    }

    /// The marks from a first one on: no process has so many children.
    private static func range(from first: UInt64) -> Range<UInt64> { first..<first + 1 << 32 }

    /// Tells whether the mark is one of those.
    func isIn(_ marks: Range<UInt64>) -> Bool { marks.contains(number) }

    /// The child to which a process belongs.
    static func owner(of pid: pid_t) -> Owner {
        guard let number = softLimit(of: pid) else { return .unknown }
        let isMark = lowest..<UInt64(hardLimit) ~= number
        return isMark ? .child(TreeMark(number: number)) : .nothing
    }

    /// The limit of a process of any user; `nil` for one that has ended.
    private static func softLimit(of pid: pid_t) -> UInt64? {
        var number: UInt64 = 0
        let error = slipway_soft_limit(pid, resource, &number)
        guard error == EPERM else { return error == 0 ? number : nil }
        // A process of another user shows its limits here all the same.
        guard let limits = ProcessFile.read("limits", of: pid) else { return nil }
        let name = Array("Max file locks".utf8)
        guard
            let line = limits.split(separator: UInt8(ascii: "\n")).first(where: {
                $0.starts(with: name)
            }),
            let field = line.dropFirst(name.count).split(separator: UInt8(ascii: " ")).first
        else { return nil }
        return UInt64(String(decoding: field, as: UTF8.self)) ?? .max
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
