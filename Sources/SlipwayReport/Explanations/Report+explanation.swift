public import Slipway

extension Report {
    /// Why the launch, or one of its operations or actions, has not got further.
    ///
    /// - Parameters:
    ///   - subject: An operation, the identity of an action, or the name of a kind of action (its
    ///     first open action, otherwise its last one); `nil` for the launch.
    ///   - now: The instant of the explanation.
    /// - Returns: `nil` if no operation or action has the name.
    public func explanation(of subject: String? = nil, at now: Instant) -> Explanation? {
        explanation(of: subject, at: now, ActionHolds())
    }

    /// The explanation with facts about the launch that are not in its report; see
    /// ``explanation(of:at:)``.
    package func explanation(
        of subject: String?,
        at now: Instant,
        _ holds: ActionHolds
    ) -> Explanation? {
        let explainer = Explainer(report: self, open: OpenOperations(self), now: now, holds: holds)
        guard let subject else { return explainer.launch() }
        if let position = explainer.open.index[subject] {
            return explainer.operation(position, subject: subject)
        }
        return explainer.action(named: subject).map { explainer.action($0, subject: subject) }
    }
}

extension Report {
    /// Why an action has not got further; the action may have ended before this launch.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - subject: What was asked for: its identity, or the beginning of it.
    ///   - now: The instant of the explanation.
    ///   - holds: What is known of the launch beyond its report.
    /// - Returns: The chain.
    package func explanation(
        of action: ActionStatus,
        as subject: String,
        at now: Instant,
        _ holds: ActionHolds
    ) -> Explanation {
        Explainer(report: self, open: OpenOperations(self), now: now, holds: holds)
            .action(action, subject: subject)
    }

    /// The explanation of a kind of action of which the launch knows none: what an action would
    /// wait for.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - missing: The operations that it would wait for.
    ///   - now: The instant of the explanation.
    /// - Returns: The kind, and what it would wait for.
    package func explanation(
        ofKind kind: String,
        missing: [String],
        at now: Instant
    ) -> Explanation {
        let explainer = Explainer(report: self, open: OpenOperations(self), now: now)
        let words = missing.isEmpty ? "a new one would run at once" : "a new one would wait"
        let subject = Explanation.Step(
            name: kind,
            relation: Explanation.Step.subject,
            state: "idle",
            detail: "no action of this kind is known; \(words)"
        )
        let chain = explainer.open.worst(of: missing).map {
            explainer.chain(from: $0, relation: Explanation.Step.requires)
        }
        return Explanation(subject: kind, state: "idle", steps: [subject] + (chain ?? []))
    }
}

extension Launch {
    /// Why an operation, an action, or (`nil`) the launch as a whole is not there yet: the chain of
    /// what it waits for, down to what runs now.
    ///
    /// - Parameter subject: An operation's or group's name, an action's identity or kind.
    /// - Returns: `nil` when there is no such operation or action.
    public func explanation(of subject: String? = nil) -> Explanation? {
        let (report, holds) = reportToExplain
        return report.explanation(of: subject, at: now, holds)
    }
}
