@testable import Slipway

extension Plan {
    /// `["b": ["a"]]`: `b` requires `a`; every body is empty.
    init(_ edges: KeyValuePairs<String, [String]>, name: String = "test") {
        self.init(name)
        for (operation, requires) in edges {
            add(operation, requires: requires.map { Named($0) }) { _ in }
        }
    }
}

extension Graph {
    /// The faults of a plan, one line each.
    static func faults(of plan: Plan) -> [String] {
        do throws(GraphFaults) {
            _ = try Graph(plan)
            return []
        } catch {
            return error.faults.map(\.summary)
        }
    }
}

extension Graph {
    /// The number of its operations and kinds of launch action.
    var count: Int { topology.count }

    var locks: [Lock] { topology.locks }

    func locks(of name: String) -> [Lock] { topology.locks(of: name) }

    /// The priorities that count, in order of declaration.
    var priorities: [Int8] { (0..<topology.count).map { topology.operations[$0].priority } }

    func children(of group: String) -> [String] {
        guard let index = topology.index(named: group) else { return [] }
        return topology.operations[index].children.map { topology.operations[$0].name }
    }

    /// The operation whose value is that of the group.
    func valueChild(of group: String) -> String? {
        let child = topology.index(named: group).flatMap { topology.operations[$0].valueChild }
        return child.map { topology.operations[$0].name }
    }

    /// The names that an operation requires, or runs after.
    func names(of kind: DependencyKind, for name: String) -> [String] {
        guard let index = topology.index(named: name) else { return [] }
        let declared = topology.declared[index].value
        return kind == .requires ? declared.requires : declared.after
    }

    /// All operations in the order in which they start if all are ready.
    var startOrder: [String] {
        (0..<topology.count).sorted { left, right in
            let (first, second) = (topology.operations[left], topology.operations[right])
            return (-Int(first.priority), -first.path, left)
                < (-Int(second.priority), -second.path, right)
        }
        .map { topology.operations[$0].name }
    }
}

extension Topology {
    /// The locks that an operation takes itself.
    func locks(of name: String) -> [Lock] {
        index(named: name).map { operations[$0].locks.map { locks[$0] } } ?? []
    }
}
