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
