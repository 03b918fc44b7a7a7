/// Additions by the handler of a launch action belong to its attempt, as long as that lasts: a stop leaves them alone
/// as it does the handler, and they end with an attempt that is not done.
extension LaunchMachine {
    /// The consumer whose attempt is to have what an operation, or a handler, adds; `nil` for none.
    ///
    /// - Throws: The attempt is over, though its handler has not returned.
    func owner(ofWhatIsAddedBy adder: Int?) throws(AddingRefusal) -> Int? {
        guard let adder else { return nil }
        guard records[adder].isAction else { return additions.ofAttempts.owner(of: adder) }
        guard records[adder].isRunning else { throw .attemptEnded(name(of: adder)) }
        return adder
    }

    /// Something may begin: in a launch that stops, only what is left alone.
    var mayBegin: Bool { course.isOpen || course.drainEnd != nil }

    /// An operation, or a group, may begin.
    func mayBegin(_ index: Int) -> Bool { course.isOpen || isLeftAlone(index) }

    /// The attempt of a consumer's action is over.
    ///
    /// - Parameters:
    ///   - consumer: The consumer.
    ///   - isDone: The action is done, so that what its handler has added is the launch's own.
    mutating func endOwning(_ consumer: Int, isDone: Bool) {
        let added = additions.ofAttempts.take(of: consumer)
        guard !added.isEmpty else { return }
        if !course.isOpen {
            cancel(additions: added, reason: course.stopReason)
        } else if !isDone {
            let reason = "the attempt of '\(name(of: consumer))' that added it has ended"
            cancel(additions: added, reason: reason)
        } else if course.isSuperseded {
            cancel(additions: added, reason: Self.supersededWords)
        }
    }

    /// Cancels what handlers have added; a group goes before what is in it, which it then cancels itself.
    mutating func cancel(additions: Set<Int>, reason: String) {
        for index in additions.sorted() where !records[index].hasEnded {
            let around = topology.groups(around: index)
            if !around.contains(where: additions.contains) {
                cancelNow(index, reason: reason)
            }
        }
    }

    /// Lets additions go on that the stop leaves alone, and that waited for what it has ended.
    mutating func goOnAlone() {
        guard course.drainEnd != nil else { return }
        for index in additions.ofAttempts.all.sorted() where records[index].isPending {
            if let root = lostRequirement(of: index) {
                skip(index, root: root)
                continue
            }
            var open = topology.dependencies[index].count { !records[$0.index].hasEnded }
            if let group = topology.operations[index].group, groups[group]?.hasBegun != true {
                open += 1
            }
            guard records[index].inDegree != Int32(open) else { continue }
            records[index].inDegree = Int32(open)
            if open == 0 { satisfied(index) }
        }
    }
}
