/// Leaving out what is optional: a service that did not come up with everything is to come up with less.
extension LaunchMachine {
    /// No optional operation of the graph, and no optional group, is to run; to be called before the start.
    ///
    /// - Parameter reason: Why, in one line.
    mutating func leaveOutOptional(reason: String) {
        guard course.isIdle else { return }
        course.omission = reason
        for index in records.indices where topology.operations[index].options.isOptional {
            records[index].traits.formUnion([.hasCondition, .isLeftOut])
        }
    }

    /// An optional operation would be the next to run: its fallback stands in, or it is cancelled.
    ///
    /// An optional operation that required ones read has a fallback, which may rely on what the
    /// operation requires.
    mutating func leaveOut(_ index: Int) {
        let operation = topology.operations[index]
        // The fallback of a group stands in once all in it has ended, and not for a cancelled
        // group.
        let outcome: Outcome =
            operation.isGroup && operation.options.hasFallback
            ? .notNeeded(condition: "the service is not in safe mode")
            : .cancelled(reason: course.omission ?? "left out")
        if mayFallBack(index) {
            fallBack(index, insteadOf: outcome)
        } else {
            doom(index, outcome)
        }
    }

    /// Tells whether an operation, or a group around it, was left out: the next launch may have it.
    func isLeftOut(_ name: String) -> Bool {
        guard course.omission != nil, let index = topology.index(named: name) else { return false }
        return records[index].traits.contains(.isLeftOut)
            || topology.groups(around: index).contains { records[$0].traits.contains(.isLeftOut) }
    }
}
