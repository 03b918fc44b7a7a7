internal import Slipway

/// Changes of flags whose actions wait for room in the line of their kind, in order.
///
/// A later change of a flag is joined to the one that waits: there are at most as many changes as
/// flags.
struct WaitingChanges: Sendable {
    private var changes: [ExactText: FlagsFollowing.Change] = [:]
    /// The flags of the changes, as they came; a flag without a change any more is passed over.
    private(set) var order: [ExactText] = []
    private var head = 0

    var isEmpty: Bool { changes.isEmpty }

    mutating func append(_ change: FlagsFollowing.Change) {
        let flag = ExactText(change.flag)
        guard let earlier = changes[flag] else {
            changes[flag] = change
            return order.append(flag)
        }
        changes[flag] = earlier.followed(by: change)
        if order.count - head > 2 * changes.count { forgetPlacesWithoutChange() }
    }

    /// Adds changes that came later than those here.
    mutating func append(_ later: WaitingChanges) {
        var later = later
        while let change = later.popFirst() { append(change) }
    }

    /// Removes flags without a change from ``order``: each return to an old value leaves one there.
    private mutating func forgetPlacesWithoutChange() {
        var flags = Set(changes.keys)
        order = order[head...].filter { flags.remove($0) != nil }
        head = 0
    }

    mutating func popFirst() -> FlagsFollowing.Change? {
        while head < order.count {
            let flag = order[head]
            head += 1
            if let change = changes.removeValue(forKey: flag) { return change }
        }
        (order, head) = ([], 0)
        return nil
    }

    /// Puts back a change for which there was no room; a later one of its flag is joined to it.
    mutating func putBack(_ change: FlagsFollowing.Change) {
        let flag = ExactText(change.flag)
        let later = changes[flag]
        changes[flag] = later.map { change.followed(by: $0) } ?? change
        order.replaceSubrange(..<head, with: [flag])
        head = 0
    }
}

extension FlagsFollowing.Change {
    /// Both changes as one; `nil` if the flag has its first value again.
    fileprivate func followed(by later: Self) -> Self? {
        later.value == previous ? nil : Self(flag: flag, value: later.value, previous: previous)
    }
}
