internal import Slipway
internal import SlipwayReport

extension WhatIf {
    /// A table of the rows, and below it the operations whose hang only the deadline ends, or
    /// nothing at all.
    ///
    /// - Returns: Lines without a newline after the last one.
    public var text: String {
        let hasActions = rows.contains { !$0.actions.isEmpty }
        var table = TextTable(
            [
                .left("OPERATION"), .left("IF IT"), .left("LAUNCH"), .right("AFTER"),
                .left("SKIPPED"),
            ]
                + (hasActions ? [.left("ACTIONS")] : []) + [.left("BECAUSE")]
        )
        for row in rows {
            table.rows.append(
                [
                    row.operation ?? "(nothing)", row.trouble?.words ?? "-", row.ending.rawValue,
                    row.after?.timespan ?? "-",
                    row.skipped.isEmpty ? "-" : row.skipped.joined(separator: ", "),
                ] + (hasActions ? [row.actionWords] : []) + [row.reason ?? "-"]
            )
        }
        return (table.lines + notes).joined(separator: "\n")
    }

    private var notes: [String] {
        var notes: [String] = []
        let names = unbounded.map { "'\($0.printable)'" }.joined(separator: ", ")
        if !unbounded.isEmpty {
            let words =
                deadline.map { "Only the launch's deadline of \($0.timespan) ends a hang of" }
                ?? "Nothing ends a hang of"
            notes.append("\(words): \(names)")
        }
        if !notNeeded.isEmpty {
            let names = notNeeded.map { "'\($0.printable)'" }.joined(separator: ", ")
            notes.append("Not needed, by its condition or that of its group: \(names)")
        }
        return notes.isEmpty ? [] : [""] + notes
    }
}

extension WhatIf.Trouble {
    /// The words that follow *if it*.
    fileprivate var words: String {
        switch self {
        case .fails: "fails"
        case .hangs: "hangs"
        case .slower: "is 10 times slower"
        case .dies: "ends later"
        }
    }
}

extension WhatIf.Row {
    /// The answers but for those of actions that run; `run` if all do.
    fileprivate var actionWords: String {
        let others = actions.filter { !$0.answer.isRun }
        guard !others.isEmpty else { return actions.isEmpty ? "-" : "run" }
        return others.map { "\($0.name) \($0.answer.words)" }.joined(separator: ", ")
    }

    /// The assumption in words: `'user-data' hangs`.
    package var assumption: String {
        guard let operation, let trouble else { return "nothing goes wrong" }
        return "'\(operation.printable)' \(trouble.words)"
    }
}

extension WhatIf.Answer {
    fileprivate var isRun: Bool { if case .runs = self { true } else { false } }

    fileprivate var words: String {
        switch self {
        case .runs: "runs"
        case .waits(let operation): "waits for '\(operation)'"
        case .fails(let operation?): "fails: '\(operation)'"
        case .fails(nil): "fails"
        case .nextLaunch: "waits for the next launch"
        }
    }
}
