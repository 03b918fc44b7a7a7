public import Slipway
internal import SlipwayReport

extension Report {
    /// The launch as a picture: a waterfall of its operations, actions and programs.
    ///
    /// The picture shows a launch under way, one that failed, and one that is over, as far as the
    /// report knows it. The axis ends with the last operation, but at most at two and a half times
    /// the time to ready, so that background work and later actions do not press the start
    /// together; a bar that goes on is cut off there.
    ///
    /// - Parameter now: The instant of the picture: what is under way is drawn up to it. Default:
    ///   the last instant that the report has.
    /// - Returns: A value to draw with ``Waterfall/svg`` or ``Waterfall/html``.
    public func waterfall(at now: Instant? = nil) -> Waterfall {
        let now = now ?? lastInstant
        var waterfall = Waterfall(title: name, mark: Waterfall.Mark(course.phase))
        waterfall.subtitles = ["\(result(at: now)) · launch \(launchID)", counts]
        waterfall.before = course.launchedAt.map(sinceStart)
        waterfall.end = axisEnd(at: now)
        waterfall.queues = drawnQueues
        waterfall.moments = moments(at: now)
        waterfall.rows = WaterfallRows(self, at: now, waterfall).all
        waterfall.chain = chainRows(waterfall.rows)
        for row in waterfall.chain { waterfall.rows[row].isCritical = true }
        return waterfall
    }

    /// The time from the process's start, at least zero.
    func sinceStart(_ instant: Instant) -> Duration {
        processStart.elapsed(to: instant)
    }

    /// `ready after 980ms`, `failed after 1.2s`, `starting for 300ms`.
    private func result(at now: Instant) -> String {
        if let readyAt = course.readyAt {
            let after =
                course.phase == .ready(degraded: true) ? "degraded, ready after" : "ready after"
            let since =
                course.phase.isOver
                ? "; \(course.phase.word) after \(sinceStart(course.endedAt ?? now).timespan)" : ""
            return "\(after) \(sinceStart(readyAt).timespan)\(since)"
        }
        if let endedAt = course.endedAt {
            return "\(course.phase.word) after \(sinceStart(endedAt).timespan)"
        }
        return "\(course.phase.word) for \(sinceStart(now).timespan)"
    }

    /// `7 operations: 5 succeeded, 1 degraded, 1 skipped`.
    private var counts: String {
        let drawn = operations.filter { !$0.isGroup }
        let numbers = drawn.reduce(into: [Waterfall.Mark: Int]()) { $0[.init($1), default: 0] += 1 }
        let parts = Waterfall.Mark.allCases.compactMap { mark in
            numbers[mark].map { "\($0) \(mark.words)" }
        }
        return counted(drawn.count, "operation")
            + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
    }

    private func axisEnd(at now: Instant) -> Duration {
        let focus = sinceStart(course.readyAt ?? course.endedAt ?? now)
        var last = focus
        for operation in operations where !operation.isGroup {
            guard let end = operation.endedAt ?? (operation.startedAt == nil ? nil : now) else {
                continue
            }
            last = max(last, sinceStart(end))
        }
        for action in actions {
            let end = action.endedAt ?? action.startedAt ?? action.acceptedAt
            let time = sinceStart(end)
            // A later action is not a part of the start.
            if time <= focus * 2.5 { last = max(last, time) }
        }
        return max(min(last, focus * 2.5), .microseconds(1))
    }

    private var drawnQueues: [Queue] {
        Queue.inOrder(
            operations.lazy.filter { !$0.isGroup }.map(\.queue) + actions.map(\.queue)
        )
    }

    private func moments(at now: Instant) -> [Waterfall.Moment] {
        var moments: [Waterfall.Moment] = []
        func add(_ word: String, _ instant: Instant, _ mark: Waterfall.Mark) {
            let time = sinceStart(instant)
            moments.append(
                Waterfall.Moment(text: "\(word) \(time.timespan)", time: time, mark: mark)
            )
        }
        if let readyAt = course.readyAt {
            let isDegraded = course.phase == .ready(degraded: true)
            add("ready", readyAt, isDegraded ? .degraded : .succeeded)
        } else if let endedAt = course.endedAt {
            add(course.phase.word, endedAt, Waterfall.Mark(course.phase))
        } else {
            add("now", now, .running)
        }
        if course.readyAt == nil, let deadline, sinceStart(deadline) <= axisEnd(at: now) {
            add("deadline", deadline, .timedOut)
        }
        return moments
    }

    /// The rows of the critical chain, the first one first.
    private func chainRows(_ rows: [Waterfall.Row]) -> [Int] {
        var index: [String: Int] = [:]
        for (position, row) in rows.enumerated() where row.kind == .operation {
            if index[row.name] == nil { index[row.name] = position }
        }
        let steps = criticalChain().reversed().compactMap { index[$0.name] }
        guard let first = rows.firstIndex(where: { $0.kind == .before }), !steps.isEmpty else {
            return steps
        }
        return [first] + steps
    }
}

extension Phase {
    fileprivate var isOver: Bool { self == .stopped || self == .failed }
}

extension Report {
    /// The last instant that the report has: about when it was made.
    package var lastInstant: Instant {
        var last =
            [processStart, course.launchedAt, course.readyAt, course.endedAt].compactMap(\.self)
            .max() ?? processStart
        for operation in operations {
            let instants = [
                operation.readyAt, operation.startedAt, operation.endedAt,
                operation.attemptStartedAt,
                operation.attempts.last?.endedAt,
            ]
            last = instants.compactMap(\.self).reduce(last) { max($0, $1) }
        }
        for action in actions {
            let instants = [action.acceptedAt, action.readyAt, action.startedAt, action.endedAt]
            last = instants.compactMap(\.self).reduce(last) { max($0, $1) }
        }
        for program in programs {
            last = max(last, program.since, program.readyAt ?? program.since)
        }
        return last
    }
}
