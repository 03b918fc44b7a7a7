internal import Slipway
internal import SlipwayLoop

/// Those who learn of a program, and of a start of it.
extension Program {
    /// The part of the service that learns of a program.
    struct Observer {
        let tell: @Sendable (ProgramStatus) -> Void
        /// The service ends because of it.
        let end: @Sendable (ProgramConclusion) -> Void
        /// Its operation, an operator or a stop decides about it: whether it is to end, and stays so.
        var leave: @Loop @Sendable (_ isEnding: Bool) -> Void = { _ in }
    }

    /// The calls that tell its operation of a start while it waits.
    struct Terms {
        let executed: @Sendable () -> Void
        let extendTimeout: @Sendable (Duration) -> Void
    }

    /// An attempt of its operation: only it may cancel what it began.
    final class Attempt: Sendable {}
}
