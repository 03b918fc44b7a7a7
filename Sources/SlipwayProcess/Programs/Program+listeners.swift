internal import Slipway
internal import SlipwayLoop

/// The observers of a program, and of a start of it.
extension Program {
    /// The part of the service that learns of a program.
    struct Observer {
        let tell: @Sendable (ProgramStatus) -> Void
        /// Called when the service ends because of the program.
        let end: @Sendable (ProgramConclusion) -> Void
        /// Called when the program's operation, an operator or a stop decides about it: whether the
        /// program is to end, and to stay ended.
        var leave: @Loop @Sendable (_ isEnding: Bool) -> Void = { _ in }
    }

    /// The calls that tell an operation of the start that it waits for.
    struct Terms {
        let executed: @Sendable () -> Void
        let extendTimeout: @Sendable (Duration) -> Void
    }

    /// An attempt of the program's operation, which alone may cancel the start that it began.
    final class Attempt: Sendable {}
}
