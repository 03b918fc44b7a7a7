/// A random configuration, and random changes of it.
struct RandomService {
    /// A step or a program.
    struct Operation {
        let name: String
        /// Part of its command.
        var version = 1
        var requires: [String]
        var after: [String]
        let isProgram: Bool
        let overlaps: Bool
        let hasStop: Bool
        let isInBackground: Bool
        let isOptional: Bool
        let queue: String?
        let lock: String?

        /// It leaves something that a later run, or a stop, has to undo.
        var leavesSomething: Bool { isProgram || hasStop }

        var text: String {
            var keys: [String] = []
            if !requires.isEmpty { keys.append("requires: [\(requires.joined(separator: ", "))]") }
            if !after.isEmpty { keys.append("after: [\(after.joined(separator: ", "))]") }
            if let queue { keys.append("queue: \(queue)") }
            if let lock { keys.append("locks: [\(lock)]") }
            if isInBackground { keys.append("stage: background") }
            if isOptional { keys.append("optional: true") }
            let command = "[do, \(name), \"\(version)\"]"
            keys.append(
                isProgram ? "exec: { command: \(command), ready: notify }" : "exec: \(command)"
            )
            if overlaps { keys.append("replace: overlap") }
            if hasStop { keys.append("stop: [undo, \(name)]") }
            return "  \(name): { \(keys.joined(separator: ", ")) }"
        }
    }

    private(set) var operations: [Operation] = []
    private var lastNumber = 0
    /// The operation that each kind of action requires; `nil` for none.
    private var kinds: [String?] = []

    init(_ draw: inout Draw) {
        for _ in 0..<draw.number(2...8) { add(&draw) }
        for _ in 0..<2 { kinds.append(draw.chance(50) ? nil : operations.first?.name) }
    }

    func operation(named name: String) -> Operation? { operations.first { $0.name == name } }

    func operation(requiredBy kind: String) -> Operation? {
        zip(kinds.indices, kinds).first { "a\($0.0)" == kind }?.1.flatMap { operation(named: $0) }
    }

    private mutating func add(_ draw: inout Draw) {
        lastNumber += 1
        let earlier = operations.filter { !$0.isInBackground && !$0.isOptional }.map(\.name)
        let requires = draw.sample(earlier, upTo: 2)
        let isProgram = draw.chance(30)
        operations.append(
            Operation(
                name: "o\(lastNumber)",
                requires: requires,
                after: draw.sample(earlier.filter { !requires.contains($0) }, upTo: 1),
                isProgram: isProgram,
                overlaps: isProgram && draw.chance(25),
                hasStop: !isProgram && draw.chance(60),
                isInBackground: draw.chance(10),
                isOptional: draw.chance(10),
                queue: draw.chance(25) ? (draw.chance(50) ? "main" : "disk") : nil,
                lock: draw.chance(20) ? "l1" : nil
            )
        )
    }

    /// The same, of which some is changed, gone, or new.
    func changed(_ draw: inout Draw) -> RandomService {
        var other = self
        for _ in 0..<draw.number(0...3) {
            switch draw.number(0...9) {
            case 0...4:
                other.operations[draw.number(0...(other.operations.count - 1))].version += 1
            case 5, 6: other.add(&draw)
            case 7: other.moveEdge(&draw)
            default: other.remove(&draw)
            }
        }
        return other
    }

    private mutating func moveEdge(_ draw: inout Draw) {
        let index = draw.number(0...(operations.count - 1))
        if !operations[index].requires.isEmpty, draw.chance(50) {
            operations[index].requires.removeLast()
        } else if index > 0 {
            let earlier = operations[draw.number(0...(index - 1))]
            let isKnown = (operations[index].requires + operations[index].after)
                .contains(earlier.name)
            if !isKnown, !earlier.isOptional, !earlier.isInBackground {
                operations[index].requires.append(earlier.name)
            }
        }
    }

    private mutating func remove(_ draw: inout Draw) {
        let needed = Set(operations.flatMap { $0.requires + $0.after } + kinds.compactMap(\.self))
        let free = operations.indices.filter { !needed.contains(operations[$0].name) }
        guard operations.count > 1, let index = draw.sample(free, upTo: 1).first else { return }
        operations.remove(at: index)
    }

    var text: String {
        var lines = [
            "name: random", "grace: 5s", "deadline: 60s", "queues: { disk: { width: 1 } }",
        ]
        lines += ["operations:"] + operations.map(\.text) + ["actions:"]
        for (number, required) in kinds.enumerated() {
            var keys = ["effect: \(number == 0 ? "once" : "idempotent")", "limit: 100"]
            if let required { keys.append("requires: [\(required)]") }
            if number == 1 { keys.append("locks: [l1]") }
            lines.append("  a\(number): { \(keys.joined(separator: ", ")), exec: [act] }")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
