/// The actions that earlier launches left, and the launch whose place this one takes, as far as that has told.
struct ActionInheritance: Sendable {
    /// The actions that earlier launches left in the store.
    private enum Left: Sendable {
        case unknown
        /// Some have come, and are in no line yet.
        case coming(Restoring)
        /// All are in their lines.
        case known
    }

    /// The launch before this one.
    private enum Predecessor: Sendable {
        /// It has yet to hand over what waits there; until then it holds every kind.
        case handsOver
        /// All of that has come. It uses these resources, and holds the kinds that need them.
        case runsOn(using: Set<ActionResource>, holding: Set<Int>)
    }

    /// The actions that earlier launches left, while they come in parts.
    struct Restoring: Sendable {
        /// The kinds by name.
        let kinds: [String: Int]
        /// The identities of those that have come, in their order.
        var order: [ActionID] = []
        /// For each kind those that wait, before all that was sent since.
        var lines: [Int: Fifo<ActionID>] = [:]
    }

    private var left: Left
    /// `nil` if there was none.
    private var predecessor: Predecessor?
    /// The launch before this one knows what is left in the store.
    private(set) var knowsStored = false

    init(isDurable: Bool) { left = isDurable ? .unknown : .known }

    /// The actions that earlier launches left in the store are known: no stored action begins before that.
    var isKnown: Bool { if case .known = left { true } else { false } }

    /// Those that have come and are in no line yet.
    var restoring: Restoring? { if case .coming(let some) = left { some } else { nil } }

    /// There is a launch before, or was: restored actions come from it too, in more than one order.
    var isSuccessor: Bool { predecessor != nil }

    /// The resources that actions use which run in the launch before this one; `nil` while those that waited there
    /// have yet to come.
    var used: Set<ActionResource>? {
        switch predecessor {
        case nil: []
        case .handsOver: nil
        case .runsOn(let used, _): used
        }
    }

    /// Nothing of a kind begins because of the launch before.
    func holds(_ kind: Int) -> Bool {
        switch predecessor {
        case nil: false
        case .handsOver: true
        case .runsOn(_, let held): held.contains(kind)
        }
    }

    /// Some will come.
    mutating func expect(_ kinds: [Int: ActionBook.Kind]) {
        guard case .unknown = left else { return }
        left = .coming(Restoring(kinds: kinds.map { ($0.value.name, $0.key) }.keyed()))
    }

    /// One has come.
    mutating func join(_ id: ActionID, of kind: Int) {
        guard case .coming(var some) = left else { return }
        // To change a line that is held twice copies it.
        left = .unknown
        some.order.append(id)
        some.lines[kind, default: Fifo()].append(id)
        left = .coming(some)
    }

    /// Those that have come are to take their places: all that are left, or not all.
    mutating func takeRestored(areAll: Bool) -> Restoring? {
        guard case .coming(let some) = left else { return nil }
        left = areAll ? .known : .unknown
        return some
    }

    /// Nothing else is left in the store.
    mutating func becomesKnown() { if case .unknown = left { left = .known } }
}

/// The launch before.
extension ActionInheritance {
    /// Another launch has yet to hand over what waits there.
    mutating func awaitHandover() { predecessor = .handsOver }

    /// The launch before begins to hand over.
    mutating func begins(knowsStored: Bool) {
        self.knowsStored = knowsStored
        if knowsStored { becomesKnown() }
    }

    /// Actions come from the launch before.
    mutating func expectMore(_ kinds: [Int: ActionBook.Kind]) {
        if isKnown { (knowsStored, left) = (true, .unknown) }
        expect(kinds)
    }

    /// The launch before knows by now what is left in the store.
    ///
    /// - Returns: Whether that is news.
    mutating func storeIsKnown() -> Bool {
        defer { knowsStored = true }
        return !knowsStored
    }

    /// These are in use in the launch before, and what waited there is here.
    ///
    /// - Returns: Whether it is told for the first time.
    mutating func uses(_ used: Set<ActionResource>, of kinds: some Sequence<Int>) -> Bool {
        let isFirst = self.used == nil
        predecessor = .runsOn(using: used, holding: isFirst ? Set(kinds) : Set(held))
        return isFirst
    }

    /// The kinds of which nothing begins because of the launch before, in order, once that has handed over.
    var held: [Int] {
        if case .runsOn(_, let held) = predecessor { held.sorted() } else { [] }
    }

    /// A kind needs nothing any more that the launch before uses.
    mutating func release(_ kind: Int) {
        guard case .runsOn(let used, var held) = predecessor else { return }
        held.remove(kind)
        predecessor = .runsOn(using: used, holding: held)
    }
}
