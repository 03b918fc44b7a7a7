/// The statuses of a launch's operations, or of its actions, in their order, found by key.
///
/// Of operations and actions that come and go, all that have not ended are held, and the last ones
/// that have.
struct StatusTable<Status: FollowedStatus>: Sendable {
    /// A status before and after a change.
    struct Change {
        /// `nil` for a new one.
        var before: Status?
        /// `nil` if it was released before its end was known.
        var after: Status?
    }

    /// The least number of ended statuses that are held, as many as a launch itself holds.
    ///
    /// At twice as many the oldest are released, many at a time, so that a release stays cheap.
    private static var retained: Int { 256 }

    private(set) var all: [Status] = []
    private var indices: [Status.Key: Int] = [:]
    /// The statuses that are never released.
    private var kept: Set<Status.Key> = []
    /// The ended statuses that may be released, in the order of their ends.
    private var ended: [Status.Key] = []

    init() {}

    /// Creates a table of these statuses; if `isKept`, none of them is ever released.
    init(_ statuses: [Status], isKept: Bool) {
        if isKept { kept = Set(statuses.map(\.key)) }
        reset(to: statuses)
    }

    subscript(key: Status.Key) -> Status? { indices[key].map { all[$0] } }

    /// Adds or replaces a status.
    ///
    /// - Returns: The change; `nil` if nothing changed.
    mutating func set(_ status: Status) -> Change? {
        guard let index = indices[status.key] else {
            indices[status.key] = all.count
            all.append(status)
            noteEnd(of: status)
            return Change(after: status)
        }
        let before = all[index]
        guard before != status else { return nil }
        all[index] = status
        let isSame = before.isSame(as: status)
        if before.isEnded, !isSame { ended.removeAll { $0 == status.key } }
        if !before.isEnded || !isSame { noteEnd(of: status) }
        return Change(before: isSame ? before : nil, after: status)
    }

    /// Removes statuses, as far as they are there.
    ///
    /// - Returns: What they were.
    mutating func remove(_ keys: [Status.Key]) -> [Status] {
        let removed = keys.compactMap { self[$0] }
        guard !removed.isEmpty else { return [] }
        let gone = Set(keys)
        all.removeAll { gone.contains($0.key) }
        ended.removeAll { gone.contains($0) }
        index()
        return removed
    }

    /// Takes the statuses of a whole report.
    ///
    /// - Parameters:
    ///   - statuses: All that the launch knows.
    ///   - toldUntil: Every end before this instant has been told: an unknown status that ended
    ///     before it was known, and has been released.
    /// - Returns: The changes, in the order of their instants.
    mutating func replaceAll(with statuses: [Status], toldUntil: Instant?) -> [Change] {
        var changes: [Change] = []
        var gone = indices
        for status in statuses {
            let before = gone.removeValue(forKey: status.key).map { all[$0] }
            if before == status { continue }
            let isOld = toldUntil.flatMap { told in status.endedAt.map { $0 < told } } ?? false
            if before == nil, isOld { continue }
            let isSame = before?.isSame(as: status) ?? false
            changes.append(Change(before: isSame ? before : nil, after: status))
        }
        for index in gone.values.sorted() where !all[index].isEnded {
            changes.append(Change(before: all[index]))
        }
        reset(to: statuses)
        return changes.sorted { $0.order < $1.order }
    }

    private mutating func reset(to statuses: [Status]) {
        all = statuses
        index()
        ended = statuses.filter { $0.isEnded && !kept.contains($0.key) }.map(\.key)
    }

    private mutating func noteEnd(of status: Status) {
        guard status.isEnded, !kept.contains(status.key) else { return }
        ended.append(status.key)
        guard ended.count >= 2 * Self.retained else { return }
        let released = Set(ended.prefix(Self.retained))
        ended.removeFirst(Self.retained)
        all.removeAll { released.contains($0.key) }
        index()
    }

    private mutating func index() {
        indices.removeAll(keepingCapacity: true)
        for (index, status) in all.enumerated() { indices[status.key] = index }
    }
}

/// A status that a ``StatusTable`` can hold.
protocol FollowedStatus: Equatable, Sendable {
    associatedtype Key: Hashable & Sendable

    var key: Key { get }
    var isEnded: Bool { get }
    var endedAt: Instant? { get }
    /// The last instant at which it changed.
    var changedAt: Instant? { get }
    /// The status tells of others, which come first when they ended together.
    var tellsOfOthers: Bool { get }

    /// Tells whether `other`, of the same key, is a status of the same operation or action.
    func isSame(as other: Self) -> Bool
}

extension StatusTable.Change {
    /// The instant of the change; a group comes after its operations.
    fileprivate var order: (Int64, Int) {
        let status = after ?? before
        return (status?.changedAt?.nanoseconds ?? .min, status?.tellsOfOthers == true ? 1 : 0)
    }
}

extension OperationStatus: FollowedStatus {
    var key: String { declared.name }
    var tellsOfOthers: Bool { declared.isGroup }
    var isEnded: Bool { outcome != nil }
    var changedAt: Instant? { endedAt ?? attempts.last?.endedAt ?? startedAt ?? readyAt }

    /// A name may return once its operation has been released.
    func isSame(as other: OperationStatus) -> Bool { number == other.number }
}

extension ActionStatus: FollowedStatus {
    var key: ActionID { id }
    var isEnded: Bool { state.isEnded }
    var changedAt: Instant? { endedAt ?? startedAt ?? readyAt ?? acceptedAt }
    var tellsOfOthers: Bool { false }

    func isSame(as other: ActionStatus) -> Bool { acceptedAt == other.acceptedAt }
}
