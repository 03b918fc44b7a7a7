// The words for what users print. Times are left out: there is no zero in a part of a report.

extension OperationStatus: CustomStringConvertible {
    /// `warm-cache (background, optional): failed: no network`: what it is, its state and the reason, in one
    /// line.
    public var description: String { "\(title): \(result ?? word)".printable }
}

extension Outcome: CustomStringConvertible {
    /// `failed: no network`: the outcome and its reason, in one line.
    public var description: String {
        [word, message].compactMap(\.self).joined(separator: ": ").printable
    }
}

extension Phase: CustomStringConvertible {
    /// The word for the phase: `ready`, or `degraded`.
    public var description: String { word }
}

extension RootCause: CustomStringConvertible {
    /// `'sdk-init' failed: exit status 3; skipped 'feature-toggles', 'warm-cache'`, in one line.
    public var description: String { text }

    /// `'sdk-init' failed: exit status 3; skipped 'feature-toggles', 'warm-cache'`.
    package var text: String {
        let subject = operation.map { "'\($0)'" } ?? "the launch"
        let verb = failure.kind == .timedOut ? "timed out" : "failed"
        var line = isCancelled ? words : "\(subject) \(verb): \(failure.message)"
        if !skipped.isEmpty {
            line += "; skipped " + skipped.map { "'\($0)'" }.joined(separator: ", ")
        }
        return line.printable
    }
}

extension ProgramStatus: CustomStringConvertible {
    /// `web: ended: exit status 3`: its name, its state and the reason, in one line.
    public var description: String {
        [name, stateWords, detail].compactMap(\.self).joined(separator: ": ").printable
    }
}

extension Report: CustomStringConvertible {
    /// `storefront: degraded; 'login' failed`: the launch, its phase, and what went wrong, in one
    /// line.
    ///
    /// For the whole report, print `timeText(at:)` of `SlipwayReport`.
    public var description: String {
        let causes =
            course.rootCauses.isEmpty
            ? troubles.map { "'\($0.name)' \($0.word)" } : course.rootCauses.map(\.text)
        let words = causes + failedTeardowns.map(\.description)
        let line = "\(name): \(course.phase.word)" + (words.isEmpty ? "" : "; \(words.firstOnes())")
        return line.printable
    }
}
