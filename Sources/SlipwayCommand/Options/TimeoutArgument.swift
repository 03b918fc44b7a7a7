internal import ArgumentParser
internal import SlipwayConfiguration

/// A duration on the command line, written as in a configuration: `250ms`, `5s`, `2m`.
struct TimeoutArgument: ExpressibleByArgument, Hashable {
    /// Zero or longer.
    let duration: Duration

    init?(argument: String) {
        guard let duration = DurationText.duration(argument) else { return nil }
        self.duration = duration
    }
}
