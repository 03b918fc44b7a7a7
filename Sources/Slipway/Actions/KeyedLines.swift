/// The actions of a kind that declares keys, by these keys.
///
/// With an order key each value has a line of its own. The first of a line may be next, or has the
/// line: it runs, or waits for its next attempt. Those behind it come when it has left. So the
/// kind's own line (``ActionBook/Kind/line``) has only actions that may be next, one of each line:
/// the next of a line goes to its end, so that no value keeps the others out.
struct KeyedLines: Sendable {
    /// The line of one value of the order key.
    struct Line: Sendable {
        /// The action that may be next, or has the line.
        var first: ActionID
        /// The actions behind the first, in order; ended ones are passed over.
        var rest = Fifo<ActionID>()
        /// The number of actions behind the first that have not ended.
        var waiting = 0
    }

    /// An open action of the kind.
    struct Member: Sendable {
        let keys: ActionKeys
        /// The action's position among all of the kind: ascending in the order of acceptance.
        let number: Int
    }

    let names: ActionKeyNames
    private(set) var members: [ActionID: Member] = [:]
    private(set) var lines: [ExactText: Line] = [:]
    /// The firsts of lines whose next attempt is due: they come before the kind's own line.
    var returning = Fifo<ActionID>()
    /// The open action of each unique key.
    private(set) var open: [ExactText: ActionID] = [:]
    /// The further actions of each unique key, which came before it was known that one is open; in
    /// order.
    private var rivals: [ExactText: [ActionID]] = [:]
    /// The actions that still run in the launch which this one replaces, by unique key.
    var abroad: [ExactText: ActionID] = [:]
    /// The open actions of each coalescing key, as they came.
    private var gathered: [ExactText: [ActionID]] = [:]
    /// The actions that were accepted when the kind had another order key, or none: nothing says how these
    /// stand to later ones, which wait behind all of them.
    private(set) var elders: Set<ActionID> = []
    /// The elders, as they came; those that have left are passed over.
    private var eldersInOrder = Fifo<ActionID>()
    /// The actions that wait behind the elders, as they came; ended ones are passed over.
    private var behind = Fifo<ActionID>()
    /// The lines that are held by a handler that was given up and has not returned, by its consumer.
    private var leftBehind: [Int: ExactText] = [:]
    private var nextNumber = 0
    private var nextRestored = Int.min

    init(_ names: ActionKeyNames) { self.names = names }

    var isOrdered: Bool { names.order != nil }

    /// Takes an action in; one that an earlier launch left comes before all others.
    mutating func join(_ id: ActionID, _ keys: ActionKeys?, isRestored: Bool = false) {
        let keys = keys ?? ActionKeys()
        members[id] = Member(keys: keys, number: isRestored ? nextRestored : nextNumber)
        if isRestored { nextRestored += 1 } else { nextNumber += 1 }
        if let unique = keys.unique {
            if open[unique] == nil {
                open[unique] = id
            } else {
                rivals[unique, default: []].append(id)
            }
        }
        if let key = keys.coalescing { gathered[key, default: []].append(id) }
    }

    /// Gives the actions that earlier launches left new positions, in this order.
    mutating func renumber(_ restored: [ActionID]) {
        nextRestored = .min
        for id in restored {
            guard let keys = members[id]?.keys else { continue }
            members[id] = Member(keys: keys, number: nextRestored)
            nextRestored += 1
        }
    }

    /// Lets an action go.
    private mutating func forget(_ id: ActionID) -> ActionKeys? {
        guard let keys = members.removeValue(forKey: id)?.keys else { return nil }
        if let unique = keys.unique {
            rivals[unique]?.removeAll { $0 == id }
            if open[unique] == id { open[unique] = inOrder(rivals[unique] ?? []).first }
            if let next = open[unique] { rivals[unique]?.removeAll { $0 == next } }
            if rivals[unique]?.isEmpty == true { rivals[unique] = nil }
        }
        if let key = keys.coalescing {
            gathered[key]?.removeAll { $0 == id }
            if gathered[key]?.isEmpty == true { gathered[key] = nil }
        }
        return keys
    }

    /// Makes the earliest of all actions with the same unique key the open one.
    mutating func settleRivals() {
        for (unique, others) in rivals {
            let all = inOrder(others + [open[unique]].compactMap(\.self))
            open[unique] = all.first
            rivals[unique] = Array(all.dropFirst())
        }
    }

    /// The actions that are not the open one of their unique key.
    var allRivals: [ActionID] { inOrder(rivals.values.flatMap(\.self)) }

    /// The line of an action.
    func line(of id: ActionID) -> ExactText { members[id]?.keys.order ?? "" }

    /// Tells whether an action was accepted when the kind had another order key, or none.
    func isElder(_ id: ActionID) -> Bool {
        guard let name = names.order else { return false }
        return !line(of: id).text.utf8.starts(with: ActionKeyNames.text(name, "").utf8)
    }

    /// Tells whether an action was submitted to this launch, and not left by an earlier one.
    func isNew(_ id: ActionID) -> Bool { (members[id]?.number ?? 0) >= 0 }

    /// The open actions with the same coalescing key, in order.
    func gathered(with key: ExactText?) -> [ActionID] {
        guard let key, let same = gathered[key] else { return [] }
        return inOrder(same)
    }

