package import Slipway
package import SlipwayReport
package import SlipwayVarlink

extension Phase.Word: WireWord {
    package static var declaration: Declaration {
        Declaration("Phase", "Where a launch is, as a whole")
    }

    package var words: String {
        switch self {
        case .starting: "Operations of the launch stage have not all ended"
        case .ready: "Every operation of the launch stage succeeded"
        case .degraded:
            "Ready, but an optional operation did not succeed, or one succeeded with a fallback, or "
                + "a program is missing, also one that was stopped, or launch actions cannot be stored"
        case .stopping:
            "Asked to stop, or failing: what runs is cancelled, what succeeded is torn down"
        case .stopped: "Ended because it was asked to"
        case .failed: "Ended because a required operation failed, or the deadline passed"
        }
    }
}

extension OperationStatus.State.Word: WireWord {
    package static var declaration: Declaration {
        Declaration("OperationState", "How far an operation has come, or how it ended")
    }

    package var words: String {
        switch self {
        case .pending: "Waits for operations that it requires or runs after"
        case .ready:
            "Everything that it waits for is there; waits for its queue, or for its obstacle"
        case .running: "Its body runs, or was asked to stop and has not returned yet"
        case .succeeded: "Ended with its value"
        case .degraded: "Ended with a fallback in place of its value"
        case .failed: "Ended with an error"
        case .cancelled: "Cancelled, before it started or while it ran"
        case .skipped:
            "Never started: something that it requires did not succeed, or its condition did not hold"
        }
    }
}

extension ActionStatus.State.Word: WireWord {
    package static var declaration: Declaration {
        Declaration("ActionState", "How far a launch action has come, or how it ended")
    }

    package var words: String {
        switch self {
        case .waiting:
            "Waits for the operations that it requires, for earlier actions of its kind, or for its "
                + "next attempt"
        case .running: "Its handler runs"
        case .done: "Its handler succeeded"
        case .failed: "Its handler failed, or an operation that it requires did not succeed"
        case .cancelled: "Cancelled before it ended"
        case .expired: "Its time to live passed before it could run"
        case .superseded: "A later action of its kind took its place before it could run"
        case .interrupted:
            "The service ended while its handler ran, and it must not be repeated by itself"
        }
    }
}

extension ProgramStatus.State.Word: WireWord {
    package static var declaration: Declaration { Declaration("ProgramState", "How a program is") }

    package var words: String {
        switch self {
        case .starting: "Its process was started and is not ready yet"
        case .running: "It is ready"
        case .stopping: "Its processes are being ended"
        case .pausing: "It ended, and is started again"
        case .stopped: "It was ended because that was asked for"
        case .ended: "It ended by itself, and is not started again"
        }
    }
}

extension Stage: WireWord {
    package static var declaration: Declaration {
        Declaration("Stage", "When an operation is due")
    }

    package var words: String {
        switch self {
        case .launch: "Before the launch is ready: it gates readiness"
        case .background: "Once the launch is ready"
        }
    }
}

extension Failure.Kind: WireWord {
    package static var declaration: Declaration {
        Declaration("FailureKind", "Which kind of failure it was")
    }

    package var words: String {
        switch self {
        case .error: "It ended with an error of its own"
        case .timedOut: "It did not end within its timeout"
        }
    }
}

extension RecordedLaunch.Start: WireWord {
    package static var declaration: Declaration {
        Declaration("StartKind", "What a launch began with")
    }

    package var words: String {
        switch self {
        case .cold: "The first one since the machine was booted, as far as it is known"
        case .warm: "Another one came before it, and said how it ended"
        case .afterCrash: "The one before it ended without a word: it was killed, or crashed"
        }
    }
}

extension RecordedLaunch.End: WireWord {
    package static var declaration: Declaration {
        Declaration("LaunchEnd", "How a launch of the history ended")
    }

    package var words: String {
        switch self {
        case .running: "It has not ended"
        case .stopped: "It was stopped, or had done what it was for"
        case .failed: "It failed"
        case .crashed: "Its process was killed, or crashed, or the machine lost its power"
        }
    }
}
