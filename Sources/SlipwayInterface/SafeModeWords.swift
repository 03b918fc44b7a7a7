internal import Slipway

/// The words for the safe mode of a service, in the daemon's log and in the command's output.
package enum SafeModeWords {
    /// The time for which a service has to be ready so that the starts before it count no more.
    package static let probation = Duration.seconds(60)

    /// The way out, in one line.
    package static let wayOut =
        "'slipway restart --full' starts it with everything, as does the next start once it was ready for "
        + probation.timespan
}