    /// All actions, in order.
    var all: [ActionID] { inOrder(Array(members.keys)) }

    private func inOrder(_ ids: [ActionID]) -> [ActionID] {
        guard ids.count > 1 else { return ids }
        return ids.sorted { (members[$0]?.number ?? 0) < (members[$1]?.number ?? 0) }
    }
}

/// The lines of the values of the order key.
extension KeyedLines {
    /// An action waits behind all others of its order key.
    ///
    /// - Returns: Whether it is the first of its line, so that it may be next.
    mutating func lineUp(_ id: ActionID) -> Bool {
        if isElder(id) {
            if elders.insert(id).inserted { eldersInOrder.append(id) }
        } else if !elders.isEmpty {
            behind.append(id)
            return false
        }
        let key = line(of: id)
        guard lines[key] == nil else {
            lines[key]?.rest.append(id)
            lines[key]?.waiting += 1
            return false
        }
        lines[key] = Line(first: id)
        return true
    }

    /// An action leaves: the next of its line may come, and after the last elder those behind the elders.
    ///
    /// - Parameters:
    ///   - id: The action.
    ///   - waiting: The number of the kind's open actions that are not taken.
    ///   - isOpen: Tells whether an action has not ended.
    /// - Returns: The actions that are the first of their line from now on, in order; none without
    ///   an order key.
    mutating func leave(
        _ id: ActionID,
        waiting: Int,
        isOpen: (ActionID) -> Bool
    ) -> [ActionID] {
        guard let keys = forget(id), isOrdered else { return [] }
        var firsts: [ActionID] = []
        let key = keys.order ?? ""
        if lines[key]?.first != id {
            lines[key]?.waiting -= 1
            compact(key, waiting: waiting, isOpen)
        } else if !isHeldByLostHandler(key), let next = advance(key, isOpen) {
            firsts.append(next)
        }
        guard removeElder(id), elders.isEmpty else { return firsts }
        var released = behind
        behind = Fifo()
        while let next = released.popFirst() {
            if isOpen(next), lineUp(next) { firsts.append(next) }
        }
        return firsts
    }

    /// The next of a line becomes its first; without a next one the line is gone.
    ///
    /// - Returns: The new first.
    mutating func advance(_ key: ExactText, _ isOpen: (ActionID) -> Bool) -> ActionID? {
        while let next = lines[key]?.rest.popFirst() {
            guard isOpen(next) else { continue }
            lines[key]?.waiting -= 1
            lines[key]?.first = next
            return next
        }
        lines[key] = nil
        return nil
    }

    /// - Returns: Whether the action was an elder.
    private mutating func removeElder(_ id: ActionID) -> Bool {
        guard elders.remove(id) != nil else { return false }
        while let first = eldersInOrder.first, !elders.contains(first) {
            _ = eldersInOrder.popFirst()
        }
        return true
    }

    /// Removes ended actions from a line, and from those behind elders, once they are the larger
    /// part.
    private mutating func compact(_ key: ExactText, waiting: Int, _ isOpen: (ActionID) -> Bool) {
        if let line = lines[key], line.rest.count > 2 * (line.waiting + 32) {
            lines[key]?.rest.removeAll { !isOpen($0) }
        }
        if behind.count > 2 * (waiting + 32) { behind.removeAll { !isOpen($0) } }
    }

    /// The next attempt of an action is due: if it has its line, it comes before the kind's own line.
    mutating func comeBack(_ id: ActionID) {
        let key = line(of: id)
        guard lines[key]?.first == id, !isHeldByLostHandler(key) else { return }
        returning.append(id)
    }

    /// A handler that was given up holds the line of its action until it returns.
    mutating func hold(lineOf id: ActionID, for consumer: Int) {
        leftBehind[consumer] = line(of: id)
    }

    /// A handler that was given up has returned.
    ///
    /// - Returns: The line that no other such handler holds now, and its first; `nil` if there is none.
    mutating func handlerReturned(on consumer: Int) -> (line: ExactText, first: ActionID)? {
        guard let key = leftBehind.removeValue(forKey: consumer), !isHeldByLostHandler(key),
            let first = lines[key]?.first
        else { return nil }
        return (key, first)
    }

    private func isHeldByLostHandler(_ key: ExactText) -> Bool { leftBehind.values.contains(key) }

    /// The action for which an open one waits: the first of its line, or the earliest elder; `nil` if there
    /// is none.
    func earlier(than id: ActionID) -> ActionID? {
        guard let first = lines[line(of: id)]?.first else { return eldersInOrder.first }
        return first == id ? nil : first
    }

    /// Takes all lines apart but those that an action or a handler holds; the caller puts the open
    /// actions in again.
    mutating func clear(exceptOf taken: [ActionID]) {
        let kept = Set(taken)
        let held = Set(leftBehind.values)
        lines = lines.filter { held.contains($0.key) || kept.contains($0.value.first) }
            .mapValues { Line(first: $0.first) }
        elders.formIntersection(kept)
        eldersInOrder = Fifo()
        for id in inOrder(Array(elders)) { eldersInOrder.append(id) }
        returning = Fifo()
        behind = Fifo()
    }
}
