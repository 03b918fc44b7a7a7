extension GraphFaults: CustomStringConvertible {
    /// Every fault, a line each; a cycle has a further line for each of its edges.
    public var description: String {
        faults.map(\.description).joined(separator: "\n")
    }
}

extension GraphFault: CustomStringConvertible {
    /// What is wrong and what would be accepted; one line, but for a cycle, whose edges follow.
    public var description: String {
        guard case .cycle(let steps) = self else { return summary }
        return ([summary] + steps.indices.map { Self.line(steps, $0) }).joined(separator: "\n")
    }

    /// What is wrong and what would be accepted, in one line.
    public var summary: String {
        switch self {
        case .duplicateName(let name, let first, _):
            "operation '\(name)' is declared twice, first at \(first); rename one of them"
        case .unknownName(let name, let operation, _, let nearest):
            "'\(operation)' depends on '\(name)', which no operation declares; "
                + Self.advice(nearest, otherwise: "declare it or correct the name")
        case .selfDependency(let name, let kind, _):
            "operation '\(name)' \(kind == .requires ? "requires" : "runs after") itself; "
                + "remove that dependency"
        case .cycle(let steps):
            "dependency cycle \(Self.path(steps)); remove one of these dependencies"
        case .requiresOptional(let name, let optional, _):
            "required operation '\(name)' requires '\(optional)', which is optional; make "
                + "'\(name)' optional or '\(optional)' required, or let '\(name)' run after it"
        case .unknownQueue(let queue, let name, _, let nearest):
            "'\(name)' runs on queue '\(queue)', which the plan does not have; "
                + Self.advice(nearest, otherwise: "declare it under queues or correct the name")
        case .invalidWidth(let queue, let width) where queue == Queue.main.name:
            "queue 'main' cannot have a width (\(width)); it is serial"
        case .invalidWidth(let queue, let width):
            "queue '\(queue)' has width \(width); a width is at least 1"
        case .duplicateAction(let name, let first, _):
            "launch action '\(name)' is declared twice, first at \(first); rename one of them"
        case .foreignHandle(let name, _):
            "'\(name)' depends on a handle of another plan; use handles of its own plan"
        case .invalidDuration(let key, let name, let duration, _):
            "\(key) of '\(name)' is \(duration); a \(key) is longer than zero"
        }
    }

    /// Where the fault was declared; `nil` when it has no place of its own.
    public var origin: Origin? {
        switch self {
        case .duplicateName(_, _, let origin), .unknownName(_, _, let origin, _),
            .selfDependency(_, _, let origin), .requiresOptional(_, _, let origin),
            .unknownQueue(_, _, let origin, _), .duplicateAction(_, _, let origin),
            .foreignHandle(_, let origin), .invalidDuration(_, _, _, let origin):
            origin
        case .cycle(let steps): steps.first?.edgeOrigin
        case .invalidWidth: nil
        }
    }

    /// `a -> b -> a`.
    private static func path(_ steps: [CycleStep]) -> String {
        (steps + steps.prefix(1)).map { "'\($0.operation)'" }.joined(separator: " -> ")
    }

    private static func line(_ steps: [CycleStep], _ index: Int) -> String {
        let step = steps[index]
        let next = steps[(index + 1) % steps.count]
        let closes = index == steps.count - 1 ? "  <- closes the cycle" : ""
        return "  '\(step.operation)' (\(step.origin), \(step.queue)) \(step.kind.rawValue) "
            + "'\(next.operation)' at \(step.edgeOrigin)\(closes)"
    }

    private static func advice(_ nearest: String?, otherwise: String) -> String {
        nearest.map { "did you mean '\($0)'?" } ?? otherwise
    }
}
