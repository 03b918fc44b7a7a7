package import Slipway
package import SlipwaySystem

/// The news of a program, and the decisions about it.
extension ProgramMachine {
    package enum Event: Hashable {
        case start(Starter)
        /// An operator asks for something.
        case requested(Supervisor.Request, by: UInt32?)
        /// It is to end: the launch stops.
        case stop
        /// Its operation, which waits for its start, is cancelled.
        case cancel
        /// It is to end and to start again.
        case restart
        /// The same for another program, which is started again itself: why.
        case startFor(String)
        case stopFor(String)
        case restartFor(String)
        /// It is watched and ended in another way, and by another check of its health.
        case renewed(ProgramPolicy, hasNewCheck: Bool)
        /// It is not to start again, however it ends.
        case startNoMore
        case spawned(Int32)
        case notSpawned(String)
        /// The step that is still missing before it is ready: `has not said READY=1`.
        case lacks(String)
        /// It says that it is ready, or its socket accepts connections.
        case ready
        case said(ProgramMessage)
        /// It may have pinged in vain: its notify socket has been removed.
        case unheard
        /// From now on this process is the main one, as the program has said.
        case follows(Int32)
        /// It is not: why.
        case followsNot(Int32, String)
        /// A health check passed (`nil`), or why it did not.
        case checked(CheckFailure?)
        /// Its main process; `left` is one that it has left running, in words: `process 123 ('web')`.
        case exited(ChildStatus, lastLine: String?, left: String? = nil)
        /// The command of its operation's `stop` has ended: why it failed, `nil` if it did not.
        case stopCommandEnded(String?)
        /// The command before it is given up has ended: why it failed, `nil` if it did not.
        case lastCommandEnded(String?)
        /// No process of it is left, or nothing more can be done.
        case treeGone(wasKilled: Bool)
        case fired(Timer)
    }

    package enum Timer: Hashable {
        /// It must be ready.
        case start
        /// It has run for as long as makes it ready.
        case settled
        /// It must have pinged.
        case watchdog
        /// Its health is to be checked.
        case health
        /// The pause before a restart is over.
        case pause
        /// Its last message may be told.
        case message
        /// It takes its time to end, which is to be told.
        case slowEnd
    }

    package enum Action: Hashable {
        /// Start a process; ``Event/spawned(_:)`` or ``Event/notSpawned(_:)`` follows.
        case spawn
        /// Run what its operation has under `stop`; ``Event/stopCommandEnded(_:)`` follows.
        case runStopCommand
        /// Take this process for the main one; ``Event/follows(_:)`` or ``Event/followsNot(_:_:)`` follows.
        case follow(Int32)
        /// Run the command before it is given up; ``Event/lastCommandEnded(_:)`` follows.
        case runLastCommand
        /// End that command.
        case endLastCommand
        /// End its processes; ``Event/treeGone(wasKilled:)`` follows, never before this is carried out.
        case endTree
        /// Check its health; ``Event/checked(_:)`` follows.
        case check
        /// Give such a check up; ``Event/checked(_:)`` follows all the same.
        case endCheck
        /// Its operation needs more time.
        case extendTimeout(Duration)
        /// Replaces an earlier instant.
        case arm(Timer, at: Instant)
        case disarm(Timer)
        /// Its status changed.
        case tell(ProgramStatus)
        /// A message of its has no effect, which its log is to say.
        case warn(String)
        /// The callers that wait for a start or an end learn the outcome.
        case answer(Outcome)
        /// The launch fails: why, and the system error behind it, if the program named one.
        case fail(String, ErrorNumber? = nil)
        /// The launch ends well: why.
        case stopService(String)
    }

    /// The outcome of a start or an end.
    package enum Outcome: Hashable {
        case running
        /// It was ended as asked; why its operation's `stop` failed, `nil` if it did not.
        case stopped(stopFailure: String? = nil)
        /// It ended by itself: why, and the system error behind it, if it named one.
        case ended(String, ErrorNumber? = nil)
    }
}
