internal import Slipway

extension ConfigurationDecoder {
    /// Reads `retry`: a mapping, or only the number of attempts.
    mutating func retry(
        _ field: Field,
        _ keys: KeyTable = .retry
    ) -> RetrySpecification? {
        let most = 1...65536
        guard case .mapping = field.node.content else {
            return wholeNumber(field, in: most, or: "a mapping with attempts")
                .map { RetrySpecification(attempts: $0) }
        }
        guard let section = section(field, keys) else { return nil }
        var retry = RetrySpecification(attempts: 1)
        if let attempts = section["attempts"] {
            wholeNumber(attempts, in: most).map { retry.attempts = $0 }
        } else {
            report("has no attempts; add attempts: 5", at: section.origin, section.path)
        }
        (retry.initial, retry.maximum) = pauses(section, (retry.initial, retry.maximum))
        if let factor = section["factor"].flatMap({ decimal($0, in: 1...1000) }) {
            retry.factor = factor
        }
        if let jitter = section["jitter"].flatMap({ decimal($0, in: 0...1) }) {
            retry.jitter = jitter
        }
        retry.budget = section["budget"].flatMap { duration($0) }
        return retry
    }

    /// Reads `restart`.
    mutating func restart(_ field: Field) -> RestartSpecification? {
        if let here = ForeignWords.restart(field) {
            report(
                "found \(field.node.shown); here that is \(here)",
                at: field.node.origin,
                field.path
            )
            return nil
        }
        guard let section = section(field, .restart) else { return nil }
        var restart = RestartSpecification()
        if let attempts = section["attempts"].flatMap({ wholeNumber($0, in: 1...65536) }) {
            restart.attempts = attempts
        }
        if let within = section["within"].flatMap({ duration($0) }) { restart.within = within }
        (restart.initial, restart.maximum) = pauses(section, (restart.initial, restart.maximum))
        return restart
    }

    /// Reads `initial` and `maximum`, a growing pause's first and longest; without `maximum` the
    /// first may be longer than the usual longest.
    private mutating func pauses(
        _ section: Section,
        _ usual: (initial: Duration, maximum: Duration)
    ) -> (Duration, Duration) {
        let least = (duration: Duration.zero, text: "not negative")
        let initial = section["initial"].flatMap { duration($0, minimum: least) } ?? usual.initial
        guard let field = section["maximum"] else { return (initial, max(initial, usual.maximum)) }
        guard let maximum = duration(field, minimum: least) else { return (initial, initial) }
        if maximum < initial {
            report(
                "is shorter than the first pause, \(initial.timespan); write at least that, or "
                    + "a shorter initial",
                at: field.node.origin,
                field.path
            )
        }
        return (initial, maximum)
    }

    /// All attempts together have at least the time of one.
    mutating func checkBudget(_ section: Section, _ operation: inout OperationSpecification) {
        guard let budget = operation.retry?.budget, let timeout = operation.timeout,
            budget < timeout
        else { return }
        let own = section["retry"].flatMap { field in
            entries(of: field).first { $0.key == "budget" }?.field
        }
        if let field = own {
            report(
                "is shorter than the timeout of one attempt, \(timeout.timespan); write at least "
                    + "that, or a shorter timeout",
                at: field.node.origin,
                field.path
            )
        } else {
            let field = section["timeout"]
            report(
                "one attempt may take \(timeout.timespan), but all together only "
                    + "\(budget.timespan), the budget under defaults; write a shorter timeout, or a "
                    + "retry",
                at: field?.node.origin ?? section.origin,
                field?.path ?? section.path
            )
        }
        // Treated as absent: the graph need not report it again.
        operation.retry?.budget = nil
    }
}
