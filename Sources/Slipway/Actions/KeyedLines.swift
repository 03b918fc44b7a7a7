/// The actions of a kind that declares keys, by these keys.
///
/// With an order key each value has a line of its own. The first of a line may be next, or has the line: it
/// runs, or waits for its next attempt. Those behind it come when it has left. So the kind's own line
/// (``ActionBook/Kind/line``) has only actions that may be next, one of each line: a line that has had its
/// turn goes to its end, so that no value keeps the others out.
struct KeyedLines: Sendable {
    /// The line of one value of the order key.
    struct Line: Sendable {
        /// The one that may be next, or has the line.
        var first: ActionID
        /// Those behind it, in order; ended ones are passed over.
        var rest = Fifo<ActionID>()
        /// The number of those that have not ended.
        var waiting = 0
    }

    /// An open action of the kind.
    struct Member: Sendable {
        let keys: ActionKeys
        /// Its place among all of the kind: ascending in the order of acceptance.
        let number: Int
    }

    let names: ActionKeyNames
    private(set) var members: [ActionID: Member] = [:]
    var lines: [String: Line] = [:]
    /// Firsts of lines whose next attempt is due: they come before the kind's own line.
    var returning = Fifo<ActionID>()
    /// The open action of each unique key.
    private(set) var open: [String: ActionID] = [:]
    /// The others that have the same one, since they came before it was known that one is open; in order.
    private var rivals: [String: [ActionID]] = [:]
    /// Those that still run in the launch whose place this one takes.
    var abroad: [String: ActionID] = [:]
    /// The open actions of each coalescing key, as they came.
    private var gathered: [String: [ActionID]] = [:]
    /// The actions that were accepted when the kind had another order key, or none: nothing says how these
    /// stand to later ones, which wait behind all of them.
    private(set) var elders: Set<ActionID> = []
    /// The same, as they came; those that have left are passed over.
    private var eldersInOrder = Fifo<ActionID>()
    var behind = Fifo<ActionID>()
    /// The lines that are held by a handler that was given up and has not returned, by its consumer.
    var leftBehind: [Int: String] = [:]
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

    /// Gives those that earlier launches left their places anew, in this order.
    mutating func renumber(_ restored: [ActionID]) {
        nextRestored = .min
        for id in restored {
            guard let keys = members[id]?.keys else { continue }
            members[id] = Member(keys: keys, number: nextRestored)
            nextRestored += 1
        }
    }

    /// Lets an action go.
    mutating func leave(_ id: ActionID) -> ActionKeys? {
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

    /// The earliest of all with the same unique key is the open one.
    mutating func settleRivals() {
        for (unique, others) in rivals {
            let all = inOrder(others + [open[unique]].compactMap(\.self))
            open[unique] = all.first
            rivals[unique] = Array(all.dropFirst())
        }
    }

    /// Those that are not the open one of their unique key.
    var allRivals: [ActionID] { inOrder(rivals.values.flatMap(\.self)) }

    /// The line of an action.
    func line(of id: ActionID) -> String { members[id]?.keys.order ?? "" }

    /// It was accepted when the kind had another order key, or none.
    func isElder(_ id: ActionID) -> Bool {
        guard let name = names.order else { return false }
        return !line(of: id).hasPrefix(ActionKeyNames.text(name, ""))
    }

    /// The earliest of those for which all later ones wait; `nil` if there is none.
    var firstElder: ActionID? { eldersInOrder.first }

    mutating func addElder(_ id: ActionID) {
        if elders.insert(id).inserted { eldersInOrder.append(id) }
    }

    /// - Returns: Whether it was one.
    mutating func removeElder(_ id: ActionID) -> Bool {
        guard elders.remove(id) != nil else { return false }
        while let first = eldersInOrder.first, !elders.contains(first) {
            _ = eldersInOrder.popFirst()
        }
        return true
    }

    /// It was submitted to this launch, and not left by an earlier one.
    func isNew(_ id: ActionID) -> Bool { (members[id]?.number ?? 0) >= 0 }

    /// The open actions with the same coalescing key, in order.
    func gathered(with key: String?) -> [ActionID] {
        guard let key, let same = gathered[key] else { return [] }
        return inOrder(same)
    }

    /// All, in order.
    var all: [ActionID] { inOrder(Array(members.keys)) }

    private func inOrder(_ ids: [ActionID]) -> [ActionID] {
        guard ids.count > 1 else { return ids }
        return ids.sorted { (members[$0]?.number ?? 0) < (members[$1]?.number ?? 0) }
    }

    /// Takes all lines apart but those that something has; the open actions are to be put in again.
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
