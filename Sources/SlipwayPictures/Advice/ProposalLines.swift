internal import Slipway

/// A change as lines of a configuration.
struct ProposalLines {
    private let schedule: RecordedSchedule

    init(_ schedule: RecordedSchedule) { self.schedule = schedule }

    func lines(_ change: Advice.Change) -> [String] {
        switch change {
        case .width(let queue, let width):
            ["queues:", "  \(YAMLScalar.text(queue.name)): { width: \(width) }"]
        case .priorities(let names):
            Self.merged(names.map { path($0) + ["priority: high"] })
        case .later(let name, let after):
            Self.merged([path(name) + [afterLine((schedule[name]?.after ?? []) + after)]])
        case .sooner(let name, let without):
            Self.merged([
                path(name) + [
                    afterLine((schedule[name]?.after ?? []).filter { !without.contains($0) })
                ]
            ])
        case .background(let name): Self.merged([path(name) + ["stage: background"]])
        }
    }

    /// The keys that lead to an operation.
    private func path(_ name: String) -> [String] {
        var path = [YAMLScalar.text(name) + ":"]
        var group = schedule[name]?.group
        while let around = group {
            path = [YAMLScalar.text(around) + ":", "group:", "operations:"] + path
            group = schedule[around]?.group
        }
        return ["operations:"] + path
    }

    /// Several paths as one mapping.
    private static func merged(_ paths: [[String]]) -> [String] {
        var lines: [String] = []
        var before: [String] = []
        for path in paths {
            let common = zip(before, path).prefix { $0 == $1 }.count
            for (depth, word) in path.enumerated().dropFirst(common) {
                lines.append(String(repeating: "  ", count: depth) + word)
            }
            before = path
        }
        return lines
    }

    private func afterLine(_ names: [String]) -> String { "after: \(YAMLScalar.list(names))" }
}
