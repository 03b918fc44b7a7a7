extension Report {
    /// Why the launch, or one operation or action of it, is not there yet.
    ///
    /// - Parameters:
    ///   - subject: An operation, the identity of an action, or the name of a kind of action (its
    ///     first open action, else its last one); `nil` for the launch.
    ///   - now: When the question is asked.
    /// - Returns: `nil` if there is no such operation or action.
    public func explanation(of subject: String? = nil, at now: Instant) -> Explanation? {
        let explainer = Explainer(report: self, open: OpenOperations(self), now: now)
        guard let subject else { return explainer.launch() }
        if let position = explainer.open.index[subject] {
            return explainer.operation(position, subject: subject)
        }
        return explainer.action(named: subject).map { explainer.action($0, subject: subject) }
    }
}
