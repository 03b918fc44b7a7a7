internal import Engines

/// The options of the command line.
struct Options {
    /// The tables, in order.
    private(set) var tables: [TableKind] = []
    /// The numbers of operations in a graph.
    private(set) var sizes = [100, 10_000, 100_000, 1_000_000]
    /// The patterns of graphs.
    private(set) var shapes = Shape.Kind.allCases
    /// The engines to compare.
    private(set) var engines: [EngineKind] = EngineKind.there
    /// The number of processes for each figure, which is their median; larger graphs get fewer.
    private(set) var repetitions = 3
    /// The seconds after which a process is killed.
    private(set) var limit = 20

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                tables.append(try Self.parse(argument, as: "table"))
                continue
            }
            guard let value = rest.popFirst() else {
                throw UsageError("'\(argument)' needs a value")
            }
            let values = value.split(separator: ",").map(String.init)
            switch argument {
            case "--sizes":
                sizes = try values.map { text throws(UsageError) in try Self.number(text) }
            case "--shapes":
                shapes = try values.map { text throws(UsageError) in
                    try Self.parse(text, as: "shape")
                }
            case "--engines":
                engines = try values.map { text throws(UsageError) in
                    try Self.parse(text, as: "engine")
                }
            case "--repetitions": repetitions = try Self.number(value)
            case "--limit": limit = try Self.number(value)
            default: throw UsageError("no option '\(argument)'")
            }
        }
        if tables.isEmpty { tables = TableKind.allCases }
    }

    private static func number(_ text: String) throws(UsageError) -> Int {
        guard let number = Int(text), number > 0 else {
            throw UsageError("'\(text)' is not a number above 0")
        }
        return number
    }

    private static func parse<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String,
        as what: String
    ) throws(UsageError) -> Choice {
        guard let choice = Choice(rawValue: text) else {
            let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("no \(what) '\(text)'; there are \(choices)")
        }
        return choice
    }
}
