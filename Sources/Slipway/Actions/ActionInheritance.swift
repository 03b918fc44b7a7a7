/// The actions that earlier launches left, and the launch that this one replaces, as far as that
/// launch has told.
struct ActionInheritance: Sendable {
    /// The actions that earlier launches left in the store.
    private enum Left: Sendable {
        case unknown
        /// Some actions have come, and are in no line yet.
        case coming(Restoring)
        /// All actions are in their lines.
        case known
    }

    /// The launch before this one.
    private enum Predecessor: Sendable {
        /// The launch has yet to hand over what waits there; until then it holds every kind.
        case handsOver
        /// All that waited there has come. The launch uses these resources, and holds the kinds
        /// that need them.
        case runsOn(using: Set<ActionResource>, holding: Set<Int>)
    }

    /// The actions that earlier launches left, while they come in parts.
    struct Restoring: Sendable {
        /// The kinds by name.
        let kinds: [String: Int]
        /// The identities of the actions that have come, in their order.
        var order: [ActionID] = []
        /// The waiting actions of each kind, which come before all that was sent since.
        var lines: [Int: Fifo<ActionID>] = [:]
    }

    private var left: Left
    /// The launch before this one; `nil` if there was none.
    private var predecessor: Predecessor?
    /// The launch before this one knows what is left in the store.
    private(set) var knowsStored = false

    init(isDurable: Bool) { left = isDurable ? .unknown : .known }

    /// The actions that earlier launches left in the store are known: no stored action begins before that.
    var isKnown: Bool { if case .known = left { true } else { false } }

    /// The actions that have come and are in no line yet.
    var restoring: Restoring? { if case .coming(let some) = left { some } else { nil } }

    /// There is or was a launch before this one: restored actions come from it, too, so that they
    /// are not all in order.
    var isSuccessor: Bool { predecessor != nil }

    /// The resources that running actions of the launch before use; `nil` while the actions that
    /// waited there have yet to come.
    var used: Set<ActionResource>? {
        switch predecessor {
        case nil: []
        case .handsOver: nil
        case .runsOn(let used, _): used
        }
    }

    /// Tells whether the launch before keeps a kind from beginning.
    func holds(_ kind: Int) -> Bool {
        switch predecessor {
        case nil: false
        case .handsOver: true
        case .runsOn(_, let held): held.contains(kind)
        }
    }

    /// Prepares for actions that are to come.
    mutating func expect(_ kinds: [Int: ActionBook.Kind]) {
        guard case .unknown = left else { return }
        left = .coming(Restoring(kinds: kinds.map { ($0.value.name, $0.key) }.keyed()))
    }

    /// An action has come.
    mutating func join(_ id: ActionID, of kind: Int) {
        guard case .coming(var some) = left else { return }
        // With a second reference in ``left``, a change of a line would copy it.
        left = .unknown
        some.order.append(id)
        some.lines[kind, default: Fifo()].append(id)
        left = .coming(some)
    }

    /// Takes out the actions that have come, to be put into their lines.
    ///
    /// With `areAll`, no others are left.
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

    /// The launch before uses these resources, and what waited there is here.
    ///
    /// - Returns: Whether this is told for the first time.
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
