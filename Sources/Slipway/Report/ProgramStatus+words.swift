extension ProgramStatus {
    /// The program's state in words: `is running for 2min, pid 123, started again 3 times`.
    ///
    /// - Parameters:
    ///   - now: The instant.
    ///   - hasOutput: Whether the reason may quote what the program wrote.
    /// - Returns: The words, in one line.
    package func words(at now: Instant, withOutput hasOutput: Bool = true) -> String {
        let elapsed = since.elapsed(to: now).timespan
        var parts: [String]
        switch state {
        case .starting: parts = ["is starting for \(elapsed)"]
        case .running: parts = ["is running for \(elapsed)"]
        case .stopping: parts = ["is stopping for \(elapsed)"]
        case .pausing(let next):
            let left = now.duration(to: next)
            parts = [left > .zero ? "starts again in \(left.timespan)" : "starts again"]
        case .stopped:
            let words = stop.map {
                "was stopped \($0.words) \($0.at.elapsed(to: now).timespan) ago"
            }
            parts = [words ?? "is \(stateWords)"]
        case .ended: parts = [endedWell ? "has ended well" : "has ended"]
        }
        if let words = killWords(at: now) { parts.append(words) }
        if let pid { parts.append("pid \(pid)") }
        if restarts > 0 {
            parts.append("started again \(times(restarts))")
        }
        let words = parts.joined(separator: ", ")
        let detail = detail(hasOutput ? reason : reasonWithoutOutput)
        return [words, detail].compactMap(\.self).joined(separator: ": ")
    }

    /// The state, with the operator who stopped the program: `stopped by user 1000 (ann)`, or
    /// `stopped for a reload` while its replacement is to come.
    package var stateWords: String {
        guard let stop else {
            return switch state {
            case .stopping, .stopped: givesWay ? "\(state.word) for a reload" : state.word
            case .starting, .running, .pausing, .ended: state.word
            }
        }
        return switch state {
        case .stopping, .stopped: "\(state.word) \(stop.words)"
        case .starting, .running, .pausing, .ended: "\(state.word), stopped \(stop.words)"
        }
    }

    /// `is killed in 7s`; `nil` if the program is not to be killed.
    package func killWords(at now: Instant) -> String? {
        guard case .stopping = state, let killedAt else { return nil }
        let left = now.duration(to: killedAt)
        return left > .zero ? "is killed in \(left.timespan)" : "is being killed"
    }

    /// The words for what the program lacks to be ready, and for what it says about itself; `nil`
    /// for nothing.
    package var progress: String? {
        let parts = [lack, message].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// The state of the program's first start, which others may follow: the step that it lacks, or
    /// when the program is started again.
    package func startWords(at now: Instant) -> String? {
        isStartedAgain ? words(at: now) : progress
    }

    /// The program was started again, or is about to be.
    var isStartedAgain: Bool { if case .pausing = state { true } else { restarts > 0 } }

    /// Why the program is not there, what it lacks, and what its process says.
    package var detail: String? { detail(reason) }

    private func detail(_ reason: String?) -> String? {
        let isExplained = isTrouble || state == .ended
        let parts = [isExplained ? reason : nil, progress].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}
