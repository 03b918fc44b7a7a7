internal import Slipway
internal import SlipwayReport

extension LaunchComparison {
    /// The difference, then a table of the operations that made it, and of others that changed.
    ///
    /// - Parameter limit: The most operations; `nil` for all.
    /// - Returns: Lines without a newline after the last one.
    public func text(limit: Int? = 20) -> String {
        var parts = [[headline]]
        var table = TextTable([
            .right("SHARE"), .right("WAIT"), .right("RUN"), .left("OPERATION"), .left("CHAIN"),
            .left("RESULT"),
        ])
        for change in changes.prefix(limit ?? .max) { table.rows.append(change.cells) }
        if !table.rows.isEmpty { parts.append(table.lines) }
        if !swaps.isEmpty { parts.append(swaps.map(\.text)) }
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    /// `ready 340ms later (980ms, then 1.320s): user-data +310ms, sdk-init +30ms`.
    public var headline: String {
        let words: String
        switch difference {
        case .zero: words = "ready at the same time"
        case let later where later > .zero: words = "ready \(later.timespan) later"
        case let sooner: words = "ready \((.zero - sooner).timespan) sooner"
        }
        let causes = changes.filter { $0.onChain != .zero }.prefix(3)
            .map { "\($0.name) \(signed($0.onChain))" }
        return "\(words) (\(firstReady.timespan), then \(secondReady.timespan))"
            + (causes.isEmpty ? "" : ": " + causes.joined(separator: ", "))
    }
}

extension LaunchComparison.Change {
    fileprivate var name: String { operation?.printable ?? "(before and after the operations)" }

    fileprivate var cells: [String] {
        [
            onChain == .zero ? "-" : signed(onChain), wait.map { signed($0) } ?? "-",
            run.map { signed($0) } ?? "-", name, chainWords, resultWords,
        ]
    }

    private var chainWords: String {
        switch (firstShare > .zero, secondShare > .zero) {
        case (true, true): "in both"
        case (false, true): "second only"
        case (true, false): "first only"
        case (false, false): "-"
        }
    }

    private var resultWords: String {
        switch presence {
        case .new: "new"
        case .gone: "gone"
        case .both: results.map { "\($0.first), then \($0.second)" } ?? "-"
        }
    }
}

extension LaunchComparison.Swap {
    fileprivate var text: String {
        let words =
            "In queue '\(queue.name)', '\(earlier)' started before '\(later)'; in the first launch "
            + "'\(later)' started before '\(earlier)'."
        return words.printable
    }
}

private func signed(_ duration: Duration) -> String {
    duration > .zero ? "+" + duration.timespan : duration.timespan
}
