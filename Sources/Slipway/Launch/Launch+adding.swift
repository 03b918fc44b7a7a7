extension Launch {
    /// Adds operations to the launch while it runs, or before.
    ///
    /// ```swift
    /// try launch.add { plan in
    ///     plan.add("warm-cache", requires: [user]) { await cache.warm() }
    /// }
    /// ```
    ///
    /// The operations are checked as a graph is: nothing is added if anything is wrong. They can
    /// depend on each other and on all that the launch has, also on what has ended. Until the
    /// launch is ready, added operations gate readiness; later they are of the background stage.
    /// Some time after an added operation and all that depends on it have ended, the launch lets go
    /// of its value and of its status in reports; ``value(of:)`` takes the value before that. An
    /// operation with a `teardown` is held, with its value, until the launch ends. While another
    /// operation has its name, an added one is shown with the smallest free number, as
    /// `warm-cache#2`. What is added to a group that has begun belongs to the group's present
    /// attempt: if the group is tried again, the next attempt begins without it.
    ///
    /// - Parameters:
    ///   - group: A group that has not ended, to which the operations are added: its handle, or its
    ///     name; `nil` for none.
    ///   - declare: Declares the operations. Name, deadline, grace, drain and queues are those of
    ///     the launch: a plan that sets one is refused.
    /// - Returns: What `declare` returns: handles, for example, for further additions.
    /// - Throws: ``AddingRefusal``, and what `declare` throws.
    @discardableResult
    public func add<Declared>(
        toGroup group: (any Dependency)? = nil,
        _ declare: (inout Plan) throws -> Declared
    ) throws -> Declared {
        // The group is looked up once everything is declared: another operation may have its index
        // by then.
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
            guard case .success(let added) = taken else { return }
            for (index, calls) in zip(added, addition.calls) {
                if index < state.calls.count {
                    state.calls[index] = calls
                } else {
                    state.calls.append(calls)
                }
            }
        }
        _ = try taken.get()
        return declared
    }
}
