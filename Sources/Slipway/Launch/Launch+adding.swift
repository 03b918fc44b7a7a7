extension Launch {
    /// Adds operations to the launch while it runs, or before.
    ///
    /// ```swift
    /// try launch.add { plan in
    ///     plan.add("warm-cache", requires: [user]) { await cache.warm() }
    /// }
    /// ```
    ///
    /// They are checked as a graph is: nothing is added if anything is wrong. They can depend on
    /// each other and on whatever the launch has, also on what has ended. Until the launch is ready
    /// they gate readiness; later they are of the background stage. Their values, and what reports
    /// say of them, are let go of some time after they, and all that depends on them, have ended;
    /// ``value(of:)`` takes a value before that. One with a `teardown` is kept, with its value, until the
    /// launch ends. While another one has its name, it is shown with the smallest free number, as
    /// `warm-cache#2`. What is added to a group that has begun belongs to its attempt: if the group is tried
    /// again, the next one begins without it.
    ///
    /// - Parameters:
    ///   - group: A group that has not ended and that they are to be part of: its handle, or its name; `nil`
    ///     for none.
    ///   - declare: Declares them. Name, deadline, grace, drain and queues are those of the launch: a plan
    ///     that sets one is refused.
    /// - Returns: What `declare` returns: handles, for example, for further additions.
    /// - Throws: ``AddingRefusal``, and what `declare` throws.
    @discardableResult
    public func add<Declared>(
        toGroup group: (any Dependency)? = nil,
        _ declare: (inout Plan) throws -> Declared
    ) throws -> Declared {
        // Asked for when everything is declared: another operation may have its place by then.
        try add(declare) { machine throws(AddingRefusal) in
            guard let group else { return nil }
            return try machine.group(group.reference)
        }
    }

    func add<Declared>(
        _ declare: (inout Plan) throws -> Declared,
        by adder: Int? = nil,
        to group: (borrowing LaunchMachine) throws(AddingRefusal) -> Int?
    ) throws -> Declared {
        let empty = Plan.addition(toLaunch: name)
        var plan = empty
        let declared = try declare(&plan)
        guard plan.isOpen else { throw AddingRefusal.replacedPlan }
        let settings = plan.settings(otherThan: empty)
        guard settings.isEmpty else { throw AddingRefusal.settings(settings) }
        let addition = plan
        let taken = perform { machine in
            Result { () throws(AddingRefusal) in
                try machine.add(addition, toGroup: group(machine), by: adder)
            }
        } after: { state, taken in
            guard case .success(let places) = taken else { return }
            for (place, calls) in zip(places, addition.calls) {
                if place < state.calls.count {
                    state.calls[place] = calls
                } else {
                    state.calls.append(calls)
                }
            }
        }
        _ = try taken.get()
        return declared
    }
}
