/// The effects of operations outside of the service, with the rules for them.
final class Outside: @unchecked Sendable {  // One thread has all of it.
    /// The lasting effect of a step with a `stop`, or a program that runs.
    struct Effect: Equatable {
        let name: String
        /// The generation whose body did it.
        let generation: Int
        /// The effects that it needs: each is undone after it.
        var requires: [String]
        let overlaps: Bool
    }

    private(set) var effects: [Effect] = []
    /// The requirements of what stays in a reload that is under way, as the new configuration says them.
    private var spared: [String: [String]] = [:]
    /// Operations are being done again that were undone for a reload that failed.
    var isRestoring = false
    /// The operations that were being done again, and had to give up: these are undone, too.
    private var halfDone: Set<String> = []
    private(set) var violations: [String] = []
    /// The process has crashed: nothing of it counts any more.
    var isGone = false
    let trace: ((String) -> Void)?

    init(_ trace: ((String) -> Void)?) { self.trace = trace }

    /// The effects that are there, by name.
    var names: [String] { effects.map(\.name).sorted() }

    func complain(_ violation: String) {
        guard !isGone else { return }
        trace?("BROKEN: \(violation)")
        violations.append(violation)
    }

    /// A body has done what it does.
    func done(_ operation: RandomService.Operation, by generation: Int) {
        trace?("\(generation) does \(operation.name)")
        guard operation.leavesSomething else { return }
        if effects.contains(where: { $0.name == operation.name && !operation.overlaps }) {
            complain("\(generation) does \(operation.name), which is there")
        }
        effects.append(
            Effect(
                name: operation.name,
                generation: generation,
                requires: operation.requires,
                overlaps: operation.overlaps
            )
        )
    }

    /// A body gave up.
    func gaveUp(_ name: String) {
        if isRestoring { halfDone.insert(name) }
    }

    /// The effect that a generation undoes: its own, or the last one that it has taken over.
    func index(of name: String, for generation: Int) -> Int? {
        effects.indices.filter { effects[$0].name == name && effects[$0].generation <= generation }
            .max { effects[$0].generation < effects[$1].generation }
    }

    /// An operation is undone.
    func undone(_ name: String, by generation: Int) {
        trace?("\(generation) undoes \(name)")
        guard let index = index(of: name, for: generation) else {
            guard halfDone.remove(name) == nil else { return }
            return complain("\(generation) undoes \(name), which is not there")
        }
        let effect = effects.remove(at: index)
        // Beside the old program the new one is there already, for those that depend on it.
        guard !effect.overlaps else { return }
        for other in effects
        where other.requires.contains(name) && spared[other.name]?.contains(name) != false {
            complain("\(generation) undoes \(name) before \(other.name), which requires it")
        }
    }

    /// A reload is under way.
    func spare(_ names: some Sequence<String>, as service: RandomService) {
        for name in names { spared[name] = service.operation(named: name)?.requires ?? [] }
    }

    /// The reload is over.
    func endSparing(isTakenOver: Bool) {
        for index in effects.indices where isTakenOver {
            if let requires = spared[effects[index].name] { effects[index].requires = requires }
        }
        spared = [:]
    }
}
