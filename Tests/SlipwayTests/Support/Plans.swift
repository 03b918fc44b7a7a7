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
