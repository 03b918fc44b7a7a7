/// Another launch of the same service replaces this one.
extension LaunchMachine {
    /// From now on what fails here ends nothing: another launch is in service.
    ///
    /// - Parameter handedOn: The operations that the other launch takes over: they are not torn
    ///   down here. All others that have not ended are cancelled.
    /// - Returns: `false` when the launch is ending already; nothing has changed then.
    mutating func supersede(handingOn handedOn: Set<Int>) -> Bool {
        guard course.isReady else { return false }
        course.isSuperseded = true
        teardown.handedOn = handedOn
        for index in topology.operations.indices
        where !handedOn.contains(index) && !records[index].isAction && !records[index].isGroup
            && !records[index].hasEnded && additions.ofAttempts.owner(of: index) == nil
        {
            _ = cancel(index, reason: Self.supersededWords)
        }
        return true
    }

    /// The launch replaces another one, which has done these operations, or may still do them.
    mutating func takeOver(_ operations: Set<Int>) { teardown.takenOver = operations }

    /// No launch of the service is left that has to end before this one undoes anything.
    mutating func othersEnded() {
        course.awaitsOthers = false
        advance()
    }

    /// Another launch is about to do otherwise what an operation does: the body of the operation,
    /// if it runs, is asked to give up.
    ///
    /// If the body gives up, the operation is as it was before it began. It begins again, once
    /// nothing keeps it from that, unless this launch is superseded by then.
    ///
    /// - Returns: Whether its body runs.
    mutating func putBack(_ index: Int) -> Bool {
        guard records[index].isRunning, !records[index].isAction, !stays(index) else {
            return false
        }
        if records[call: index]?.cancellation == nil {
            askToEnd(index, reason: "another generation is to run this operation", cause: .putBack)
        }
        return true
    }

    static let supersededWords = "another generation is in service"

    /// The launch only passes on what earlier ones tell of their actions, and its end undoes
    /// nothing that they may need.
    var mayBePassedBy: Bool {
        guard book.mayBePassedBy else { return false }
        return (teardown.due + operationsOfLeftPrograms + operationsDoneElsewhere).allSatisfy {
            teardown.handedOn.contains($0)
        }
            && topology.operations.indices.allSatisfy { index in
                teardown.handedOn.contains(index) || records[index].isAction
                    || records[index].hasEnded
            }
    }
}
