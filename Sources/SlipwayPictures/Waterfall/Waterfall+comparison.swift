public import Slipway

extension Report {
    /// Two launches in one picture, over one axis that begins with the process of each.
    ///
    /// Each operation has one row, with the bars of the earlier launch above those of this one. A
    /// text beside the bars says by how much the operation took longer or shorter, that its outcome
    /// differs, or that only one of the launches has it. Differences of less than a millisecond,
    /// and of less than a twentieth, count as none.
    ///
    /// - Parameters:
    ///   - earlier: The launch to compare with; also of another plan: operations are the same if their
    ///     names are.
    ///   - now: The instant up to which what is under way in this launch is drawn. Default: the
    ///     last one that the report has.
    /// - Returns: A value to draw with ``Waterfall/svg`` or ``Waterfall/html``.
    public func waterfall(comparedWith earlier: Report, at now: Instant? = nil) -> Waterfall {
        var result = waterfall(at: now)
        let before = earlier.waterfall()
        result.isComparison = true
        result.subtitles = [
            "\(readyWords(before, result))",
            "above: launch \(earlier.launchID), \(before.subtitles.first?.firstPart ?? "")",
            "below: launch \(launchID), \(result.subtitles.first?.firstPart ?? "")",
        ]
        if earlier.name != name { result.title = "\(earlier.name) and \(name)" }
        result.end = max(before.end, result.end)
        result.queues += before.queues.filter { !result.queues.contains($0) }
        result.moments =
            before.moments.map { moment in
                var moment = moment
                moment.text = "earlier: " + moment.text
                moment.isEarlier = true
                return moment
            } + result.moments
        join(before, into: &result)
        return result
    }

    /// `120ms slower than the earlier one`, or `took the same time`; empty if one has no moments.
    private func readyWords(_ before: Waterfall, _ after: Waterfall) -> String {
        guard let first = before.moments.first?.time, let second = after.moments.first?.time else {
            return ""
        }
        if first == second { return "took the same time" }
        let (word, span) = second > first ? ("slower", second - first) : ("faster", first - second)
        return "\(span.timespan) \(word) than the earlier one"
    }

    private func join(_ before: Waterfall, into result: inout Waterfall) {
        var past: [Key: Waterfall.Row] = [:]
        for row in before.rows where past[Key(row)] == nil { past[Key(row)] = row }
        for position in result.rows.indices where result.rows[position].kind != .heading {
            let key = Key(result.rows[position])
            guard let old = past.removeValue(forKey: key) else {
                result.rows[position].lanes.insert([], at: 0)
                result.rows[position].differ(.added, "new")
                continue
            }
            result.rows[position].compare(with: old)
        }
        let gone = before.rows.filter { $0.kind == .operation && past[Key($0)] != nil }
        guard !gone.isEmpty else { return }
        result.rows.append(Waterfall.Row(kind: .heading, name: "only in the earlier launch"))
        for var row in gone {
            row.queue = row.queue.flatMap { result.queues.firstIndex(of: before.queues[$0]) }
            row.lanes.append([])
            (row.depth, row.isCritical) = (0, false)
            row.differ(.removed, "only in the earlier launch")
            result.rows.append(row)
        }
    }
}

/// The facts that make a row the same one in two launches.
private struct Key: Hashable {
    let kind: Waterfall.Kind
    let name: String

    init(_ row: Waterfall.Row) {
        (kind, name) = (row.kind, row.name)
    }
}

extension Waterfall.Row {
    fileprivate mutating func compare(with old: Waterfall.Row) {
        lanes = (old.lanes.first.map { [$0] } ?? [[]]) + lanes
        let (before, after) = (old.busy, busy)
        details.append(Waterfall.Detail(name: "earlier launch", text: old.note))
        if let mark, let past = old.mark, mark != past {
            differ(.changed, "\(mark.words), was \(past.words)")
            return
        }
        let span = after > before ? after - before : before - after
        guard span >= .milliseconds(1), span * 20 >= max(before, after) else { return }
        let sign = after > before ? "+" : "−"
        differ(
            after > before ? .slower : .faster,
            "was \(before.timespan) (\(sign)\(span.timespan))"
        )
    }

    fileprivate mutating func differ(_ change: Waterfall.Change, _ words: String) {
        self.change = change
        note = note.isEmpty ? words : "\(shortNote.isEmpty ? note : shortNote), \(words)"
        shortNote = words
    }

    /// The time from the first attempt to the end, in the last lane: of two, the later launch's.
    private var busy: Duration {
        let bars = (lanes.last ?? []).filter { ![.waiting, .slot, .lock].contains($0.kind) }
        guard let first = bars.first, let last = bars.last else { return .zero }
        return last.end - first.start
    }
}

extension String {
    /// The text up to the point between two facts.
    fileprivate var firstPart: String {
        guard let point = firstIndex(of: "·") else { return self }
        return String(self[..<point].dropLast())
    }
}
