internal import Slipway
package import SlipwayConfiguration

extension ReloadPlan {
    /// The operations whose start is to be checked before anything is undone.
    ///
    /// An operation that runs is left out if its needs may yet be met, or may not matter: if a step
    /// that may make files (`exec`, `write`) runs before it, if it or its group has a condition, or
    /// if the service can do without it and nothing is undone for it.
    ///
    /// - Parameter configuration: The new configuration.
    /// - Returns: The names of the operations.
    package func startsToLookAt(in configuration: Configuration) -> Set<String> {
        let all = configuration.allOperations.map(\.operation)
        let fates = steps.map { ($0.name, $0.fate) }.keyed()
        let runs = Set(steps.filter { $0.fate.isRun }.map(\.name))
        let makers = Set(all.filter { runs.contains($0.name) && $0.mayMakeFiles }.map(\.name))
        let conditional = all.filter { $0.condition != nil }.namesWithin
        let dispensable = all.filter(\.isDispensable).namesWithin
        let order = EarlierOperations(all)
        return runs.filter { name in
            guard !conditional.contains(name),
                !(dispensable.contains(name) && fates[name] == .runs)
            else { return false }
            return makers.isDisjoint(with: order.before(name))
        }
    }
}

extension ReloadPlan.Fate {
    fileprivate var isRun: Bool {
        switch self {
        case .runs, .replaced, .overlaps: true
        case .stays, .signalled, .goes: false
        }
    }
}

extension OperationSpecification {
    fileprivate var mayMakeFiles: Bool {
        switch body {
        case .exec, .write: true
        case .http, .wait, .deliver, .sleep, .group, .flags: false
        }
    }

    /// The launch does not fail if the operation does.
    fileprivate var isDispensable: Bool { isOptional || fallback != nil || cached != nil }
}

extension Sequence<OperationSpecification> {
    /// The names of the operations, and of all in them.
    fileprivate var namesWithin: Set<String> {
        Set(flatMap { $0.withNested(in: "").map(\.operation.name) })
    }
}

/// The operations that have ended when one begins.
private struct EarlierOperations {
    private var edges: [String: Set<String>] = [:]

    init(_ all: [OperationSpecification]) {
        for operation in all {
            let earlier = (operation.requires + operation.after).map(\.name)
            for reader in operation.withNested(in: "").map(\.operation.name) {
                edges[reader, default: []].formUnion(earlier)
            }
            // A group has ended once all in it has.
            edges[operation.name, default: []].formUnion((operation.children ?? []).map(\.name))
        }
    }

    func before(_ name: String) -> Set<String> {
        var found: Set<String> = []
        var agenda = Array(edges[name] ?? [])
        while let next = agenda.popLast() {
            if found.insert(next).inserted { agenda += edges[next] ?? [] }
        }
        return found
    }
}
