internal import Slipway

extension Advice {
    /// The gains, the greatest first, then what gains nothing, and the lines to paste.
    ///
    /// - Parameter limit: The most operations of each kind; `nil` for all.
    /// - Returns: Lines without a newline after the last one.
    public func text(limit: Int? = 10) -> String {
        var parts = [[headline]]
        if !faster.isEmpty {
            parts.append(
                ["Half the time of one operation:"]
                    + faster.prefix(limit ?? .max).map { gain in
                        let least = gain.isLowerBound ? "at least " : ""
                        return "  \(gain.operation.printable) 50% faster: ready "
                            + "\(least)\(gain.gain.timespan) sooner (it took \(gain.run.timespan))"
                    }
            )
        }
        let useless = useless.filter { $0.run >= noise }.prefix(limit ?? .max)
        if !useless.isEmpty {
            parts.append(
                ["Half the time of one of these, and nothing would be gained:"]
                    + useless.map { "  \($0.operation.printable) (it took \($0.run.timespan))" }
            )
        }
        if !proposals.isEmpty {
            parts.append(["Changes of the configuration, each on its own:"])
            parts += proposals.prefix(limit ?? .max).map { $0.text(ready, launches) }
        }
        if !unneeded.isEmpty {
            let source = launches == 1 ? "this launch" : "any of \(launches) launches"
            parts.append(
                ["Edges that never mattered in \(source), since something else ended later:"]
                    + unneeded.map { "  \($0.operation.printable): after \($0.after.printable)" }
            )
        }
        if faster.isEmpty, proposals.isEmpty { parts.append(["Nothing here would gain anything."]) }
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private var headline: String {
        let difference = replayed > ready ? replayed - ready : ready - replayed
        let source =
            launches == 1
            ? "launch \(launchID)" : "\(launches) launches; shown is \(launchID), the median"
        return "Ready after \(ready.timespan) (\(source)); the replay differs by "
            + "\(difference.timespan(accuracy: .microsecond))."
    }
}

extension Advice.Proposal {
    fileprivate func text(_ ready: Duration, _ launches: Int) -> [String] {
        let loss = worstLoss > .zero ? ", \(worstLoss.timespan) later in one of them" : ""
        let source = launches == 1 ? "" : ", the median of \(launches) launches\(loss)"
        return ["  # \(change.words): ready \(gain.timespan) sooner\(source)"]
            + lines.map { "  " + $0 }
    }
}

extension Advice.Change {
    /// The change in words.
    fileprivate var words: String {
        let text =
            switch self {
            case .width(let queue, let width): "a width of \(width) for queue '\(queue.name)'"
            case .priorities(let names): "\(Self.list(names)) before others"
            case .later(let name, let after):
                "'\(name)' after \(Self.list(after)), which it held up"
            case .sooner(let name, let without):
                "'\(name)' without waiting for \(Self.list(without)), if it need not"
            case .background(let name): "'\(name)', which is optional, once the launch is ready"
            }
        return text.printable
    }

    private static func list(_ names: [String]) -> String {
        names.map { "'\($0)'" }.joined(separator: ", ")
    }
}
