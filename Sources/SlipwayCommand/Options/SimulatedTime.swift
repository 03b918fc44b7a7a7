internal import ArgumentParser
internal import Slipway

/// A time on the command line that may be zero: `0`, `250ms`.
struct SimulatedTime: Hashable, ExpressibleByArgument {
    let duration: Duration

    init(_ duration: Duration) { self.duration = duration }

    init?(argument: String) {
        if argument == "0" {
            duration = .zero
        } else if let argument = try? TimeoutArgument(parsing: argument) {
            duration = argument.duration
        } else {
            return nil
        }
    }

    var defaultValueDescription: String { duration.timespan }
}
