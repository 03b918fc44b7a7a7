@testable import Slipway

extension Plan {
    /// `["b": ["a"]]`: `b` requires `a`; nothing has a body worth the name.
    init(_ edges: KeyValuePairs<String, [String]>, name: String = "test") {
        self.init(name)
        for (operation, requires) in edges {
            add(operation, requires: requires.map { Named($0) }) { _ in }
        }
    }
}

extension Graph {
    /// Whether the faults of a plan, one line each, are these.
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

    /// Everything in the order in which it starts when all is ready.
    var startOrder: [String] {
        (0..<topology.count).sorted { left, right in
            let (first, second) = (topology.operations[left], topology.operations[right])
            return (-Int(first.priority), -first.path, left)
                < (-Int(second.priority), -second.path, right)
        }
        .map { topology.operations[$0].name }
    }
}
