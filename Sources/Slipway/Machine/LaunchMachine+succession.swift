/// Another launch of the same service takes this one's place.
extension LaunchMachine {
    /// From now on what fails here ends nothing: another launch is in service.
    ///
    /// - Parameters:
    ///   - handedOn: The operations that it takes over: they are not torn down here. Of the others those are
    ///     cancelled that have not ended.
    ///   - now: The instant.
    /// - Returns: `false` when the launch is ending already; nothing has changed then.
    mutating func supersede(handingOn handedOn: Set<Int>, at now: Instant) -> Bool {
        guard stage == .ready else { return false }
        isSuperseded = true
        self.handedOn = handedOn
        for index in topology.operations.indices
        where !handedOn.contains(index) && !records[index].isAction && !records[index].isGroup
            && !records[index].hasEnded && additionsOfAttempts.owner(of: index) == nil
        {
            _ = cancel(index, reason: Self.supersededWords, at: now)
        }
        return true
    }

    /// No earlier launch of the service is left that has to end before this one undoes anything.
    mutating func earlierEnded(at now: Instant) {
        awaitsEarlier = false
        advance(at: now)
    }

    /// Another launch is about to do otherwise what an operation does: its body, if it runs, is asked to give up.
    ///
    /// If it does, the operation is as it was before it began. It begins again, once nothing keeps it from that,
    /// unless this launch is superseded by then.
    ///
    /// - Returns: Whether its body runs.
    mutating func putBack(_ index: Int, at now: Instant) -> Bool {
        guard records[index].isRunning, !records[index].isAction, !stays(index) else {
            return false
        }
        if records[call: index]?.cancellation == nil {
            askToEnd(index, reason: "another generation is to do it", cause: .putBack, at: now)
        }
        return true
    }

    static let supersededWords = "another generation is in service"

    /// It only passes on what earlier launches tell of their actions, and its end undoes nothing that these may
    /// need.
    var mayBePassedBy: Bool {
        guard book.mayBePassedBy else { return false }
        return (toTearDown + operationsOfLeftPrograms).allSatisfy { handedOn.contains($0) }
            && topology.operations.indices.allSatisfy { index in
                handedOn.contains(index) || records[index].isAction || records[index].hasEnded
            }
    }
}
