extension Report {
    /// Why the launch, or one of its operations or actions, has not got further.
    ///
    /// - Parameters:
    ///   - subject: An operation, the identity of an action, or the name of a kind of action (its
    ///     first open action, otherwise its last one); `nil` for the launch.
    ///   - now: The instant of the explanation.
    /// - Returns: `nil` if no operation or action has the name.
    public func explanation(of subject: String? = nil, at now: Instant) -> Explanation? {
        let explainer = Explainer(report: self, open: OpenOperations(self), now: now)
        guard let subject else { return explainer.launch() }
        if let position = explainer.open.index[subject] {
            return explainer.operation(position, subject: subject)
        }
        return explainer.action(named: subject).map { explainer.action($0, subject: subject) }
    }
}
