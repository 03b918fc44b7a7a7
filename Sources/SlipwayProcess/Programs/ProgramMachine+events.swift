package import Slipway
package import SlipwaySystem

/// The news of a program, and the decisions about it.
extension ProgramMachine {
    package enum Event: Hashable {
        case start(Starter)
        /// An operator asks for something.
        case requested(Supervisor.Request, by: UInt32?)
        /// The program is to end: the launch stops.
        case stop
        /// The operation that waits for a start is cancelled.
        case cancel
        /// The program is to end and to start again.
        case restart
        /// The program is to start, to end or to restart because of another one: why.
        case startFor(String)
        case stopFor(String)
        case restartFor(String)
        /// The program is watched and ended in another way, and by another check of its health.
        case renewed(ProgramPolicy, hasNewCheck: Bool)
        /// The program is not to start again, however it ends.
        case startNoMore
        case spawned(Int32)
        case notSpawned(String)
        /// The step that is still missing before it is ready: `has not said READY=1`.
        case lacks(String)
        /// The program is ready: by its own word, or because its socket, its line or a check shows
        /// it.
        case ready
        case said(ProgramMessage)
        /// The program may have pinged in vain: its notify socket has been removed.
        case unheard
        /// From now on this process is the main one, as the program has said.
        case follows(Int32)
        /// The process that the program has named is not the main one: why.
        case followsNot(Int32, String)
        /// A health check passed (`nil`), or why it did not.
        case checked(CheckFailure?)
        /// The main process has exited; `left` is a process that it has left running, in words:
        /// `process 123 ('web')`.
        case exited(ChildStatus, lastLine: String?, left: String? = nil)
        /// The command of its operation's `stop` has ended: why it failed, `nil` if it did not.
        case stopCommandEnded(String?)
        /// The command before the program is given up has ended: why it failed, `nil` if it did
        /// not.
        case lastCommandEnded(String?)
        /// No process of the program is left, or nothing more can be done.
        case treeGone(wasKilled: Bool)
        case fired(Timer)
    }

    package enum Timer: Hashable {
        /// The program must be ready.
        case start
        /// The program has run for as long as makes it ready.
        case settled
        /// The program must have pinged.
        case watchdog
        /// The program's health is to be checked.
        case health
        /// The backoff before a restart is over.
        case backoff
        /// The program's last message may be told.
        case message
        /// The program takes its time to end, which is to be told.
        case slowEnd
    }

    package enum Action: Hashable {
        /// Start a process; ``Event/spawned(_:)`` or ``Event/notSpawned(_:)`` follows.
        case spawn
        /// Run the `stop` of the program's operation; ``Event/stopCommandEnded(_:)`` follows.
        case runStopCommand
        /// Take this process for the main one; ``Event/follows(_:)`` or ``Event/followsNot(_:_:)`` follows.
        case follow(Int32)
        /// Run the command before the program is given up; ``Event/lastCommandEnded(_:)`` follows.
        case runLastCommand
        /// End that command.
        case endLastCommand
        /// End the program's processes; ``Event/treeGone(wasKilled:)`` follows, never before this
        /// is carried out.
        case endTree
        /// Check the program's health; ``Event/checked(_:)`` follows.
        case check
        /// Give up the check that runs; ``Event/checked(_:)`` follows all the same.
        case endCheck
        /// Give the program's operation more time.
        case extendTimeout(Duration)
        /// Arm a timer; replaces an earlier instant.
        case arm(Timer, at: Instant)
        case disarm(Timer)
        /// Tell the program's new status.
        case tell(ProgramStatus)
        /// Write a warning about the program to its log.
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
        /// The program was ended as asked; why its operation's `stop` failed, `nil` if it did not.
        case stopped(stopFailure: String? = nil)
        /// The program ended by itself: why, and the system error behind it, if it named one.
        case ended(String, ErrorNumber? = nil)
    }
}
