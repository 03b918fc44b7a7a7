internal import Slipway

/// What the safe mode of a service is told with, by the daemon in its log and by the command.
package enum SafeModeWords {
    /// The time for which a service has to be ready so that the starts before it count no more.
    package static let probation = Duration.seconds(60)

    /// How to get out, in one line.
    package static let wayOut =
        "'slipway restart --full' starts it with everything, as does the next start once it was ready for "
        + probation.timespan
}
